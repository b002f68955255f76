/* rensa-worker-watch.c: a worker's callbacks at the start of training, after each iteration, and
 * for each file.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-worker-private.h"

typedef struct
{
  char *kind;
  char *path;
  gint64 iteration;
  gboolean is_trimmed; /* Only the newest and the best file of its kind are kept */
} ToldFile;

void
rensa_worker_tell_files (RensaWorker *worker)
{
  for (guint i = 0; i < worker->files->len; i++)
    {
      const ToldFile *file = g_ptr_array_index (worker->files, i);

      rensa_worker_tell_artifact (worker, file->kind, file->path, file->iteration);
      if (file->is_trimmed)
        rensa_worker_trim_snapshots (worker, file->path);
    }
  g_ptr_array_set_size (worker->files, 0);
}

static void
on_start (RensaTrainer *trainer, gpointer data)
{
  RensaWorker *worker = data;
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);

  /* Entries loaded from a snapshot were reported in an earlier part of the run. */
  worker->n_log_entries = log != NULL ? rensa_log_get_n_entries (log) : 0;
  worker->snapshot_at = g_get_monotonic_time ();
  rensa_worker_set_state (worker, RENSA_WORKER_RUNNING);
  rensa_worker_publish (worker);
  rensa_worker_obey (worker);
}

/* Reports a snapshot after all values that it covers. The store writes in this order, so that a
 * stored snapshot implies stored values. */
static void
on_iteration (RensaTrainer *trainer, gpointer data)
{
  RensaWorker *worker = data;

  if (rensa_worker_is_abandoned (worker))
    {
      rensa_trainer_stop (trainer);
      return;
    }

  rensa_worker_publish (worker);
  rensa_worker_tell_values (worker);
  if (worker->recorder != NULL)
    rensa_best_model_note (worker->best, trainer);
  rensa_worker_tell_files (worker);
  rensa_worker_keep_snapshot_if_due (worker);
  rensa_worker_obey (worker);
}

void
rensa_told_file_free (gpointer data)
{
  ToldFile *file = data;

  g_free (file->kind);
  g_free (file->path);
  g_free (file);
}

/* Reports a file that is overwritten repeatedly, such as a plot, only once, but each snapshot. */
static void
on_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data)
{
  RensaWorker *worker = data;
  ToldFile *file;

  if (!g_str_equal (kind, "snapshot") && !g_hash_table_add (worker->told, g_strdup (path)))
    return;

  file = g_new0 (ToldFile, 1);
  file->kind = g_strdup (kind);
  file->path = g_strdup (path);
  file->iteration = rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
  file->is_trimmed = worker->recorder != NULL && extension != NULL && rensa_snapshot_is_unlimited (extension);
  g_ptr_array_add (worker->files, file);
}

/* A full disk or a failed preview does not end training, because the trained weights are more valuable. */
static gboolean
on_failure (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data)
{
  if (!g_error_matches (error, RENSA_ERROR, RENSA_ERROR_IO) && rensa_extension_get_class (extension)->preview == NULL)
    return FALSE;

  rensa_worker_tell_trouble (data, rensa_extension_get_name (extension), error->message);
  return TRUE;
}

static void
on_trouble (RensaTrainer *trainer, const GError *error, gpointer data)
{
  g_autofree char *sentence = g_strconcat (error->message, ".", NULL);

  rensa_worker_tell_trouble (data, sentence, sentence);
}

const RensaTrainerWatch rensa_worker_watch = {
  .start = on_start,
  .iteration = on_iteration,
  .file = on_file,
  .failure = on_failure,
  .trouble = on_trouble,
};
