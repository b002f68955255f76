/* test-device.c: what a run tells of the device that it trains on.
 * SPDX-License-Identifier: MIT */

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

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/worker/device/memory", test_memory);
  ADD_DESK_TEST ("/worker/device/peak-of-run", test_peak_of_run);
  ADD_DESK_TEST ("/worker/device/cpu", test_cpu);
  ADD_DESK_TEST ("/worker/device/record", test_record);
  return g_test_run ();
}
