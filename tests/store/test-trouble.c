/* test-trouble.c: a disk that is full, and a program that is killed.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "rensa-file.h"
#include "store-fixture.h"

static void
keep_sentence (RensaStore *store, const char *sentence, GPtrArray *sentences)
{
  g_ptr_array_add (sentences, g_strdup (sentence));
}

static void
add_values (RensaRecorder *recorder, gint64 first, gint64 end)
{
  for (gint64 i = first; i < end; i++)
    rensa_recorder_add_value (recorder, "main/loss", i, (double) i, (double) i, (double) i);
}

static void
full_disk (void)
{
  enum
  {
    N = 50000
  };
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RensaRunSeries) series = NULL;
  g_autoptr (GError) error = NULL;
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);

  flush (store);
  g_signal_connect (store, "trouble", G_CALLBACK (keep_sentence), sentences);
  test_limit_files (64 << 10);
  add_values (recorder, 0, N);
  rensa_recorder_add_log (recorder, 0, (const char *[]){ "main/loss" }, (double[]){ 1 }, 1);
  rensa_store_set_note (store, run, "while it was full");
  wait_until (sentences->len == 1);
  g_assert_nonnull (strstr (sentences->pdata[0], folder));
  g_assert_false (rensa_store_flush (store, &error));
  g_assert_nonnull (error);
  add_values (recorder, N, 2 * N);
  wait_until (rensa_run_get_iteration (run) == 2 * N - 1);
  g_assert_cmpuint (sentences->len, ==, 1);

  test_limit_files (RLIM_INFINITY);
  wait_until (sentences->len == 2);
  g_assert_null (sentences->pdata[1]);
  finish_run (store, recorder);
  series = load_series (store, run, "main/loss");
  g_assert_cmpuint (series->n, ==, 2 * N);
  for (gsize i = 0; i < series->n; i++)
    g_assert_cmpfloat (series->values[i], ==, (double) i);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM log"), ==, 1);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs WHERE note = 'while it was full'"), ==, 1);
  g_clear_object (&store);
  test_folder_free (folder);
}

/* SQLite would go on in a file that nobody finds any more. Older runs are put back from it, and what is new waits beside them. */
static void
folder_removed (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  RensaRecorder *recorder;

  finish_run (store, begin_run (store, "old"));
  recorder = begin_run (store, "new");
  add_values (recorder, 0, 100);
  flush (store);
  g_signal_connect (store, "trouble", G_CALLBACK (keep_sentence), sentences);
  rensa_file_remove_folder (folder);
  add_values (recorder, 100, 200);
  wait_until (sentences->len == 1);
  g_assert_nonnull (strstr (sentences->pdata[0], "was removed or moved"));
  g_assert_false (rensa_store_flush (store, &error));
  g_assert_nonnull (error);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  g_clear_object (&store);

  store = open_store (folder);
  wait_until (count_runs (store) == 2 && ask_integer (folder, "SELECT coalesce(sum(n), 0) FROM chunks") == 200);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs WHERE name = 'old' AND state = 'finished'"), ==, 1);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs WHERE name = 'new' AND state = 'finished'"), ==, 1);
  g_clear_object (&store);
  test_folder_free (folder);
}

/* A run whose row somebody has removed does not keep others from being saved. */
static void
removed_while_running (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (RensaRunSeries) series = NULL;
  RensaRecorder *lost = begin_run (store, "lost");
  RensaRecorder *kept = begin_run (store, "kept");

  flush (store);
  run_sql (folder, "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE name = 'lost'");
  add_values (lost, 0, 100);
  add_values (kept, 0, 100);
  rensa_recorder_add_event (lost, 1, 1, 1, "optimizer.lr", "1");
  flush (store);
  series = load_series (store, rensa_recorder_get_run (kept), "main/loss");
  g_assert_cmpuint (series->n, ==, 100);
  finish_run (store, lost);
  finish_run (store, kept);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM series"), ==, 1);
  g_clear_object (&store);
  test_folder_free (folder);
}

