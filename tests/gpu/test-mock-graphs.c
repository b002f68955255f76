/* test-mock-graphs.c: mistakes with graphs, each of which the stand-in for a GPU tells or shows.
 * SPDX-License-Identifier: MIT */

#include "mock-fixture.h"

#define N_SEEDS 10

static void
begin (const MockDevice *device, int mode)
{
  assert_success (mock_api.cuStreamBeginCapture_v2 (device->stream, mode));
}

static RensaCudaGraph
end (const MockDevice *device)
{
  RensaCudaGraph graph;

  assert_success (mock_api.cuStreamEndCapture (device->stream, &graph));
  return graph;
}

static RensaCudaGraphExec
instantiate (RensaCudaGraph graph)
{
  RensaCudaGraphExec executable;

  assert_success (mock_api.cuGraphInstantiateWithFlags (&executable, graph, 0));
  assert_success (mock_api.cuGraphDestroy (graph));
  return executable;
}

/* A graph that copies @x to y. */
static RensaCudaGraph
capture_copy (const MockDevice *device, RensaCudaPointer x)
{
  begin (device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  assert_success (mock_launch_with ("planted_copy", device->stream, (gconstpointer) (guintptr) x,
                                    (gpointer) (guintptr) device->y, 2, GPU_BLOCK));
  return end (device);
}

static RensaCudaPointer
allocate (void)
{
  RensaCudaPointer memory;

  assert_success (mock_api.cuMemAlloc_v2 (&memory, MOCK_N * sizeof (float)));
  return memory;
}

static float
read_first (const MockDevice *device)
{
  float value;

  mock_read_y (device, &value, 1);
  return value;
}

/* What is captured is not done; each launch does it, in its place among what the stream is asked for. */
static void
test_replay (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (MockDevice) device = mock_device_open (seed);
      RensaMockCounts before, after;
      const RensaCudaGraph graph = capture_copy (&device, device.x);
      gsize n_nodes;

      assert_success (mock_api.cuGraphGetNodes (graph, NULL, &n_nodes));
      g_assert_cmpuint (n_nodes, ==, 1);
      const RensaCudaGraphExec executable = instantiate (graph);
      g_assert_cmpfloat (read_first (&device), ==, 0);

      rensa_mock_get_counts (&before);
      for (int i = 0; i < 2; i++)
        {
          assert_success (mock_api.cuMemsetD32Async (device.y, 0, MOCK_N, device.stream));
          assert_success (mock_api.cuGraphLaunch (executable, device.stream));
          g_assert_cmpfloat (read_first (&device), ==, 1);
        }
      rensa_mock_get_counts (&after);
      g_assert_cmpuint (after.n_graphs - before.n_graphs, ==, 2);
      g_assert_cmpuint (after.n_in_graphs - before.n_in_graphs, ==, 2);
      assert_success (mock_api.cuGraphExecDestroy (executable));
      g_assert_cmpstr (mock_mistakes->str, ==, "");
    }
}

