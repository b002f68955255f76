/* test-open.c: opening a store that is old, new, damaged or out of reach.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "rensa-error.h"
#include "store-fixture.h"

static void
chooses_folder (void)
{
  char *folder = test_folder_new ();
  g_autofree char *usual = g_build_filename (g_getenv ("XDG_DATA_HOME"), "rensa", "runs", NULL);
  RensaStore *store;

  g_setenv ("RENSA_RUNS", folder, TRUE);
  store = open_store (NULL);
  g_assert_cmpstr (rensa_store_get_folder (store), ==, folder);
  g_assert_null (rensa_store_get_notice (store));
  g_assert_false (rensa_store_is_temporary (store));
  g_object_unref (store);

  g_unsetenv ("RENSA_RUNS");
  store = open_store (NULL);
  g_assert_cmpstr (rensa_store_get_folder (store), ==, usual);
  g_object_unref (store);
  test_folder_free (folder);
}

static void
temporary (void)
{
  g_autoptr (GError) error = NULL;
  RensaStore *store = rensa_store_open_temporary (&error);
  g_autofree char *folder = NULL;

  g_assert_no_error (error);
  folder = g_strdup (rensa_store_get_folder (store));
  g_assert_true (rensa_store_is_temporary (store));
  finish_run (store, begin_run (store, "first"));
  g_assert_cmpuint (count_runs (store), ==, 1);
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
  g_object_unref (store);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
}

/* What is in @folder, folders and files, lets nobody but its owner in. */
static void
assert_private (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  GStatBuf info;
  const char *name;

  g_assert_cmpint (g_lstat (path, &info), ==, 0);
  g_test_message ("%s %o", path, info.st_mode);
  g_assert_cmpint (info.st_mode & 077, ==, 0);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      assert_private (child);
    }
}

static void private(void)
{
  char *folder = test_folder_new ();
  g_autofree char *inner = g_build_filename (folder, "store", NULL);
  const mode_t before = umask (0);
  RensaStore *store = open_store (inner);
  RensaRecorder *recorder = begin_run (store, "first");

  flush (store);
  assert_private (inner);
  finish_run (store, recorder);
  g_object_unref (store);

  /* One that an earlier version has made. */
  {
    g_autofree char *path = database_of (inner);

    g_assert_cmpint (g_chmod (path, 0644), ==, 0);
  }
  store = open_store (inner);
  finish_run (store, begin_run (store, "second"));
  assert_private (inner);
  g_object_unref (store);
  umask (before);
  test_folder_free (folder);
}

static void
refuses (const char *folder, int code, const char *part)
{
  g_autoptr (GError) error = NULL;
  RensaStore *store = rensa_store_open (folder, &error);

  g_assert_null (store);
  g_assert_error (error, RENSA_ERROR, code);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_true (g_str_has_suffix (error->message, "."));
}

/* Permissions do not bind the superuser; a file in the way and the system's own tree do. */
static void
out_of_reach (void)
{
  char *folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *below = g_build_filename (file, "runs", NULL);
  g_autofree char *database = g_build_filename (folder, "other", "runs.db", NULL);
  g_autofree char *other = g_path_get_dirname (database);

  g_assert_true (g_file_set_contents (file, "x", -1, NULL));
  refuses (below, RENSA_ERROR_IO, below);
  refuses ("/proc/rensa", RENSA_ERROR_IO, "/proc/rensa");

  g_assert_cmpint (g_mkdir_with_parents (database, 0777), ==, 0);
  refuses (other, RENSA_ERROR_IO, database);
  test_folder_free (folder);
}

static void
newer (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);

  finish_run (store, begin_run (store, "first"));
  g_object_unref (store);
  run_sql (folder, "PRAGMA user_version = 99");
  refuses (folder, RENSA_ERROR_FORMAT, "newer");

  g_assert_cmpint (ask_integer (folder, "PRAGMA user_version"), ==, 99);
  run_sql (folder, "PRAGMA user_version = -5");
  refuses (folder, RENSA_ERROR_FORMAT, "schema -5");
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs"), ==, 1);
  test_folder_free (folder);
}

