/* test-store.c: what goes into the store comes out of it again.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "rensa-error.h"
#include "store-fixture.h"

static void
run_comes_back (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (run));
  g_autofree char *document = NULL;
  const gint64 started = rensa_run_get_started (run);

  g_assert_true (first_run (store) == run);
  g_assert_true (rensa_run_is_active (run));
  rensa_recorder_set_params (recorder, 5, 1234);
  rensa_recorder_fail (recorder, "l1 does not fit", NULL);
  rensa_recorder_free (recorder);
  rensa_store_set_note (store, run, "a note\nof two lines");
  rensa_store_set_tags (store, run, "a,連鎖");
  rensa_store_set_starred (store, run, TRUE);
  rensa_store_set_name (store, run, "renamed");
  g_object_unref (store);

  store = open_store (folder);
  run = rensa_store_find_run (store, uuid);
  g_assert_true (run != NULL && run == first_run (store));
  g_assert_cmpstr (rensa_run_get_name (run), ==, "renamed");
  g_assert_cmpstr (rensa_run_get_note (run), ==, "a note\nof two lines");
  g_assert_cmpstr (rensa_run_get_tags (run), ==, "a,連鎖");
  g_assert_true (rensa_run_get_starred (run));
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FAILED);
  g_assert_cmpstr (rensa_run_get_message (run), ==, "l1 does not fit");
  g_assert_cmpint (rensa_run_get_started (run), ==, started);
  g_assert_cmpint (rensa_run_get_ended (run), >=, started);
  g_assert_cmpstr (rensa_run_get_dataset (run), ==, "moons");
  g_assert_cmpstr (rensa_run_get_optimizer (run), ==, "Adam");
  g_assert_cmpstr (rensa_run_get_device (run), ==, "cpu");
  g_assert_cmpstr (rensa_run_get_engine (run), ==, RENSA_VERSION);
  g_assert_cmpstr (rensa_run_get_parent (run), ==, "somebody");
  g_assert_cmpint (rensa_run_get_seed (run), ==, 9007199254740992);
  g_assert_cmpint (rensa_run_get_n_links (run), ==, 5);
  g_assert_cmpint (rensa_run_get_n_params (run), ==, 1234);
  g_assert_true (isnan (rensa_run_get_best_metric (run)) && isnan (rensa_run_get_last_loss (run)));
  g_assert_null (rensa_run_get_metric_name (run));
  document = rensa_store_load_document (store, run, NULL);
  g_assert_cmpstr (document, ==, "{\"format\": 1}");
  g_assert_null (rensa_store_find_run (store, "nobody"));
  g_object_unref (store);
  test_folder_free (folder);
}

/* The property and the getter of each name tell the same. */
static void
properties (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autofree char *uuid = NULL;
  g_autofree char *metric = NULL;
  gint64 n_params;
  double best;
  double epoch;
  int state;
  gboolean starred;

  rensa_recorder_add_value (recorder, "main/accuracy", 7, 0.5, 2, 0.25);
  finish_run (store, recorder);
  wait_until (rensa_run_get_state (run) == RENSA_RUN_FINISHED);
  rensa_store_set_starred (store, run, TRUE);
  g_object_get (run, "uuid", &uuid, "metric-name", &metric, "n-params", &n_params, "best-metric", &best, "epoch",
                &epoch, "state", &state, "starred", &starred, NULL);
  g_assert_cmpstr (uuid, ==, rensa_run_get_uuid (run));
  g_assert_cmpstr (metric, ==, "main/accuracy");
  g_assert_cmpint (n_params, ==, 89610);
  g_assert_cmpfloat (best, ==, 0.25);
  g_assert_cmpfloat (epoch, ==, 0.5);
  g_assert_cmpint (state, ==, RENSA_RUN_FINISHED);
  g_assert_true (starred);
  g_clear_object (&store);
  test_folder_free (folder);
}

static double
test_value (gint64 i)
{
  switch (i % 7)
    {
    case 3:
      return i % 2 == 0 ? NAN : INFINITY;
    case 5:
      return i % 2 == 0 ? -INFINITY : -0.0;
    default:
      return sin ((double) i) / 3;
    }
}

