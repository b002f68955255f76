/* test-locked.c: another program keeps the database locked, for as long as it likes.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "store-fixture.h"

static void
add_values (RensaRecorder *recorder, gint64 first, gint64 end)
{
  for (gint64 i = first; i < end; i++)
    rensa_recorder_add_value (recorder, "main/loss", i, (double) i, (double) i, (double) i);
}

static void
add_rows (RensaRecorder *recorder)
{
  const char *path = "snapshot_iter_9";

  rensa_recorder_add_log (recorder, 0, (const char *[]){ "main/loss", "iteration" }, (double[]){ 1, 9 }, 2);
  rensa_recorder_add_event (recorder, 9, 1, 1, "optimizer.alpha", "0.5");
  rensa_recorder_add_artifact (recorder, "snapshot", path, 9);
}

static guint
count_waiting (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_prefix (name, "waiting-");
  return n;
}

static void
assert_values (RensaStore *store, RensaRun *run, guint n)
{
  g_autoptr (RensaRunSeries) series = load_series (store, run, "main/loss");
  g_autoptr (GPtrArray) log = rensa_store_load_log (store, run, NULL);
  g_autoptr (GPtrArray) events = rensa_store_load_events (store, run, NULL);
  g_autofree char *document = rensa_store_load_document (store, run, NULL);

  g_assert_cmpuint (series->n, ==, n);
  for (gsize i = 0; i < series->n; i++)
    g_assert_cmpfloat (series->values[i], ==, (double) i);
  g_assert_cmpuint (log->len, ==, 1);
  g_assert_cmpuint (((RensaRunLogRow *) log->pdata[0])->n, ==, 2);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpstr (document, ==, "{\"format\": 1}");
}

static void
end_run (RensaRecorder *recorder)
{
  add_rows (recorder);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
}

static gboolean
is_finished (RensaStore *store, const char *uuid)
{
  RensaRun *run = rensa_store_find_run (store, uuid);

  return run != NULL && rensa_run_get_state (run) == RENSA_RUN_FINISHED;
}

/* A run of which half is in the database, and one that is not there at all; the store closes, and the lock stays. */
static void
to_the_end (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *first = begin_run (store, "first");
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (first)));
  g_autofree char *another = NULL;
  RensaRecorder *second;
  sqlite3 *db;

  add_values (first, 0, 5000);
  flush (store);
  db = lock_database (folder);
  add_values (first, 5000, 20000);
  second = begin_run (store, "second");
  another = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (second)));
  add_values (second, 0, 300);
  rensa_store_set_note (store, rensa_recorder_get_run (first), "noted meanwhile");
  rensa_store_set_name (store, rensa_recorder_get_run (second), "renamed");
  end_run (first);
  end_run (second);
  g_object_unref (store);
  g_assert_cmpuint (count_waiting (folder), ==, 1);
  sqlite3_close (db);

  store = open_store (folder);
  wait_until (is_finished (store, uuid) && is_finished (store, another));
  flush (store);
  g_assert_cmpuint (count_waiting (folder), ==, 0);
  assert_values (store, rensa_store_find_run (store, uuid), 20000);
  assert_values (store, rensa_store_find_run (store, another), 300);
  g_assert_cmpstr (rensa_run_get_note (rensa_store_find_run (store, uuid)), ==, "noted meanwhile");
  g_assert_cmpstr (rensa_run_get_name (rensa_store_find_run (store, another)), ==, "renamed");
  g_assert_cmpint (ask_integer (folder, "SELECT max(start + n) - sum(n) FROM chunks WHERE series = 1"), ==, 0);
  g_object_unref (store);
  test_folder_free (folder);
}

