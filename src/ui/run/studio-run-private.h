/* studio-run-private.h: shared by the parts of a run.
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
  RensaDocument *settings; /* The document with live changes applied */
  char *folder;
  RensaWorker *worker;       /* NULL if the run is over or was only opened for viewing */
  RensaPredictor *predictor; /* NULL until predictions of a finished run are requested */
  StudioAnswerFunc answered; /* Callback of the pending question; NULL if there is none */
  gpointer asker;
  RensaQuestion *question; /* The pending question, passed to the predictor if the worker ends first */
  char *dataset_root;      /* data set root of the question */
  GSource *timer;
  RensaWorkerStatus status;
  char *error;
  char *progress_text;
  char *rate_text;
  gint64 worded_at;         /* Monotonic time at which the texts were made */
  gboolean awaits_snapshot; /* TRUE after the user has requested a snapshot */
  gboolean is_held;         /* TRUE after a command to pause or to take a step */

  GHashTable *by_key; /* interned key -> StudioSeries */
  GListStore *series;
  GListStore *log;
  GListStore *events;
  GListStore *previews;
  GPtrArray *log_keys; /* interned, NULL-terminated */

  StudioLogEntry *entry; /* not complete yet */
  guint n_missing;       /* number of values still missing */

  /* New items of the current batch. */
  GPtrArray *new_series;
  GPtrArray *new_log;
  GPtrArray *new_events;
  GPtrArray *new_previews;
};

/* studio-run.c */

/* Returns the polling interval of the worker in milliseconds. */
guint studio_run_choose_interval (const RensaWorkerStatus *status);

/* studio-run-items.c */

StudioSeries *studio_series_new (const RensaReportKey *report);
void studio_series_append (StudioSeries *series, double iteration, double epoch, double elapsed, double value);
/* Emits a notification if the latest value has changed since the last call. */
void studio_series_notify (StudioSeries *series);
StudioLogEntry *studio_log_entry_new (void);
/* @key is interned. */
void studio_log_entry_add (StudioLogEntry *entry, const char *key, double value);
StudioEvent *studio_event_new (double iteration, double epoch, double elapsed, char *text);

StudioPreviewed *studio_previewed_new (const char *path, gint64 iteration);

/* studio-run-take.c */

/* Processes one message; new list items are added by studio_run_end_batch (). */
void studio_run_take (const RensaMessage *message, gpointer run);
void studio_run_end_batch (StudioRun *run);
/* Adds the rows that LogReport has reported since the last call. */
void studio_run_show_log (StudioRun *run);
/* Loads the stored data of @run up to @iteration. */
gboolean studio_run_load (StudioRun *run, double iteration, GError **error);

/* studio-run-ask.c */

/* Delivers the worker's answer, if there is one. */
void studio_run_take_answer (StudioRun *run);
/* Passes the question that the worker did not answer to the saved model. */
void studio_run_ask_again (StudioRun *run);
void studio_run_clear_question (StudioRun *run);

/* studio-run-text.c */

char *studio_run_make_progress_text (StudioRun *run);
char *studio_run_make_rate_text (StudioRun *run);
/* "Learning rate = 0.01", "WeightDecay: rate = 0.1" */
char *studio_run_make_event_text (StudioRun *run, const char *what, const char *text);

G_END_DECLS