/* A version that says less than the tables are: what would bring it up to date is in them already. */
static void
other_tables (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  const gint64 newest = ask_integer (folder, "PRAGMA user_version");

  finish_run (store, begin_run (store, "first"));
  g_object_unref (store);
  for (gint64 version = 0; version < newest; version++)
    {
      g_autofree char *set = g_strdup_printf ("PRAGMA user_version = %" G_GINT64_FORMAT, version);
      g_autofree char *sentence =
          g_strdup_printf ("was not created by Rensa: its schema version is %" G_GINT64_FORMAT, version);

      run_sql (folder, set);
      refuses (folder, RENSA_ERROR_INVALID, sentence);
      g_assert_cmpint (ask_integer (folder, "PRAGMA user_version"), ==, version);
    }
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs"), ==, 1);
  test_folder_free (folder);
}

/* Versions before 4 knew a series by its key alone. */
static void
assert_parts (RensaStore *store, RensaRun *run)
{
  static const struct
  {
    const char *prefix;
    const char *observer;
    const char *name;
    RensaMeasure measure;
  } parts[] = {
    { "", "main", "loss", RENSA_MEASURE_LOSS },
    { "validation_1", "main", "accuracy", RENSA_MEASURE_SCORE },
    { "", "main/predictor", "loss", RENSA_MEASURE_LOSS },
    { "", "", "lr", RENSA_MEASURE_NONE },
  };
  g_autoptr (GPtrArray) reports = rensa_store_list_series (store, run, NULL);

  g_assert_cmpuint (reports->len, ==, G_N_ELEMENTS (parts));
  for (guint i = 0; i < reports->len; i++)
    {
      g_autofree char *prefix = rensa_report_key_dup_prefix (reports->pdata[i]);
      g_autofree char *observer = rensa_report_key_dup_observer (reports->pdata[i]);

      g_assert_cmpstr (prefix, ==, parts[i].prefix);
      g_assert_cmpstr (observer, ==, parts[i].observer);
      g_assert_cmpstr (rensa_report_key_get_name (reports->pdata[i]), ==, parts[i].name);
      g_assert_cmpint (((RensaReportKey *) reports->pdata[i])->measure, ==, parts[i].measure);
    }
}

/* A database as the first version made it gets what it lacks and keeps what it has. */
static void
older (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "store", "version-1.sql", NULL);
  g_autofree char *sql = NULL;
  g_autofree char *document = NULL;
  g_autoptr (RensaRunSeries) series = NULL;
  RensaStore *store;
  RensaRun *run;
  gint64 version;

  g_assert_true (g_file_get_contents (path, &sql, NULL, NULL));
  run_sql (folder, sql);
  store = open_store (folder);
  g_assert_null (rensa_store_get_notice (store));
  run = rensa_store_find_run (store, "11111111-0000-4000-8000-000000000001");
  g_assert_nonnull (run);
  g_assert_cmpstr (rensa_run_get_note (run), ==, "from version 1");
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FINISHED);
  g_assert_cmpint (rensa_run_get_state (rensa_store_find_run (store, "11111111-0000-4000-8000-000000000002")), ==,
                   RENSA_RUN_INTERRUPTED);
  document = rensa_store_load_document (store, run, NULL);
  g_assert_cmpstr (document, ==, "{\"format\": 1}");
  series = load_series (store, run, "main/loss");
  g_assert_cmpuint (series->n, ==, 2);
  g_assert_cmpfloat (series->values[1], ==, 0.5);
  g_assert_cmpfloat (series->iterations[1], ==, 2);
  g_assert_cmpfloat (series->elapsed[1], ==, 0.25);
  assert_parts (store, run);
  rensa_store_set_note (store, run, "changed");
  g_object_unref (store);

  version = ask_integer (folder, "PRAGMA user_version");
  g_assert_cmpint (version, >, 1);
  g_assert_cmpint (ask_integer (folder, "SELECT max(revision) FROM runs"), >, 0);
  store = open_store (folder);
  g_assert_cmpstr (rensa_run_get_note (rensa_store_find_run (store, "11111111-0000-4000-8000-000000000001")), ==,
                   "changed");
  g_object_unref (store);
  g_assert_cmpint (ask_integer (folder, "PRAGMA user_version"), ==, version);
  test_folder_free (folder);
}

