/* rensa-trainer-private.h: what a trainer is inside.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-team-private.h"
#include "rensa-training-private.h"

G_BEGIN_DECLS

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
  GError *failure;         /* of an iteration, found after it */
  gint64 data_mark;        /* of what it learns from; 0 until it is asked for */
  gboolean has_other_data; /* than the snapshot that was read */
};

G_END_DECLS