/* Of a launch that was not updated, memory has gone since; one that was has the new address. */
static void
test_stale_address (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  const RensaCudaPointer gone = allocate ();
  RensaCudaGraphExec executable = instantiate (capture_copy (&device, gone));
  RensaCudaGraphUpdate update;

  assert_success (mock_api.cuMemFree_v2 (gone));
  g_assert_cmpint (mock_api.cuGraphLaunch (executable, device.stream), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("planted_copy was given device memory that is not in use");

  const RensaCudaGraph graph = capture_copy (&device, device.x);
  assert_success (mock_api.cuGraphExecUpdate_v2 (executable, graph, &update));
  assert_success (mock_api.cuGraphDestroy (graph));
  assert_success (mock_api.cuGraphLaunch (executable, device.stream));
  g_assert_cmpfloat (read_first (&device), ==, 1);
  assert_success (mock_api.cuGraphExecDestroy (executable));
}

static void
test_freed_before_launch (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  const RensaCudaPointer memory = allocate ();

  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  assert_success (mock_api.cuMemsetD32Async (memory, 0, MOCK_N, device.stream));
  assert_success (mock_api.cuMemcpyDtoDAsync_v2 (device.y, memory, 4, device.stream));
  assert_success (mock_api.cuMemFree_v2 (memory));
  const RensaCudaGraphExec executable = instantiate (end (&device));

  g_assert_cmpint (mock_api.cuGraphLaunch (executable, device.stream), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuMemsetAsync was given 2400 bytes of device memory of which not all are in use");
  assert_success (mock_api.cuGraphExecDestroy (executable));
}

static void
test_other_structure (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  const RensaCudaGraphExec executable = instantiate (capture_copy (&device, device.x));
  RensaCudaGraphUpdate update;
  RensaCudaGraph graph;

  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  assert_success (mock_api.cuMemsetD32Async (device.y, 0, MOCK_N, device.stream));
  graph = end (&device);
  g_assert_cmpint (mock_api.cuGraphExecUpdate_v2 (executable, graph, &update), ==,
                   RENSA_CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  g_assert_cmpint (update.result, ==, RENSA_CUDA_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  assert_success (mock_api.cuGraphDestroy (graph));
  assert_success (mock_api.cuGraphExecDestroy (executable));

  g_assert_cmpint (mock_api.cuGraphLaunch (executable, device.stream), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuGraphLaunch was given a graph that there is not");
}

/* The capture is spoilt by it. */
static void
assert_spoilt (const MockDevice *device, const char *told)
{
  RensaCudaGraph graph;

  mock_assert_told (told);
  g_assert_cmpint (mock_api.cuStreamEndCapture (device->stream, &graph), ==,
                   RENSA_CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  g_assert_null (graph);
  g_string_truncate (mock_mistakes, 0);
}

static void
test_synchronization (void)
{
  g_auto (MockDevice) device = mock_device_open (1);

  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  g_assert_cmpint (mock_api.cuStreamSynchronize (device.stream), ==, RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  g_assert_cmpint (mock_launch (&device, "planted_copy", 1), ==, RENSA_CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  assert_spoilt (&device, "cuStreamSynchronize was called while a stream is captured");

  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  g_assert_cmpint (mock_api.cuStreamBeginCapture_v2 (device.stream, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED), !=,
                   RENSA_CUDA_SUCCESS);
  assert_spoilt (&device, "cuStreamBeginCapture was called while a stream is captured");

  RensaCudaGraph graph;
  g_assert_cmpint (mock_api.cuStreamEndCapture (device.stream, &graph), ==, RENSA_CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  mock_assert_told ("cuStreamEndCapture: the stream is not captured");
}

/* What the modes but the relaxed one forbid. */
static void
test_modes (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  RensaCudaPointer memory;
  RensaCudaEvent event;

  assert_success (mock_api.cuEventCreate (&event, RENSA_CUDA_EVENT_DISABLE_TIMING));
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_GLOBAL);
  g_assert_cmpint (mock_api.cuMemAlloc_v2 (&memory, 4), ==, RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  assert_spoilt (&device, "cuMemAlloc was called while a stream is captured");
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  g_assert_cmpint (mock_api.cuMemFree_v2 (device.x), ==, RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  assert_spoilt (&device, "cuMemFree was called while a stream is captured");
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_GLOBAL);
  g_assert_cmpint (mock_api.cuEventQuery (event), !=, RENSA_CUDA_SUCCESS);
  assert_spoilt (&device, "cuEventQuery was called while a stream is captured");

  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  assert_success (mock_api.cuEventQuery (event));
  assert_success (mock_api.cuMemAlloc_v2 (&memory, 4));
  assert_success (mock_api.cuGraphDestroy (end (&device)));
  assert_success (mock_api.cuMemFree_v2 (memory));
  assert_success (mock_api.cuEventDestroy_v2 (event));
}

/* One that is recorded in a capture is never reached, and one that is not is none of the graph's. */
static void
test_events (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  RensaCudaEvent inside, outside;

  assert_success (mock_api.cuEventCreate (&inside, RENSA_CUDA_EVENT_DISABLE_TIMING));
  assert_success (mock_api.cuEventCreate (&outside, RENSA_CUDA_EVENT_DISABLE_TIMING));
  assert_success (mock_api.cuEventRecord (outside, device.other));
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  assert_success (mock_api.cuEventRecord (inside, device.stream));
  g_assert_cmpint (mock_api.cuStreamWaitEvent (device.stream, outside, 0), ==,
                   RENSA_CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  mock_assert_told ("cuStreamWaitEvent: either the event or the stream belongs to a capture");
  assert_success (mock_api.cuGraphDestroy (end (&device)));

  g_assert_cmpint (mock_api.cuEventSynchronize (inside), ==, RENSA_CUDA_ERROR_CAPTURED_EVENT);
  mock_assert_told ("cuEventSynchronize: the event was recorded in a capture");
  assert_success (mock_api.cuEventDestroy_v2 (inside));
  assert_success (mock_api.cuEventDestroy_v2 (outside));
}

/* A graph reads host memory when it runs, so that must be pinned, and stay as it is until then. */
static void
test_host_memory (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  float plain = 5;
  float *pinned;

  assert_success (mock_api.cuMemHostAlloc ((void **) &pinned, sizeof *pinned, 0));
  *pinned = 5;
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  g_assert_cmpint (mock_api.cuMemcpyHtoDAsync_v2 (device.y, &plain, sizeof plain, device.stream), !=,
                   RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuMemcpyHtoDAsync: host memory of a copy that is captured is not pinned");
  assert_success (mock_api.cuMemcpyHtoDAsync_v2 (device.y, pinned, sizeof *pinned, device.stream));
  const RensaCudaGraphExec executable = instantiate (end (&device));

  *pinned = 9;
  assert_success (mock_api.cuGraphLaunch (executable, device.stream));
  g_assert_cmpfloat (read_first (&device), ==, 9);
  assert_success (mock_api.cuGraphExecDestroy (executable));
  assert_success (mock_api.cuMemFreeHost (pinned));
}

static void
test_workspace (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  const MockProduct product = { device.x, 3, 4, RENSA_CUDA_R_32F, 1 };
  const RensaCudaPointer memory = allocate ();
  RensaCudaBlas blas;

  assert_success (mock_api.cublasCreate_v2 (&blas));
  assert_success (mock_api.cublasSetStream_v2 (blas, device.stream));
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  g_assert_cmpint (mock_multiply (&device, blas, &product), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasGemmStridedBatchedEx is captured without a workspace of its own");
  assert_success (mock_api.cuGraphDestroy (end (&device)));

  assert_success (mock_api.cublasSetWorkspace_v2 (blas, (gpointer) (guintptr) memory, MOCK_N * sizeof (float)));
  begin (&device, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  assert_success (mock_multiply (&device, blas, &product));
  const RensaCudaGraphExec executable = instantiate (end (&device));
  assert_success (mock_api.cuGraphLaunch (executable, device.stream));
  g_assert_cmpfloat (read_first (&device), ==, 70);
  assert_success (mock_api.cuGraphExecDestroy (executable));
  assert_success (mock_api.cuMemFree_v2 (memory));

  g_assert_cmpint (mock_multiply (&device, blas, &product), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasSetWorkspace was given 2400 bytes of device memory of which not all are in use");
  assert_success (mock_api.cublasDestroy_v2 (blas));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mock_fixture_init ();
  g_test_add_func ("/gpu/mock-graphs/replay", test_replay);
  g_test_add_func ("/gpu/mock-graphs/stale-address", test_stale_address);
  g_test_add_func ("/gpu/mock-graphs/freed-before-launch", test_freed_before_launch);
  g_test_add_func ("/gpu/mock-graphs/other-structure", test_other_structure);
  g_test_add_func ("/gpu/mock-graphs/synchronization", test_synchronization);
  g_test_add_func ("/gpu/mock-graphs/modes", test_modes);
  g_test_add_func ("/gpu/mock-graphs/events", test_events);
  g_test_add_func ("/gpu/mock-graphs/host-memory", test_host_memory);
  g_test_add_func ("/gpu/mock-graphs/workspace", test_workspace);
  return g_test_run ();
}
