/* studio-run.h: a live or stored run as the pages see it.
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
/* Returns NaN if the entry has no such key. */
double studio_log_entry_get_value (StudioLogEntry *entry, const char *key);
gboolean studio_log_entry_has (StudioLogEntry *entry, const char *key);

/* A change made during the run. */
#define STUDIO_TYPE_EVENT (studio_event_get_type ())
G_DECLARE_FINAL_TYPE (StudioEvent, studio_event, STUDIO, EVENT, GObject)
double studio_event_get_place (StudioEvent *event, RensaSeriesAxis axis);
/* "Learning rate = 0.01" */
const char *studio_event_get_text (StudioEvent *event);

/* A picture or text that an extension made from the model. */
#define STUDIO_TYPE_PREVIEWED (studio_previewed_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreviewed, studio_previewed, STUDIO, PREVIEWED, GObject)
const char *studio_previewed_get_path (StudioPreviewed *previewed);
gint64 studio_previewed_get_iteration (StudioPreviewed *previewed);
/* Returns the name shared by the files of all iterations: "pictures" for pictures_iter_200.png. */
const char *studio_previewed_get_name (StudioPreviewed *previewed);
/* Same for a file name. */
char *studio_previewed_dup_name (const char *path);

/* Properties: state (int, RensaWorkerState), is-live, is-paused, title, fraction, iteration, epoch,
 * progress-text ("epoch 7 of 20"), rate-text ("41,200 examples/s · 2 min 13 s left"), error (string
 * or NULL), and the lists series, log, events, previews, of which it notifies whenever they change.
 * Signals: "updated" after each batch read from the worker, at most once per frame;
 * "notice" (const char *); "artifact" (kind, path), as in RensaRunArtifact, when a file was
 * written. Independent of GTK; use from the main thread only. */
#define STUDIO_TYPE_RUN (studio_run_get_type ())
G_DECLARE_FINAL_TYPE (StudioRun, studio_run, STUDIO, RUN, GObject)

/* Starts training. */
StudioRun *studio_run_start (RensaStore *store, RensaDocument *document, const char *parent, const char *dataset_root,
                             gboolean paused, GError **error);
/* Resumes a stored run. A finished run trains longer than its document specifies, and the store is
 * updated accordingly.
 * @paused: TRUE to wait before the next iteration. */
StudioRun *studio_run_continue (RensaStore *store, RensaRun *record, const char *dataset_root, gboolean paused,
                                GError **error);
/* Opens a stored run for viewing. */
StudioRun *studio_run_open (RensaStore *store, RensaRun *record, GError **error);

RensaRun *studio_run_get_record (StudioRun *run);
RensaDocument *studio_run_get_document (StudioRun *run);
/* Returns the document with the changes made during the run; changes together with the list of events. */
RensaDocument *studio_run_get_settings (StudioRun *run);
/* TRUE if @record ended early and can be resumed. */
gboolean studio_run_can_continue (RensaRun *record);
/* Returns "+20 Epochs", the extra training of a finished run; NULL if it has not finished, or if
 * its stop trigger has no length.
 * @document: (nullable): if NULL, the document of the run */
char *studio_run_describe_longer (RensaRun *record, RensaDocument *document);
const char *studio_run_get_folder (StudioRun *run);
/* Stores, for the list of runs, the result of comparing the export to @target with the saved model
 * of the run. */
void studio_run_keep_proof (StudioRun *run, const char *target, gboolean agrees);
gboolean studio_run_is_live (StudioRun *run);
/* Returns TRUE if a live run was commanded to pause or to step, even if it has not stopped yet. */
gboolean studio_run_is_paused (StudioRun *run);
RensaWorkerState studio_run_get_state (StudioRun *run);
void studio_run_get_status (StudioRun *run, RensaWorkerStatus *status);
const char *studio_run_get_error (StudioRun *run);

/* GListModels of StudioSeries, StudioLogEntry, StudioEvent. Each changes once per batch. */
GListModel *studio_run_get_series (StudioRun *run);
GListModel *studio_run_get_log (StudioRun *run);
GListModel *studio_run_get_events (StudioRun *run);
/* StudioPreviewed items in order of creation. */
GListModel *studio_run_get_previews (StudioRun *run);
StudioSeries *studio_run_find_series (StudioRun *run, const char *key);
/* Returns the columns of the log in order of appearance; borrowed, NULL-terminated. */
const char *const *studio_run_get_log_keys (StudioRun *run);

/* Works only for a live run; otherwise has no effect. */
void studio_run_pause (StudioRun *run);
void studio_run_resume (StudioRun *run);
void studio_run_step (StudioRun *run);
void studio_run_stop (StudioRun *run);
/* Same without waiting for the current iteration, which may never end: the run is interrupted. */
void studio_run_abandon (StudioRun *run);
void studio_run_take_snapshot (StudioRun *run);
gboolean studio_run_set (StudioRun *run, const char *path, const char *text, GError **error);
/* @values: same as in RensaPredictorFunc; @seconds: computing time of the model. */
typedef void (*StudioAnswerFunc) (const float *values, guint n, double seconds, const GError *error, gpointer data);

/**
 * studio_run_ask:
 * @inputs: @n_examples rows of @n_values numbers, preprocessed like the examples of the data set
 * @dataset_root: as for rensa_builder_new ()
 *
 * Runs the model in its current state or, if the run is over, its last saved state; only for models
 * with a single input. The answer is delivered in a later iteration of the main loop. There is one
 * question at a time: a new one, from any caller, replaces it, and the old @func is not called.
 */
void studio_run_ask (StudioRun *run, const float *inputs, gsize n_values, guint n_examples, const char *dataset_root,
                     StudioAnswerFunc func, gpointer data);
/* Cancels the question that was asked with @data. */
void studio_run_forget (StudioRun *run, gpointer data);
/* Returns TRUE if the model takes examples as they are in the data set; fields produced by some
 * iterators cannot be entered by hand. */
gboolean studio_run_takes_examples (StudioRun *run);
/* Returns TRUE if a model is available: the run is live, or has saved one. */
gboolean studio_run_can_answer (StudioRun *run);

/* Reads the worker's reports immediately instead of with the next batch. */
void studio_run_update (StudioRun *run);

G_END_DECLS
