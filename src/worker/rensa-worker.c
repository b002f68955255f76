/* rensa-worker.c: runs the training of a document in a separate thread.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "rensa-budget.h"
#include "rensa-builder.h"
#include "rensa-fault.h"
#include "rensa-fault-record.h"
#include "rensa-language.h"
#include "rensa-snapshot.h"
#include "rensa-worker-private.h"

static gboolean
count_params (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);

  if (array != NULL)
    *(gint64 *) data += rensa_shape_count (rensa_array_get_shape (array));
  return TRUE;
}

/* Counts only links without children. */
static gboolean
count_links (const char *path, RensaLink *link, gpointer data, GError **error)
{
  if (rensa_link_get_n_children (link) == 0)
    ++*(gint64 *) data;
  return TRUE;
}

static void
tell_sizes (RensaWorker *worker)
{
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (worker->trainer), RENSA_MAIN);
  gint64 n_links = 0;
  gint64 n_params = 0;

  rensa_link_foreach_link (model, count_links, &n_links, NULL);
  rensa_link_foreach_param (model, count_params, &n_params, NULL);
  worker->n_params = n_params;
  if (worker->recorder != NULL)
    rensa_recorder_set_params (worker->recorder, n_links, n_params);
}

/* Repeats the changes before loading, because the arrays of an optimizer depend on its attributes. */
static gboolean
go_on (RensaWorker *worker, GError **error)
{
  rensa_worker_replay_until (worker, worker->first_iteration);
  if (worker->snapshot == NULL)
    return TRUE;
  if (!rensa_snapshot_load (worker->trainer, worker->snapshot, error))
    return FALSE;
  rensa_best_model_load (worker->best, worker->trainer, worker->folder);
  if (rensa_trainer_has_other_data (worker->trainer))
    rensa_worker_tell_trouble (worker, "data", "The data have changed since this run was interrupted.");
  return TRUE;
}

static gboolean
run (RensaWorker *worker, GError **error)
{
  gboolean ok;

  rensa_trainer_set_output (worker->trainer, NULL);
  rensa_trainer_set_watch (worker->trainer, &rensa_worker_watch, worker);
  rensa_trainer_set_previews_first (worker->trainer, TRUE);
  rensa_worker_watch_device (worker, rensa_link_get_device (rensa_updater_get_target (
                                         rensa_trainer_get_updater (worker->trainer), RENSA_MAIN)));
  if (!go_on (worker, error))
    return FALSE;

  tell_sizes (worker);
  ok = rensa_trainer_run (worker->trainer, error);
  rensa_worker_publish (worker);
  rensa_worker_tell_held (worker);
  rensa_worker_tell_files (worker);
  return ok;
}

static void
end (RensaWorker *worker)
{
  const gboolean is_stopped = !rensa_trainer_is_complete (worker->trainer);

  rensa_worker_trim_last (worker);
  rensa_worker_keep_snapshot (worker);
  rensa_worker_save_model (worker);
  rensa_worker_judge (worker, FALSE);
  rensa_worker_set_state (worker, is_stopped ? RENSA_WORKER_STOPPED : RENSA_WORKER_FINISHED);
}

static void
fail (RensaWorker *worker, const GError *error)
{
  worker->error_record = rensa_error_make_record (error);
  __atomic_store_n (&worker->error, g_utf8_make_valid (error->message, -1), __ATOMIC_RELEASE);
  rensa_worker_set_state (worker, RENSA_WORKER_FAILED);
}

static RensaBuilder *
make_builder (RensaWorker *worker, RensaDocument *document, GError **error)
{
  RensaBuilder *builder = document != NULL ? rensa_builder_new (document, worker->dataset_root, error) : NULL;

  if (builder != NULL && worker->snapshot != NULL)
    rensa_builder_expect_snapshot (builder);
  return builder;
}

