/* rensa-store-query.c: reads the rows of a run.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-rows-private.h"
#include "rensa-store-private.h"

#include "rensa-chunk-private.h"
#include "rensa-fault.h"

#include <glib/gstdio.h>
#include <string.h>

void
rensa_run_series_free (RensaRunSeries *series)
{
  g_free (series->key);
  g_free (series->iterations);
  g_free (series->epochs);
  g_free (series->elapsed);
  g_free (series->values);
  g_free (series);
}

static RensaRowsOfRun
rows_of (RensaStore *self, RensaRun *run)
{
  return (RensaRowsOfRun){ self->reader, self->folder, rensa_run_get_uuid (run), rensa_run_get_name (run) };
}

/* A database that turns out to be damaged is set aside at the next start. */
static int
step (const RensaRowsOfRun *rows, sqlite3_stmt *stmt, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const int result = rensa_sql_step (stmt, &problem);

  if (g_error_matches (problem, RENSA_ERROR, RENSA_ERROR_FORMAT))
    rensa_store_mark_damaged (rows->folder);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return result;
}

char *
rensa_rows_load_document (const RensaRowsOfRun *rows, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (
      rows->db, error, "SELECT text FROM documents JOIN runs ON runs.id = documents.run WHERE runs.uuid = ?1", "t",
      rows->uuid);
  const int result = stmt != NULL ? step (rows, stmt, error) : -1;
  char *text = NULL;

  if (result == 1)
    text = rensa_sql_column_text (stmt, 0);
  if (text == NULL && result >= 0)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: no document is stored for this run."), rows->name);
  return text;
}

char *
rensa_store_load_document (RensaStore *self, RensaRun *run, GError **error)
{
  const RensaRowsOfRun rows = rows_of (self, run);

  return rensa_rows_load_document (&rows, error);
}

GPtrArray *
rensa_rows_list_series (const RensaRowsOfRun *rows, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (
      rows->db, error,
      "SELECT key, prefix, observer, measure FROM series JOIN runs ON runs.id = series.run WHERE runs.uuid = ?1"
      " ORDER BY series.id",
      "t", rows->uuid);
  g_autoptr (GPtrArray) series = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_report_key_free);
  int result = -1;

  while (stmt != NULL && (result = step (rows, stmt, error)) == 1)
    {
      RensaReportKey *report = rensa_sql_column_report (stmt, 0);

      if (report != NULL)
        g_ptr_array_add (series, report);
    }

  return result == 0 ? g_steal_pointer (&series) : NULL;
}

GPtrArray *
rensa_store_list_series (RensaStore *self, RensaRun *run, GError **error)
{
  const RensaRowsOfRun rows = rows_of (self, run);

  return rensa_rows_list_series (&rows, error);
}

static RensaRunSeries *
series_new (const char *key, const RensaPoint *points, gsize n)
{
  RensaRunSeries *series = g_new0 (RensaRunSeries, 1);

  series->key = g_strdup (key);
  series->n = n;
  series->iterations = g_new (double, n);
  series->epochs = g_new (double, n);
  series->elapsed = g_new (double, n);
  series->values = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    {
      series->iterations[i] = (double) points[i].iteration;
      series->epochs[i] = points[i].epoch;
      series->elapsed[i] = points[i].elapsed;
      series->values[i] = points[i].value;
    }

  return series;
}

static gboolean
append_chunk (GArray *points, sqlite3_stmt *stmt)
{
  const gint64 n = sqlite3_column_int64 (stmt, 0);
  const guint at = points->len;

  if (n < 1 || n > RENSA_CHUNK_MAX)
    return FALSE;

  g_array_set_size (points, at + n);
  return rensa_chunk_unpack (sqlite3_column_blob (stmt, 1), sqlite3_column_bytes (stmt, 1),
                             &g_array_index (points, RensaPoint, at), n);
}

