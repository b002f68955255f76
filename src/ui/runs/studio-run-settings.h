/* studio-run-settings.h: the settings of all runs, for a table.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-store.h"

G_BEGIN_DECLS

/* Stands for what the optimizer of each run calls it. */
#define STUDIO_LEARNING_RATE "learning-rate"

/* Documents are read when they are first asked for, or in spare time, and kept small: each text once. What was changed while a run went on
 * counts as well: "0.001 → 0.0005". */
typedef struct _StudioRunSettings StudioRunSettings;

StudioRunSettings *studio_run_settings_new (RensaStore *store);
void studio_run_settings_free (StudioRunSettings *settings);

/* "0.001" for "optimizer.alpha", the default where the document says nothing; NULL where the run has no such setting. */
const char *studio_run_settings_get (StudioRunSettings *settings, RensaRun *run, const char *path);
/* The same of what has been read already, for ten thousand runs at once. */
const char *studio_run_settings_peek (StudioRunSettings *settings, RensaRun *run, const char *path);
/* What such a text begins with; NaN where that is no number. */
double studio_run_settings_get_number (StudioRunSettings *settings, const char *text);
/* Whether another run of the store began in the same minute. */
gboolean studio_run_settings_shares_minute (StudioRunSettings *settings, RensaRun *run);
/* Reads documents until @deadline (of g_get_monotonic_time ()); FALSE when there are no more. */
gboolean studio_run_settings_read_some (StudioRunSettings *settings, gint64 deadline);
/* Settings in which the runs that have been read differ, in alphabetical order. */
char **studio_run_settings_list_varying (StudioRunSettings *settings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioRunSettings, studio_run_settings_free)

G_END_DECLS
