/* studio-run-private.h: the parts of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-predictor.h"
#include "studio-run.h"

G_BEGIN_DECLS

struct _StudioRun
{
  GObject parent_instance;

  RensaStore *store;
  RensaRun *record;
  RensaDocument *document;
  RensaDocument *settings; /* the document as live changes have made it */
  char *folder;
  RensaWorker *worker;       /* NULL for a run that is over, or is only looked at */
  RensaPredictor *predictor; /* NULL until a run that is over is asked */
  StudioAnswerFunc answered; /* of the question that waits; NULL where none does */
  gpointer asker;
  RensaQuestion *question; /* that waits, for the predictor if the worker ends before */
  char *dataset_root;      /* of the question */
  GSource *timer;
  RensaWorkerStatus status;
  char *error;
  char *progress_text;
  char *rate_text;
  gint64 worded_at;         /* monotonic: when the texts were made */
  gboolean awaits_snapshot; /* that was asked for */
  gboolean is_held;         /* told to pause, or to take steps */

  GHashTable *by_key; /* interned key -> StudioSeries */
  GListStore *series;
  GListStore *log;
  GListStore *events;
  GListStore *previews;
  GPtrArray *log_keys; /* interned, NULL-terminated */

  StudioLogEntry *entry; /* not complete yet */
  guint n_missing;       /* values of it */

  /* Of the batch that is being taken. */
  GPtrArray *new_series;
  GPtrArray *new_log;
  GPtrArray *new_events;
  GPtrArray *new_previews;
};

/* studio-run.c */

/* Milliseconds from one look at the worker to the next. */
guint studio_run_choose_interval (const RensaWorkerStatus *status);

/* studio-run-items.c */

StudioSeries *studio_series_new (const RensaReportKey *report);
void studio_series_append (StudioSeries *series, double iteration, double epoch, double elapsed, double value);
/* Tells of the latest value where it has changed since the last call. */
void studio_series_notify (StudioSeries *series);
StudioLogEntry *studio_log_entry_new (void);
/* @key is interned. */
void studio_log_entry_add (StudioLogEntry *entry, const char *key, double value);
StudioEvent *studio_event_new (double iteration, double epoch, double elapsed, char *text);

StudioPreviewed *studio_previewed_new (const char *path, gint64 iteration);

/* studio-run-take.c */

/* Takes one message; what is new in the lists comes with studio_run_end_batch (). */
void studio_run_take (const RensaMessage *message, gpointer run);
void studio_run_end_batch (StudioRun *run);
/* Adds the rows that LogReport has told since the last call. */
void studio_run_show_log (StudioRun *run);
/* What the store holds of @run up to @iteration. */
gboolean studio_run_load (StudioRun *run, double iteration, GError **error);

/* studio-run-ask.c */

/* Hands the worker's answer over, if there is one. */
void studio_run_take_answer (StudioRun *run);
/* The worker is gone: what it left unanswered is asked of the saved model. */
void studio_run_ask_again (StudioRun *run);
void studio_run_clear_question (StudioRun *run);

/* studio-run-text.c */

char *studio_run_make_progress_text (StudioRun *run);
char *studio_run_make_rate_text (StudioRun *run);
/* "Learning rate = 0.01", "WeightDecay: rate = 0.1" */
char *studio_run_make_event_text (StudioRun *run, const char *what, const char *text);

G_END_DECLS