static gboolean
is_same (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

/* No value is lost or changed by a bit, whatever the seconds at which chunks were cut. */
static void
many_values (void)
{
  enum
  {
    N = 100000
  };
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (recorder)));
  g_autoptr (RensaRunSeries) series = NULL;

  for (gint64 i = 0; i < N; i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i + 1, (double) (i + 1) / 600, (double) i * 1e-3,
                                test_value (i));
      if (i == 10 || i == 200 || i == 1000 || i == 50000)
        flush (store);
    }
  finish_run (store, recorder);
  g_object_unref (store);

  store = open_store (folder);
  series = load_series (store, rensa_store_find_run (store, uuid), "main/loss");
  g_assert_cmpuint (series->n, ==, N);
  for (gint64 i = 0; i < N; i++)
    {
      g_assert_cmpfloat (series->iterations[i], ==, (double) (i + 1));
      g_assert_true (is_same (series->epochs[i], (double) (i + 1) / 600));
      g_assert_cmpfloat_with_epsilon (series->elapsed[i], (double) i * 1e-3, 1e-6);
      g_assert_true (is_same (series->values[i], test_value (i)));
    }
  /* Values are 8 bytes each; the rest is small. */
  g_assert_cmpint (ask_integer (folder, "SELECT sum(length(data)) FROM chunks"), <, 14 * N);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM chunks"), <, 40);
  g_object_unref (store);
  test_folder_free (folder);
}

