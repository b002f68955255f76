/* rensa-trainer-private.h: internals of a trainer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-team-private.h"
#include "rensa-training-private.h"

G_BEGIN_DECLS

/* History of the reported values, as needed for checking that they are finite. */
typedef struct _RensaFiniteWatch RensaFiniteWatch;

struct _RensaTrainer
{
  RensaUpdater *updater;
  RensaTrigger *stop_trigger;
  char *out;
  GPtrArray *extensions; /* RensaExtension, by descending priority */
  RensaReporter *reporter;
  RensaObservation *observation;
  FILE *output;
  const RensaTrainerWatch *watch;
  gpointer watch_data;
  RensaExtension *calling; /* extension being called; else NULL */
  int stop_asked;          /* atomic */
  gint64 started_at;       /* monotonic microseconds; 0 if not running */
  gint64 paused_at;        /* the same; 0 if not paused */
  double earlier;          /* seconds of earlier parts of the run */
  double start_fraction;   /* fraction completed when this part began */
  RensaTeam team;
  RensaFiniteWatch *finite;
  gboolean stops_at_nan;
  gboolean previews_first;
  GStrv columns;           /* nullable: columns of the first field of the examples */
  GError *failure;         /* error of an iteration, found after it */
  gint64 data_mark;        /* fingerprint of the training data; 0 until it is needed */
  gboolean has_other_data; /* than the snapshot that was loaded */
};

/* Prepares the folder and all extensions, before the first iteration. */
gboolean rensa_trainer_begin (RensaTrainer *trainer, GError **error);
/* Returns TRUE if training continues although @extension has failed; takes ownership of @reason. A
 * preview never ends a run: after an error other than a disk error, which may be temporary, it is
 * not called again. */
gboolean rensa_trainer_forgive (RensaTrainer *trainer, RensaExtension *extension, GError *reason, GError **error);

RensaFiniteWatch *rensa_finite_watch_new (void);
void rensa_finite_watch_free (RensaFiniteWatch *watch);
/* Each names the cause in its error. Checks the values of this iteration; those that a device has
 * not computed yet are checked in the next call. */
gboolean rensa_trainer_check_values (RensaTrainer *trainer, GError **error);
/* Check the parameters, before the first iteration and after the last one; the latter also checks
 * the remaining values. */
gboolean rensa_trainer_check_before (RensaTrainer *trainer, GError **error);
gboolean rensa_trainer_check_after (RensaTrainer *trainer, GError **error);
/* Checks the parameters. @who: (nullable): name of the caller for messages. */
gboolean rensa_trainer_check_params (RensaTrainer *trainer, const char *who, GError **error);

G_END_DECLS
