/* rensa-store.h: runs, kept in SQLite.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-run.h"

G_BEGIN_DECLS

/* Kind of the artifact that is the run's document. */
#define RENSA_ARTIFACT_ORIGIN "document"

/* A folder with "runs.db" and, for each run, a folder "runs/UUID" for its files. doc/store.md
 * describes the schema. Belongs to the thread that opened it (the main thread); recorders can be
 * used from any thread. */
#define RENSA_TYPE_STORE (rensa_store_get_type ())
G_DECLARE_FINAL_TYPE (RensaStore, rensa_store, RENSA, STORE, GObject)

/**
 * rensa_store_open:
 * @folder: (nullable): NULL means RENSA_RUNS, else rensa/runs in the XDG data folder
 *
 * Opens the store, creates it if it does not exist, and migrates an older schema. Runs that are
 * marked as running although no running program holds their lock become interrupted. A damaged
 * database is set aside ("runs-damaged-20261121-191500.db") and a new one is created;
 * rensa_store_get_notice () reports this. One that can be read but not written is opened from a
 * copy, see rensa_store_is_read_only (). RENSA_ERROR_IO if the folder cannot be created or read,
 * RENSA_ERROR_FORMAT if the schema is newer than this program.
 */
RensaStore *rensa_store_open (const char *folder, GError **error);
/* Opens a store in a temporary folder that is removed when it closes, for use when the folder
 * cannot be written. */
RensaStore *rensa_store_open_temporary (GError **error);
const char *rensa_store_get_folder (RensaStore *store);
/* Returns a message about what happened when the store was opened; NULL if nothing did. */
const char *rensa_store_get_notice (RensaStore *store);
gboolean rensa_store_is_temporary (RensaStore *store);
/* Returns TRUE if the folder is read-only: its runs are shown, but cannot be deleted, resumed or
 * trimmed (RENSA_ERROR_IO); new runs and edits are lost when the store closes, as with a temporary
 * one. */
gboolean rensa_store_is_read_only (RensaStore *store);

/* Returns the runs, newest first: a GListModel of RensaRun. There is one object for each run as
 * long as the store exists; its properties change with the row, including changes by other programs
 * (polled once a second). It does not contain deleted runs. */
GListModel *rensa_store_get_runs (RensaStore *store);
/* Returns NULL if there is none. Borrowed. @uuid may be NULL. */
RensaRun *rensa_store_find_run (RensaStore *store, const char *uuid);

/* Changes by the user. The objects change at once; the writer thread saves the changes. */
void rensa_store_set_name (RensaStore *store, RensaRun *run, const char *name);
void rensa_store_set_note (RensaStore *store, RensaRun *run, const char *note);
/* @tags: names separated by commas. */
void rensa_store_set_tags (RensaStore *store, RensaRun *run, const char *tags);
void rensa_store_set_starred (RensaStore *store, RensaRun *run, gboolean starred);
/* Records the result of comparing the export to @target, a name without spaces, with the run's
 * model after @iteration. */
void rensa_store_set_proof (RensaStore *store, RensaRun *run, const char *target, gint64 iteration, gboolean agrees);
/* Removes the run from the list; undelete restores it. A run that is still deleted when the store
 * closes, or after a day, is removed permanently, with its folder. An active run is refused:
 * RENSA_ERROR_INVALID. */
gboolean rensa_store_delete (RensaStore *store, RensaRun *run, GError **error);
void rensa_store_undelete (RensaStore *store, RensaRun *run);

/* Contents of the rows; reads wait only for the disk. */

/* Returns the text of the run's document. */
char *rensa_store_load_document (RensaStore *store, RensaRun *run, GError **error);
/* Returns the run's series, as RensaReportKey, in the order of their first values. */
GPtrArray *rensa_store_list_series (RensaStore *store, RensaRun *run, GError **error);
/* Returns every value reported under @key; for an active run, those up to the last second.
 * NOT_FOUND if there is none. */
RensaRunSeries *rensa_store_load_series (RensaStore *store, RensaRun *run, const char *key, GError **error);
/* Returns RensaRunEvent: changes made during the run, with time and iteration. */
GPtrArray *rensa_store_load_events (RensaStore *store, RensaRun *run, GError **error);
/* Returns RensaRunChange: the same changes grouped by setting, with the values over time, for
 * comparing runs. */
GPtrArray *rensa_store_load_changes (RensaStore *store, RensaRun *run, GError **error);
/* RensaRunLogRow, by entry. */
GPtrArray *rensa_store_load_log (RensaStore *store, RensaRun *run, GError **error);
/* Returns RensaRunArtifact, including snapshots, newest first; omits those whose file no longer
 * exists. The file of the kind RENSA_ARTIFACT_ORIGIN is that of the document, which can be
 * anywhere; all others are in the run's folder. */
GPtrArray *rensa_store_load_artifacts (RensaStore *store, RensaRun *run, GError **error);
/* Returns the folder of the run's files. */
char *rensa_store_get_run_folder (RensaStore *store, RensaRun *run);

/* Contents of several runs, read in a separate thread. */

/**
 * RensaRunContents:
 * @document: text of its document
 * @events: RensaRunEvent
 * @reports: RensaReportKey, as returned by rensa_store_list_series ()
 * @series: RensaRunSeries, one for each of @reports; NULL if it was not requested
 *
 * Anything that cannot be read is NULL.
 */
typedef struct
{
  RensaRun *run;
  char *document;
  GPtrArray *events;
  GPtrArray *reports;
  GPtrArray *series;
} RensaRunContents;

