/* test-odd.c: a store that can only be read, that lacks something, or whose newest part is damaged.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "rensa-error.h"
#include "store-fixture.h"

/* Permissions do not bind the superuser, so somebody else is to be it meanwhile. */
#define NOBODY 65534

static void
allow_all (const char *path, int folders, int files)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      allow_all (child, folders, files);
    }
  g_assert_cmpint (g_chmod (path, dir != NULL ? folders : files), ==, 0);
}

/* A store of one run with a snapshot. */
static char *
make_store (char **uuid)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  g_autofree char *path = g_build_filename (rensa_recorder_get_folder (recorder), "snapshot_iter_1", NULL);

  *uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (recorder)));
  g_assert_true (g_file_set_contents (path, "12345", -1, NULL));
  rensa_recorder_add_value (recorder, "main/loss", 1, 1, 1, 0.5);
  rensa_recorder_add_artifact (recorder, "snapshot", path, 1);
  finish_run (store, recorder);
  return folder;
}

static void
look_at_foreign (const char *folder, const char *uuid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaStore) store = rensa_store_open (folder, &error);
  g_autoptr (RensaRunSeries) series = NULL;
  g_autoptr (GPtrArray) artifacts = NULL;
  RensaRun *run;

  g_assert_no_error (error);
  g_assert_true (rensa_store_is_read_only (store));
  g_assert_nonnull (strstr (rensa_store_get_notice (store), folder));
  g_assert_nonnull (strstr (rensa_store_get_notice (store), g_strerror (EACCES)));
  run = rensa_store_find_run (store, uuid);
  series = load_series (store, run, "main/loss");
  g_assert_cmpfloat (series->values[0], ==, 0.5);
  artifacts = rensa_store_load_artifacts (store, run, NULL);
  g_assert_cmpuint (artifacts->len, ==, 1);

  g_assert_false (rensa_store_delete (store, run, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_false (rensa_store_remove_snapshots (store, run, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_null (rensa_store_continue (store, run, 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);

  /* New runs are kept as long as the store is open. */
  rensa_store_set_note (store, run, "a note");
  finish_run (store, begin_run (store, "second"));
  g_assert_cmpuint (count_runs (store), ==, 2);
  rensa_store_measure (store);
  wait_until (rensa_store_get_size (store) >= 5);
}

static void
read_only (void)
{
  g_autofree char *uuid = NULL;
  char *folder = make_store (&uuid);
  const gboolean is_superuser = geteuid () == 0;

  allow_all (folder, 0555, 0444);
  g_assert_cmpint (is_superuser ? seteuid (NOBODY) : 0, ==, 0);
  look_at_foreign (folder, uuid);
  g_assert_cmpint (is_superuser ? seteuid (0) : 0, ==, 0);
  allow_all (folder, 0755, 0644);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs WHERE note = ''"), ==, 1);
  test_folder_free (folder);
}

/* Somebody has removed the table @name, or a column of it. */
static void
lacks (const char *table, const char *column)
{
  g_autofree char *uuid = NULL;
  char *folder = make_store (&uuid);
  g_autofree char *columns = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *missing = column != NULL ? g_strdup_printf ("%s.%s", table, column) : g_strdup (table);
  RensaStore *store;

  if (column != NULL)
    {
      g_autofree char *ask =
          g_strdup_printf ("SELECT group_concat(name) FROM pragma_table_info('%s') WHERE name <> '%s'", table, column);

      columns = ask_text (folder, ask);
    }
  sql = g_strdup_printf ("PRAGMA foreign_keys = OFF; DROP TRIGGER runs_inserted; DROP TRIGGER runs_updated;"
                         "DROP TRIGGER runs_removed; CREATE TABLE rest AS SELECT %s FROM %s; DROP TABLE %s; %s %s",
                         columns != NULL ? columns : "1 AS x", table, table,
                         columns != NULL ? "ALTER TABLE rest RENAME TO" : "DROP TABLE rest; --", table);
  g_test_message ("%s", missing);
  run_sql (folder, sql);

  store = open_store (folder);
  g_assert_nonnull (rensa_store_get_notice (store));
  g_assert_nonnull (strstr (rensa_store_get_notice (store), missing));
  if (column == NULL)
    {
      RensaRecorder *recorder = begin_run (store, "new");

      rensa_recorder_add_value (recorder, "main/loss", 1, 1, 1, 1);
      rensa_recorder_add_log (recorder, 0, (const char *[]){ "main/loss" }, (double[]){ 1 }, 1);
      rensa_recorder_add_event (recorder, 1, 1, 1, "optimizer.alpha", "1");
      finish_run (store, recorder);
    }
  g_object_unref (store);

  store = open_store (folder);
  g_assert_true (rensa_store_get_notice (store) == NULL || column != NULL);
  g_object_unref (store);
  test_folder_free (folder);
}

/* Every table, and every column of every table. */
static void
lacking (void)
{
  char *folder = test_folder_new ();
  g_autofree char *tables = NULL;
  g_auto (GStrv) names = NULL;

  g_object_unref (open_store (folder));
  tables = ask_text (folder, "SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table'");
  names = g_strsplit (tables, ",", 0);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *ask = g_strdup_printf ("SELECT group_concat(name) FROM pragma_table_info('%s')", names[i]);
      g_autofree char *columns = ask_text (folder, ask);
      g_auto (GStrv) parts = g_strsplit (columns, ",", 0);

      lacks (names[i], NULL);
      for (guint k = 0; parts[k] != NULL && parts[1] != NULL; k++)
        lacks (names[i], parts[k]);
    }
  test_folder_free (folder);
}

static void
copy (const char *from, const char *to, const char *name, gssize damaged_at, gsize cut)
{
  g_autofree char *source = g_build_filename (from, name, NULL);
  g_autofree char *target = g_build_filename (to, name, NULL);
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (source, &bytes, &n, NULL));
  if (damaged_at >= 0)
    bytes[damaged_at] ^= 1;
  g_assert_true (g_file_set_contents (target, bytes, (gssize) (n - cut), NULL));
}

static void
assert_notice (const char *from, gssize damaged_at, gsize cut, gboolean expected)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = NULL;

  copy (from, folder, "runs.db", -1, 0);
  copy (from, folder, "runs.db-wal", damaged_at, cut);
  store = open_store (folder);
  g_test_message ("byte %d, cut by %d: %s", (int) damaged_at, (int) cut, rensa_store_get_notice (store));
  g_assert_cmpint (rensa_store_get_notice (store) != NULL, ==, expected);
  if (expected)
    g_assert_nonnull (strstr (rensa_store_get_notice (store), "-wal"));
  g_clear_object (&store);
  test_folder_free (folder);
}

/* The log that a program leaves behind when it is killed, whole, cut off, and with a bit changed. */
static void
damaged_log (void)
{
  char *folder = test_folder_new ();
  Child *child = child_new (folder);
  g_autofree char *uuid G_GNUC_UNUSED = child_ask (child, "begin killed");
  g_autofree char *answer G_GNUC_UNUSED = child_ask (child, "report");
  g_autofree char *log = g_build_filename (folder, "runs.db-wal", NULL);
  GStatBuf info;

  wait_until (ask_integer (folder, "SELECT count(*) FROM chunks") >= 2
              && ask_integer (folder, "SELECT coalesce(sum(n), 0) FROM chunks") > 3000);
  child_kill (child);
  child_free (child);
  g_assert_cmpint (g_stat (log, &info), ==, 0);
  g_assert_cmpint (info.st_size, >, 40000);

  assert_notice (folder, -1, 0, FALSE);
  assert_notice (folder, -1, 10, FALSE);
  assert_notice (folder, 10, 0, TRUE);
  assert_notice (folder, 30, 0, TRUE);
  assert_notice (folder, 32 + 24 + 100, 0, TRUE);
  assert_notice (folder, 32 + 20, 0, TRUE);
  assert_notice (folder, 32 + 3 * (24 + 4096) + 1000, 0, TRUE);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/odd/read-only", read_only);
  g_test_add_func ("/store/odd/lacking", lacking);
  g_test_add_func ("/store/odd/damaged-log", damaged_log);
  return g_test_run ();
}
