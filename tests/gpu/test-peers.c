/* test-peers.c: mistakes with two devices, each of which the stand-in for GPUs and for NCCL tells or shows.
 * SPDX-License-Identifier: MIT */

#include "planted.h"
#include "rensa-mock.h"

#include <string.h>

/* Orders that are tried before a mistake counts as hidden. */
#define N_SEEDS 30
#define N 600
#define N_BYTES (N * sizeof (float))

static RensaCudaApi api;
static GString *mistakes;

static void
note (const char *text)
{
  g_string_append_printf (mistakes, "%s\n", text);
}

#define assert_success(call) g_assert_cmpint (call, ==, RENSA_CUDA_SUCCESS)

/* What there is on each device: x holds 1, 2, … on the first, twice as much on the second; y holds zeros. */
typedef struct
{
  RensaCudaContext contexts[2];
  RensaCudaStream streams[2];
  RensaCudaPointer x[2];
  RensaCudaPointer y[2];
  RensaNcclComm comms[2];
} Pair;

static void
enter (const Pair *pair, int k)
{
  assert_success (api.cuCtxSetCurrent (pair->contexts[k]));
}

static Pair
pair_open (guint seed)
{
  const int numbers[] = { 0, 1 };
  float values[N];
  Pair pair;

  rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
  mistakes = g_string_new (NULL);
  for (int k = 0; k < 2; k++)
    {
      assert_success (api.cuDevicePrimaryCtxRetain (&pair.contexts[k], k));
      enter (&pair, k);
      assert_success (api.cuStreamCreate (&pair.streams[k], RENSA_CUDA_STREAM_NON_BLOCKING));
      assert_success (api.cuMemAlloc_v2 (&pair.x[k], N_BYTES));
      assert_success (api.cuMemAlloc_v2 (&pair.y[k], N_BYTES));
      for (int i = 0; i < N; i++)
        values[i] = (float) (k + 1) * ((float) i + 1);
      assert_success (api.cuMemcpyHtoDAsync_v2 (pair.x[k], values, N_BYTES, pair.streams[k]));
      assert_success (api.cuMemsetD32Async (pair.y[k], 0, N, pair.streams[k]));
      assert_success (api.cuStreamSynchronize (pair.streams[k]));
    }
  assert_success (api.ncclCommInitAll (pair.comms, 2, numbers));
  return pair;
}

static void
pair_close (Pair *pair)
{
  for (int k = 0; k < 2; k++)
    api.ncclCommAbort (pair->comms[k]);
  for (int k = 0; k < 2; k++)
    {
      api.cuStreamSynchronize (pair->streams[k]);
      api.cuMemFree_v2 (pair->x[k]);
      api.cuMemFree_v2 (pair->y[k]);
      api.cuStreamDestroy_v2 (pair->streams[k]);
    }
  g_string_free (g_steal_pointer (&mistakes), TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_close)

static gpointer
address (RensaCudaPointer memory)
{
  return (gpointer) (guintptr) memory;
}

/* Device @k sends @count elements of x, and y of device 0 gets the sum. */
static RensaCudaStatus
reduce (const Pair *pair, int k, gsize count)
{
  return api.ncclReduce (address (pair->x[k]), address (pair->y[k]), count, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM, 0,
                         pair->comms[k], pair->streams[k]);
}

/* Device 0 sends what @from has, and y of both gets it. */
static RensaCudaStatus
broadcast (const Pair *pair, int k, RensaCudaPointer from)
{
  return api.ncclBroadcast (address (from), address (pair->y[k]), N_BYTES, RENSA_NCCL_UINT8, 0, pair->comms[k],
                            pair->streams[k]);
}

/* Whether y of device @k is @factor times 1, 2, … */
static gboolean
has_y (const Pair *pair, int k, float factor)
{
  float values[N];

  enter (pair, k);
  assert_success (api.cuMemcpyDtoHAsync_v2 (values, pair->y[k], N_BYTES, pair->streams[k]));
  assert_success (api.cuStreamSynchronize (pair->streams[k]));
  for (int i = 0; i < N; i++)
    if (values[i] != factor * ((float) i + 1))
      return FALSE;
  return TRUE;
}

static void
assert_told (const char *part)
{
  if (strstr (mistakes->str, part) == NULL)
    g_error ("“%s” was not told, but: %s", part, mistakes->str);
  g_string_truncate (mistakes, 0);
}

static void
test_exchange (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (Pair) pair = pair_open (seed);

      assert_success (api.ncclGroupStart ());
      for (int k = 0; k < 2; k++)
        assert_success (reduce (&pair, k, N));
      assert_success (api.ncclGroupEnd ());
      g_assert_true (has_y (&pair, 1, 0));
      g_assert_true (has_y (&pair, 0, 3));

      assert_success (api.ncclGroupStart ());
      for (int k = 1; k >= 0; k--)
        assert_success (broadcast (&pair, k, pair.y[k]));
      assert_success (api.ncclGroupEnd ());
      g_assert_true (has_y (&pair, 1, 3));
      g_assert_cmpstr (mistakes->str, ==, "");
    }
}