void rensa_run_contents_free (RensaRunContents *contents);

/* @wanted: names of reports (rensa_report_key_get_name ()) whose values are to be read. */
void rensa_store_load_contents (RensaStore *store, GPtrArray *runs, const char *const *wanted,
                                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* Returns RensaRunContents, in the order of the runs. */
GPtrArray *rensa_store_finish_contents (RensaStore *store, GAsyncResult *result, GError **error);

/* Disk space of the history. */

/* Counts, in a separate thread, the bytes of all runs and of the store; sets the property "size" of
 * each RensaRun and then that of the store. */
void rensa_store_measure (RensaStore *store);
/* Returns the bytes of all files in the store's folder; -1 before they have been counted. Property
 * "size" (gint64), with notify. */
gint64 rensa_store_get_size (RensaStore *store);
/* Removes the snapshots of @run except the newest and the one with the best value of the run's main
 * criterion (rensa_run_get_loss_name (), or else rensa_run_get_metric_name ()). @freed: (out)
 * (optional): bytes. Refused while the run is active: RENSA_ERROR_INVALID. */
gboolean rensa_store_remove_snapshots (RensaStore *store, RensaRun *run, gint64 *freed, GError **error);

/* Waits until everything passed to the writer is on disk; FALSE with the writer's last error. */
gboolean rensa_store_flush (RensaStore *store, GError **error);
/* Waits until nothing would be lost if the program ended: data that another program keeps out of
 * the database goes to a file next to it, which the next program that opens the store imports.
 * FALSE if that cannot be written either. */
gboolean rensa_store_secure (RensaStore *store, GError **error);

/* Emits "trouble" (const char *sentence) in the main thread when the writer cannot write, for
 * example because the disk is full; it keeps its data, retries once a second, and emits it with
 * NULL when it succeeds. */

/* Recorder: adds the data of a run to the store. There is one for each active run; usable from one
 * thread at a time. */

typedef struct _RensaRecorder RensaRecorder;

/**
 * RensaRunStart:
 * @name: name of the run
 * @document: JSON text of the whole document
 * @parent: (nullable): uuid of the run from which this one was made
 * @dataset, @optimizer, @device, @seed, @n_links, @n_params: values shown in the list
 */
typedef struct
{
  const char *name;
  const char *document;
  const char *parent;
  const char *dataset;
  const char *optimizer;
  const char *device;
  gint64 seed;
  gint64 n_links;
  gint64 n_params;
} RensaRunStart;

/* Starts a new run in the state running; it is in the list at once. Main thread. */
RensaRecorder *rensa_store_begin (RensaStore *store, const RensaRunStart *start, GError **error);
/* Resumes a run that is interrupted, stopped, failed or finished: acquires its lock and drops rows
 * later than
 * @iteration, because they will be reported again. Main thread. */
RensaRecorder *rensa_store_continue (RensaStore *store, RensaRun *run, gint64 iteration, GError **error);
/* Replaces the document of a resumed run by @document, which trains longer. */
gboolean rensa_recorder_set_document (RensaRecorder *recorder, const char *document, GError **error);
/* Must be called before the store closes. A run that has not ended otherwise becomes interrupted. */
void rensa_recorder_free (RensaRecorder *recorder);

RensaRun *rensa_recorder_get_run (RensaRecorder *recorder);
const char *rensa_recorder_get_folder (RensaRecorder *recorder);

/* None of these functions waits for the disk. @epoch is the epoch detail, @elapsed is in seconds. */
void rensa_recorder_add_value (RensaRecorder *recorder, const char *key, gint64 iteration, double epoch, double elapsed,
                               double value);
/* Describes the values of a key, before the first one; without it, nothing is known about them. A
 * run is judged by the first loss and the first score, preferably those of examples that are not
 * learned from. */
void rensa_recorder_describe (RensaRecorder *recorder, const RensaReportKey *report);
/* A whole entry of LogReport: @n names with their values. */
void rensa_recorder_add_log (RensaRecorder *recorder, gint64 entry, const char *const *keys, const double *values,
                             guint n);
/* @what: "optimizer.alpha"; @text: "0.01". */
void rensa_recorder_add_event (RensaRecorder *recorder, gint64 iteration, double epoch, double elapsed,
                               const char *what, const char *text);
/* @kind: "snapshot", "graph", "plot", "model"; @path: inside the run's folder. */
void rensa_recorder_add_artifact (RensaRecorder *recorder, const char *kind, const char *path, gint64 iteration);
/* Returns the last reported value of the run's main criterion: lower is better; NaN if nothing, or
 * nothing finite, was reported. */
double rensa_recorder_get_score (RensaRecorder *recorder);
void rensa_recorder_set_params (RensaRecorder *recorder, gint64 n_links, gint64 n_params);
/* @device: description of the device it trains on; until this is called, the name in the document is used. */
void rensa_recorder_set_device (RensaRecorder *recorder, const char *device);
/* Records the verdict on the run (see rensa_verdict_word ()). Call before the last state is set. */
void rensa_recorder_set_verdict (RensaRecorder *recorder, const char *record, const char *advice);
/* FINISHED, STOPPED and FAILED end the run and release its lock, once written. */
void rensa_recorder_set_state (RensaRecorder *recorder, RensaRunState state);
/* Sets the state FAILED. @record: (nullable): @message as codes with arguments (see rensa_error_make_record ()) */
void rensa_recorder_fail (RensaRecorder *recorder, const char *message, const char *record);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRecorder, rensa_recorder_free)

G_END_DECLS
