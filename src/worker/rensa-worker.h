/* rensa-worker.h: a run in a thread of its own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-message.h"
#include "rensa-question.h"
#include "rensa-status.h"
#include "rensa-store.h"

G_BEGIN_DECLS

/* One thread that builds a Trainer from a document and runs it. The main thread gives commands, which are read between
 * two iterations, and takes what was reported out of a queue that neither side ever waits for. What is reported goes
 * to the store, too. */
typedef struct _RensaWorker RensaWorker;

/**
 * RensaWorkerOptions:
 * @document: the whole document; copied
 * @store: (nullable): where the run is recorded; without it @folder is needed
 * @folder: (nullable): for the results; NULL means the run's folder in the store
 * @resume: (nullable): the run of @store to go on with, from its newest snapshot
 * @longer: @document trains longer than that of @resume, and takes its place in the store
 * @parent: (nullable): uuid of the run that this one was made from
 * @dataset_root: (nullable): as for rensa_builder_new ()
 * @n_threads: most threads for computing on the CPU; 0 for those that OpenMP offers
 * @paused: whether to wait before the first iteration
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
 * Starts the thread. Fails only where no row or folder can be made for the run; what is wrong with the document or the
 * data is reported by the state FAILED and its message.
 *
 * Besides the extensions of the document, the folder gets
 *
 * - "resume_iter_N", the two newest snapshots for going on after the run was cut off: at epochs, at most one every ten
 *   seconds (less often where writing takes long), at pause, at stop and at the end;
 * - "snapshot_iter_N" for each rensa_worker_take_snapshot ();
 * - "model.npz", the trained model, at pause, stop and the end;
 * - "best.npz", the model with the least validation loss, and "best.json", with each of the first and at the end, if that
 *   was before.
 *
 * Of the snapshots of a document that does not say how many to keep (n_retains -1), a run of a store keeps the newest
 * and the best, by rensa_recorder_get_score ().
 *
 * A run that is resumed goes on from its newest snapshot that can be read, or from the beginning where there is none;
 * the numbers are those of a run that was never cut off, with what was changed while it ran changed again. A file that
 * cannot be written does not end training: a notice tells of it, once.
 */
RensaWorker *rensa_worker_start (const RensaWorkerOptions *options, GError **error);
/* Stops it and waits for the thread. */
void rensa_worker_free (RensaWorker *worker);
/* The same without waiting, for an iteration that does not end: the run becomes interrupted now, and its thread ends when
 * the iteration does, or with the program. */
void rensa_worker_abandon (RensaWorker *worker);

/* Commands. Each returns at once. */
void rensa_worker_pause (RensaWorker *worker);
void rensa_worker_resume (RensaWorker *worker);
/* One iteration; then it is paused (again). */
void rensa_worker_step (RensaWorker *worker);
void rensa_worker_stop (RensaWorker *worker);
void rensa_worker_take_snapshot (RensaWorker *worker);
/* "optimizer.alpha", "0.01": any attribute of the optimizer or of a hook ("hooks.0.rate"). Checked here, by the
 * component's specs; from the next iteration on, and kept in the run as an event. */
gboolean rensa_worker_set (RensaWorker *worker, const char *path, const char *text, GError **error);

/* Asks the model as it is between two iterations, also while it is paused; nothing of the training changes. @question is
 * taken over; where one waits already, it is forgotten. What comes after the last iteration is not answered. */
void rensa_worker_ask (RensaWorker *worker, RensaQuestion *question);
/* The answer to the last question that was answered, once; NULL where there is none yet. */
RensaAnswer *rensa_worker_take_answer (RensaWorker *worker);

/* Calls @func for each message that waits, in their order; returns how many. Main thread. */
guint rensa_worker_read (RensaWorker *worker, void (*func) (const RensaMessage *message, gpointer data), gpointer data);

/* Where it stands; consistent in itself, read without waiting. All that was told before it waits in the queue. */
void rensa_worker_get_status (RensaWorker *worker, RensaWorkerStatus *status);
/* The iteration that a resumed run goes on from; 0 for a new one. */
gint64 rensa_worker_get_first_iteration (RensaWorker *worker);
/* Why it failed, a sentence; NULL until then. */
const char *rensa_worker_get_error (RensaWorker *worker);
/* NULL without a store. */
RensaRun *rensa_worker_get_run (RensaWorker *worker);
const char *rensa_worker_get_folder (RensaWorker *worker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaWorker, rensa_worker_free)

G_END_DECLS