static void
train (RensaWorker *worker)
{
  g_auto (RensaBudget) budget = { .limit = G_MAXINT64, .stop = &worker->stop_asked, .grace = G_MAXINT64 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (worker->document, -1, worker->place, &error);
  g_autoptr (RensaBuilder) builder = make_builder (worker, document, &error);
  g_autoptr (RensaTrainer) trainer = NULL;
  gboolean ok;

  rensa_budget_enter (&budget);
  trainer = builder != NULL ? rensa_builder_make_trainer (builder, worker->folder, &error) : NULL;
  worker->builder = builder;
  worker->trainer = trainer;
  ok = trainer != NULL && run (worker, &error);
  if (ok && !rensa_worker_is_abandoned (worker))
    end (worker);
  else if (!ok && !g_error_matches (error, RENSA_ERROR, RENSA_ERROR_CANCELLED))
    {
      if (trainer != NULL && g_error_matches (error, RENSA_ERROR, RENSA_ERROR_NOT_FINITE))
        rensa_worker_judge (worker, TRUE);
      fail (worker, error);
    }
  else if (!rensa_worker_is_abandoned (worker))
    rensa_worker_set_state (worker, RENSA_WORKER_STOPPED);
  worker->trainer = NULL;
  worker->builder = NULL;
}

static void
worker_unref (RensaWorker *worker)
{
  if (!g_atomic_int_dec_and_test (&worker->ref_count))
    return;

  rensa_worker_clear_commands (worker);
  g_clear_pointer (&worker->recorder, rensa_recorder_free);
  rensa_queue_free (worker->queue);
  pthread_mutex_destroy (&worker->lock);
  pthread_cond_destroy (&worker->given);
  rensa_schedule_free (worker->replays);
  g_array_unref (worker->kept);
  g_array_unref (worker->trimmed);
  g_array_unref (worker->held);
  g_array_unref (worker->spare);
  g_ptr_array_unref (worker->files);
  rensa_best_model_free (worker->best);
  g_hash_table_unref (worker->told);
  g_hash_table_unref (worker->reports);
  g_free (worker->document);
  g_free (worker->place);
  g_free (worker->dataset_root);
  g_free (worker->folder);
  g_free (worker->snapshot);
  g_clear_pointer (&worker->question, rensa_question_free);
  g_clear_pointer (&worker->answer, rensa_answer_free);
  g_free (worker->error);
  g_free (worker->error_record);
  g_free (worker);
}

static gpointer
work (gpointer data)
{
  RensaWorker *worker = data;

  if (worker->n_threads > 0)
    omp_set_num_threads (worker->n_threads);
  train (worker);
  worker_unref (worker);
  return NULL;
}

static RensaWorker *
worker_new (const RensaWorkerOptions *options)
{
  RensaWorker *worker = g_new0 (RensaWorker, 1);

  worker->ref_count = 1;
  worker->store = options->store != NULL ? g_object_ref (options->store) : NULL;
  worker->document = rensa_document_to_text (options->document);
  worker->place = g_strdup (rensa_document_get_place (options->document));
  worker->dataset_root = g_strdup (options->dataset_root);
  worker->n_threads = options->n_threads;
  worker->is_paused = options->paused;
  worker->queue = rensa_queue_new ();
  pthread_mutex_init (&worker->lock, NULL);
  pthread_cond_init (&worker->given, NULL);
  worker->replays = rensa_schedule_new ();
  worker->kept = g_array_new (FALSE, FALSE, sizeof (RensaKeptSnapshot));
  g_array_set_clear_func (worker->kept, rensa_kept_snapshot_clear);
  worker->trimmed = g_array_new (FALSE, FALSE, sizeof (RensaTrimmedSnapshot));
  g_array_set_clear_func (worker->trimmed, rensa_trimmed_snapshot_clear);
  worker->held = rensa_worker_held_new ();
  worker->spare = rensa_worker_held_new ();
  worker->best = rensa_best_model_new ();
  worker->files = g_ptr_array_new_with_free_func (rensa_told_file_free);
  worker->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  worker->reports = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) rensa_report_key_free);
  worker->now.fraction = worker->now.seconds_left = -1;
  return worker;
}

static gboolean
find_folder (RensaWorker *worker, const char *folder, GError **error)
{
  worker->folder = g_strdup (folder != NULL ? folder : rensa_recorder_get_folder (worker->recorder));
  if (g_mkdir_with_parents (worker->folder, 0777) == 0 && access (worker->folder, W_OK | X_OK) == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("Cannot write to the output folder %s: %s."), worker->folder,
                   g_strerror (errno));
  return FALSE;
}

static gboolean
record (RensaWorker *worker, const RensaWorkerOptions *options, GError **error)
{
  if (options->store == NULL)
    return TRUE;
  if (options->resume == NULL)
    return rensa_worker_begin (worker, options->parent, error);
  return rensa_worker_continue (worker, options->resume, error)
         && (!options->longer || rensa_recorder_set_document (worker->recorder, worker->document, error));
}

