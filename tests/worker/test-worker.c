/* test-worker.c: a run in a thread of its own trains what the trainer trains, and obeys.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "far-device.h"
#include "worker-fixture.h"

static void
test_same_model (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (20);

  train_plainly (desk, text, "plain", NULL);
  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "worker");
  g_assert_null (rensa_worker_get_error (desk->worker));
  g_assert_cmpint (desk_status (desk).iteration, ==, 172);
  g_assert_cmpfloat (desk_status (desk).fraction, ==, 1);
  g_assert_cmpfloat (desk_status (desk).length, ==, 20);
  g_assert_cmpstr (desk_status (desk).length_unit, ==, "epoch");
}

/* Each value of each iteration once, in order, with its place. */
static void
test_values (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (30);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };

  train_plainly (desk, text, "plain", &plain);
  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_values (desk, expected);
  g_assert_cmpuint (expected->len, >, 2 * 257);
}

static void
test_log (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (5);
  guint entry = 0;
  guint n_values = 0;

  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      if (message->kind == RENSA_MESSAGE_LOG)
        {
          g_assert_cmpint (message->iteration, ==, entry++);
          g_assert_cmpfloat (message->value, ==, 7);
        }
      else if (message->is_log)
        {
          n_values++;
          if (g_str_equal (message->key, "epoch"))
            g_assert_cmpfloat (message->value, ==, entry);
        }
    }
  g_assert_cmpuint (entry, ==, 5);
  /* Loss and accuracy of both parts, epoch, iteration, elapsed_time. */
  g_assert_cmpuint (n_values, ==, 5 * 7);
}

static void
test_files (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (3);
  g_autofree char *folder = desk_path (desk, "worker");
  GString *kinds = g_string_new (NULL);

  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      if (message->kind != RENSA_MESSAGE_ARTIFACT)
        continue;
      g_assert_true (g_file_test (message->text, G_FILE_TEST_IS_REGULAR));
      g_string_append_printf (kinds, "%s ", message->key);
    }
  g_assert_true (g_str_has_prefix (kinds->str, "graph "));
  g_assert_nonnull (strstr (kinds->str, " log "));
  g_assert_true (g_str_has_suffix (kinds->str, " model "));
  g_assert_cmpstr (rensa_worker_get_folder (desk->worker), ==, folder);
  g_string_free (kinds, TRUE);
}

static void
test_pause_and_step (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (20);
  const double pause = 0.2;
  RensaWorkerStatus before;
  gint64 start;

  train_plainly (desk, text, "plain", NULL);
  desk_start (desk, text, "worker", TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 0);
  g_assert_cmpint (desk_status (desk).iteration, ==, 0);
  for (int i = 1; i <= 3; i++)
    {
      rensa_worker_step (desk->worker);
      desk_wait_paused (desk, i);
      g_assert_cmpint (desk_status (desk).iteration, ==, i);
    }

  /* Pauses do not count. */
  before = desk_status (desk);
  start = g_get_monotonic_time ();
  g_usleep ((gulong) (pause * G_USEC_PER_SEC));
  rensa_worker_step (desk->worker);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 5);
  g_assert_cmpint (desk_status (desk).iteration, ==, 5);
  g_assert_cmpfloat (desk_status (desk).elapsed - before.elapsed, <,
                     (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC - pause + 1e-3);

  rensa_worker_resume (desk->worker);
  desk_wait (desk, RENSA_WORKER_PAUSED, 20);
  rensa_worker_pause (desk->worker);
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "worker");
}

/* One that is asked for stays; those for going on make room for newer ones. */
static void
test_snapshot (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (20);
  g_autofree char *taken = desk_path (desk, "worker/snapshot_iter_2");
  g_autofree char *same = desk_path (desk, "worker/resume_iter_2");

  desk_start (desk, text, "worker", TRUE);
  rensa_worker_step (desk->worker);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 2);
  rensa_worker_take_snapshot (desk->worker);
  rensa_worker_stop (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_STOPPED);
  assert_same_file (taken, same);
}

static void
test_stop (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1000000);
  g_autofree char *model = desk_path (desk, "worker/model.npz");
  g_autofree char *kept = NULL;

  desk_start (desk, text, "worker", FALSE);
  desk_wait (desk, RENSA_WORKER_RUNNING, 50);
  rensa_worker_stop (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_STOPPED);
  kept = g_strdup_printf ("%s/worker/resume_iter_%" G_GINT64_FORMAT, desk->path, desk_status (desk).iteration);
  g_assert_true (g_file_test (kept, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_test (model, G_FILE_TEST_IS_REGULAR));
}