/* Version 6 kept the verdict as a sentence, which is kept; a new one is a record. */
static void
old_verdict (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder;
  RensaRun *run;

  finish_run (store, begin_run (store, "first"));
  g_object_unref (store);
  run_sql (folder, "ALTER TABLE runs DROP COLUMN message_record;"
                   "ALTER TABLE runs DROP COLUMN verdict_record;"
                   "UPDATE runs SET verdict = '3 von 4 richtig.', advice = 'train-on';"
                   "PRAGMA user_version = 6");

  store = open_store (folder);
  run = g_list_model_get_item (rensa_store_get_runs (store), 0);
  g_assert_cmpstr (rensa_run_get_verdict (run), ==, "3 von 4 richtig.");
  g_assert_null (rensa_run_get_verdict_record (run));
  g_assert_cmpstr (rensa_run_get_advice (run), ==, "train-on");

  recorder = rensa_store_continue (store, run, 0, NULL);
  g_assert_null (rensa_run_get_verdict (run));
  rensa_recorder_set_verdict (recorder, "[{\"code\":\"weak\"}]", "");
  finish_run (store, recorder);
  g_object_unref (run);
  g_object_unref (store);

  store = open_store (folder);
  run = g_list_model_get_item (rensa_store_get_runs (store), 0);
  g_assert_null (rensa_run_get_verdict (run));
  g_assert_cmpstr (rensa_run_get_verdict_record (run), ==, "[{\"code\":\"weak\"}]");
  g_object_unref (run);
  g_object_unref (store);
  test_folder_free (folder);
}

/* How a file is damaged: @at is a share of its length; the rest is cut off where @n is 0. */
typedef struct
{
  double at;
  gsize n;
} Damage;

static void
damage (const char *path, const Damage *how)
{
  char *data;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  if (how->n == 0)
    length = (gsize) (how->at * (double) length);
  else
    memset (data + (gsize) (how->at * (double) length), 0xa5, MIN (how->n, length));
  g_assert_true (g_file_set_contents (path, data, length, NULL));
  g_free (data);
}

static char *
find_aside (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "runs-damaged-") && g_str_has_suffix (name, ".db"))
      return g_build_filename (folder, name, NULL);

  return NULL;
}

static void
is_set_aside (gconstpointer data)
{
  char *folder = test_folder_new ();
  g_autofree char *path = database_of (folder);
  RensaStore *store = open_store (folder);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *aside = NULL;
  gsize n_before;
  gsize n_after;

  g_object_unref (store);
  run_sql (
      folder,
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)"
      " INSERT INTO runs (uuid, name, state, started) SELECT printf('00000000-0000-4000-8000-%012d', i), 'r', 'finished', i FROM n;"
      " INSERT INTO documents SELECT id, printf('%2000s', 'x') FROM runs");
  damage (path, data);
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));

  store = open_store (folder);
  g_assert_nonnull (rensa_store_get_notice (store));
  aside = find_aside (folder);
  g_assert_nonnull (aside);
  g_assert_nonnull (strstr (rensa_store_get_notice (store), aside));
  g_assert_cmpuint (count_runs (store), ==, 0);
  finish_run (store, begin_run (store, "new"));
  g_object_unref (store);
  g_assert_true (g_file_get_contents (aside, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);

  store = open_store (folder);
  g_assert_null (rensa_store_get_notice (store));
  g_assert_cmpuint (count_runs (store), ==, 1);
  g_object_unref (store);
  test_folder_free (folder);
}