RensaRunSeries *
rensa_rows_load_series (const RensaRowsOfRun *rows, const char *key, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (rows->db, error,
                         "SELECT n, data FROM chunks JOIN series ON series.id = chunks.series"
                         " JOIN runs ON runs.id = series.run WHERE runs.uuid = ?1 AND series.key = ?2 ORDER BY start",
                         "tt", rows->uuid, key);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (RensaPoint));
  int result = -1;

  while (stmt != NULL && (result = step (rows, stmt, error)) == 1)
    if (!append_chunk (points, stmt))
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the values of %s are damaged."), rows->name, key);
        return NULL;
      }
  if (result == 0 && points->len == 0)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the run has no values of %s."), rows->name, key);

  return result == 0 && points->len > 0 ? series_new (key, (const RensaPoint *) (gpointer) points->data, points->len)
                                        : NULL;
}

RensaRunSeries *
rensa_store_load_series (RensaStore *self, RensaRun *run, const char *key, GError **error)
{
  const RensaRowsOfRun rows = rows_of (self, run);

  return rensa_rows_load_series (&rows, key, error);
}

static void
event_free (gpointer data)
{
  RensaRunEvent *event = data;

  g_free (event->what);
  g_free (event->text);
  g_free (event);
}

GPtrArray *
rensa_rows_load_events (const RensaRowsOfRun *rows, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (rows->db, error,
                         "SELECT events.iteration, events.epoch, events.elapsed, time, what, text FROM events"
                         " JOIN runs ON runs.id = events.run WHERE runs.uuid = ?1 ORDER BY events.id",
                         "t", rows->uuid);
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (event_free);
  int result = -1;

  while (stmt != NULL && (result = step (rows, stmt, error)) == 1)
    {
      RensaRunEvent *event = g_new0 (RensaRunEvent, 1);

      event->iteration = rensa_sql_column_count (stmt, 0);
      event->epoch = rensa_sql_column_amount (stmt, 1);
      event->elapsed = rensa_sql_column_amount (stmt, 2);
      event->time = rensa_sql_column_time (stmt, 3);
      event->what = rensa_sql_column_text (stmt, 4);
      event->text = rensa_sql_column_text (stmt, 5);
      if (event->what != NULL && event->text != NULL)
        g_ptr_array_add (events, event);
      else
        event_free (event);
    }

  return result == 0 ? g_steal_pointer (&events) : NULL;
}

GPtrArray *
rensa_store_load_events (RensaStore *self, RensaRun *run, GError **error)
{
  const RensaRowsOfRun rows = rows_of (self, run);

  return rensa_rows_load_events (&rows, error);
}

static void
change_free (gpointer data)
{
  RensaRunChange *change = data;

  for (guint i = 0; i < change->n; i++)
    g_free (change->texts[i]);
  g_free (change->path);
  g_free (change->iterations);
  g_free (change->epochs);
  g_free (change->texts);
  g_free (change);
}

static RensaRunChange *
find_change (GPtrArray *changes, const char *path)
{
  RensaRunChange *change;

  for (guint i = 0; i < changes->len; i++)
    {
      change = changes->pdata[i];
      if (g_str_equal (change->path, path))
        return change;
    }

  change = g_new0 (RensaRunChange, 1);
  change->path = g_strdup (path);
  g_ptr_array_add (changes, change);
  return change;
}

/* If a setting is changed twice between two iterations, the last value counts. */
static void
add_change (RensaRunChange *change, const RensaRunEvent *event)
{
  const gboolean is_again = change->n > 0 && change->iterations[change->n - 1] >= event->iteration;
  const guint at = is_again ? change->n - 1 : change->n;

  if (is_again)
    g_free (change->texts[at]);
  else
    {
      change->n++;
      change->iterations = g_renew (gint64, change->iterations, change->n);
      change->epochs = g_renew (double, change->epochs, change->n);
      change->texts = g_renew (char *, change->texts, change->n);
      change->iterations[at] = event->iteration;
      change->epochs[at] = event->epoch;
    }
  change->texts[at] = g_strdup (event->text);
}

GPtrArray *
rensa_store_load_changes (RensaStore *self, RensaRun *run, GError **error)
{
  g_autoptr (GPtrArray) events = rensa_store_load_events (self, run, error);
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func (change_free);

  if (events == NULL)
    return NULL;

  for (guint i = 0; i < events->len; i++)
    {
      const RensaRunEvent *event = events->pdata[i];

      add_change (find_change (changes, event->what), event);
    }
  return g_steal_pointer (&changes);
}