/* Everything that was there before the kill is there after it, in whole and without a gap. */
static void
check_after_kill (const char *folder, const char *uuid, double killed_at, gint64 n_seen)
{
  g_autofree char *integrity = ask_text (folder, "PRAGMA integrity_check");
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRun *run = rensa_store_find_run (store, uuid);
  g_autoptr (RensaRunSeries) series = NULL;
  g_autoptr (GPtrArray) log = NULL;
  gsize last;

  g_assert_cmpstr (integrity, ==, "ok");
  g_assert_null (rensa_store_get_notice (store));
  g_assert_nonnull (run);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_INTERRUPTED);
  g_assert_cmpint (rensa_run_get_ended (run), >=, rensa_run_get_started (run));

  series = load_series (store, run, "main/loss");
  last = series->n - 1;
  g_assert_cmpint ((gint64) series->n, >=, n_seen);
  for (gsize i = 0; i < series->n; i++)
    g_assert_cmpfloat (series->values[i], ==, (double) i);
  log = rensa_store_load_log (store, run, NULL);
  /* Each tenth value is reported before the row of the log that goes with it: they may be parted. */
  if (last % 10 != 0 || log->len != last / 10)
    g_assert_cmpuint (log->len, ==, last / 10 + 1);
  g_assert_cmpint (rensa_run_get_iteration (run), ==, (gint64) last);
  g_assert_cmpfloat (rensa_run_get_last_loss (run), ==, (double) last);

  /* One second by design; a busy machine is given more. */
  g_test_message ("%.2f s of reports were lost", killed_at - series->elapsed[last]);
  g_assert_cmpfloat (killed_at - series->elapsed[last], <, 4);
}

static gint64
count_saved (const char *folder)
{
  return ask_integer (folder, "SELECT coalesce(sum(n), 0) FROM chunks");
}

static void
killed (void)
{
  for (int i = 0; i < 6; i++)
    {
      char *folder = test_folder_new ();
      Child *child = child_new (folder);
      g_autofree char *uuid = child_ask (child, "begin killed");
      g_autofree char *answer = child_ask (child, "report");
      gint64 n_seen;
      double killed_at;

      g_assert_cmpstr (answer, ==, "reporting");
      wait_until (count_saved (folder) > 0);
      /* The last lives long enough for several commits. */
      g_usleep (i < 5 ? g_test_rand_int_range (0, 1500000) : 5000000);
      n_seen = count_saved (folder);
      killed_at = (double) g_get_monotonic_time () / G_USEC_PER_SEC;
      child_kill (child);
      check_after_kill (folder, uuid, killed_at, n_seen);
      child_free (child);
      test_folder_free (folder);
    }
}

/* The row of a run is there although nothing was reported yet. */
static void
killed_at_once (void)
{
  char *folder = test_folder_new ();
  Child *child = child_new (folder);
  g_autofree char *uuid = child_ask (child, "begin killed");
  RensaStore *store;

  wait_until (ask_integer (folder, "SELECT count(*) FROM runs") == 1);
  child_kill (child);
  store = open_store (folder);
  g_assert_cmpint (rensa_run_get_state (rensa_store_find_run (store, uuid)), ==, RENSA_RUN_INTERRUPTED);
  g_object_unref (store);
  child_free (child);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  signal (SIGXFSZ, SIG_IGN);
  signal (SIGPIPE, SIG_IGN);
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/trouble/full-disk", full_disk);
  g_test_add_func ("/store/trouble/folder-removed", folder_removed);
  g_test_add_func ("/store/trouble/removed-while-running", removed_while_running);
  g_test_add_func ("/store/trouble/killed", killed);
  g_test_add_func ("/store/trouble/killed-at-once", killed_at_once);
  return g_test_run ();
}