/* What was put beside the database and then written after all is there once, whoever takes it in. */
static void
twice (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (RensaStore) other = NULL;
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  flush (store);
  db = lock_database (folder);
  add_values (recorder, 0, 1000);
  add_rows (recorder);
  g_assert_true (rensa_store_secure (store, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_waiting (folder), ==, 1);
  other = open_store (folder);
  sqlite3_close (db);
  flush (other);
  wait_until (count_waiting (folder) == 0);
  flush (store);
  assert_values (store, run, 1000);
  finish_run (store, recorder);
  g_assert_true (rensa_store_secure (store, NULL));
  /* Where the other one writes just then, it waits beside the database for a moment. */
  wait_until (count_waiting (folder) == 0);
  g_clear_object (&other);
  g_clear_object (&store);
  test_folder_free (folder);
}

/* Somebody has gone on with the run before what waited was taken in: that is no part of it any more. */
static void
too_late (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (recorder)));
  g_autoptr (RensaRunSeries) series = NULL;
  sqlite3 *db;

  add_values (recorder, 0, 10);
  flush (store);
  db = lock_database (folder);
  add_values (recorder, 10, 1000);
  rensa_recorder_free (recorder);
  g_object_unref (store);
  sqlite3_close (db);
  run_sql (folder, "UPDATE runs SET updated = 4102444800000000");

  store = open_store (folder);
  wait_until (count_waiting (folder) == 0);
  series = load_series (store, rensa_store_find_run (store, uuid), "main/loss");
  g_assert_cmpuint (series->n, ==, 10);
  g_object_unref (store);
  test_folder_free (folder);
}

/* The clock was set back meanwhile: what waited is the newest all the same, and nothing ends before it began. */
static void
clock_set_back (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (run));
  g_autoptr (RensaRunSeries) series = NULL;
  sqlite3 *db;

  rensa_recorder_free (recorder);
  flush (store);
  g_object_unref (store);
  run_sql (folder, "UPDATE runs SET updated = 4102444800000000, started = 4102444800000000");
  store = open_store (folder);
  recorder = rensa_store_continue (store, rensa_store_find_run (store, uuid), 0, NULL);
  g_assert_nonnull (recorder);
  flush (store);
  db = lock_database (folder);
  add_values (recorder, 0, 100);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  g_object_unref (store);
  sqlite3_close (db);

  store = open_store (folder);
  wait_until (is_finished (store, uuid));
  run = rensa_store_find_run (store, uuid);
  series = load_series (store, run, "main/loss");
  g_assert_cmpuint (series->n, ==, 100);
  g_assert_cmpint (rensa_run_get_ended (run), >=, rensa_run_get_started (run));
  g_object_unref (store);
  g_assert_cmpint (ask_integer (folder, "SELECT ended >= started FROM runs"), ==, 1);
  test_folder_free (folder);
}

static void
note_trouble (RensaStore *store, const char *sentence, guint *n)
{
  n[sentence != NULL]++;
}

/* Opening waits for nobody; that nothing can be written is reported. */
static void
when_opened (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  guint n[2] = { 0 };
  RensaRecorder *recorder;
  sqlite3 *db;

  finish_run (store, begin_run (store, "before"));
  g_object_unref (store);
  db = lock_database (folder);

  store = open_store (folder);
  g_signal_connect (store, "trouble", G_CALLBACK (note_trouble), n);
  g_assert_cmpuint (count_runs (store), ==, 1);
  recorder = begin_run (store, "first");
  add_values (recorder, 0, 100);
  add_rows (recorder);
  wait_until (n[1] == 1);
  sqlite3_close (db);
  wait_until (n[0] == 1);
  assert_values (store, rensa_recorder_get_run (recorder), 100);
  finish_run (store, recorder);
  g_object_unref (store);
  test_folder_free (folder);
}

/* A file that is none does not keep the store from opening, and is kept. */
static void
spoilt_file (void)
{
  char *folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "waiting-x.db", NULL);
  g_autofree char *aside = g_strconcat (file, "-damaged", NULL);
  g_autofree char *garbage = g_strnfill (5000, 'x');
  g_autoptr (RensaStore) store = NULL;
  guint n[2] = { 0 };

  g_object_unref (open_store (folder));
  g_assert_true (g_file_set_contents (file, garbage, -1, NULL));
  store = open_store (folder);
  g_signal_connect (store, "trouble", G_CALLBACK (note_trouble), n);
  wait_until (n[1] == 1);
  g_assert_true (g_file_test (aside, G_FILE_TEST_EXISTS));
  finish_run (store, begin_run (store, "first"));
  g_clear_object (&store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/locked/to-the-end", to_the_end);
  g_test_add_func ("/store/locked/twice", twice);
  g_test_add_func ("/store/locked/too-late", too_late);
  g_test_add_func ("/store/locked/clock-set-back", clock_set_back);
  g_test_add_func ("/store/locked/when-opened", when_opened);
  g_test_add_func ("/store/locked/spoilt-file", spoilt_file);
  return g_test_run ();
}
