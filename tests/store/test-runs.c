/* test-runs.c: the list of runs: deleting, going on, and ten thousand of them.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-error.h"
#include "store-fixture.h"

static void
add_values (RensaRecorder *recorder, gint64 first, gint64 end)
{
  for (gint64 i = first; i < end; i++)
    {
      const double x = (double) i;

      rensa_recorder_add_value (recorder, "main/loss", i, x / 100, x / 10, x);
      if (i % 50 == 0)
        {
          rensa_recorder_add_value (recorder, "validation/main/accuracy", i, x / 100, x / 10, x / 10000);
          rensa_recorder_add_log (recorder, i / 50, (const char *[]){ "main/loss", "iteration" }, (double[]){ x, x },
                                  2);
          rensa_recorder_add_event (recorder, i, x / 100, x / 10, "optimizer.alpha", "0.1");
        }
    }
}

static void
count_change (GListModel *model, guint position, guint removed, guint added, guint *n)
{
  n[0]++;
  n[1] += removed;
  n[2] += added;
}

/* A run keeps the number that it got when it came into the store, whatever is deleted. */
static void
numbers (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  g_autoptr (GError) error = NULL;
  RensaRun *second;

  for (gint64 i = 1; i <= 3; i++)
    {
      RensaRecorder *recorder = begin_run (store, "run");

      g_assert_cmpint (rensa_run_get_number (rensa_recorder_get_run (recorder)), ==, i);
      finish_run (store, recorder);
    }
  wait_until (!rensa_run_is_active (first_run (store)));
  second = g_list_model_get_item (rensa_store_get_runs (store), 1);
  g_assert_true (rensa_store_delete (store, second, &error));
  g_clear_object (&second);
  g_object_unref (store);

  store = open_store (folder);
  g_assert_cmpuint (count_runs (store), ==, 2);
  g_assert_cmpint (rensa_run_get_number (first_run (store)), ==, 3);
  g_object_unref (store);
  test_folder_free (folder);
}

static void
deleted_and_back (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (GError) error = NULL;
  RensaRun *runs[3];
  guint n[3] = { 0 };

  for (guint i = 0; i < 3; i++)
    {
      RensaRecorder *recorder = begin_run (store, "run");

      runs[i] = rensa_recorder_get_run (recorder);
      g_assert_false (rensa_store_delete (store, runs[i], &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      g_clear_error (&error);
      finish_run (store, recorder);
      wait_until (!rensa_run_is_active (runs[i]));
    }
  g_signal_connect (rensa_store_get_runs (store), "items-changed", G_CALLBACK (count_change), n);

  g_assert_true (rensa_store_delete (store, runs[1], &error));
  g_assert_cmpuint (count_runs (store), ==, 2);
  g_assert_null (rensa_store_find_run (store, rensa_run_get_uuid (runs[1])));
  g_assert_null (rensa_store_continue (store, runs[1], 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_cmpuint (n[0], ==, 1);
  g_assert_cmpuint (n[1], ==, 1);
  flush (store);
  rensa_store_undelete (store, runs[1]);
  g_assert_cmpuint (n[2], ==, 1);
  g_assert_cmpuint (count_runs (store), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (store), i);

      g_assert_true (run == runs[2 - i]);
    }
  g_clear_object (&store);

  store = open_store (folder);
  g_assert_cmpuint (count_runs (store), ==, 3);
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
deleted_for_good (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "gone");
  g_autofree char *gone = g_strdup (rensa_recorder_get_folder (recorder));
  g_autofree char *inside = g_build_filename (gone, "deep", "file", NULL);
  g_autofree char *deep = g_path_get_dirname (inside);
  RensaRecorder *second = begin_run (store, "stays");
  g_autofree char *stays = g_strdup (rensa_recorder_get_folder (second));

  g_assert_cmpint (g_mkdir_with_parents (deep, 0777), ==, 0);
  g_assert_true (g_file_set_contents (inside, "x", -1, NULL));
  add_values (recorder, 1, 200);
  add_values (second, 1, 200);
  finish_run (store, recorder);
  finish_run (store, second);
  wait_until (!rensa_run_is_active (first_run (store)));
  for (guint i = 2; i > 0; i--)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (store), i - 1);

      if (g_str_equal (rensa_run_get_name (run), "gone"))
        g_assert_true (rensa_store_delete (store, run, NULL));
    }
  flush (store);
  g_assert_true (g_file_test (inside, G_FILE_TEST_EXISTS));
  g_object_unref (store);

  g_assert_false (g_file_test (gone, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (stays, G_FILE_TEST_IS_DIR));
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs"), ==, 1);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM documents"), ==, 1);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM series"), ==, 2);
  g_assert_cmpint (ask_integer (folder, "SELECT sum(n) FROM chunks"), ==, 199 + 3);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM log"), ==, 6);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM events"), ==, 3);
  test_folder_free (folder);
}

