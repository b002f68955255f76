/* rensa-spill.c: spill file next to the database for data that could not be written.
 *
 * Another program may keep the database locked for longer than a user who closes a window would
 * wait. The file is a separate store, with the pending rows and a table of edits; the next program
 * that opens the store imports it. Importing it twice changes nothing, so it does not matter if the
 * program that made it has written the rows after all.
 * SPDX-License-Identifier: MIT */

#include "rensa-spill-private.h"

#include "rensa-fault.h"
#include "rensa-run-folder-private.h"
#include "rensa-run-private.h"
#include "rensa-schema-private.h"
#include "rensa-language.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define PREFIX "waiting-"
#define ENDING ".db"

char *
rensa_spill_make_path (const char *folder)
{
  g_autofree char *uuid = g_uuid_string_random ();
  g_autofree char *name = g_strconcat (PREFIX, uuid, ENDING, NULL);

  return g_build_filename (folder, name, NULL);
}

/* Writing */

static gboolean
write_rows (sqlite3 *db, GPtrArray *edits, GError **error)
{
  for (guint i = 0; i < edits->len; i++)
    {
      const RensaEdit *edit = edits->pdata[i];

      if (edit->spill != NULL && !edit->spill (db, edit->data, error))
        return FALSE;
    }
  return TRUE;
}

/* Not read by others until it has its final name, so it needs no journal. */
static gboolean
write_file (const char *path, GPtrArray *sources, GPtrArray *edits, GError **error)
{
  g_autoptr (sqlite3) db = rensa_sql_open (path, error);

  return db != NULL && rensa_sql_run_script (db, "PRAGMA journal_mode = OFF", error) && rensa_schema_migrate (db, error)
         && rensa_sql_run_script (db, "CREATE TABLE edits (uuid TEXT NOT NULL, field TEXT NOT NULL, value); BEGIN",
                                  error)
         && write_rows (db, sources, error) && write_rows (db, edits, error)
         && rensa_sql_run_script (db, "COMMIT", error);
}

