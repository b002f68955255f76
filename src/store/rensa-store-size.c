/* rensa-store-size.c: counts and reduces the disk space of the history.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-store-private.h"

#include "rensa-fault.h"
#include "rensa-run-folder-private.h"
#include "rensa-store-open-private.h"

#include <fts.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* Counting */

typedef struct
{
  RensaStore *store; /* borrowed: the store waits for the thread before it is freed */
  RensaWriter *writer;
  char *folder;
  char *database;
  GHashTable *sizes; /* uuid -> gint64 * */
  gint64 total;
} Count;

static void
count_free (Count *count)
{
  rensa_writer_unref (count->writer);
  g_hash_table_unref (count->sizes);
  g_free (count->folder);
  g_free (count->database);
  g_free (count);
}

static void
add (Count *count, const char *uuid, gint64 n_bytes)
{
  gint64 *size = g_hash_table_lookup (count->sizes, uuid);

  if (size == NULL)
    {
      size = g_new0 (gint64, 1);
      g_hash_table_insert (count->sizes, g_strdup (uuid), size);
    }
  *size += n_bytes;
}

/* Returns the name of the folder in runs/ that contains the file; NULL for one outside. */
static const char *
find_owner (const FTSENT *file)
{
  while (file->fts_level > 2)
    file = file->fts_parent;
  return file->fts_level == 2 && strcmp (file->fts_parent->fts_name, "runs") == 0 ? file->fts_name : NULL;
}

static void
count_files (Count *count, const char *folder)
{
  char *const paths[] = { (char *) folder, NULL };
  FTS *tree = fts_open (paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  FTSENT *file;

  /* A tree that is closed before the first read leaks. */
  while (tree != NULL && (file = fts_read (tree)) != NULL && !g_atomic_int_get (&count->store->counting_ends))
    if (file->fts_info == FTS_F)
      {
        const char *owner = find_owner (file);

        count->total += file->fts_statp->st_size;
        if (owner != NULL)
          add (count, owner, file->fts_statp->st_size);
      }
  if (tree != NULL)
    fts_close (tree);
}

/* SQLite does not read blobs to get their length. */
static void
count_values (Count *count)
{
  g_autoptr (sqlite3) db = rensa_store_open_reader (count->database, NULL);
  g_autoptr (sqlite3_stmt) stmt =
      db != NULL ? rensa_sql_prepare (db, NULL,
                                      "SELECT uuid, sum(length(data)) FROM runs JOIN series ON series.run = runs.id"
                                      " JOIN chunks ON chunks.series = series.id GROUP BY runs.id",
                                      "")
                 : NULL;

  while (stmt != NULL && !g_atomic_int_get (&count->store->counting_ends) && rensa_sql_step (stmt, NULL) == 1)
    {
      g_autofree char *uuid = rensa_sql_column_text (stmt, 0);

      if (uuid != NULL)
        add (count, uuid, rensa_sql_column_count (stmt, 1));
    }
}

static void
tell (Count *count)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (rensa_news_free);
  RensaNews *news;
  GHashTableIter iter;
  gpointer uuid;
  gpointer size;

  g_hash_table_iter_init (&iter, count->sizes);
  while (g_hash_table_iter_next (&iter, &uuid, &size))
    {
      news = rensa_news_new (RENSA_NEWS_SIZE);
      news->run.uuid = g_strdup (uuid);
      news->size = *(gint64 *) size;
      g_ptr_array_add (all, news);
    }
  news = rensa_news_new (RENSA_NEWS_SIZE);
  news->size = count->total;
  g_ptr_array_add (all, news);
  rensa_writer_tell_all (count->writer, g_steal_pointer (&all));
}

static gpointer
count_all (gpointer data)
{
  Count *count = data;

  count_files (count, count->folder);
  count_values (count);
  tell (count);
  count_free (count);
  return NULL;
}

void
rensa_store_measure (RensaStore *self)
{
  Count *count;

  if (self->counting != NULL)
    return;

  count = g_new0 (Count, 1);
  count->store = self;
  count->writer = rensa_writer_ref (self->writer);
  count->folder = g_strdup (self->source != NULL ? self->source : self->folder);
  count->database = g_strdup (self->folder);
  count->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->counting = g_thread_new ("run-sizes", count_all, count);
}

void
rensa_store_stop_counting (RensaStore *self)
{
  g_atomic_int_set (&self->counting_ends, 1);
  if (self->counting != NULL)
    g_thread_join (g_steal_pointer (&self->counting));
  g_atomic_int_set (&self->counting_ends, 0);
}

void
rensa_store_take_size (RensaStore *self, RensaRun *run, gint64 size)
{
  if (run != NULL)
    {
      rensa_run_set_size (run, size);
      return;
    }

  if (self->counting != NULL)
    g_thread_join (g_steal_pointer (&self->counting));
  self->size = size;
  g_object_notify (G_OBJECT (self), "size");
}

gint64
rensa_store_get_size (RensaStore *self)
{
  return self->size;
}

/* Snapshots */