/* @second is what the other device is asked for in a group, after device 0 was asked to reduce all of x. */
static void
assert_group_refused (RensaCudaStatus (*second) (const Pair *pair), const char *part)
{
  g_auto (Pair) pair = pair_open (1);

  assert_success (api.ncclGroupStart ());
  assert_success (reduce (&pair, 0, N));
  assert_success (second (&pair));
  g_assert_cmpint (api.ncclGroupEnd (), !=, RENSA_CUDA_SUCCESS);
  assert_told (part);
}

static RensaCudaStatus
ask_nothing (const Pair *pair)
{
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
ask_less (const Pair *pair)
{
  return reduce (pair, 1, N - 1);
}

static RensaCudaStatus
ask_broadcast (const Pair *pair)
{
  return broadcast (pair, 1, pair->x[1]);
}

static RensaCudaStatus
ask_doubles (const Pair *pair)
{
  return api.ncclReduce (address (pair->x[1]), NULL, N / 2, RENSA_NCCL_FLOAT64, RENSA_NCCL_SUM, 0, pair->comms[1],
                         pair->streams[1]);
}

static RensaCudaStatus
ask_other_root (const Pair *pair)
{
  return api.ncclReduce (address (pair->x[1]), address (pair->y[1]), N, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM, 1,
                         pair->comms[1], pair->streams[1]);
}

static void
test_unlike_calls (void)
{
  assert_group_refused (ask_nothing, "device 1 of a group of 2 is asked for 0 exchanges, device 0 for 1");
  assert_group_refused (ask_less, "do not ask for the same: ncclReduce of 600 elements of type 7 with root 0, and "
                                  "ncclReduce of 599 of type 7 with root 0");
  assert_group_refused (ask_broadcast, "and ncclBroadcast of 2400 of type 1 with root 0");
  assert_group_refused (ask_doubles, "and ncclReduce of 300 of type 8 with root 0");
  assert_group_refused (ask_other_root, "and ncclReduce of 600 of type 7 with root 1");
}

/* From one thread, each would wait for the other. */
static void
test_outside_of_group (void)
{
  g_auto (Pair) pair = pair_open (1);

  g_assert_cmpint (reduce (&pair, 0, N), !=, RENSA_CUDA_SUCCESS);
  assert_told ("ncclReduce was called outside of a group");
  g_assert_cmpint (api.ncclGroupEnd (), !=, RENSA_CUDA_SUCCESS);
  assert_told ("ncclGroupEnd was called without ncclGroupStart");
}

static void
assert_call_refused (RensaCudaStatus status, const char *part)
{
  g_assert_cmpint (status, !=, RENSA_CUDA_SUCCESS);
  assert_told (part);
}

static void
test_wrong_arguments (void)
{
  g_auto (Pair) pair = pair_open (1);
  g_autofree float *host = g_new0 (float, N);
  RensaNcclComm comm = pair.comms[0];
  RensaCudaStream stream = pair.streams[0];

  assert_success (api.ncclGroupStart ());
  assert_call_refused (
      api.ncclReduce (address (pair.x[1]), address (pair.y[0]), N, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM, 0, comm, stream),
      "ncclReduce on mock:0 was given memory of mock:1");
  assert_call_refused (
      api.ncclReduce (address (pair.x[0]), host, N, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM, 0, comm, stream),
      "ncclReduce was given an address of the host's memory");
  assert_call_refused (reduce (&pair, 0, N + 1), "ncclReduce was given 2404 bytes of device memory of which not all");
  assert_call_refused (api.ncclReduce (address (pair.x[0]), address (pair.x[0] + 4), N - 1, RENSA_NCCL_FLOAT32,
                                       RENSA_NCCL_SUM, 0, comm, stream),
                       "what is sent and what is received overlap");
  assert_call_refused (api.ncclReduce (address (pair.x[0]), address (pair.y[0]), N, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM,
                                       0, comm, pair.streams[1]),
                       "ncclReduce was given a stream of mock:1 with the communicator of mock:0");
  assert_call_refused (
      api.ncclReduce (address (pair.x[0]), address (pair.y[0]), N, RENSA_NCCL_FLOAT32, RENSA_NCCL_SUM, 2, comm, stream),
      "ncclReduce was given type 7 and root 2");
  assert_call_refused (
      api.ncclReduce (address (pair.x[0]), address (pair.y[0]), N, 77, RENSA_NCCL_SUM, 0, comm, stream),
      "ncclReduce was given type 77 and root 0");
  assert_success (api.ncclGroupEnd ());
}

static void
test_aborted_communicator (void)
{
  g_auto (Pair) pair = pair_open (1);
  const int numbers[] = { 0, 1 };

  for (int k = 0; k < 2; k++)
    assert_success (api.ncclCommAbort (pair.comms[k]));
  assert_success (api.ncclGroupStart ());
  assert_call_refused (reduce (&pair, 0, N), "ncclReduce was given a communicator that there is not");
  assert_success (api.ncclGroupEnd ());
  assert_call_refused (api.ncclCommInitAll (pair.comms, 2, (const int[]){ 0, 0 }), "was given device 0 as number 1");
  assert_success (api.ncclCommInitAll (pair.comms, 2, numbers));
}

/* The sum is read by another stream of the same device, which waits for that of the exchange or does not. */
static gboolean
is_read_in_time (gboolean waits)
{
  gboolean is_right = TRUE;

  for (guint seed = 1; is_right && seed <= N_SEEDS; seed++)
    {
      g_auto (Pair) pair = pair_open (seed);
      RensaCudaStream other;
      RensaCudaEvent event;
      float value = 0;

      enter (&pair, 0);
      assert_success (api.cuStreamCreate (&other, RENSA_CUDA_STREAM_NON_BLOCKING));
      assert_success (api.cuEventCreate (&event, RENSA_CUDA_EVENT_DISABLE_TIMING));
      assert_success (api.ncclGroupStart ());
      for (int k = 0; k < 2; k++)
        assert_success (reduce (&pair, k, N));
      assert_success (api.ncclGroupEnd ());
      enter (&pair, 0);
      assert_success (api.cuEventRecord (event, pair.streams[0]));
      if (waits)
        assert_success (api.cuStreamWaitEvent (other, event, 0));
      assert_success (api.cuMemcpyDtoHAsync_v2 (&value, pair.y[0], sizeof value, other));
      assert_success (api.cuStreamSynchronize (other));
      assert_success (api.cuStreamDestroy_v2 (other));
      assert_success (api.cuEventDestroy_v2 (event));
      is_right = value == 3;
    }
  return is_right;
}

static void
test_hasty_read (void)
{
  g_assert_true (is_read_in_time (TRUE));
  g_assert_false (is_read_in_time (FALSE));
}

/* What is asked for in one group is not there for the rest of it. */
static gboolean
is_passed_on (gboolean in_one_group)
{
  gboolean is_right = TRUE;

  for (guint seed = 1; is_right && seed <= N_SEEDS; seed++)
    {
      g_auto (Pair) pair = pair_open (seed);

      assert_success (api.ncclGroupStart ());
      for (int k = 0; k < 2; k++)
        assert_success (reduce (&pair, k, N));
      if (!in_one_group)
        {
          assert_success (api.ncclGroupEnd ());
          assert_success (api.ncclGroupStart ());
        }
      for (int k = 0; k < 2; k++)
        assert_success (broadcast (&pair, k, pair.y[k]));
      assert_success (api.ncclGroupEnd ());
      is_right = has_y (&pair, 1, 3);
    }
  return is_right;
}

static void
test_order_in_group (void)
{
  g_assert_true (is_passed_on (FALSE));
  g_assert_false (is_passed_on (TRUE));
}

static RensaCudaStatus
launch_copy (const Pair *pair, int k, RensaCudaPointer x, RensaCudaStream stream)
{
  planted_args args = { address (x), address (pair->y[k]), N };
  void *arguments[] = { &args };
  RensaCudaFunction function;

  assert_success (api.cuModuleGetFunction (&function, NULL, "planted_copy"));
  return api.cuLaunchKernel (function, 1, 1, 1, GPU_BLOCK, 1, 1, 0, stream, arguments, NULL);
}

static void
test_other_devices (void)
{
  g_auto (Pair) pair = pair_open (1);
  RensaCudaEvent event;

  enter (&pair, 0);
  assert_call_refused (launch_copy (&pair, 0, pair.x[1], pair.streams[0]),
                       "planted_copy on mock:0 was given memory of mock:1");
  assert_call_refused (launch_copy (&pair, 1, pair.x[1], pair.streams[1]),
                       "cuLaunchKernel was given a stream of mock:1 by a thread with the context of mock:0");
  assert_call_refused (api.cuMemcpyDtoDAsync_v2 (pair.y[0], pair.x[1], N_BYTES, pair.streams[0]),
                       "cuMemcpyDtoDAsync on mock:0 was given memory of mock:1");
  assert_call_refused (
      api.cuMemcpyPeerAsync (pair.y[0], pair.contexts[0], pair.x[0], pair.contexts[1], N_BYTES, pair.streams[0]),
      "cuMemcpyPeerAsync on mock:1 was given memory of mock:0");
  assert_success (api.cuEventCreate (&event, RENSA_CUDA_EVENT_DISABLE_TIMING));
  assert_call_refused (api.cuEventRecord (event, pair.streams[1]), "the event is of mock:0, the stream of mock:1");
  assert_success (api.cuEventDestroy_v2 (event));
}

/* Has what is asked of stream @second wait for what was asked of stream @first. */
static void
wait_for (const Pair *pair, int first, int second)
{
  RensaCudaEvent event;

  enter (pair, first);
  assert_success (api.cuEventCreate (&event, RENSA_CUDA_EVENT_DISABLE_TIMING));
  assert_success (api.cuEventRecord (event, pair->streams[first]));
  enter (pair, second);
  assert_success (api.cuStreamWaitEvent (pair->streams[second], event, 0));
  assert_success (api.cuEventDestroy_v2 (event));
}

/* y of device 0, made by a kernel and then written over, is copied to y of device 1.  The copy waits for the kernel, and what writes waits for
 * the copy, or they do not. */
static gboolean
is_copied (gboolean waits_before, gboolean waits_after)
{
  gboolean is_right = TRUE;

  for (guint seed = 1; is_right && seed <= N_SEEDS; seed++)
    {
      g_auto (Pair) pair = pair_open (seed);

      enter (&pair, 0);
      assert_success (launch_copy (&pair, 0, pair.x[0], pair.streams[0]));
      if (waits_before)
        wait_for (&pair, 0, 1);
      enter (&pair, 1);
      assert_success (
          api.cuMemcpyPeerAsync (pair.y[1], pair.contexts[1], pair.y[0], pair.contexts[0], N_BYTES, pair.streams[1]));
      if (waits_after)
        wait_for (&pair, 1, 0);
      enter (&pair, 0);
      assert_success (api.cuMemsetD32Async (pair.y[0], 0, N, pair.streams[0]));
      is_right = has_y (&pair, 1, 1);
    }
  return is_right;
}

static void
test_missing_wait (void)
{
  g_assert_true (is_copied (TRUE, TRUE));
  g_assert_false (is_copied (FALSE, TRUE));
  g_assert_false (is_copied (TRUE, FALSE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_mock_fill (&api);
  rensa_mock_set_report (note);
  g_test_add_func ("/gpu/peers/exchange", test_exchange);
  g_test_add_func ("/gpu/peers/unlike-calls", test_unlike_calls);
  g_test_add_func ("/gpu/peers/outside-of-group", test_outside_of_group);
  g_test_add_func ("/gpu/peers/wrong-arguments", test_wrong_arguments);
  g_test_add_func ("/gpu/peers/aborted-communicator", test_aborted_communicator);
  g_test_add_func ("/gpu/peers/hasty-read", test_hasty_read);
  g_test_add_func ("/gpu/peers/order-in-group", test_order_in_group);
  g_test_add_func ("/gpu/peers/other-devices", test_other_devices);
  g_test_add_func ("/gpu/peers/missing-wait", test_missing_wait);
  return g_test_run ();
}