/* The write-ahead log belongs to the damaged file and would spoil the new one. */
static void
log_is_set_aside_too (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = database_of (folder);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *garbage = g_strnfill (5000, 'x');
  RensaStore *store;

  g_assert_true (g_file_set_contents (path, garbage, 5000, NULL));
  g_assert_true (g_file_set_contents (wal, garbage, 5000, NULL));
  store = open_store (folder);
  g_assert_nonnull (rensa_store_get_notice (store));
  finish_run (store, begin_run (store, "new"));
  g_object_unref (store);
  {
    g_autofree char *aside = find_aside (folder);
    g_autofree char *aside_wal = g_strconcat (aside, "-wal", NULL);
    g_autofree char *kept = NULL;

    g_assert_true (g_file_get_contents (aside, &kept, NULL, NULL));
    g_assert_cmpstr (kept, ==, garbage);
    g_assert_true (g_file_test (aside_wal, G_FILE_TEST_EXISTS));
  }
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs"), ==, 1);
  test_folder_free (folder);
}

/* In a large store, damage far from the list is found when it is met, and the next start tells. */
static void
damage_found_later (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = database_of (folder);
  g_autoptr (GError) error = NULL;
  RensaStore *store = open_store (folder);

  g_object_unref (store);
  run_sql (
      folder,
      "INSERT INTO runs (uuid, name, state, started) VALUES ('00000000-0000-4000-8000-000000000001', 'r', 'finished', 1);"
      "INSERT INTO documents VALUES (1, printf('%12000000s', 'x'))");
  damage (path, &(Damage){ 0.05, 8000000 });
  store = open_store (folder);
  g_assert_null (rensa_store_get_notice (store));
  g_assert_null (rensa_store_load_document (store, first_run (store), &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_object_unref (store);

  store = open_store (folder);
  g_assert_nonnull (rensa_store_get_notice (store));
  g_assert_cmpuint (count_runs (store), ==, 0);
  g_object_unref (store);
  test_folder_free (folder);
}

static gpointer
release_soon (gpointer data)
{
  g_usleep (200000);
  sqlite3_close (data);
  return NULL;
}

/* Another program writes to the new database before it has a write-ahead log, as when both make it at once. */
static void
made_by_two (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = database_of (folder);
  g_autoptr (RensaStore) store = NULL;
  GThread *other;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  other = g_thread_new ("other", release_soon, db);
  store = open_store (folder);
  g_thread_join (other);
  g_clear_object (&store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  static const Damage header = { 0, 100 };
  static const Damage middle = { 0.5, 20000 };
  static const Damage early = { 0.1, 20000 };
  static const Damage half = { 0.5, 0 };
  static const Damage little = { 0.001, 0 };

  char *home = test_folder_new ();
  int result;

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/open/folder", chooses_folder);
  g_test_add_func ("/store/open/temporary", temporary);
  g_test_add_func ("/store/open/private", private);
  g_test_add_func ("/store/open/out-of-reach", out_of_reach);
  g_test_add_func ("/store/open/made-by-two", made_by_two);
  g_test_add_func ("/store/open/newer", newer);
  g_test_add_func ("/store/open/other-tables", other_tables);
  g_test_add_func ("/store/open/older", older);
  g_test_add_func ("/store/open/old-verdict", old_verdict);
  g_test_add_data_func ("/store/open/damaged/header", &header, is_set_aside);
  g_test_add_data_func ("/store/open/damaged/middle", &middle, is_set_aside);
  g_test_add_data_func ("/store/open/damaged/early", &early, is_set_aside);
  g_test_add_data_func ("/store/open/damaged/half", &half, is_set_aside);
  g_test_add_data_func ("/store/open/damaged/almost-all", &little, is_set_aside);
  g_test_add_func ("/store/open/damaged/with-log", log_is_set_aside_too);
  g_test_add_func ("/store/open/damaged/found-later", damage_found_later);
  result = g_test_run ();
  test_folder_free (home);
  return result;
}