static void
record_failure (RensaRecorder *recorder, const GError *error)
{
  g_autofree char *record = error != NULL ? rensa_error_make_record (error) : NULL;

  rensa_recorder_fail (recorder, error != NULL ? error->message : NULL, record);
}

RensaWorker *
rensa_worker_start (const RensaWorkerOptions *options, GError **error)
{
  g_autoptr (RensaWorker) worker = worker_new (options);

  worker->checked = rensa_document_parse (worker->document, -1, worker->place, error);
  if (worker->checked == NULL || !record (worker, options, error))
    return NULL;

  if (find_folder (worker, options->folder, error))
    {
      rensa_worker_find_kept (worker);
      worker->now.iteration = worker->first_iteration;
      rensa_status_box_write (&worker->status, &worker->now);
      g_atomic_int_inc (&worker->ref_count);
      worker->thread = g_thread_try_new ("training", work, worker, error);
      if (worker->thread == NULL)
        worker_unref (worker);
    }
  if (worker->thread == NULL)
    {
      if (worker->recorder != NULL)
        record_failure (worker->recorder, error != NULL ? *error : NULL);
      return NULL;
    }
  return g_steal_pointer (&worker);
}

/* Releases what belongs to the main thread. */
static void
let_go (RensaWorker *worker)
{
  g_clear_object (&worker->store);
  g_clear_pointer (&worker->checked, rensa_document_unref);
  worker_unref (worker);
}

void
rensa_worker_free (RensaWorker *worker)
{
  if (worker->thread != NULL)
    {
      rensa_worker_stop (worker);
      g_thread_join (worker->thread);
    }
  let_go (worker);
}

void
rensa_worker_abandon (RensaWorker *worker)
{
  g_atomic_int_set (&worker->is_abandoned, 1);
  rensa_worker_stop (worker);
  if (worker->recorder != NULL)
    rensa_recorder_set_state (worker->recorder, RENSA_RUN_INTERRUPTED);
  g_clear_pointer (&worker->thread, g_thread_unref);
  let_go (worker);
}

void
rensa_worker_pause (RensaWorker *worker)
{
  rensa_worker_give (worker, RENSA_COMMAND_PAUSE, NULL, NULL);
}

void
rensa_worker_resume (RensaWorker *worker)
{
  rensa_worker_give (worker, RENSA_COMMAND_RESUME, NULL, NULL);
}

void
rensa_worker_step (RensaWorker *worker)
{
  rensa_worker_give (worker, RENSA_COMMAND_STEP, NULL, NULL);
}

void
rensa_worker_stop (RensaWorker *worker)
{
  g_atomic_int_set (&worker->stop_asked, 1);
  rensa_worker_give (worker, RENSA_COMMAND_STOP, NULL, NULL);
}

void
rensa_worker_take_snapshot (RensaWorker *worker)
{
  rensa_worker_give (worker, RENSA_COMMAND_SNAPSHOT, NULL, NULL);
}

gboolean
rensa_worker_set (RensaWorker *worker, const char *path, const char *text, GError **error)
{
  g_autofree char *setting = rensa_trainer_dup_setting (path, error);
  g_autofree char *assignment = setting != NULL ? g_strconcat (setting, "=", text, NULL) : NULL;

  if (assignment == NULL || !rensa_document_set (worker->checked, assignment, error))
    return FALSE;

  rensa_worker_give (worker, RENSA_COMMAND_SET, setting, text);
  return TRUE;
}

guint
rensa_worker_read (RensaWorker *worker, void (*func) (const RensaMessage *message, gpointer data), gpointer data)
{
  const guint n = (guint) MIN (rensa_queue_get_n_waiting (worker->queue), G_MAXUINT);
  RensaMessage message;

  for (guint i = 0; i < n && rensa_queue_pop (worker->queue, &message); i++)
    {
      func (&message, data);
      g_free (message.text);
    }
  return n;
}

void
rensa_worker_get_status (RensaWorker *worker, RensaWorkerStatus *status)
{
  rensa_status_box_read (&worker->status, status);
}

gint64
rensa_worker_get_first_iteration (RensaWorker *worker)
{
  return worker->first_iteration;
}

const char *
rensa_worker_get_error (RensaWorker *worker)
{
  return __atomic_load_n (&worker->error, __ATOMIC_ACQUIRE);
}

RensaRun *
rensa_worker_get_run (RensaWorker *worker)
{
  return worker->recorder != NULL ? rensa_recorder_get_run (worker->recorder) : NULL;
}

const char *
rensa_worker_get_folder (RensaWorker *worker)
{
  return worker->folder;
}