static void
log_row_free (gpointer data)
{
  RensaRunLogRow *row = data;

  g_free (row->keys);
  g_free (row->values);
  g_free (row);
}

static void
append_to_log_row (RensaRunLogRow *row, const char *key, double value)
{
  row->n++;
  row->keys = g_renew (char *, row->keys, row->n);
  row->values = g_renew (double, row->values, row->n);
  row->keys[row->n - 1] = (char *) g_intern_string (key);
  row->values[row->n - 1] = value;
}

GPtrArray *
rensa_store_load_log (RensaStore *self, RensaRun *run, GError **error)
{
  const RensaRowsOfRun of_run = rows_of (self, run);
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (self->reader, error,
                         "SELECT entry, key, value FROM log JOIN runs ON runs.id = log.run WHERE runs.uuid = ?1"
                         " ORDER BY entry, position",
                         "t", rensa_run_get_uuid (run));
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (log_row_free);
  RensaRunLogRow *row = NULL;
  int result = -1;

  while (stmt != NULL && (result = step (&of_run, stmt, error)) == 1)
    {
      const gint64 entry = sqlite3_column_int64 (stmt, 0);
      g_autofree char *key = rensa_sql_column_text (stmt, 1);

      if (row == NULL || row->entry != entry)
        {
          row = g_new0 (RensaRunLogRow, 1);
          row->entry = entry;
          g_ptr_array_add (rows, row);
        }
      append_to_log_row (row, key != NULL ? key : "", rensa_sql_column_double (stmt, 2));
    }

  return result == 0 ? g_steal_pointer (&rows) : NULL;
}

static void
artifact_free (gpointer data)
{
  RensaRunArtifact *artifact = data;

  g_free (artifact->kind);
  g_free (artifact->path);
  g_free (artifact);
}

/* The document with which a run started may be anywhere, and only its name is stored; all other
 * files are in the run's folder. */
static gboolean
may_lie_there (const char *kind, const char *path)
{
  return strcmp (kind, RENSA_ARTIFACT_ORIGIN) == 0 || (strchr (path, G_DIR_SEPARATOR) == NULL && *path != '.');
}

/* Returns NULL if the file no longer exists or is not a regular file. */
static RensaRunArtifact *
read_artifact (sqlite3_stmt *stmt, const char *folder)
{
  g_autofree char *path = rensa_sql_column_text (stmt, 0);
  g_autofree char *kind = rensa_sql_column_text (stmt, 1);
  g_autofree char *whole = NULL;
  RensaRunArtifact *artifact;
  GStatBuf info;

  if (path == NULL || kind == NULL || !may_lie_there (kind, path))
    return NULL;
  whole = g_canonicalize_filename (path, folder);
  if (g_lstat (whole, &info) != 0 || !S_ISREG (info.st_mode))
    return NULL;

  artifact = g_new0 (RensaRunArtifact, 1);
  artifact->path = g_steal_pointer (&whole);
  artifact->kind = g_steal_pointer (&kind);
  artifact->iteration = rensa_sql_column_count (stmt, 2);
  artifact->time = rensa_sql_column_time (stmt, 3);
  artifact->size = info.st_size;
  return artifact;
}

GPtrArray *
rensa_store_load_artifacts (RensaStore *self, RensaRun *run, GError **error)
{
  const RensaRowsOfRun of_run = rows_of (self, run);
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (self->reader, error,
                                                     "SELECT path, kind, artifacts.iteration, time FROM artifacts"
                                                     " JOIN runs ON runs.id = artifacts.run WHERE runs.uuid = ?1"
                                                     " ORDER BY artifacts.time DESC, artifacts.iteration DESC",
                                                     "t", rensa_run_get_uuid (run));
  g_autofree char *folder = rensa_store_get_run_folder (self, run);
  g_autoptr (GPtrArray) artifacts = g_ptr_array_new_with_free_func (artifact_free);
  int result = -1;

  while (stmt != NULL && (result = step (&of_run, stmt, error)) == 1)
    {
      RensaRunArtifact *artifact = read_artifact (stmt, folder);

      if (artifact != NULL)
        g_ptr_array_add (artifacts, artifact);
    }

  return result == 0 ? g_steal_pointer (&artifacts) : NULL;
}