/* Closing while it trains, while it is paused, and before it has begun. */
static void
test_close (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1000000);

  desk_start (desk, text, "a", FALSE);
  desk_wait (desk, RENSA_WORKER_RUNNING, 10);
  desk_close_worker (desk);
  desk_start (desk, text, "b", TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 0);
  desk_close_worker (desk);
  desk_start (desk, text, "c", FALSE);
  desk_close_worker (desk);
}

/* A change takes effect with the next iteration, and is reported. */
static void
test_set (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (20);
  Plain plain = { .at = 4, .path = "optimizers.main.alpha", .text = "0.2" };
  const RensaMessage *event;
  g_autoptr (GError) error = NULL;

  train_plainly (desk, text, "plain", &plain);
  desk_start (desk, text, "worker", TRUE);
  for (int i = 0; i < 4; i++)
    rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 4);
  g_assert_true (rensa_worker_set (desk->worker, "optimizer.alpha", "0.2", &error));
  g_assert_no_error (error);
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "worker");

  event = desk_find (desk, RENSA_MESSAGE_EVENT);
  g_assert_nonnull (event);
  g_assert_cmpint (event->iteration, ==, 4);
  g_assert_cmpstr (event->key, ==, "optimizer.alpha");
  g_assert_cmpstr (event->text, ==, "0.2");
  g_assert_cmpuint (desk_count (desk, RENSA_MESSAGE_EVENT), ==, 1);
}

static void
test_set_hook (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (5);
  g_autofree char *strong = replaced (g_strdup (text), "0.001", "0.5");

  train_plainly (desk, strong, "plain", NULL);
  desk_start (desk, text, "worker", TRUE);
  g_assert_true (rensa_worker_set (desk->worker, "optimizers.main.hooks.0.rate", "0.5", NULL));
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "worker");
}

static void
test_bad_set (Desk *desk, gconstpointer data)
{
  static const struct
  {
    const char *path;
    const char *text;
    const char *sentence;
  } cases[] = {
    { "optimizer.alpha", "fast", "alpha" },
    { "optimizer.alpha", "-1", "alpha" },
    { "optimizer.alpah", "0.1", "alpha" },
    { "hooks.1.rate", "0.1", "hooks" },
    { "seed", "1", "cannot be changed during training" },
    { "model.l1.out_size", "1", "cannot be changed during training" },
    { "optimizer", "SGD", "cannot be changed during training" },
    { "hooks.WeightDecay.rate", "1", "cannot be changed during training" },
    { "optimizers.other.alpha", "1", "cannot be changed during training" },
  };
  g_autofree char *text = make_document (5);

  desk_start (desk, text, "worker", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (rensa_worker_set (desk->worker, cases[i].path, cases[i].text, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].sentence));
    }
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_cmpuint (desk_count (desk, RENSA_MESSAGE_EVENT), ==, 0);
}

static void
test_two_at_once (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (40);
  g_autofree char *folder = desk_path (desk, "second");
  g_autoptr (RensaDocument) document = document_of (text);
  const RensaWorkerOptions options = { .document = document, .folder = folder };
  g_autoptr (GError) error = NULL;
  RensaWorker *second;

  train_plainly (desk, text, "plain", NULL);
  desk_start (desk, text, "first", FALSE);
  second = rensa_worker_start (&options, &error);
  g_assert_no_error (error);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "first");

  desk_close_worker (desk);
  desk->worker = second;
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "second");
}

/* Parameters, the optimizer's states and batches lie where the document says, and the figures are those of the CPU. */
static void
test_far_device (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autofree char *far = replaced (g_strdup (text), "\"seed\": 3", "\"seed\": 3, \"device\": \"far:1\"");

  train_plainly (desk, text, "cpu", NULL);
  desk_start (desk, far, "far", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "cpu", "far");
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  far_device_register ();
  ADD_DESK_TEST ("/worker/worker/same-model", test_same_model);
  ADD_DESK_TEST ("/worker/worker/values", test_values);
  ADD_DESK_TEST ("/worker/worker/log", test_log);
  ADD_DESK_TEST ("/worker/worker/files", test_files);
  ADD_DESK_TEST ("/worker/worker/pause-and-step", test_pause_and_step);
  ADD_DESK_TEST ("/worker/worker/snapshot", test_snapshot);
  ADD_DESK_TEST ("/worker/worker/stop", test_stop);
  ADD_DESK_TEST ("/worker/worker/close", test_close);
  ADD_DESK_TEST ("/worker/worker/set", test_set);
  ADD_DESK_TEST ("/worker/worker/set-hook", test_set_hook);
  ADD_DESK_TEST ("/worker/worker/bad-set", test_bad_set);
  ADD_DESK_TEST ("/worker/worker/two-at-once", test_two_at_once);
  ADD_DESK_TEST ("/worker/worker/far-device", test_far_device);
  return g_test_run ();
}