/* Times and places that no steady run has. */
static void
odd_points (void)
{
  static const double odd[] = { 0, -1, NAN, INFINITY, 1e300, -1e-300, 5e-324, 3, 3, 2.5, -INFINITY, 1e18 };
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autoptr (RensaRunSeries) series = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    rensa_recorder_add_value (recorder, "x", i % 2 == 0 ? G_MAXINT64 : G_MININT64, odd[i], odd[i], odd[i]);
  flush (store);
  series = load_series (store, run, "x");
  g_assert_cmpuint (series->n, ==, G_N_ELEMENTS (odd));
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_assert_true (is_same (series->epochs[i], odd[i]) && is_same (series->values[i], odd[i]));
      g_assert_cmpfloat (series->elapsed[i], ==, fabs (odd[i]) < 1e9 ? round (odd[i] * 1e6) / 1e6 : 0);
      g_assert_cmpfloat (series->iterations[i], ==, i % 2 == 0 ? 0x1p63 : -0x1p63);
    }
  rensa_recorder_free (recorder);
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
keys_keep_their_order (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) reports = NULL;
  g_autoptr (GString) joined = g_string_new (NULL);

  for (int i = 0; i < 3; i++)
    {
      rensa_recorder_add_value (recorder, "z", i, i, i, i);
      rensa_recorder_add_value (recorder, "a", i, i, i, i);
      flush (store);
      rensa_recorder_add_value (recorder, "m", i, i, i, i);
    }
  finish_run (store, recorder);
  reports = rensa_store_list_series (store, run, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < reports->len; i++)
    g_string_append_printf (joined, " %s", ((const RensaReportKey *) reports->pdata[i])->key);
  g_assert_cmpstr (joined->str, ==, " z a m");
  g_assert_null (rensa_store_load_series (store, run, "none", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
log_and_events (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autoptr (GPtrArray) log = NULL;
  g_autoptr (GPtrArray) events = NULL;
  RensaRunLogRow *row;
  RensaRunEvent *event;

  rensa_recorder_add_log (recorder, 0, (const char *[]){ "main/loss", "iteration" }, (double[]){ NAN, 600 }, 2);
  rensa_recorder_add_log (recorder, 1, (const char *[]){ "iteration", "extra", "main/loss" },
                          (double[]){ 1200, -INFINITY, 0.1 }, 3);
  rensa_recorder_add_event (recorder, 700, 1.5, 12.25, "optimizer.alpha", "0.01");
  finish_run (store, recorder);

  log = rensa_store_load_log (store, run, NULL);
  g_assert_cmpuint (log->len, ==, 2);
  row = log->pdata[0];
  g_assert_cmpint (row->entry, ==, 0);
  g_assert_cmpuint (row->n, ==, 2);
  g_assert_cmpstr (row->keys[0], ==, "main/loss");
  g_assert_true (isnan (row->values[0]) && row->values[1] == 600);
  row = log->pdata[1];
  g_assert_cmpuint (row->n, ==, 3);
  g_assert_cmpstr (row->keys[1], ==, "extra");
  g_assert_true (row->values[1] == -INFINITY && row->values[2] == 0.1);
  g_assert_cmpint (ask_integer (folder, "SELECT iteration FROM log WHERE key = 'extra'"), ==, 1200);

  events = rensa_store_load_events (store, run, NULL);
  g_assert_cmpuint (events->len, ==, 1);
  event = events->pdata[0];
  g_assert_cmpstr (event->what, ==, "optimizer.alpha");
  g_assert_cmpstr (event->text, ==, "0.01");
  g_assert_cmpint (event->iteration, ==, 700);
  g_assert_cmpfloat (event->epoch, ==, 1.5);
  g_assert_cmpfloat (event->elapsed, ==, 12.25);
  g_assert_cmpint (event->time, >=, rensa_run_get_started (run));
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
artifacts (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autofree char *expected = rensa_store_get_run_folder (store, run);
  g_autofree char *one = g_build_filename (expected, "snapshot_iter_1", NULL);
  g_autofree char *two = g_build_filename (expected, "cg.dot", NULL);
  g_autoptr (GPtrArray) list = NULL;
  RensaRunArtifact *artifact;

  g_assert_cmpstr (rensa_recorder_get_folder (recorder), ==, expected);
  g_assert_true (g_str_has_prefix (expected, folder));
  g_assert_true (g_file_set_contents (one, "12345", -1, NULL) && g_file_set_contents (two, "graph", -1, NULL));
  rensa_recorder_add_artifact (recorder, "snapshot", "snapshot_iter_1", 1);
  rensa_recorder_add_artifact (recorder, "snapshot", "snapshot_iter_0", 0);
  rensa_recorder_add_artifact (recorder, "graph", two, 1);
  rensa_recorder_add_artifact (recorder, "snapshot", "snapshot_iter_1", 2);
  finish_run (store, recorder);

  list = rensa_store_load_artifacts (store, run, NULL);
  g_assert_cmpuint (list->len, ==, 2);
  artifact = list->pdata[0];
  g_assert_cmpstr (artifact->path, ==, one);
  g_assert_cmpstr (artifact->kind, ==, "snapshot");
  g_assert_cmpint (artifact->size, ==, 5);
  g_assert_cmpint (artifact->iteration, ==, 2);
  artifact = list->pdata[1];
  g_assert_cmpstr (artifact->path, ==, two);
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
best_and_last (void)
{
  static const double accuracies[] = { 0.5, 0.9, NAN, 0.7 };
  static const double losses[] = { 2, 0.5, INFINITY, 1 };
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);

  rensa_recorder_add_value (recorder, "lr", 1, 0.25, 1, 100);
  for (guint i = 0; i < G_N_ELEMENTS (losses); i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i + 1, 0.25 * (i + 1), 1, losses[i]);
      rensa_recorder_add_value (recorder, "main/accuracy", i + 1, 0.25 * (i + 1), 1, accuracies[i]);
    }
  flush (store);
  wait_until (rensa_run_get_last_loss (run) == 1);
  g_assert_cmpstr (rensa_run_get_metric_name (run), ==, "main/accuracy");
  g_assert_cmpfloat (rensa_run_get_best_metric (run), ==, 0.9);
  g_assert_cmpfloat (rensa_run_get_last_metric (run), ==, 0.7);
  g_assert_cmpstr (rensa_run_get_loss_name (run), ==, "main/loss");
  g_assert_cmpfloat (rensa_run_get_best_loss (run), ==, 0.5);
  g_assert_cmpint (rensa_run_get_iteration (run), ==, 4);
  g_assert_cmpfloat (rensa_run_get_epoch (run), ==, 1);

  rensa_recorder_add_value (recorder, "validation/main/loss", 5, 1, 2, 0.75);
  rensa_recorder_add_value (recorder, "validation/main/accuracy", 5, 1, 2, 0.625);
  rensa_recorder_add_value (recorder, "main/accuracy", 5, 1, 2, 1);
  finish_run (store, recorder);
  wait_until (!rensa_run_is_active (run));
  g_assert_cmpstr (rensa_run_get_metric_name (run), ==, "validation/main/accuracy");
  g_assert_cmpfloat (rensa_run_get_best_metric (run), ==, 0.625);
  g_assert_cmpfloat (rensa_run_get_last_metric (run), ==, 0.625);
  g_assert_cmpfloat (rensa_run_get_best_loss (run), ==, 0.75);
  g_assert_cmpfloat (rensa_run_get_elapsed (run), ==, 2);
  g_clear_object (&store);
  test_folder_free (folder);
}

/* A loss that has come apart is a fact of the row, and a NaN is not nothing. */
static void
not_finite (void)
{
  static const struct
  {
    const char *key;
    double value;
    gboolean is_not_finite;
  } reports[] = { { "main/loss", 1, FALSE },
                  { "main/accuracy", NAN, FALSE },
                  { "main/loss", NAN, TRUE },
                  { "main/loss", 2, FALSE },
                  { "validation/main/loss", 1, FALSE },
                  { "main/loss", INFINITY, TRUE },
                  { "validation/main/loss", NAN, TRUE },
                  { "main/loss", 2, TRUE } };
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (run));

  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    {
      rensa_recorder_add_value (recorder, reports[i].key, i, i, i, reports[i].value);
      rensa_recorder_set_state (recorder, RENSA_RUN_RUNNING);
      wait_until (rensa_run_get_iteration (run) == i);
      g_assert_cmpint (rensa_run_get_not_finite (run), ==, reports[i].is_not_finite);
    }
  finish_run (store, recorder);
  g_clear_object (&store);

  store = open_store (folder);
  run = rensa_store_find_run (store, uuid);
  g_assert_true (rensa_run_get_not_finite (run));
  g_assert_cmpstr (rensa_run_get_loss_name (run), ==, "validation/main/loss");
  g_assert_true (isnan (rensa_run_get_last_loss (run)));
  g_assert_cmpfloat (rensa_run_get_best_loss (run), ==, 1);

  /* Before it came apart. */
  recorder = rensa_store_continue (store, run, 4, NULL);
  g_assert_false (rensa_run_get_not_finite (run));
  rensa_recorder_free (recorder);
  g_clear_object (&store);
  test_folder_free (folder);
}

/* By setting, over time; what is set twice at once holds as it was set last. */
static void
changes (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  g_autoptr (GPtrArray) list = NULL;
  RensaRunChange *change;

  rensa_recorder_add_event (recorder, 10, 1, 1, "optimizer.alpha", "0.1");
  rensa_recorder_add_event (recorder, 20, 2, 2, "hooks.0.rate", "0");
  rensa_recorder_add_event (recorder, 20, 2, 2, "optimizer.alpha", "0.5");
  rensa_recorder_add_event (recorder, 20, 2, 3, "optimizer.alpha", "0.01");
  finish_run (store, recorder);
  list = rensa_store_load_changes (store, first_run (store), NULL);
  g_assert_cmpuint (list->len, ==, 2);
  change = list->pdata[0];
  g_assert_cmpstr (change->path, ==, "optimizer.alpha");
  g_assert_cmpuint (change->n, ==, 2);
  g_assert_cmpint (change->iterations[0], ==, 10);
  g_assert_cmpstr (change->texts[0], ==, "0.1");
  g_assert_cmpint (change->iterations[1], ==, 20);
  g_assert_cmpfloat (change->epochs[1], ==, 2);
  g_assert_cmpstr (change->texts[1], ==, "0.01");
  change = list->pdata[1];
  g_assert_cmpstr (change->path, ==, "hooks.0.rate");
  g_clear_object (&store);
  test_folder_free (folder);
}

/* The row is there soon, without anybody asking for it. */
static void
written_within_a_second (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");

  wait_until (ask_integer (folder, "SELECT count(*) FROM runs WHERE state = 'running'") == 1);
  rensa_recorder_add_value (recorder, "main/loss", 1, 1, 1, 1);
  wait_until (ask_integer (folder, "SELECT count(*) FROM chunks") == 1);
  rensa_recorder_free (recorder);
  wait_until (ask_integer (folder, "SELECT count(*) FROM runs WHERE state = 'interrupted'") == 1);
  g_clear_object (&store);
  test_folder_free (folder);
}

static gpointer
work (gpointer data)
{
  RensaRecorder *recorder = data;

  for (gint64 i = 0; i < 100000; i++)
    {
      rensa_recorder_add_value (recorder, i % 2 == 0 ? "main/loss" : "main/accuracy", i, (double) i, (double) i,
                                (double) i);
      if (i % 20000 == 0)
        {
          rensa_recorder_set_state (recorder, RENSA_RUN_PAUSED);
          rensa_recorder_add_log (recorder, i / 20000, (const char *[]){ "iteration" }, (double[]){ (double) i }, 1);
          rensa_recorder_set_params (recorder, 1, i);
          rensa_recorder_add_event (recorder, i, 1, 1, "optimizer.lr", "1");
          g_usleep (300000);
          rensa_recorder_set_state (recorder, RENSA_RUN_RUNNING);
        }
    }
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  return NULL;
}

/* The worker reports while the person edits and looks. */
static void
from_another_thread (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  RensaRun *run = rensa_recorder_get_run (recorder);
  GThread *worker = g_thread_new ("worker", work, recorder);
  g_autoptr (RensaRunSeries) losses = NULL;
  g_autoptr (RensaRunSeries) accuracies = NULL;
  guint n = 0;

  while (rensa_run_is_active (run))
    {
      g_autofree char *note = g_strdup_printf ("note %u", ++n);
      g_autoptr (RensaRunSeries) series = rensa_store_load_series (store, run, "main/loss", NULL);

      for (gsize i = 0; series != NULL && i < series->n; i++)
        g_assert_cmpfloat (series->values[i], ==, 2 * (double) i);
      rensa_store_set_note (store, run, note);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  g_thread_join (worker);
  rensa_recorder_free (recorder);
  flush (store);

  losses = load_series (store, run, "main/loss");
  accuracies = load_series (store, run, "main/accuracy");
  g_assert_cmpuint (losses->n + accuracies->n, ==, 100000);
  g_assert_cmpfloat (rensa_run_get_last_metric (run), ==, 99999);
  g_assert_cmpfloat (rensa_run_get_best_loss (run), ==, 0);
  g_assert_cmpint (rensa_run_get_n_params (run), ==, 80000);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM log"), ==, 5);
  g_assert_cmpint (ask_integer (folder, "SELECT count(*) FROM events"), ==, 5);
  g_clear_object (&store);
  test_folder_free (folder);
}

static gboolean
has_proofs (RensaRun *run, const char *agreeing)
{
  g_auto (GStrv) targets = rensa_run_list_proofs (run, TRUE);
  g_autofree char *all = g_strjoinv (" ", targets);

  return g_str_equal (all, agreeing);
}

static void
assert_proofs (RensaRun *run, const char *agreeing, const char *differing)
{
  g_auto (GStrv) no = rensa_run_list_proofs (run, FALSE);
  g_autofree char *rest = g_strjoinv (" ", no);

  g_assert_true (has_proofs (run, agreeing));
  g_assert_cmpstr (rest, ==, differing);
}

/* The last proof of each target counts, until the model is trained on; what others wrote there is passed over. */
static void
proofs (void)
{
  char *folder = test_folder_new ();
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "proved");
  RensaRun *run = rensa_recorder_get_run (recorder);

  rensa_recorder_add_value (recorder, "main/loss", 20, 1, 1, 0.5);
  finish_run (store, recorder);
  wait_until (rensa_run_get_iteration (run) == 20);
  assert_proofs (run, "", "");
  rensa_store_set_proof (store, run, "onnx", 20, FALSE);
  rensa_store_set_proof (store, run, "c", 20, TRUE);
  rensa_store_set_proof (store, run, "torch", 19, TRUE);
  assert_proofs (run, "c", "onnx");
  rensa_store_set_proof (store, run, "onnx", 20, TRUE);
  assert_proofs (run, "c onnx", "");
  g_object_unref (store);

  store = open_store (folder);
  run = first_run (store);
  assert_proofs (run, "c onnx", "");
  run_sql (folder, "UPDATE runs SET proofs = '@ @20 !@20 c !c c@ !c@99999999999999999999  torch@21 c@x'");
  wait_until (has_proofs (run, "torch"));
  assert_proofs (run, "torch", "c");

  recorder = rensa_store_continue (store, run, 20, NULL);
  g_assert_nonnull (recorder);
  rensa_recorder_add_value (recorder, "main/loss", 22, 1, 1, 0.5);
  finish_run (store, recorder);
  wait_until (rensa_run_get_iteration (run) == 22);
  assert_proofs (run, "", "c");
  g_object_unref (store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/store/run", run_comes_back);
  g_test_add_func ("/store/store/properties", properties);
  g_test_add_func ("/store/store/many-values", many_values);
  g_test_add_func ("/store/store/odd-points", odd_points);
  g_test_add_func ("/store/store/order-of-keys", keys_keep_their_order);
  g_test_add_func ("/store/store/log-and-events", log_and_events);
  g_test_add_func ("/store/store/artifacts", artifacts);
  g_test_add_func ("/store/store/best-and-last", best_and_last);
  g_test_add_func ("/store/store/not-finite", not_finite);
  g_test_add_func ("/store/store/changes", changes);
  g_test_add_func ("/store/store/proofs", proofs);
  g_test_add_func ("/store/store/another-thread", from_another_thread);
  g_test_add_func ("/store/store/within-a-second", written_within_a_second);
  return g_test_run ();
}
