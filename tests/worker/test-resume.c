/* test-resume.c: a run that was cut off goes on as if nothing had happened.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "far-device.h"
#include "rensa-longer.h"
#include "rensa-run-model.h"
#include "worker-fixture.h"

static void
start (Desk *desk, RensaStore *store, const char *text, RensaRun *resume, gboolean paused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (text);
  const RensaWorkerOptions options = { .document = document, .store = store, .resume = resume, .paused = paused };

  desk_close_worker (desk);
  desk->worker = rensa_worker_start (&options, &error);
  g_assert_no_error (error);
}

/* Runs @n steps from a pause. */
static void
step_to (Desk *desk, gint64 iteration)
{
  const gint64 now = desk_status (desk).iteration;

  for (gint64 i = now; i < iteration; i++)
    rensa_worker_step (desk->worker);
  desk_wait_paused (desk, iteration);
}

static void
assert_model_of_run (Desk *desk, const char *plain)
{
  g_autofree char *a = g_build_filename (desk->path, plain, "model.npz", NULL);
  g_autofree char *b = g_build_filename (rensa_worker_get_folder (desk->worker), "model.npz", NULL);

  assert_same_file (a, b);
}

static void
test_record (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };
  g_autoptr (GPtrArray) log = NULL;
  g_autofree char *document = NULL;
  RensaRun *run;

  train_plainly (desk, text, "plain", &plain);
  start (desk, store, text, NULL, FALSE);
  run = rensa_worker_get_run (desk->worker);
  g_assert_true (rensa_run_is_active (run));
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_model_of_run (desk, "plain");
  flush_store (store);

  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FINISHED);
  g_assert_cmpstr (rensa_run_get_name (run), ==, "Moons");
  g_assert_cmpstr (rensa_run_get_dataset (run), ==, "moons");
  g_assert_cmpstr (rensa_run_get_optimizer (run), ==, "Adam");
  g_assert_cmpint (rensa_run_get_seed (run), ==, 3);
  g_assert_cmpint (rensa_run_get_iteration (run), ==, 86);
  g_assert_cmpint (rensa_run_get_n_links (run), ==, 2);
  g_assert_cmpint (rensa_run_get_n_params (run), ==, 2 * 8 + 8 + 8 * 2 + 2);
  assert_series (store, run, expected);
  log = rensa_store_load_log (store, run, NULL);
  g_assert_cmpuint (log->len, ==, 10);
  document = rensa_store_load_document (store, run, NULL);
  g_assert_nonnull (strstr (document, "\"moons\""));
}

/* A run that has finished, trained longer in two turns (4, 6, 11 epochs), is the one that was to last so long from the beginning. */
static void
test_train_longer (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (4);
  g_autofree char *long_text = make_document (11);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (GError) error = NULL;
  g_autofree char *stored = NULL;
  g_autofree char *verdict = NULL;
  Plain plain = { .messages = expected };
  RensaRun *run;

  train_plainly (desk, long_text, "plain", &plain);
  start (desk, store, text, NULL, FALSE);
  run = rensa_worker_get_run (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  for (int i = 0; i < 2; i++)
    {
      RensaWorkerOptions options = { .document = document, .store = store, .resume = run, .longer = TRUE };

      desk_close_worker (desk);
      g_assert_true (rensa_document_train_longer (document, &error));
      desk->worker = rensa_worker_start (&options, &error);
      g_assert_no_error (error);
      desk_wait_end (desk, RENSA_WORKER_FINISHED);
    }
  assert_model_of_run (desk, "plain");
  flush_store (store);
  assert_series (store, run, expected);
  stored = rensa_store_load_document (store, run, NULL);
  g_assert_nonnull (strstr (stored, "\"period\": 11"));
  verdict = rensa_run_dup_verdict (run);
  g_assert_nonnull (strstr (verdict, "of 20 right"));
}

/* The best model of the first part is still the best after the run was resumed. */
static void
test_best (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (40), "0.01", "3");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (RensaRunSeries) series = NULL;
  g_autofree char *path = NULL;
  g_autofree char *facts = NULL;
  g_autofree char *expected = NULL;
  RensaRun *run;
  gsize best = 0;

  start (desk, store, text, NULL, TRUE);
  step_to (desk, 200);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  rensa_worker_stop (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_STOPPED);
  start (desk, store, text, run, FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  flush_store (store);

  series = rensa_store_load_series (store, run, "validation/main/loss", NULL);
  for (gsize i = 1; i < series->n; i++)
    if (series->values[i] < series->values[best])
      best = i;
  g_assert_cmpfloat (series->iterations[best], <, 200);
  path = g_build_filename (rensa_worker_get_folder (desk->worker), "best.json", NULL);
  g_assert_true (g_file_get_contents (path, &facts, NULL, NULL));
  expected = g_strdup_printf ("\"iteration\":%.0f", series->iterations[best]);
  g_assert_nonnull (strstr (facts, expected));
  g_object_unref (run);
}

static void
test_failure (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (2), "\"Adam\"", "\"Adma\"");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  RensaRun *run;

  start (desk, store, text, NULL, FALSE);
  run = rensa_worker_get_run (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FAILED);
  flush_store (store);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FAILED);
  g_assert_cmpstr (rensa_run_get_message (run), ==, rensa_worker_get_error (desk->worker));
}

