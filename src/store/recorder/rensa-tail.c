/* rensa-tail.c: the growing end of a series.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-recorder-private.h"

#include "rensa-fault.h"

/* Limit on the start of a chunk; larger numbers in the database are not from this program. */
#define MOST_POINTS ((gint64) 1 << 52)

RensaTail *
rensa_tail_new (const RensaReportKey *report)
{
  RensaTail *self = g_new0 (RensaTail, 1);

  self->report = rensa_report_key_copy (report);
  self->points = g_array_new (FALSE, FALSE, sizeof (RensaPoint));
  return self;
}

void
rensa_tail_free (RensaTail *self)
{
  g_array_unref (self->points);
  rensa_report_key_free (self->report);
  g_free (self);
}

static gboolean
save_chunk (const RensaTail *self, gint64 id, sqlite3_stmt *stmt, guint from, guint n, GError **error)
{
  const RensaPoint *points = &g_array_index (self->points, RensaPoint, from);
  g_autoptr (GByteArray) data = rensa_chunk_pack (points, n);

  sqlite3_bind_int64 (stmt, 1, id);
  sqlite3_bind_int64 (stmt, 2, self->start + from);
  sqlite3_bind_int64 (stmt, 3, n);
  sqlite3_bind_int64 (stmt, 4, points[0].iteration);
  sqlite3_bind_int64 (stmt, 5, points[n - 1].iteration);
  sqlite3_bind_blob64 (stmt, 6, data->data, data->len, SQLITE_STATIC);
  return rensa_sql_step_once (stmt, error);
}

static gboolean
save_chunks (const RensaTail *self, gint64 id, sqlite3 *db, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "INSERT OR REPLACE INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6)", "");

  for (guint from = 0; stmt != NULL && from < self->points->len; from += RENSA_CHUNK_MAX)
    if (!save_chunk (self, id, stmt, from, MIN (self->points->len - from, RENSA_CHUNK_MAX), error))
      return FALSE;

  return stmt != NULL;
}

static gboolean
insert_series (const RensaTail *self, sqlite3 *db, gint64 run, gint64 *id, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = NULL;

  /* Another program may have imported our spilled data. */
  if (!rensa_sql_run (db, error,
                      "INSERT OR IGNORE INTO series (run, key, prefix, observer, measure) VALUES (?1, ?2, ?3, ?4, ?5)",
                      "itiii", run, self->report->key, (gint64) self->report->prefix, (gint64) self->report->observer,
                      (gint64) self->report->measure))
    return FALSE;
  stmt =
      rensa_sql_prepare (db, error, "SELECT id FROM series WHERE run = ?1 AND key = ?2", "it", run, self->report->key);
  if (stmt == NULL || rensa_sql_step (stmt, error) != 1)
    return FALSE;

  *id = sqlite3_column_int64 (stmt, 0);
  return TRUE;
}

gboolean
rensa_tail_spill (const RensaTail *self, sqlite3 *db, gint64 run, GError **error)
{
  gint64 id;

  return self->points->len == self->n_saved
         || (insert_series (self, db, run, &id, error) && save_chunks (self, id, db, error));
}

gboolean
rensa_tail_save (RensaTail *self, sqlite3 *db, gint64 run, GError **error)
{
  if (self->points->len == self->n_saved)
    return TRUE;

  return (self->stands || insert_series (self, db, run, &self->id, error)) && save_chunks (self, self->id, db, error);
}

void
rensa_tail_settle (RensaTail *self)
{
  guint n_closed = self->points->len / RENSA_CHUNK_MAX * RENSA_CHUNK_MAX;

  if (self->points->len - n_closed >= RENSA_CHUNK_CLOSED)
    n_closed = self->points->len;

  if (n_closed > 0)
    g_array_remove_range (self->points, 0, n_closed);
  self->stands = self->stands || self->id != 0;
  self->start += n_closed;
  self->n_saved = self->points->len;
}

/* If the last chunk is not full, or has points to be dropped, deletes it and keeps its points here. */
static gboolean
reopen_chunk (RensaTail *self, sqlite3 *db, gint64 iteration, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error,
                         "SELECT start, n, data FROM chunks WHERE series = ?1 AND (n < ?2 OR last_iteration > ?3)"
                         " ORDER BY start DESC LIMIT 1",
                         "iii", self->id, (gint64) RENSA_CHUNK_CLOSED, iteration);
  const int step = stmt != NULL ? rensa_sql_step (stmt, error) : -1;
  const gint64 n = step == 1 ? sqlite3_column_int64 (stmt, 1) : 0;
  guint n_kept = 0;
  gint64 start;

  if (step != 1)
    return step == 0;

  g_array_set_size (self->points, CLAMP (n, 0, RENSA_CHUNK_MAX));
  if (!rensa_chunk_unpack (sqlite3_column_blob (stmt, 2), sqlite3_column_bytes (stmt, 2),
                           (RensaPoint *) (gpointer) self->points->data, self->points->len))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the series %s has a damaged chunk."), self->report->key);
      return FALSE;
    }
  while (n_kept < self->points->len && g_array_index (self->points, RensaPoint, n_kept).iteration <= iteration)
    n_kept++;
  g_array_set_size (self->points, n_kept);
  start = sqlite3_column_int64 (stmt, 0);
  self->start = CLAMP (start, 0, MOST_POINTS);
  return rensa_sql_run (db, error, "DELETE FROM chunks WHERE series = ?1 AND start = ?2", "ii", self->id, start);
}

static gboolean
find_start (RensaTail *self, sqlite3 *db, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "SELECT coalesce(max(start + n), 0) FROM chunks WHERE series = ?1", "i", self->id);
  const int step = stmt != NULL ? rensa_sql_step (stmt, error) : -1;

  if (step == 1)
    self->start = CLAMP (sqlite3_column_int64 (stmt, 0), 0, MOST_POINTS);
  return step == 1;
}

gboolean
rensa_tail_truncate (RensaTail *self, sqlite3 *db, gint64 iteration, GError **error)
{
  g_array_set_size (self->points, 0);
  self->n_saved = 0;
  return rensa_sql_run (db, error, "DELETE FROM chunks WHERE series = ?1 AND first_iteration > ?2", "ii", self->id,
                        iteration)
         && find_start (self, db, error) && reopen_chunk (self, db, iteration, error);
}
