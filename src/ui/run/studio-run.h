/* studio-run.h: a run, live or from the store, as the pages see it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-report-key.h"
#include "rensa-series.h"
#include "rensa-store.h"
#include "rensa-worker.h"

G_BEGIN_DECLS

/* The values of one key. Properties: key, latest (double). */
#define STUDIO_TYPE_SERIES (studio_series_get_type ())
G_DECLARE_FINAL_TYPE (StudioSeries, studio_series, STUDIO, SERIES, GObject)
const char *studio_series_get_key (StudioSeries *series);
const RensaReportKey *studio_series_get_report (StudioSeries *series);
RensaSeries *studio_series_get_points (StudioSeries *series);

/* An entry of LogReport. */
#define STUDIO_TYPE_LOG_ENTRY (studio_log_entry_get_type ())
G_DECLARE_FINAL_TYPE (StudioLogEntry, studio_log_entry, STUDIO, LOG_ENTRY, GObject)
/* NaN where the entry has no such key. */
double studio_log_entry_get_value (StudioLogEntry *entry, const char *key);
gboolean studio_log_entry_has (StudioLogEntry *entry, const char *key);

/* What was changed while it ran. */
#define STUDIO_TYPE_EVENT (studio_event_get_type ())
G_DECLARE_FINAL_TYPE (StudioEvent, studio_event, STUDIO, EVENT, GObject)
double studio_event_get_place (StudioEvent *event, RensaSeriesAxis axis);
/* "Learning rate = 0.01" */
const char *studio_event_get_text (StudioEvent *event);

/* A picture or text that an extension has made of the model. */
#define STUDIO_TYPE_PREVIEWED (studio_previewed_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreviewed, studio_previewed, STUDIO, PREVIEWED, GObject)
const char *studio_previewed_get_path (StudioPreviewed *previewed);
gint64 studio_previewed_get_iteration (StudioPreviewed *previewed);
/* What the files of other iterations are called, too: "pictures" of pictures_iter_200.png. */
const char *studio_previewed_get_name (StudioPreviewed *previewed);
/* The same of a file name. */
char *studio_previewed_dup_name (const char *path);

/* Properties: state (int, RensaWorkerState), is-live, is-paused, title, fraction, iteration, epoch, progress-text ("epoch 7 of
 * 20"), rate-text ("41,200 examples/s · 2 min 13 s left"), error (string or NULL). Signals: "updated" after each batch
 * that was taken from the worker, at most once a frame; "notice" (const char *); "artifact" (kind, path), as
 * RensaRunArtifact has them, when a file was written. No GTK; the main thread's. */
#define STUDIO_TYPE_RUN (studio_run_get_type ())
G_DECLARE_FINAL_TYPE (StudioRun, studio_run, STUDIO, RUN, GObject)

/* Starts training. */
StudioRun *studio_run_start (RensaStore *store, RensaDocument *document, const char *parent, const char *dataset_root,
                             gboolean paused, GError **error);
/* Resumes a run of the store; one that has finished trains longer than its document said, which the store then says, too.
 * @paused: it waits before its next iteration. */
StudioRun *studio_run_continue (RensaStore *store, RensaRun *record, const char *dataset_root, gboolean paused,
                                GError **error);
/* A run of the store, to look at. */
StudioRun *studio_run_open (RensaStore *store, RensaRun *record, GError **error);

RensaRun *studio_run_get_record (StudioRun *run);
RensaDocument *studio_run_get_document (StudioRun *run);
/* The document with what was changed while the run went on; the list of events changes with it. */
RensaDocument *studio_run_get_settings (StudioRun *run);
/* TRUE if @record ended early and can be resumed. */
gboolean studio_run_can_continue (RensaRun *record);
/* "+20 Epochs": how much longer a finished run would be trained; NULL where it has not finished, or where its stop trigger has no length.
 * @document: (nullable): its own */
char *studio_run_describe_longer (RensaRun *record, RensaDocument *document);
const char *studio_run_get_folder (StudioRun *run);
/* What came of comparing the export to @target with the model that the run has saved, for the list of runs. */
void studio_run_keep_proof (StudioRun *run, const char *target, gboolean agrees);
gboolean studio_run_is_live (StudioRun *run);
/* Whether a live run was told to pause or to take steps: it rests, or soon does. */
gboolean studio_run_is_paused (StudioRun *run);
RensaWorkerState studio_run_get_state (StudioRun *run);
void studio_run_get_status (StudioRun *run, RensaWorkerStatus *status);
const char *studio_run_get_error (StudioRun *run);

/* GListModels of StudioSeries, StudioLogEntry, StudioEvent. A batch changes each once. */
GListModel *studio_run_get_series (StudioRun *run);
GListModel *studio_run_get_log (StudioRun *run);
GListModel *studio_run_get_events (StudioRun *run);
/* StudioPreviewed, in the order in which they were made. */
GListModel *studio_run_get_previews (StudioRun *run);
StudioSeries *studio_run_find_series (StudioRun *run, const char *key);
/* The columns of the log, in the order in which they came; borrowed, NULL-terminated. */
const char *const *studio_run_get_log_keys (StudioRun *run);

/* For a live run; otherwise they do nothing. */
void studio_run_pause (StudioRun *run);
void studio_run_resume (StudioRun *run);
void studio_run_step (StudioRun *run);
void studio_run_stop (StudioRun *run);
/* The same without waiting for the iteration at hand, which may never end: the run is interrupted. */
void studio_run_abandon (StudioRun *run);
void studio_run_take_snapshot (StudioRun *run);
gboolean studio_run_set (StudioRun *run, const char *path, const char *text, GError **error);
/* @values: as RensaPredictorFunc has them; @seconds: that the model took. */
typedef void (*StudioAnswerFunc) (const float *values, guint n, double seconds, const GError *error, gpointer data);

/**
 * studio_run_ask:
 * @inputs: @n_examples rows of @n_values numbers, prepared as the data set prepares its own
 * @dataset_root: as for rensa_builder_new ()
 *
 * Asks the model as it is now or, when the run is over, as it was saved at last; models with one input alone. The
 * answer comes in a later turn of the main loop. There is one question at a time: another one, whoever asks, takes its
 * place, and its @func is not called any more.
 */
void studio_run_ask (StudioRun *run, const float *inputs, gsize n_values, guint n_examples, const char *dataset_root,
                     StudioAnswerFunc func, gpointer data);
/* Forgets the question that was asked with @data. */
void studio_run_forget (StudioRun *run, gpointer data);
/* Whether the model takes examples as the data set has them; what some iterators make of them, nobody can enter. */
gboolean studio_run_takes_examples (StudioRun *run);
/* Whether there is a model to ask: the run is live, or has saved one. */
gboolean studio_run_can_answer (StudioRun *run);

/* Takes what the worker has reported now, instead of with the next batch. */
void studio_run_update (StudioRun *run);

G_END_DECLS