/* @text, stopped and resumed, trains what @plain_text trains. */
static void
stop_and_go_on (Desk *desk, const char *plain_text, const char *text)
{
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };
  RensaRun *run;

  train_plainly (desk, plain_text, "plain", &plain);
  start (desk, store, text, NULL, TRUE);
  step_to (desk, 13);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  rensa_worker_stop (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_STOPPED);
  desk_close_worker (desk);
  flush_store (store);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_STOPPED);

  start (desk, store, text, run, FALSE);
  g_assert_cmpint (rensa_worker_get_first_iteration (desk->worker), ==, 13);
  g_assert_true (rensa_worker_get_run (desk->worker) == run);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_model_of_run (desk, "plain");
  flush_store (store);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FINISHED);
  assert_series (store, run, expected);
  g_object_unref (run);
}

static void
test_stopped (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);

  stop_and_go_on (desk, text, text);
}

static void
test_far_device (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autofree char *far = replaced (make_document (10), "\"seed\": 3", "\"seed\": 3, \"device\": \"far\"");

  stop_and_go_on (desk, text, far);
}

/* Cut off before the first snapshot: from the beginning, in the same row. */
static void
test_no_snapshot (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };
  g_autofree char *kept = NULL;
  RensaRun *run;

  train_plainly (desk, text, "plain", &plain);
  start (desk, store, text, NULL, TRUE);
  step_to (desk, 5);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  kept = g_build_filename (rensa_worker_get_folder (desk->worker), "resume_iter_5", NULL);
  desk_close_worker (desk);
  flush_store (store);
  g_unlink (kept);

  start (desk, store, text, run, FALSE);
  g_assert_cmpint (rensa_worker_get_first_iteration (desk->worker), ==, 0);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_model_of_run (desk, "plain");
  flush_store (store);
  assert_series (store, run, expected);
  g_assert_cmpuint (g_list_model_get_n_items (rensa_store_get_runs (store)), ==, 1);
  g_object_unref (run);
}

/* Before the first iteration an optimizer keeps no arrays yet. */
static void
test_first_snapshot (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  RensaRun *run;

  train_plainly (desk, text, "plain", NULL);
  start (desk, store, text, NULL, TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 0);
  rensa_worker_take_snapshot (desk->worker);
  rensa_worker_stop (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_STOPPED);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  desk_close_worker (desk);
  flush_store (store);

  start (desk, store, text, run, FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_model_of_run (desk, "plain");
  g_object_unref (run);
}

/* One bit of a parameter; the archive as such stays whole. */
static void
damage (char *bytes, gsize n)
{
  const char key[] = "predictor/l1/W.npy";
  const char magic[] = "\x93NUMPY";
  const gsize header = 128;
  char *at = memmem (bytes, n, key, strlen (key));

  g_assert_nonnull (at);
  at = memmem (at, (gsize) (bytes + n - at), magic, strlen (magic));
  g_assert_nonnull (at);
  at[header + 1] ^= 1;
}

/* All snapshots of @folder that are later than @iteration. */
static void
damage_later (const char *folder, gint64 iteration)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize n;

      if (!g_str_has_prefix (name, "resume_iter_")
          || g_ascii_strtoll (name + strlen ("resume_iter_"), NULL, 10) <= iteration)
        continue;
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      damage (bytes, n);
      g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
    }
}

/* The newest snapshots are damaged: what is later than the one before is dropped and reported again; what had been
 * changed since is changed again where it was. */
static void
test_damaged_snapshot (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .at = 12, .path = "optimizers.main.alpha", .text = "0.1", .messages = expected };
  g_autoptr (GPtrArray) events = NULL;
  g_autofree char *folder = NULL;
  RensaRun *run;

  train_plainly (desk, text, "plain", &plain);
  start (desk, store, text, NULL, TRUE);
  step_to (desk, 9);
  rensa_worker_take_snapshot (desk->worker);
  step_to (desk, 12);
  g_assert_true (rensa_worker_set (desk->worker, "optimizer.alpha", "0.1", NULL));
  step_to (desk, 20);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  folder = g_strdup (rensa_worker_get_folder (desk->worker));
  desk_close_worker (desk);
  flush_store (store);
  damage_later (folder, 8);

  start (desk, store, text, run, FALSE);
  g_assert_cmpint (rensa_worker_get_first_iteration (desk->worker), ==, 9);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_model_of_run (desk, "plain");
  flush_store (store);
  assert_series (store, run, expected);
  events = rensa_store_load_events (store, run, NULL);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpint (((RensaRunEvent *) events->pdata[0])->iteration, ==, 12);
  g_object_unref (run);
}

