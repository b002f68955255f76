/* rensa-store-open.c: opens a store's database and ensures that it is valid and has the current
 * schema.
 * SPDX-License-Identifier: MIT */

#include "rensa-store-open-private.h"

#include "rensa-fault.h"
#include "rensa-run-folder-private.h"
#include "rensa-schema-private.h"
#include "rensa-wal-private.h"
#include "rensa-writer-private.h"
#include "rensa-language.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* A complete check of a larger database would block the window; in that case only the list of runs
 * is checked. Damage that is found later marks the store, and the next start sets it aside. */
#define CHECK_WHOLE_UP_TO (8 << 20)

static gboolean
make_folder (const char *folder, GError **error)
{
  g_autofree char *runs = g_build_filename (folder, "runs", NULL);

  if (g_mkdir_with_parents (runs, RENSA_PRIVATE_FOLDER) == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: the runs folder cannot be created: %s."), runs, g_strerror (errno));
  return FALSE;
}

static gboolean
configure (sqlite3 *db, gboolean is_temporary, GError **error)
{
  return rensa_sql_run_script (db, "PRAGMA foreign_keys = ON", error) && rensa_sql_begin_wal (db, error)
         && rensa_sql_run_script (db, is_temporary ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = FULL", error);
}

static gboolean
check_version (gint64 version, const char *folder, GError **error)
{
  if (version >= 0 && version <= rensa_schema_version)
    return TRUE;

  if (version < 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("%s: runs.db was not created by Rensa (schema %lld); set RENSA_RUNS to another folder."),
                     folder, (long long) version);
  else
    rensa_set_words (
        error, RENSA_ERROR_FORMAT,
        N_ ("%s: these runs were created by a newer version of Rensa (schema %lld, this version supports up to "
            "%d); use that version or set RENSA_RUNS to another folder."),
        folder, (long long) version, rensa_schema_version);
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

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the database is damaged."), sqlite3_db_filename (db, "main"));
  return FALSE;
}

void
rensa_store_add_sentence (char **notice, const char *sentence)
{
  char *before = *notice;

  *notice = before != NULL ? g_strconcat (before, " ", sentence, NULL) : g_strdup (sentence);
  g_free (before);
}

static gboolean
mend (sqlite3 *db, const char *folder, char **notice, GError **error)
{
  g_autofree char *missing = NULL;
  g_autofree char *sentence = NULL;

  if (!rensa_schema_mend (db, &missing, error))
    return FALSE;
  if (missing == NULL)
    return TRUE;

  sentence = g_strdup_printf ("%s: the database of runs lacked %s, which has been added, empty.", folder, missing);
  rensa_store_add_sentence (notice, sentence);
  return TRUE;
}

static sqlite3 *
try_open (const char *path, const char *folder, gboolean is_temporary, gboolean *is_damaged, char **notice,
          GError **error)
{
  g_autoptr (sqlite3) db = rensa_make_private_file (path, error) ? rensa_sql_open (path, error) : NULL;
  g_autoptr (GError) problem = NULL;
  gint64 version;

  if (db == NULL)
    return NULL;
  /* A damaged database is kept as found, including the write-ahead log. */
  sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  if (configure (db, is_temporary, &problem) && rensa_sql_get_integer (db, "PRAGMA user_version", &version, &problem))
    {
      if (!check_version (version, folder, error))
        return NULL;
      if (check_pages (db, version, &problem) && rensa_schema_migrate (db, &problem)
          && mend (db, folder, notice, &problem))
        {
          sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
          return g_steal_pointer (&db);
        }
    }

  *is_damaged = g_error_matches (problem, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

/* Returns a name that no file has yet. */
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
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *from = g_strconcat (path, endings[i], NULL);
      g_autofree char *to = g_strconcat (aside, endings[i], NULL);

      if (g_rename (from, to) != 0 && errno != ENOENT)
        {
          rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: the database is damaged and cannot be moved aside: %s."),
                           from, g_strerror (errno));
          return FALSE;
        }
    }

  g_remove (mark);
  sentence =
      g_strdup_printf ("The database of runs was damaged; it is kept as %s, and a new one has been made.", aside);
  rensa_store_add_sentence (notice, sentence);
  return TRUE;
}

/* SQLite recovers what it can from the log and then overwrites the rest. */
static void
keep_damaged_log (const char *path, const char *folder, char **notice)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *aside = NULL;
  g_autofree char *copy = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *sentence = NULL;
  gsize n;

  if (!rensa_wal_is_damaged (log) || !g_file_get_contents (log, &bytes, &n, NULL))
    return;

  aside = choose_name (folder);
  copy = g_strconcat (aside, "-wal", NULL);
  g_file_set_contents_full (copy, bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE, RENSA_PRIVATE_FILE, NULL);
  sentence = g_strdup_printf ("The newest part of the database of runs was damaged, and what was written last is lost; "
                              "that part is kept as %s.",
                              copy);
  rensa_store_add_sentence (notice, sentence);
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
      sqlite3 *db;

      keep_damaged_log (path, folder, notice);
      db = try_open (path, folder, is_temporary, &is_damaged, notice, &problem);

      if (db != NULL)
        return db;
      if (!is_damaged)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }

  return set_aside (path, folder, notice, error) ? try_open (path, folder, is_temporary, &is_damaged, notice, error)
                                                 : NULL;
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

/* Reading only */

char *
rensa_store_find_obstacle (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  const int reading = open (path, O_RDONLY | O_CLOEXEC);
  int writing;
  int number;

  if (reading < 0)
    return NULL;

  close (reading);
  writing = open (path, O_RDWR | O_CLOEXEC);
  number = errno;
  if (writing >= 0)
    {
      close (writing);
      if (faccessat (AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0)
        return NULL;
      number = errno;
    }
  return number == EROFS || number == EACCES || number == EPERM ? g_strdup (g_strerror (number)) : NULL;
}

gboolean
rensa_store_copy_database (const char *from, const char *to, GError **error)
{
  static const char *const names[] = { "runs.db", "runs.db-wal" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) source = g_file_new_build_filename (from, names[i], NULL);
      g_autoptr (GFile) target = g_file_new_build_filename (to, names[i], NULL);
      g_autoptr (GError) problem = NULL;

      if (g_file_copy (source, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL, NULL, NULL, &problem)
          || (i > 0 && g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)))
        continue;
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: the runs database cannot be read: %s."), from, problem->message);
      return FALSE;
    }
  return TRUE;
}