gboolean
rensa_spill_write (const char *path, GPtrArray *sources, GPtrArray *edits, GError **error)
{
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  g_unlink (part);
  if (!rensa_make_private_file (part, error) || !write_file (part, sources, edits, error))
    {
      g_unlink (part);
      return FALSE;
    }
  if (g_rename (part, path) == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: %s."), path, g_strerror (errno));
  g_unlink (part);
  return FALSE;
}

/* Taking in */

/* If the run was resumed meanwhile, its row is newer and the spilled data is obsolete. */
#define FRESH_RUNS "waiting.runs w JOIN main.runs r ON r.uuid = w.uuid AND r.updated = w.updated"

static const char *const statements[] = {
  "INSERT OR IGNORE INTO main.documents SELECT r.id, d.text FROM " FRESH_RUNS
  " JOIN waiting.documents d ON d.run = w.id",
  "INSERT OR IGNORE INTO main.series (run, key, prefix, observer, measure)"
  " SELECT r.id, s.key, s.prefix, s.observer, s.measure FROM " FRESH_RUNS
  " JOIN waiting.series s ON s.run = w.id ORDER BY s.id",
  "INSERT OR REPLACE INTO main.chunks"
  " SELECT t.id, c.start, c.n, c.first_iteration, c.last_iteration, c.data FROM " FRESH_RUNS
  " JOIN waiting.series s ON s.run = w.id JOIN waiting.chunks c ON c.series = s.id"
  " JOIN main.series t ON t.run = r.id AND t.key = s.key",
  "INSERT OR REPLACE INTO main.log SELECT r.id, l.entry, l.position, l.iteration, l.key, l.value FROM " FRESH_RUNS
  " JOIN waiting.log l ON l.run = w.id",
  "INSERT INTO main.events (run, time, iteration, epoch, elapsed, what, text)"
  " SELECT r.id, e.time, e.iteration, e.epoch, e.elapsed, e.what, e.text FROM " FRESH_RUNS
  " JOIN waiting.events e ON e.run = w.id WHERE NOT EXISTS"
  " (SELECT 1 FROM main.events o WHERE o.run = r.id AND o.time = e.time AND o.what = e.what) ORDER BY e.id",
  "INSERT OR REPLACE INTO main.artifacts SELECT r.id, a.path, a.kind, a.iteration, a.time FROM " FRESH_RUNS
  " JOIN waiting.artifacts a ON a.run = w.id",
};

/* Inserts new rows, and updates the recorder's fields of existing ones; a run that was removed
 * meanwhile is not restored. */
static gboolean
take_in_runs (sqlite3 *db, GError **error)
{
  g_autofree char *all = rensa_run_record_list_columns (0);
  g_autofree char *recorded = rensa_run_record_list_columns (RENSA_N_EDITED_FIELDS);
  g_autofree char *insert =
      g_strdup_printf ("INSERT OR IGNORE INTO main.runs (%s) SELECT %s FROM waiting.runs w WHERE NOT EXISTS"
                       " (SELECT 1 FROM main.removed m WHERE m.uuid = w.uuid)",
                       all, all);
  g_autofree char *update = g_strdup_printf (
      "UPDATE main.runs SET (%s) = (SELECT %s FROM waiting.runs w WHERE w.uuid = runs.uuid) WHERE EXISTS"
      " (SELECT 1 FROM waiting.runs w WHERE w.uuid = runs.uuid AND w.updated > runs.updated)",
      recorded, recorded);

  return rensa_sql_run_script (db, insert, error) && rensa_sql_run_script (db, update, error);
}

static gboolean
take_in_edits (sqlite3 *db, GError **error)
{
  for (guint i = 0; i < RENSA_N_EDITED_FIELDS; i++)
    {
      const char *column = rensa_run_fields[i].column;
      g_autofree char *sql = g_strdup_printf (
          "UPDATE main.runs SET %s = (SELECT value FROM waiting.edits e WHERE e.uuid = runs.uuid AND e.field = '%s'"
          " ORDER BY e.rowid DESC LIMIT 1) WHERE uuid IN (SELECT uuid FROM waiting.edits WHERE field = '%s')",
          column, column, column);

      if (!rensa_sql_run_script (db, sql, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_in_rows (sqlite3 *db, GError **error)
{
  if (!take_in_runs (db, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (!rensa_sql_run_script (db, statements[i], error))
      return FALSE;
  return take_in_edits (db, error);
}

/* Migrates a file left by an older program. */
static gboolean
bring_up_to_date (const char *path, GError **error)
{
  g_autoptr (sqlite3) db = rensa_sql_open (path, error);

  return db != NULL && rensa_schema_migrate (db, error);
}

static gboolean
take_in_file (sqlite3 *db, const char *path, GError **error)
{
  gboolean ok;

  if (!bring_up_to_date (path, error) || !rensa_sql_run (db, error, "ATTACH ?1 AS waiting", "t", path))
    return FALSE;

  ok = rensa_sql_run_script (db, "BEGIN IMMEDIATE", error);
  ok = ok && take_in_rows (db, error) && rensa_sql_run_script (db, "COMMIT", error);
  if (sqlite3_get_autocommit (db) == 0)
    sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec (db, "DETACH waiting", NULL, NULL, NULL);
  return ok;
}

static void
set_aside (const char *path, const GError *error, char **notice)
{
  g_autofree char *aside = g_strconcat (path, "-damaged", NULL);

  g_rename (path, aside);
  g_free (*notice);
  *notice = g_strdup_printf ("What had waited to be saved cannot be read and is kept as %s: %s", aside, error->message);
}

/* After a lock or a full disk, the import is retried later; any other error is permanent. */
static gboolean
may_succeed_later (sqlite3 *db)
{
  const int code = sqlite3_errcode (db);

  return code == SQLITE_BUSY || code == SQLITE_LOCKED || code == SQLITE_FULL || code == SQLITE_IOERR;
}

/* A symbolic link may lead to a file of another program. */
static gboolean
is_spill (const char *path, const char *name)
{
  GStatBuf info;

  return g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, ENDING) && g_lstat (path, &info) == 0
         && S_ISREG (info.st_mode);
}

gboolean
rensa_spill_take_in (sqlite3 *db, const char *folder, char **notice, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GError) problem = NULL;

      if (!is_spill (path, name))
        continue;
      if (take_in_file (db, path, &problem))
        g_unlink (path);
      else if (may_succeed_later (db))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      else
        set_aside (path, problem, notice);
    }
  return TRUE;
}
