/* rensa-changes.c: changes that other programs make to the database.
 * SPDX-License-Identifier: MIT */

#include "rensa-changes-private.h"

#include "rensa-run-folder-private.h"

#include <unistd.h>

RensaNews *
rensa_news_new (RensaNewsKind kind)
{
  RensaNews *news = g_new0 (RensaNews, 1);

  news->kind = kind;
  return news;
}

void
rensa_news_free (gpointer data)
{
  RensaNews *news = data;

  rensa_run_record_clear (&news->run);
  g_free (news);
}

static gboolean
read_rows (RensaChanges *changes, sqlite3 *db, GPtrArray *news, gint64 *last, GError **error)
{
  g_autofree char *columns = rensa_run_record_list_columns (0);
  g_autofree char *sql = g_strdup_printf ("SELECT %s, revision, id FROM runs WHERE revision > ?1", columns);
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (db, error, sql, "i", changes->revision);
  int step = -1;

  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      RensaNews *item = rensa_news_new (RENSA_NEWS_ROW);

      *last = MAX (*last, sqlite3_column_int64 (stmt, RENSA_N_RUN_FIELDS));
      item->number = sqlite3_column_int64 (stmt, RENSA_N_RUN_FIELDS + 1);
      if (rensa_run_record_read (&item->run, stmt))
        g_ptr_array_add (news, item);
      else
        rensa_news_free (item);
    }

  return step == 0;
}

static gboolean
read_removed (RensaChanges *changes, sqlite3 *db, GPtrArray *news, gint64 *last, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "SELECT uuid, revision FROM removed WHERE revision > ?1", "i", changes->revision);
  int step = -1;

  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      RensaNews *item = rensa_news_new (RENSA_NEWS_GONE);

      item->run.uuid = rensa_sql_column_text (stmt, 0);
      *last = MAX (*last, sqlite3_column_int64 (stmt, 1));
      g_ptr_array_add (news, item);
    }

  return step == 0;
}

/* Reads both in one transaction: a row that changed between the two reads would have a lower number
 * than a removal after it, and would never be seen. */
static gboolean
read_at_once (RensaChanges *changes, sqlite3 *db, GPtrArray *news, gint64 *last, GError **error)
{
  gboolean ok = rensa_sql_run_script (db, "BEGIN", error);

  ok = ok && read_rows (changes, db, news, last, error) && read_removed (changes, db, news, last, error);
  sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  return ok;
}

/* An invalid UUID, used as a path, could lead out of the store or to all of it. */
static GPtrArray *
list_uuids (sqlite3_stmt *stmt, GError **error)
{
  g_autoptr (GPtrArray) uuids = g_ptr_array_new_with_free_func (g_free);
  int step = -1;

  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      g_autofree char *uuid = rensa_sql_column_text (stmt, 0);

      if (uuid != NULL && g_uuid_string_is_valid (uuid))
        g_ptr_array_add (uuids, g_steal_pointer (&uuid));
    }

  return step == 0 ? g_steal_pointer (&uuids) : NULL;
}

/* Marks active runs whose lock is not held as interrupted, and counts them. */
static gboolean
interrupt_dead (sqlite3 *db, const char *folder, guint *n, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "SELECT uuid FROM runs WHERE state IN ('running', 'paused')", "");
  g_autoptr (GPtrArray) active = list_uuids (stmt, error);

  *n = 0;
  for (guint i = 0; active != NULL && i < active->len; i++)
    if (!rensa_run_folder_is_locked (folder, active->pdata[i]))
      {
        if (!rensa_sql_run (db, error,
                            "UPDATE runs SET state = 'interrupted', ended = updated"
                            " WHERE uuid = ?1 AND state IN ('running', 'paused')",
                            "t", active->pdata[i]))
          return FALSE;
        *n += sqlite3_changes (db);
      }

  return active != NULL;
}

gboolean
rensa_changes_look (RensaChanges *changes, sqlite3 *db, const char *folder, GPtrArray *news, GError **error)
{
  gint64 last = changes->revision;
  gint64 data_version;
  guint n_dead;

  if (!rensa_sql_get_integer (db, "PRAGMA data_version", &data_version, error)
      || !interrupt_dead (db, folder, &n_dead, error))
    return FALSE;

  changes->is_stale = changes->is_stale || data_version != changes->data_version || n_dead > 0;
  changes->data_version = data_version;
  if (!changes->is_stale)
    return TRUE;
  if (!read_at_once (changes, db, news, &last, error))
    return FALSE;

  changes->revision = last;
  changes->is_stale = FALSE;
  return TRUE;
}

gboolean
rensa_changes_purge_run (sqlite3 *db, const char *folder, const char *uuid, GError **error)
{
  const int lock = rensa_run_folder_lock (folder, uuid, NULL);
  gboolean ok;

  /* Another studio may have resumed the run before it detected the deletion. */
  if (lock < 0)
    return TRUE;

  rensa_run_folder_remove (folder, uuid);
  ok = rensa_sql_run (db, error, "DELETE FROM runs WHERE uuid = ?1 AND deleted > 0", "t", uuid);
  close (lock);
  return ok;
}

gboolean
rensa_changes_purge (sqlite3 *db, const char *folder, gint64 before, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "SELECT uuid FROM runs WHERE deleted > 0 AND deleted < ?1", "i", before);
  g_autoptr (GPtrArray) uuids = list_uuids (stmt, error);

  for (guint i = 0; uuids != NULL && i < uuids->len; i++)
    if (!rensa_changes_purge_run (db, folder, uuids->pdata[i], error))
      return FALSE;

  return uuids != NULL;
}
