/* rensa-worker.h: runs the training of a document in a separate thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-message.h"
#include "rensa-question.h"
#include "rensa-status.h"
#include "rensa-store.h"

G_BEGIN_DECLS

/* A thread that builds a Trainer from a document and runs it. The main thread sends commands, which
 * are read between iterations, and reads the reports from a queue that never blocks either side.
 * Reports are also written to the store. */
typedef struct _RensaWorker RensaWorker;

/**
 * RensaWorkerOptions:
 * @document: the whole document; copied
 * @store: (nullable): store that records the run; if NULL, @folder is required
 * @folder: (nullable): folder for the results; NULL means the run's folder in the store
 * @resume: (nullable): the run of @store to resume, from its newest snapshot
 * @longer: TRUE if @document trains longer than that of @resume, and replaces it in the store
 * @parent: (nullable): uuid of the run that this one was created from
 * @dataset_root: (nullable): as for rensa_builder_new ()
 * @n_threads: maximum number of threads for computing on the CPU; 0 for the default of OpenMP
 * @paused: TRUE to wait before the first iteration
 */
typedef struct
{
  RensaDocument *document;
  RensaStore *store;
  const char *folder;
  RensaRun *resume;
  gboolean longer;
  const char *parent;
  const char *dataset_root;
  int n_threads;
  gboolean paused;
} RensaWorkerOptions;

/**
 * rensa_worker_start:
 *
 * Starts the thread. Fails only if no row or folder can be created for the run; errors of the document
 * or the data are reported by the state FAILED and its message.
 *
 * Besides the extensions of the document, the folder gets
 *
 * - "resume_iter_N", the two newest snapshots for resuming an interrupted run: at epochs, at most
 *   one every ten seconds (less often if writing takes long), at pause, at stop and at the end;
 * - "snapshot_iter_N" for each rensa_worker_take_snapshot ();
 * - "model.npz", the trained model, at pause, stop and the end;
 * - "best.npz", the model with the lowest validation loss, and "best.json", which describes it:
 *   written with each "resume_iter_N", and at the end if that model is earlier.
 *
 * Of the snapshots of a document that does not specify how many to keep (n_retains -1), a run in a
 * store keeps the newest and the best, by rensa_recorder_get_score ().
 *
 * A resumed run continues from its newest readable snapshot, or from the beginning if there is
 * none. Its numbers are those of an uninterrupted run; changes made during the run are repeated.
 * A file that cannot be written does not end training: a notice reports it, only once.
 */
RensaWorker *rensa_worker_start (const RensaWorkerOptions *options, GError **error);
/* Stops training and waits for the thread. */
void rensa_worker_free (RensaWorker *worker);
/* Same without waiting, for an iteration that does not end: the run becomes interrupted
 * immediately, and its thread ends with the iteration or with the program. */
void rensa_worker_abandon (RensaWorker *worker);

/* Commands. Each returns immediately. */
void rensa_worker_pause (RensaWorker *worker);
void rensa_worker_resume (RensaWorker *worker);
/* Runs one iteration, then pauses again. */
void rensa_worker_step (RensaWorker *worker);
void rensa_worker_stop (RensaWorker *worker);
void rensa_worker_take_snapshot (RensaWorker *worker);
/* Sets "optimizer.alpha", "0.01": any attribute of the optimizer or of a hook ("hooks.0.rate").
 * Checked immediately against the component's specs; takes effect in the next iteration, and is
 * recorded in the run as an event. */
gboolean rensa_worker_set (RensaWorker *worker, const char *path, const char *text, GError **error);

/* Runs the model in its state between two iterations, also while paused, without affecting
 * training. Takes ownership of @question; replaces a pending one. Questions after the last
 * iteration are not answered. */
void rensa_worker_ask (RensaWorker *worker, RensaQuestion *question);
/* Returns the last answer, once; NULL if there is none yet. */
RensaAnswer *rensa_worker_take_answer (RensaWorker *worker);

/* Calls @func for each waiting message, in order; returns their number. Main thread only. */
guint rensa_worker_read (RensaWorker *worker, void (*func) (const RensaMessage *message, gpointer data), gpointer data);

/* Returns the current status; consistent, read without waiting. Everything reported before is
 * already in the queue. */
void rensa_worker_get_status (RensaWorker *worker, RensaWorkerStatus *status);
/* Returns the iteration that a resumed run continues from; 0 for a new one. */
gint64 rensa_worker_get_first_iteration (RensaWorker *worker);
/* Returns the reason for the failure, a sentence; NULL until then. */
const char *rensa_worker_get_error (RensaWorker *worker);
/* NULL without a store. */
RensaRun *rensa_worker_get_run (RensaWorker *worker);
const char *rensa_worker_get_folder (RensaWorker *worker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaWorker, rensa_worker_free)

G_END_DECLS
