/* cli-watched.h: output during training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-best-model.h"
#include "rensa-schedule.h"
#include "rensa-trainer.h"

G_BEGIN_DECLS

/* @told: names of the extensions that failed to write a file, each reported only once; @best: the
 * model with the lowest validation loss;
 * @snapshot, @before: (nullable): the last snapshot written, and the one before it; @resume:
 *   (nullable): the snapshot from which the run is resumed */
typedef struct
{
  GHashTable *told;
  RensaSchedule *schedule;
  RensaBestModel *best;
  char *snapshot;
  char *before;
  char *resume;
} CliWatched;

/* Watches @trainer, and makes the changes of @schedule (borrowed). @resume: (nullable): the
 * snapshot from which the run is resumed */
void cli_watched_init (CliWatched *watched, RensaTrainer *trainer, RensaSchedule *schedule, const char *resume);
void cli_watched_clear (CliWatched *watched);
/* (nullable): the last snapshot of before a number was not finite. Borrowed. */
const char *cli_watched_find_snapshot (const CliWatched *watched, RensaTrainer *trainer);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWatched, cli_watched_clear)

G_END_DECLS
