/* test-device.c: what a run tells of the device that it trains on.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "worker-fixture.h"

/* On the stand-in for a GPU. */
static char *
make_far_document (int epochs)
{
  return replaced (make_document (epochs), "{", "{ \"device\": \"mock\", ");
}

/* Parameters, their gradients and moments are there as long as the run is, and more while it computes. */
static void
test_memory (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_far_document (1);
  RensaWorkerStatus status;

  desk_start (desk, text, "far", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  status = desk_status (desk);
  g_assert_cmpuint (status.use.live_bytes, >, 0);
  g_assert_cmpuint (status.use.peak_bytes, >, status.use.live_bytes);
  g_assert_cmpuint (status.device_bytes, >, status.use.peak_bytes);
}

/* The peak is that of this run, not of one before it. */
static void
test_peak_of_run (Desk *desk, gconstpointer data)
{
  g_autofree char *large = replaced (make_far_document (1), "\"batch_size\": 7", "\"batch_size\": 49");
  g_autofree char *small = make_far_document (1);
  gsize peak;

  desk_start (desk, large, "large", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  peak = desk_status (desk).use.peak_bytes;
  desk_close_worker (desk);
  desk_start (desk, small, "small", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_cmpuint (desk_status (desk).use.peak_bytes, <, peak);
}

static void
test_cpu (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1);

  desk_start (desk, text, "near", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_cmpuint (desk_status (desk).device_bytes, ==, 0);
  g_assert_cmpuint (desk_status (desk).use.peak_bytes, ==, 0);
}

static char *
record_device (Desk *desk, char *text)
{
  g_autofree char *taken = text;
  g_autoptr (RensaDocument) document = document_of (taken);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GError) error = NULL;
  char *device;

  desk->worker = rensa_worker_start (&(RensaWorkerOptions){ .document = document, .store = store }, &error);
  g_assert_no_error (error);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  flush_store (store);
  device = g_strdup (rensa_run_get_device (rensa_worker_get_run (desk->worker)));
  desk_close_worker (desk);
  return device;
}

static void
test_record (Desk *desk, gconstpointer data)
{
  g_autofree char *far_device = record_device (desk, make_far_document (1));
  g_autofree char *near_device = record_device (desk, make_document (1));

  g_assert_cmpstr (far_device, ==, "Stand-in on the host (mock:0)");
  g_assert_cmpstr (near_device, ==, "cpu");
}

static gint64
find_last_iteration (Desk *desk)
{
  for (guint i = desk->messages->len; i > 0; i--)
    if (g_array_index (desk->messages, RensaMessage, i - 1).kind == RENSA_MESSAGE_VALUE)
      return g_array_index (desk->messages, RensaMessage, i - 1).iteration;
  return 0;
}

/* The last values of a pause are there, though the device had them later than the host went on. */
static void
test_values (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_far_document (2);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };

  train_plainly (desk, text, "plain", &plain);
  desk_start (desk, text, "far", TRUE);
  for (gint64 i = 1; i <= 3; i++)
    {
      rensa_worker_step (desk->worker);
      desk_wait (desk, RENSA_WORKER_PAUSED, i);
      g_assert_cmpint (find_last_iteration (desk), ==, i);
    }
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_values (desk, expected);
}

/* Features are taken for words, of which there are fewer: nobody knows before they are looked up. */
static char *
make_wild_document (void)
{
  char *text =
      replaced (make_far_document (1), "{\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 8}}",
                "{\"name\": \"words\", \"type\": \"cast\", \"attrs\": {\"typ\": \"int32\"}}, "
                "{\"name\": \"l1\", \"type\": \"EmbedID\", \"attrs\": {\"in_size\": 1, \"out_size\": 4}}");

  text = replaced (text, ", \"DumpGraph\"", "");
  return replaced (text, "{\"from\": \"x\", \"to\": \"l1\"}",
                   "{\"from\": \"x\", \"to\": \"words\"}, {\"from\": \"words\", \"to\": \"l1\"}");
}

/* What a device finds wrong later ends the run all the same, and nothing is written of what came after: no snapshot that is asked for, and none of
 * the pause after the step. */
static void
test_wild_words (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_wild_document ();

  desk_start (desk, text, "wild", TRUE);
  desk_wait_paused (desk, 0);
  rensa_worker_step (desk->worker);
  rensa_worker_take_snapshot (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FAILED);
  g_assert_nonnull (strstr (rensa_worker_get_error (desk->worker), "indices must be from 0 to 0, but"));
  g_assert_cmpint (desk_status (desk).iteration, ==, 1);
  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      if (message->kind == RENSA_MESSAGE_ARTIFACT)
        g_assert_cmpint (message->iteration, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/worker/device/memory", test_memory);
  ADD_DESK_TEST ("/worker/device/peak-of-run", test_peak_of_run);
  ADD_DESK_TEST ("/worker/device/cpu", test_cpu);
  ADD_DESK_TEST ("/worker/device/record", test_record);
  ADD_DESK_TEST ("/worker/device/values", test_values);
  ADD_DESK_TEST ("/worker/device/wild-words", test_wild_words);
  return g_test_run ();
}
