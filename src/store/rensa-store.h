/* rensa-store.h: runs, kept in SQLite.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-run.h"

G_BEGIN_DECLS

/* The kind of artifact that a run's document is. */
#define RENSA_ARTIFACT_ORIGIN "document"

/* A folder with "runs.db" and, for each run, a folder "runs/UUID" for what it writes. doc/store.md has the schema.
 * Belongs to the thread that opened it (the main thread); recorders may be used from any other. */
#define RENSA_TYPE_STORE (rensa_store_get_type ())
G_DECLARE_FINAL_TYPE (RensaStore, rensa_store, RENSA, STORE, GObject)

/**
 * rensa_store_open:
 * @folder: (nullable): NULL means RENSA_RUNS, else rensa/runs in the XDG data folder
 *
 * Opens the store, makes it where there is none, and brings an older schema to the present one. Runs that say they are
 * running although no living program holds their lock become interrupted. A database that is damaged is kept aside
 * ("runs-damaged-20261121-191500.db") and a new one made; rensa_store_get_notice () then says so. One that can be read
 * but not written is opened from a copy, see rensa_store_is_read_only (). RENSA_ERROR_IO where the folder cannot be made
 * or read, RENSA_ERROR_FORMAT where the schema is newer than this program.
 */
RensaStore *rensa_store_open (const char *folder, GError **error);
/* A store in a temporary folder that goes when it closes, for when the folder cannot be written to. */
RensaStore *rensa_store_open_temporary (GError **error);
const char *rensa_store_get_folder (RensaStore *store);
/* One sentence about what happened when the store was opened; NULL where nothing did. */
const char *rensa_store_get_notice (RensaStore *store);
gboolean rensa_store_is_temporary (RensaStore *store);
/* Whether the folder can only be read: its runs are shown, but not deleted, resumed or trimmed (RENSA_ERROR_IO); what is
 * trained or edited now goes when the store closes, as it does with a temporary one. */
gboolean rensa_store_is_read_only (RensaStore *store);

/* The runs, newest first: a GListModel of RensaRun. One object for each run as long as the store lives; its properties
 * change when the row does, also when another program changes it (looked for once a second). Deleted runs are not in it. */
GListModel *rensa_store_get_runs (RensaStore *store);
/* NULL where there is none. Borrowed. @uuid may be NULL. */
RensaRun *rensa_store_find_run (RensaStore *store, const char *uuid);

/* Changes by the person. Told at once in the objects, written by the writer thread. */
void rensa_store_set_name (RensaStore *store, RensaRun *run, const char *name);
void rensa_store_set_note (RensaStore *store, RensaRun *run, const char *note);
/* @tags: names separated by commas. */
void rensa_store_set_tags (RensaStore *store, RensaRun *run, const char *tags);
void rensa_store_set_starred (RensaStore *store, RensaRun *run, gboolean starred);
/* What came of comparing the export to @target, a name without spaces, with the run's model after @iteration. */
void rensa_store_set_proof (RensaStore *store, RensaRun *run, const char *target, gint64 iteration, gboolean agrees);
/* Takes the run out of the list; undelete puts it back. What is still deleted when the store closes, or after a day,
 * goes for good, with its folder. A run that is active is refused: RENSA_ERROR_INVALID. */
gboolean rensa_store_delete (RensaStore *store, RensaRun *run, GError **error);
void rensa_store_undelete (RensaStore *store, RensaRun *run);

/* What is in the rows; reads wait for nothing but the disk. */

/* The text of the run's document. */
char *rensa_store_load_document (RensaStore *store, RensaRun *run, GError **error);
/* The run's series, as RensaReportKey, in the order in which they first came. */
GPtrArray *rensa_store_list_series (RensaStore *store, RensaRun *run, GError **error);
/* Every value reported under @key; of a run that is active, up to the last second. NOT_FOUND where there is none. */
RensaRunSeries *rensa_store_load_series (RensaStore *store, RensaRun *run, const char *key, GError **error);
/* RensaRunEvent: what was changed while it ran, with time and iteration. */
GPtrArray *rensa_store_load_events (RensaStore *store, RensaRun *run, GError **error);
/* RensaRunChange: the same by setting, each as it was over time, for comparing runs. */
GPtrArray *rensa_store_load_changes (RensaStore *store, RensaRun *run, GError **error);
/* RensaRunLogRow, by entry. */
GPtrArray *rensa_store_load_log (RensaStore *store, RensaRun *run, GError **error);
/* RensaRunArtifact, snapshots included, newest first; those whose file has gone are left out. The file of the kind
 * RENSA_ARTIFACT_ORIGIN is that of the document, wherever it lies; all others lie in the run's folder. */
GPtrArray *rensa_store_load_artifacts (RensaStore *store, RensaRun *run, GError **error);
/* The folder of the run's files. */
char *rensa_store_get_run_folder (RensaStore *store, RensaRun *run);

/* The same of several runs, read in a thread of its own. */

