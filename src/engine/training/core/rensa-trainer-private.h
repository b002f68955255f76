/* rensa-trainer-private.h: what a trainer is inside.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-team-private.h"
#include "rensa-training-private.h"

G_BEGIN_DECLS

/* What was reported so far, as far as it matters to whether it is finite. */
typedef struct _RensaFiniteWatch RensaFiniteWatch;

struct _RensaTrainer
{
  RensaUpdater *updater;
  RensaTrigger *stop_trigger;
  char *out;
  GPtrArray *extensions; /* RensaExtension, by falling priority */
  RensaReporter *reporter;
  RensaObservation *observation;
  FILE *output;
  const RensaTrainerWatch *watch;
  gpointer watch_data;
  RensaExtension *calling; /* the one at work; NULL between */
  int stop_asked;          /* atomic */
  gint64 started_at;       /* monotonic microseconds; 0 while it does not run */
  gint64 paused_at;        /* likewise; 0 while it is not paused */
  double earlier;          /* seconds of earlier parts */
  double start_fraction;   /* done when this part began */
  RensaTeam team;
  RensaFiniteWatch *finite;
  gboolean stops_at_nan;
  gboolean previews_first;
  GStrv columns;           /* nullable: of the first field of the examples */
  GError *failure;         /* of an iteration, found after it */
  gint64 data_mark;        /* of what it learns from; 0 until it is asked for */
  gboolean has_other_data; /* than the snapshot that was read */
};

/* The folder and all extensions, before the first iteration. */
gboolean rensa_trainer_begin (RensaTrainer *trainer, GError **error);
/* Whether training continues although @extension has failed; takes @reason over. A preview never ends a run: after an error other than
 * one of the disk, which may pass, it is not called again. */
gboolean rensa_trainer_forgive (RensaTrainer *trainer, RensaExtension *extension, GError *reason, GError **error);

RensaFiniteWatch *rensa_finite_watch_new (void);
void rensa_finite_watch_free (RensaFiniteWatch *watch);
/* Each names the cause in its error.  The values of this iteration, those that a device is yet to compute in the next call. */
gboolean rensa_trainer_check_values (RensaTrainer *trainer, GError **error);
/* The parameters, before the first iteration and after the last one, with the values that are left. */
gboolean rensa_trainer_check_before (RensaTrainer *trainer, GError **error);
gboolean rensa_trainer_check_after (RensaTrainer *trainer, GError **error);
/* The parameters. @who: (nullable): what looks at them. */
gboolean rensa_trainer_check_params (RensaTrainer *trainer, const char *who, GError **error);

G_END_DECLS