/* A program that was killed leaves deleted runs behind; they go a day later. */
static void
deleted_a_day_ago (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);

  finish_run (store, begin_run (store, "old"));
  finish_run (store, begin_run (store, "new"));
  g_clear_object (&store);
  run_sql (folder, "UPDATE runs SET deleted = (strftime('%s', 'now') - (CASE name WHEN 'old' THEN 90000 ELSE 60 END))"
                   " * 1000000");

  store = open_store (folder);
  g_assert_cmpuint (count_runs (store), ==, 0);
  flush (store);
  g_clear_object (&store);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs WHERE name = 'new'"), ==, 1);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM runs"), ==, 1);
  test_folder_free (folder);
}

static void
assert_is_whole (RensaStore *store, RensaRun *run, gint64 end)
{
  g_autoptr (RensaRunSeries) losses = load_series (store, run, "main/loss");
  g_autoptr (RensaRunSeries) accuracies = load_series (store, run, "validation/main/accuracy");
  g_autoptr (GPtrArray) log = rensa_store_load_log (store, run, NULL);
  g_autoptr (GPtrArray) events = rensa_store_load_events (store, run, NULL);
  const gint64 n_validations = (end - 1) / 50;

  g_assert_cmpuint (losses->n, ==, end - 1);
  for (gint64 i = 1; i < end; i++)
    {
      g_assert_cmpfloat (losses->iterations[i - 1], ==, (double) i);
      g_assert_cmpfloat (losses->values[i - 1], ==, (double) i);
      g_assert_cmpfloat (losses->epochs[i - 1], ==, (double) i / 100);
    }
  g_assert_cmpuint (accuracies->n, ==, n_validations);
  g_assert_cmpuint (log->len, ==, n_validations);
  g_assert_cmpuint (events->len, ==, n_validations);
}

