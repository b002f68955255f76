/* rensa-worker-files.c: files that a worker writes in addition to those of the document's
 * extensions.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"
#include "rensa-worker-private.h"

#define MODEL_NAME "model.npz"
#define KEPT_PREFIX "resume_iter_"
#define KEPT_NAME KEPT_PREFIX "{.updater.iteration}"
#define TAKEN_PREFIX "snapshot_iter_"
#define TAKEN_NAME TAKEN_PREFIX "{.updater.iteration}"

#define N_KEPT 2
/* Time after which the store has written earlier reports, so that a run resumed from the snapshot
 * finds all values before it. */
#define SETTLED_AFTER (3 * G_USEC_PER_SEC)

/* A shorter run needs no snapshot for resuming. */
#define FIRST_AFTER G_USEC_PER_SEC
#define INTERVAL (10 * G_USEC_PER_SEC)
/* Limits writing to two hundredths of the time. */
#define COST_FACTOR 50
/* Number of intervals after which a snapshot is taken even in the middle of an epoch. */
#define LONG_EPOCH 6

void
rensa_kept_snapshot_clear (gpointer data)
{
  RensaKeptSnapshot *kept = data;

  g_free (kept->path);
}

static gint64
get_iteration (RensaWorker *worker)
{
  return rensa_updater_get_iteration (rensa_trainer_get_updater (worker->trainer));
}

/* The folder may have been deleted meanwhile. */
static gboolean
make_folder (RensaWorker *worker, GError **error)
{
  if (g_mkdir_with_parents (worker->folder, 0777) == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("The output folder %s cannot be created: %s"), worker->folder,
                   g_strerror (errno));
  return FALSE;
}

/* Writes a snapshot @name. Returns NULL after a notice if it cannot be written, or if the iteration
 * failed, which ends the run. */
static char *
save_snapshot (RensaWorker *worker, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = rensa_snapshot_make_path (worker->trainer, name);

  if (!rensa_trainer_settle (worker->trainer))
    return NULL;
  if (!make_folder (worker, &error) || !rensa_snapshot_save (worker->trainer, path, &error))
    {
      g_autofree char *sentence = g_strdup_printf ("%s; if the program ends now, the run goes on from an earlier "
                                                   "snapshot, if there is one.",
                                                   error->message);

      rensa_worker_tell_trouble (worker, "snapshot", sentence);
      return NULL;
    }
  rensa_worker_end_trouble (worker, "snapshot");
  rensa_worker_tell_artifact (worker, "snapshot", path, get_iteration (worker));
  return g_steal_pointer (&path);
}

/* A snapshot requested by the user is never trimmed, even if the document requested the same one. */
void
rensa_worker_take_snapshot_now (RensaWorker *worker)
{
  g_autofree char *path = save_snapshot (worker, TAKEN_NAME);

  for (guint i = worker->trimmed->len; i > 0 && path != NULL; i--)
    if (g_str_equal (g_array_index (worker->trimmed, RensaTrimmedSnapshot, i - 1).path, path))
      g_array_remove_index (worker->trimmed, i - 1);
}

/* The document's snapshots */

void
rensa_trimmed_snapshot_clear (gpointer data)
{
  RensaTrimmedSnapshot *snapshot = data;

  g_free (snapshot->path);
}

static RensaTrimmedSnapshot *
get_trimmed (RensaWorker *worker, guint i)
{
  return &g_array_index (worker->trimmed, RensaTrimmedSnapshot, i);
}

static guint
find_best (RensaWorker *worker)
{
  guint best = 0;

  for (guint i = 1; i < worker->trimmed->len; i++)
    {
      const double least = get_trimmed (worker, best)->score;

      if (get_trimmed (worker, i)->score < least || isnan (least))
        best = i;
    }
  return best;
}

/* Removes all snapshots except the best, the newest saved by @settled, and all newer ones. A
 * snapshot not yet recorded in the store is of no use for resuming. */
static void
trim (RensaWorker *worker, gint64 settled)
{
  guint newest = worker->trimmed->len;
  guint best = find_best (worker);

  while (newest > 0 && get_trimmed (worker, newest - 1)->saved_at > settled)
    newest--;
  for (guint i = newest; i > 1; i--)
    if (i - 2 != best)
      {
        g_unlink (get_trimmed (worker, i - 2)->path);
        g_array_remove_index (worker->trimmed, i - 2);
        best -= i - 2 < best;
      }
}