/* Returns the last value up to @iteration, such that lower is better; NaN is not better than any value. */
static double
get_score (const RensaRunSeries *series, gboolean is_loss, gint64 iteration)
{
  double score = NAN;

  for (gsize i = 0; series != NULL && i < series->n && series->iterations[i] <= (double) iteration; i++)
    score = is_loss ? series->values[i] : -series->values[i];
  return isfinite (score) ? score : NAN;
}

static RensaRunArtifact *
find_best (RensaStore *self, RensaRun *run, GPtrArray *snapshots)
{
  const gboolean is_loss = rensa_run_get_loss_name (run) != NULL;
  const char *key = is_loss ? rensa_run_get_loss_name (run) : rensa_run_get_metric_name (run);
  g_autoptr (RensaRunSeries) series = key != NULL ? rensa_store_load_series (self, run, key, NULL) : NULL;
  RensaRunArtifact *best = NULL;
  double lowest = INFINITY;

  for (guint i = 0; i < snapshots->len; i++)
    {
      RensaRunArtifact *snapshot = snapshots->pdata[i];
      const double score = get_score (series, is_loss, snapshot->iteration);

      if (score < lowest)
        {
          lowest = score;
          best = snapshot;
        }
    }
  return best;
}

static RensaRunArtifact *
find_newest (GPtrArray *snapshots)
{
  RensaRunArtifact *newest = NULL;

  for (guint i = 0; i < snapshots->len; i++)
    {
      RensaRunArtifact *snapshot = snapshots->pdata[i];

      if (newest == NULL || snapshot->iteration > newest->iteration)
        newest = snapshot;
    }
  return newest;
}

/* Returns elements borrowed from @artifacts. */
static GPtrArray *
select_snapshots (GPtrArray *artifacts)
{
  GPtrArray *snapshots = g_ptr_array_new ();

  for (guint i = 0; i < artifacts->len; i++)
    if (strcmp (((RensaRunArtifact *) artifacts->pdata[i])->kind, "snapshot") == 0)
      g_ptr_array_add (snapshots, artifacts->pdata[i]);
  return snapshots;
}

typedef struct
{
  char *uuid;
  char *path; /* path as in the row */
} Removal;

static void
removal_free (gpointer data)
{
  Removal *removal = data;

  g_free (removal->uuid);
  g_free (removal->path);
  g_free (removal);
}

static gboolean
write_removal (sqlite3 *db, gpointer data, GError **error)
{
  const Removal *removal = data;

  return rensa_sql_run (db, error,
                        "DELETE FROM artifacts WHERE path = ?2 AND run IN (SELECT id FROM runs WHERE uuid = ?1)", "tt",
                        removal->uuid, removal->path);
}

static gboolean
remove_one (RensaStore *self, RensaRun *run, const RensaRunArtifact *snapshot, GError **error)
{
  Removal *removal;

  if (g_unlink (snapshot->path) != 0)
    {
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: this snapshot cannot be deleted."), snapshot->path);
      return FALSE;
    }

  removal = g_new0 (Removal, 1);
  removal->uuid = g_strdup (rensa_run_get_uuid (run));
  removal->path = g_path_get_basename (snapshot->path);
  /* A row without its file has no meaning, so its removal need not succeed. */
  rensa_writer_post (self->writer, (RensaEdit){ .write = write_removal, .data = removal, .destroy = removal_free });
  return TRUE;
}

static gboolean
remove_all_but (RensaStore *self, RensaRun *run, GPtrArray *snapshots, gint64 *freed, GError **error)
{
  const RensaRunArtifact *newest = find_newest (snapshots);
  const RensaRunArtifact *best = find_best (self, run, snapshots);

  for (guint i = 0; i < snapshots->len; i++)
    {
      const RensaRunArtifact *snapshot = snapshots->pdata[i];

      if (snapshot == newest || snapshot == best)
        continue;
      if (!remove_one (self, run, snapshot, error))
        return FALSE;
      *freed += snapshot->size;
    }
  return TRUE;
}

gboolean
rensa_store_remove_snapshots (RensaStore *self, RensaRun *run, gint64 *freed, GError **error)
{
  g_autoptr (GPtrArray) artifacts = NULL;
  g_autoptr (GPtrArray) snapshots = NULL;
  gint64 n_bytes = 0;
  gboolean ok;
  int lock;

  if (freed != NULL)
    *freed = 0;
  if (!rensa_store_check_writable (self, run, error))
    return FALSE;
  /* The lock prevents resuming the run meanwhile, in this program or another. */
  lock = rensa_run_folder_lock (self->folder, rensa_run_get_uuid (run), error);
  artifacts = lock >= 0 ? rensa_store_load_artifacts (self, run, error) : NULL;
  snapshots = artifacts != NULL ? select_snapshots (artifacts) : NULL;
  ok = snapshots != NULL && remove_all_but (self, run, snapshots, &n_bytes, error);
  if (lock >= 0)
    close (lock);
  if (run->size >= n_bytes)
    rensa_run_set_size (run, run->size - n_bytes);
  if (freed != NULL)
    *freed = n_bytes;
  return ok;
}
