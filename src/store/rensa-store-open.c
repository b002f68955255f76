/* rensa-store-open.c: a store's database, sound and of the present schema.
 * SPDX-License-Identifier: MIT */

#include "rensa-store-open-private.h"

#include "rensa-error.h"
#include "rensa-run-folder-private.h"
#include "rensa-schema-private.h"
#include "rensa-writer-private.h"

#include <glib/gstdio.h>
#include <errno.h>

/* To check all of a larger database would keep the window waiting; of that only the list of runs is checked. What is
 * found out later marks the store, and the next start sets it aside. */
#define CHECK_WHOLE_UP_TO (8 << 20)

static gboolean
make_folder (const char *folder, GError **error)
{
  g_autofree char *runs = g_build_filename (folder, "runs", NULL);

  if (g_mkdir_with_parents (runs, RENSA_PRIVATE_FOLDER) == 0)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "%s: the folder for runs cannot be made: %s.", runs,
               g_strerror (errno));
  return FALSE;
}

static gboolean
configure (sqlite3 *db, gboolean is_temporary, GError **error)
{
  return rensa_sql_run_script (db, "PRAGMA foreign_keys = ON", error)
         && rensa_sql_run_script (db, "PRAGMA journal_mode = WAL", error)
         && rensa_sql_run_script (db, is_temporary ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = FULL", error);
}

static gboolean
check_version (gint64 version, const char *folder, GError **error)
{
  if (version >= 0 && version <= rensa_schema_version)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
               "%s: these runs were written by a newer Rensa (schema %" G_GINT64_FORMAT
               ", this program knows those up to %d); use that one, or set RENSA_RUNS to another folder.",
               folder, version, rensa_schema_version);
  return FALSE;
}

static gboolean
check_pages (sqlite3 *db, gint64 version, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = NULL;
  gint64 n_pages;
  gint64 page_size;
  gboolean is_small;
  int step;

  if (!rensa_sql_get_integer (db, "PRAGMA page_count", &n_pages, error)
      || !rensa_sql_get_integer (db, "PRAGMA page_size", &page_size, error))
    return FALSE;

  is_small = version == 0 || n_pages * page_size <= CHECK_WHOLE_UP_TO;
  stmt = rensa_sql_prepare (db, error, is_small ? "PRAGMA quick_check(1)" : "PRAGMA quick_check(runs)", "");
  step = stmt != NULL ? rensa_sql_step (stmt, error) : -1;
  if (step != 1)
    return step == 0;
  if (g_strcmp0 ((const char *) sqlite3_column_text (stmt, 0), "ok") == 0)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: the database is damaged.",
               sqlite3_db_filename (db, "main"));
  return FALSE;
}

static sqlite3 *
try_open (const char *path, const char *folder, gboolean is_temporary, gboolean *is_damaged, GError **error)
{
  g_autoptr (sqlite3) db = rensa_make_private_file (path, error) ? rensa_sql_open (path, error) : NULL;
  g_autoptr (GError) problem = NULL;
  gint64 version;

  if (db == NULL)
    return NULL;
  /* What is damaged is to be kept as it was found, the write-ahead log included. */
  sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  if (configure (db, is_temporary, &problem) && rensa_sql_get_integer (db, "PRAGMA user_version", &version, &problem))
    {
      if (!check_version (version, folder, error))
        return NULL;
      if (check_pages (db, version, &problem) && rensa_schema_migrate (db, &problem))
        {
          sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
          return g_steal_pointer (&db);
        }
    }

  *is_damaged = g_error_matches (problem, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

/* A name that no file has yet. */
static char *
choose_name (const char *folder)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%d-%H%M%S");
  char *path = NULL;
  guint n = 0;

  do
    {
      g_autofree char *number = n > 0 ? g_strdup_printf ("-%u", n + 1) : g_strdup ("");
      g_autofree char *name = g_strdup_printf ("runs-damaged-%s%s.db", time, number);

      g_free (path);
      path = g_build_filename (folder, name, NULL);
      n++;
    }
  while (g_file_test (path, G_FILE_TEST_EXISTS));

  return path;
}

static gboolean
set_aside (const char *path, const char *folder, char **notice, GError **error)
{
  static const char *const endings[] = { "", "-wal", "-shm" };
  g_autofree char *mark = rensa_store_get_damage_mark (folder);
  g_autofree char *aside = choose_name (folder);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *from = g_strconcat (path, endings[i], NULL);
      g_autofree char *to = g_strconcat (aside, endings[i], NULL);

      if (g_rename (from, to) != 0 && errno != ENOENT)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "%s: the database is damaged and cannot be set aside: %s.",
                       from, g_strerror (errno));
          return FALSE;
        }
    }

  g_remove (mark);
  *notice = g_strdup_printf ("The database of runs was damaged; it is kept as %s, and a new one has been made.", aside);
  return TRUE;
}

sqlite3 *
rensa_store_open_database (const char *folder, gboolean is_temporary, char **notice, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  g_autofree char *mark = rensa_store_get_damage_mark (folder);
  gboolean is_damaged = FALSE;

  if (!make_folder (folder, error))
    return NULL;

  if (!g_file_test (mark, G_FILE_TEST_EXISTS))
    {
      g_autoptr (GError) problem = NULL;
      sqlite3 *db = try_open (path, folder, is_temporary, &is_damaged, &problem);

      if (db != NULL)
        return db;
      if (!is_damaged)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }

  return set_aside (path, folder, notice, error) ? try_open (path, folder, is_temporary, &is_damaged, error) : NULL;
}

sqlite3 *
rensa_store_open_reader (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  g_autoptr (sqlite3) db = rensa_sql_open (path, error);

  if (db == NULL || !rensa_sql_run_script (db, "PRAGMA query_only = ON", error))
    return NULL;

  return g_steal_pointer (&db);
}