void
rensa_worker_trim_snapshots (RensaWorker *worker, const char *path)
{
  const gint64 now = g_get_monotonic_time ();
  const RensaTrimmedSnapshot newest = { g_strdup (path), rensa_recorder_get_score (worker->recorder), now };

  g_array_append_val (worker->trimmed, newest);
  trim (worker, now - SETTLED_AFTER);
}

void
rensa_worker_trim_last (RensaWorker *worker)
{
  trim (worker, G_MAXINT64);
}

static int
compare_kept (gconstpointer a, gconstpointer b)
{
  const gint64 x = ((const RensaKeptSnapshot *) a)->iteration;
  const gint64 y = ((const RensaKeptSnapshot *) b)->iteration;

  return (x > y) - (x < y);
}

void
rensa_worker_find_kept (RensaWorker *worker)
{
  g_autoptr (GDir) folder = g_dir_open (worker->folder, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      RensaKeptSnapshot kept = { .iteration = 0 };
      const char *number = g_str_has_prefix (name, KEPT_PREFIX) ? name + strlen (KEPT_PREFIX) : "";

      if (!g_ascii_string_to_signed (number, 10, 0, G_MAXINT64, &kept.iteration, NULL))
        continue;
      kept.path = g_build_filename (worker->folder, name, NULL);
      if (kept.iteration <= worker->first_iteration)
        g_array_append_val (worker->kept, kept);
      else
        {
          g_unlink (kept.path);
          g_free (kept.path);
        }
    }
  g_array_sort (worker->kept, compare_kept);
}

/* Keeps only the newest two, once the older of them has settled. */
static void
remove_stale (RensaWorker *worker, gint64 now)
{
  while (worker->kept->len > N_KEPT
         && now - g_array_index (worker->kept, RensaKeptSnapshot, worker->kept->len - N_KEPT).saved_at >= SETTLED_AFTER)
    {
      g_unlink (g_array_index (worker->kept, RensaKeptSnapshot, 0).path);
      g_array_remove_index (worker->kept, 0);
    }
}

/* TRUE if the current iteration has already been saved. */
static gboolean
is_kept (RensaWorker *worker)
{
  const guint n = worker->kept->len;
  const RensaKeptSnapshot *newest = n > 0 ? &g_array_index (worker->kept, RensaKeptSnapshot, n - 1) : NULL;

  return newest != NULL && newest->iteration == get_iteration (worker)
         && g_file_test (newest->path, G_FILE_TEST_IS_REGULAR);
}

void
rensa_worker_keep_snapshot (RensaWorker *worker)
{
  const gint64 start = g_get_monotonic_time ();
  char *path;

  /* There is nothing to lose before the first iteration. */
  if (get_iteration (worker) == 0 || is_kept (worker))
    return;

  path = save_snapshot (worker, KEPT_NAME);
  rensa_best_model_save (worker->best, worker->trainer, worker->folder);
  worker->snapshot_at = g_get_monotonic_time ();
  worker->snapshot_cost = worker->snapshot_at - start;
  if (path != NULL)
    {
      const RensaKeptSnapshot kept = { path, get_iteration (worker), worker->snapshot_at };

      g_array_append_val (worker->kept, kept);
      remove_stale (worker, worker->snapshot_at);
    }
}

void
rensa_worker_keep_snapshot_if_due (RensaWorker *worker)
{
  const gint64 since = g_get_monotonic_time () - worker->snapshot_at;
  const gint64 interval =
      worker->snapshot_cost == 0 ? FIRST_AFTER : MAX (INTERVAL, COST_FACTOR * worker->snapshot_cost);

  if (since >= interval
      && (rensa_updater_get_place (rensa_trainer_get_updater (worker->trainer))->is_new_epoch
          || since >= LONG_EPOCH * interval))
    rensa_worker_keep_snapshot (worker);
}

void
rensa_worker_save_model (RensaWorker *worker)
{
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (worker->trainer), RENSA_MAIN);
  g_autofree char *path = g_build_filename (worker->folder, MODEL_NAME, NULL);
  g_autoptr (GError) error = NULL;

  if (make_folder (worker, &error) && rensa_save_npz (path, rensa_link_serialize, model, FALSE, &error))
    {
      rensa_worker_end_trouble (worker, "model");
      rensa_worker_tell_artifact (worker, "model", path, get_iteration (worker));
    }
  else
    rensa_worker_tell_trouble (worker, "model", error->message);
}