/**
 * RensaRunContents:
 * @document: the text of its document
 * @events: RensaRunEvent
 * @reports: RensaReportKey, as rensa_store_list_series () has them
 * @series: RensaRunSeries, one for each of @reports; NULL where it was not wanted
 *
 * What cannot be read is NULL.
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

/* @wanted: names of reports (rensa_report_key_get_name ()) of which the values are read. */
void rensa_store_load_contents (RensaStore *store, GPtrArray *runs, const char *const *wanted,
                                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* RensaRunContents, in the order of the runs. */
GPtrArray *rensa_store_finish_contents (RensaStore *store, GAsyncResult *result, GError **error);

/* What the history occupies. */

/* Counts, in a thread of its own, the bytes of all runs and of the store; sets the property "size" of each RensaRun and
 * then that of the store. */
void rensa_store_measure (RensaStore *store);
/* All files of the store's folder, in bytes; -1 before they were counted. Property "size" (gint64), with notify. */
gint64 rensa_store_get_size (RensaStore *store);
/* Removes the snapshots of @run, all but the newest and the one with the best value of what the run is judged by
 * (rensa_run_get_loss_name (), or else rensa_run_get_metric_name ()). @freed: (out) (optional): bytes. Refused while it
 * is active: RENSA_ERROR_INVALID. */
gboolean rensa_store_remove_snapshots (RensaStore *store, RensaRun *run, gint64 *freed, GError **error);

/* Waits until all that was handed to the writer is on the disk; FALSE with the writer's last error. */
gboolean rensa_store_flush (RensaStore *store, GError **error);
/* Waits until nothing would be lost if the program ended: what another program does not let into the database is put
 * into a file beside it, which the next one that opens the store takes in. FALSE where that cannot be written either. */
gboolean rensa_store_secure (RensaStore *store, GError **error);

/* Emits "trouble" (const char *sentence) in the main thread when the writer cannot write, a full disk say; it keeps what
 * it has, tries again once a second, and emits it with NULL when it succeeds. */

/* Recorder: how a run gets into the store. One for each run that is active; usable from one thread at a time. */

typedef struct _RensaRecorder RensaRecorder;

/**
 * RensaRunStart:
 * @name: of the run
 * @document: JSON text of the whole document
 * @parent: (nullable): uuid of the run that this one was made from
 * @dataset, @optimizer, @device, @seed, @n_links, @n_params: what the list shows
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

/* A new run, running; it stands in the list at once. Main thread. */
RensaRecorder *rensa_store_begin (RensaStore *store, const RensaRunStart *start, GError **error);
/* Goes on with a run that is interrupted, stopped, failed or finished: its lock is taken, and rows later than
 * @iteration are dropped, because they are going to be reported again. Main thread. */
RensaRecorder *rensa_store_continue (RensaStore *store, RensaRun *run, gint64 iteration, GError **error);
/* The document of a run that goes on becomes @document, which trains longer. */
gboolean rensa_recorder_set_document (RensaRecorder *recorder, const char *document, GError **error);
/* Before the store closes. A run that has no other end becomes interrupted. */
void rensa_recorder_free (RensaRecorder *recorder);

RensaRun *rensa_recorder_get_run (RensaRecorder *recorder);
const char *rensa_recorder_get_folder (RensaRecorder *recorder);

/* None of these waits for the disk. @epoch is the epoch detail, @elapsed in seconds. */
void rensa_recorder_add_value (RensaRecorder *recorder, const char *key, gint64 iteration, double epoch, double elapsed,
                               double value);
/* What the values of a key are, before the first one; without it nothing is known of them. What a run is judged by are the
 * first loss and the first score, or rather those of examples that are not learned from. */
void rensa_recorder_describe (RensaRecorder *recorder, const RensaReportKey *report);
/* A whole entry of LogReport: @n names with their values. */
void rensa_recorder_add_log (RensaRecorder *recorder, gint64 entry, const char *const *keys, const double *values,
                             guint n);
/* @what: "optimizer.alpha"; @text: "0.01". */
void rensa_recorder_add_event (RensaRecorder *recorder, gint64 iteration, double epoch, double elapsed,
                               const char *what, const char *text);
/* @kind: "snapshot", "graph", "plot", "model"; @path: inside the run's folder. */
void rensa_recorder_add_artifact (RensaRecorder *recorder, const char *kind, const char *path, gint64 iteration);
/* What the run is judged by, as it was reported last: lower is better; NaN where nothing was, or nothing finite. */
double rensa_recorder_get_score (RensaRecorder *recorder);
void rensa_recorder_set_params (RensaRecorder *recorder, gint64 n_links, gint64 n_params);
/* @device: what it trains on, in the words of who made it; until then the name in the document stands for it. */
void rensa_recorder_set_device (RensaRecorder *recorder, const char *device);
/* Records the verdict on the run (see rensa_verdict_word ()). Call before the last state is set. */
void rensa_recorder_set_verdict (RensaRecorder *recorder, const char *record, const char *advice);
/* @message: (nullable): why it failed.  FINISHED, STOPPED and FAILED end the run and give its lock back, once written. */
void rensa_recorder_set_state (RensaRecorder *recorder, RensaRunState state, const char *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRecorder, rensa_recorder_free)

G_END_DECLS