/* Goes on after iteration @at with what a run of 10,000 iterations has; chunks are cut at @flush_at. */
static void
go_on (gint64 flush_at, gint64 at)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (recorder)));
  g_autoptr (GError) error = NULL;
  RensaRun *run;

  add_values (recorder, 1, flush_at);
  flush (store);
  add_values (recorder, flush_at, 10000);
  rensa_recorder_set_state (recorder, RENSA_RUN_STOPPED);
  rensa_recorder_free (recorder);
  g_object_unref (store);

  store = open_store (folder);
  run = rensa_store_find_run (store, uuid);
  g_assert_cmpfloat (rensa_run_get_best_metric (run), ==, 0.995);
  recorder = rensa_store_continue (store, run, at, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_recorder_get_run (recorder) == run);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_RUNNING);
  g_assert_cmpint (rensa_run_get_ended (run), ==, 0);
  g_assert_cmpint (rensa_run_get_iteration (run), ==, at);
  g_assert_cmpfloat (rensa_run_get_elapsed (run), ==, (double) at / 10);
  g_assert_cmpfloat (rensa_run_get_best_loss (run), ==, 1);
  g_assert_cmpfloat (rensa_run_get_last_loss (run), ==, (double) at);
  g_assert_cmpfloat (rensa_run_get_best_metric (run), ==, (double) (at / 50 * 50) / 10000);
  g_assert_null (rensa_store_continue (store, run, at, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  assert_is_whole (store, run, at + 1);

  add_values (recorder, at + 1, 12000);
  finish_run (store, recorder);
  assert_is_whole (store, run, 12000);
  wait_until (rensa_run_get_best_metric (run) == 1.195);
  g_assert_cmpint (ask_integer (folder, "SELECT max(start + n) - sum(n) FROM chunks GROUP BY series"), ==, 0);
  g_object_unref (store);
  test_folder_free (folder);
}

static void
goes_on (void)
{
  go_on (100, 9999);
  go_on (100, 99);
  go_on (5000, 4096);
  go_on (9900, 9950);
  go_on (5000, 150);
}

static void
goes_on_from_the_start (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autoptr (GPtrArray) reports = NULL;

  add_values (recorder, 1, 100);
  rensa_recorder_free (recorder);
  recorder = rensa_store_continue (store, run, 0, NULL);
  g_assert_nonnull (recorder);
  describe_usual (recorder);
  reports = rensa_store_list_series (store, run, NULL);
  g_assert_cmpuint (reports->len, ==, 0);
  g_assert_null (rensa_run_get_loss_name (run));
  g_assert_true (isnan (rensa_run_get_best_loss (run)));
  add_values (recorder, 1, 100);
  finish_run (store, recorder);
  assert_is_whole (store, run, 100);
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
ten_thousand (void)
{
  enum
  {
    N = 10000
  };
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  guint n[3] = { 0 };
  guint n_starred = 0;

  g_signal_connect (rensa_store_get_runs (store), "items-changed", G_CALLBACK (count_change), n);
  run_sql (
      folder,
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)"
      " INSERT INTO runs (uuid, name, state, started, starred, best_loss)"
      " SELECT printf('00000000-0000-4000-8000-%012d', i), 'run ' || i, 'finished', 1 + (i * 7919) % 10000, i % 3 == 0, i FROM n");
  wait_until (count_runs (store) == N);
  g_assert_cmpuint (n[0], ==, 1);
  g_assert_cmpuint (n[2], ==, N);

  run_sql (folder, "UPDATE runs SET deleted = 1 WHERE starred");
  wait_until (count_runs (store) == N - 3334);
  g_assert_cmpuint (n[0], ==, 2);
  g_clear_object (&store);

  run_sql (folder, "UPDATE runs SET deleted = 0");
  store = open_store (folder);
  g_assert_cmpuint (count_runs (store), ==, N);
  for (guint i = 0; i < N; i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (store), i);
      const int number = (int) rensa_run_get_best_loss (run);
      g_autofree char *name = g_strdup_printf ("run %d", number);

      g_assert_cmpint (rensa_run_get_started (run), ==, N - i);
      g_assert_cmpint (1 + (number * 7919) % N, ==, N - i);
      g_assert_cmpstr (rensa_run_get_name (run), ==, name);
      g_assert_true (rensa_store_find_run (store, rensa_run_get_uuid (run)) == run);
      n_starred += rensa_run_get_starred (run);
    }
  g_assert_cmpuint (n_starred, ==, 3334);
  g_assert_null (g_list_model_get_item (rensa_store_get_runs (store), N));
  g_clear_object (&store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/runs/numbers", numbers);
  g_test_add_func ("/store/runs/deleted-and-back", deleted_and_back);
  g_test_add_func ("/store/runs/deleted-for-good", deleted_for_good);
  g_test_add_func ("/store/runs/deleted-a-day-ago", deleted_a_day_ago);
  g_test_add_func ("/store/runs/goes-on", goes_on);
  g_test_add_func ("/store/runs/goes-on-from-the-start", goes_on_from_the_start);
  g_test_add_func ("/store/runs/ten-thousand", ten_thousand);
  return g_test_run ();
}