/* What was changed before the snapshot holds after it, also where the optimizer keeps other arrays because of it. */
static void
test_changed (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  Plain plain = { .at = 4, .path = "optimizers.main.amsgrad", .text = "True" };
  RensaRun *run;

  train_plainly (desk, text, "plain", &plain);
  start (desk, store, text, NULL, TRUE);
  step_to (desk, 4);
  g_assert_true (rensa_worker_set (desk->worker, "optimizer.amsgrad", "True", NULL));
  step_to (desk, 10);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  desk_close_worker (desk);
  flush_store (store);

  start (desk, store, text, run, FALSE);
  g_assert_cmpint (rensa_worker_get_first_iteration (desk->worker), ==, 10);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_model_of_run (desk, "plain");
  g_object_unref (run);
}

/* Somebody has written into the store that the run had changed what it cannot change. */
static void
write_events (RensaStore *store, gint64 iteration)
{
  static const char *const events[] = {
    "'nodot', '1'",
    "'', ''",
    "'hooks.5.rate', '0.5'",
    "'hooks.4294967296.rate', '0.5'",
    "'hooks.0', '1'",
    "'hooks.0.', '1'",
    "'optimizer.', '1'",
    "'optimizer.nothing', '1'",
    "'optimizer.alpha', 'much'",
    "'optimizer.alpha', x'ff00'",
    "cast(x'ff2eff' AS TEXT), '1'",
    "x'00', zeroblob(100)",
  };
  g_autofree char *path = g_build_filename (rensa_store_get_folder (store), "runs.db", NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      g_autofree char *sql = g_strdup_printf (
          "INSERT INTO events (run, time, iteration, epoch, elapsed, what, text) SELECT id, 1, %d, 1, 1, %s"
          " FROM runs",
          (int) iteration, events[i]);

      g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    }
  sqlite3_close (db);
}

static void
test_odd_events (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  RensaRun *run;

  train_plainly (desk, text, "plain", NULL);
  start (desk, store, text, NULL, TRUE);
  step_to (desk, 10);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  desk_close_worker (desk);
  flush_store (store);
  write_events (store, 5);
  write_events (store, 10);
  write_events (store, 15);

  start (desk, store, text, run, FALSE);
  g_assert_cmpint (rensa_worker_get_first_iteration (desk->worker), ==, 10);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_cmpuint (desk_count (desk, RENSA_MESSAGE_NOTICE), >, 5);
  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      g_assert_true (message->text == NULL || g_utf8_validate (message->text, -1, NULL));
    }
  assert_model_of_run (desk, "plain");
  g_object_unref (run);
}

/* A file may be called anything; what the run is called can be shown. */
static void
test_odd_name (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (1), "\"name\": \"Moons\", ", "");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1,
                                                             "Gr\xfc\xdf"
                                                             "e.rensa",
                                                             NULL);
  const RensaWorkerOptions options = { .document = document, .store = store };

  desk->worker = rensa_worker_start (&options, NULL);
  g_assert_nonnull (desk->worker);
  g_assert_true (g_utf8_validate (rensa_run_get_name (rensa_worker_get_run (desk->worker)), -1, NULL));
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
}

/* Of its own snapshots a run keeps no more than it needs. */
static void
test_kept (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autofree char *folder = NULL;
  RensaRun *run;
  guint n = 0;

  start (desk, store, text, NULL, TRUE);
  for (int i = 1; i <= 4; i++)
    step_to (desk, i);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  folder = g_strdup (rensa_worker_get_folder (desk->worker));
  desk_close_worker (desk);
  flush_store (store);

  /* Those of the part before have settled. */
  start (desk, store, text, run, TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 4);
  step_to (desk, 5);
  step_to (desk, 6);
  desk_close_worker (desk);
  for (int i = 1; i <= 6; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/resume_iter_%d", folder, i);

      n += g_file_test (path, G_FILE_TEST_EXISTS);
      g_assert_true (i < 5 || g_file_test (path, G_FILE_TEST_EXISTS));
    }
  g_assert_cmpuint (n, <=, 3);
  g_object_unref (run);
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  far_device_register ();
  ADD_DESK_TEST ("/worker/record", test_record);
  ADD_DESK_TEST ("/worker/record/failure", test_failure);
  ADD_DESK_TEST ("/worker/resume/stopped", test_stopped);
  ADD_DESK_TEST ("/worker/resume/far-device", test_far_device);
  ADD_DESK_TEST ("/worker/resume/longer", test_train_longer);
  ADD_DESK_TEST ("/worker/resume/best", test_best);
  ADD_DESK_TEST ("/worker/resume/no-snapshot", test_no_snapshot);
  ADD_DESK_TEST ("/worker/resume/first-snapshot", test_first_snapshot);
  ADD_DESK_TEST ("/worker/resume/damaged-snapshot", test_damaged_snapshot);
  ADD_DESK_TEST ("/worker/resume/changed", test_changed);
  ADD_DESK_TEST ("/worker/resume/kept", test_kept);
  ADD_DESK_TEST ("/worker/resume/odd-events", test_odd_events);
  ADD_DESK_TEST ("/worker/resume/odd-name", test_odd_name);
  return g_test_run ();
}
