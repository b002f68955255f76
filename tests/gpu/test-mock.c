/* test-mock.c: mistakes of all kinds, each of which the stand-in for a GPU tells or shows.
 * SPDX-License-Identifier: MIT */

#include "mock-fixture.h"

#include <string.h>

/* Orders that are tried before a mistake counts as hidden. */
#define N_SEEDS 20

/* Whether @kernel makes @expected of x in every order. */
static gboolean
is_right (const char *kernel, unsigned n_blocks, const float *expected, int n)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (MockDevice) device = mock_device_open (seed);
      float values[MOCK_N];

      assert_success (mock_launch (&device, kernel, n_blocks));
      mock_read_y (&device, values, n);
      if (memcmp (values, expected, n * sizeof *values) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
test_kernels (void)
{
  float same[MOCK_N];
  float counted[] = { 1, 2, 3, 4, 5 };
  /* 1 + … + 256, 257 + … + 512 and 513 + … + 600 */
  const float sums[] = { 32896, 98432, 48972 };

  for (int i = 0; i < MOCK_N; i++)
    same[i] = (float) i + 1;
  g_assert_true (is_right ("planted_copy", 2, same, MOCK_N));
  g_assert_true (is_right ("planted_sum", 3, sums, 3));

  g_assert_false (is_right ("planted_missing_barrier", 3, sums, 3));
  g_assert_false (is_right ("planted_wrong_index", 2, same, MOCK_N));
  g_assert_false (is_right ("planted_unwritten_memory", 5, same, 5));
  g_assert_false (is_right ("planted_race_of_blocks", 5, counted, 5));
  g_assert_false (is_right ("planted_last_one_wins", 5, &(float){ 5 * GPU_BLOCK - 1 }, 1));
}

static void
test_lockstep (void)
{
  float swapped[GPU_BLOCK];

  for (int i = 0; i < GPU_BLOCK; i++)
    swapped[i] = (float) (i ^ 1) + 1;
  g_assert_false (is_right ("planted_lockstep", 1, swapped, GPU_BLOCK));
}

static void
test_divergent_barrier (void)
{
  g_auto (MockDevice) device = mock_device_open (1);

  assert_success (mock_launch (&device, "planted_divergent_barrier", 1));
  mock_api.cuStreamSynchronize (device.stream);
  mock_assert_told ("planted_divergent_barrier: 16 threads wait for 240 that have ended");
}

/* The address sanitizer ends the program at the write itself. */
static void
test_past_the_end (void)
{
#ifdef __SANITIZE_ADDRESS__
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_failed ();
      g_test_trap_assert_stderr ("*AddressSanitizer: use-after-poison*planted_past_the_end*");
      return;
    }
#endif

  g_auto (MockDevice) device = mock_device_open (1);

  assert_success (mock_launch (&device, "planted_past_the_end", 2));
  mock_api.cuStreamSynchronize (device.stream);
  mock_assert_told ("was written 0 bytes behind an array of 2400 bytes");
}

static void
test_lonely_vote (void)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_failed ();
      g_test_trap_assert_stderr ("*planted_lonely_vote calls a vote, but is not a block kernel*");
      return;
    }

  g_auto (MockDevice) device = mock_device_open (1);
  mock_launch (&device, "planted_lonely_vote", 1);
  mock_api.cuStreamSynchronize (device.stream);
}

static void
test_addresses_of_the_host (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_autofree float *host = g_new0 (float, MOCK_N);
  const gpointer y = (gpointer) (guintptr) device.y;

  g_assert_cmpint (mock_launch_with ("planted_copy", device.stream, host, y, 1, GPU_BLOCK), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("planted_copy was given an address of the host's memory");
  g_assert_cmpint (mock_api.cuMemcpyHtoDAsync_v2 ((RensaCudaPointer) (guintptr) host, host, 4, device.stream), !=,
                   RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuMemcpyHtoDAsync was given an address of the host's memory");
  g_assert_cmpint (mock_api.cuMemsetD32Async ((RensaCudaPointer) (guintptr) host, 0, 1, device.stream), !=,
                   RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuMemsetAsync was given an address of the host's memory");
}

static void
test_use_after_free (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  RensaCudaPointer gone;
  float value;

  assert_success (mock_api.cuMemAlloc_v2 (&gone, MOCK_N * sizeof (float)));
  assert_success (mock_api.cuMemFree_v2 (gone));
  mock_launch_with ("planted_copy", device.stream, (gconstpointer) (guintptr) gone, (gpointer) (guintptr) device.y, 1,
                    GPU_BLOCK);
  mock_assert_told ("planted_copy was given device memory that is not in use");
  mock_api.cuMemcpyDtoHAsync_v2 (&value, gone, sizeof value, device.stream);
  mock_assert_told ("cuMemcpyDtoHAsync was given 4 bytes of device memory of which not all are in use");
  g_assert_cmpint (mock_api.cuMemFree_v2 (gone), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuMemFree: nothing in use begins at");
}

static void
test_sizes (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  float values[MOCK_N + 1] = { 0 };

  mock_api.cuMemcpyHtoDAsync_v2 (device.x, values, sizeof values, device.stream);
  mock_assert_told ("cuMemcpyHtoDAsync was given 2404 bytes of device memory of which not all are in use");
  mock_api.cuMemcpyDtoDAsync_v2 (device.x + 4, device.y, MOCK_N * sizeof (float), device.stream);
  mock_assert_told ("cuMemcpyDtoDAsync was given 2400 bytes");
  mock_launch_with ("planted_copy", device.stream, (gconstpointer) (guintptr) device.x, (gpointer) (guintptr) device.y,
                    1, 2 * GPU_BLOCK);
  mock_assert_told ("planted_copy: a launch of 1 x 1 x 1 blocks of 512 x 1 x 1 threads");
}

static void
test_streams_and_contexts (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  RensaCudaContext context;

  mock_api.cuMemsetD32Async (device.y, 0, 1, NULL);
  mock_assert_told ("a call was given a stream that there is not");
  assert_success (mock_api.cuCtxSetCurrent (NULL));
  mock_launch (&device, "planted_copy", 1);
  mock_assert_told ("cuLaunchKernel was called by a thread without a context");
  assert_success (mock_api.cuDevicePrimaryCtxRetain (&context, 0));
  assert_success (mock_api.cuCtxSetCurrent (context));
}

/* y is copied by another stream, which waits for the kernel or does not. */
static gboolean
is_seen_by_other_stream (gboolean waits)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (MockDevice) device = mock_device_open (seed);
      RensaCudaEvent event;
      float value = 0;

      assert_success (mock_api.cuEventCreate (&event, RENSA_CUDA_EVENT_DISABLE_TIMING));
      assert_success (mock_launch (&device, "planted_copy", 1));
      assert_success (mock_api.cuEventRecord (event, device.stream));
      if (waits)
        assert_success (mock_api.cuStreamWaitEvent (device.other, event, 0));
      assert_success (mock_api.cuMemcpyDtoHAsync_v2 (&value, device.y, sizeof value, device.other));
      assert_success (mock_api.cuStreamSynchronize (device.other));
      assert_success (mock_api.cuStreamSynchronize (device.stream));
      assert_success (mock_api.cuEventDestroy_v2 (event));
      if (value != 1)
        return FALSE;
    }
  return TRUE;
}

static void
test_unordered_streams (void)
{
  g_assert_true (is_seen_by_other_stream (TRUE));
  g_assert_false (is_seen_by_other_stream (FALSE));
}

/* What a copy brings is there when the stream has been waited for, not before. */
static void
test_hasty_read (void)
{
  guint n_early = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (MockDevice) device = mock_device_open (seed);
      float value = 0;

      assert_success (mock_launch (&device, "planted_copy", 1));
      assert_success (mock_api.cuMemcpyDtoHAsync_v2 (&value, device.y, sizeof value, device.stream));
      n_early += value == 1;
      assert_success (mock_api.cuStreamSynchronize (device.stream));
      g_assert_cmpfloat (value, ==, 1);
    }
  g_assert_cmpuint (n_early, <, N_SEEDS);
}

/* Pinned memory is read when the copy is made, other memory when it is asked for. */
static void
test_hasty_write (void)
{
  guint n_changed = 0;
  void *memory;

  assert_success (mock_api.cuMemHostAlloc (&memory, sizeof (float), 0));
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (MockDevice) device = mock_device_open (seed);
      float *pinned = memory;
      float plain = 5;
      float values[2];

      *pinned = 5;
      assert_success (mock_api.cuMemcpyHtoDAsync_v2 (device.y, pinned, sizeof *pinned, device.stream));
      assert_success (mock_api.cuMemcpyHtoDAsync_v2 (device.y + 4, &plain, sizeof plain, device.stream));
      *pinned = plain = 9;
      mock_read_y (&device, values, 2);
      n_changed += values[0] == 9;
      g_assert_cmpfloat (values[1], ==, 5);
    }
  assert_success (mock_api.cuMemFreeHost (memory));
  g_assert_cmpuint (n_changed, >, 0);
}

static RensaCudaStatus
multiply (const MockDevice *device, const MockProduct *product)
{
  RensaCudaBlas blas;

  assert_success (mock_api.cublasCreate_v2 (&blas));
  assert_success (mock_api.cublasSetStream_v2 (blas, device->stream));

  const RensaCudaStatus status = mock_multiply (device, blas, product);
  mock_api.cuStreamSynchronize (device->stream);
  mock_api.cublasDestroy_v2 (blas);
  return status;
}

static void
test_products (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  const float host[12] = { 0 };
  const float expected[] = { 70, 80, 90, 158, 184, 210 };
  float values[6];

  assert_success (multiply (&device, &(MockProduct){ device.x, 3, 4, RENSA_CUDA_R_32F, 1 }));
  mock_read_y (&device, values, 6);
  g_assert_cmpmem (values, sizeof values, expected, sizeof expected);
  g_assert_cmpstr (mock_mistakes->str, ==, "");

  multiply (&device, &(MockProduct){ device.x, 2, 4, RENSA_CUDA_R_32F, 1 });
  mock_assert_told ("a has 3 rows, 2 apart");
  multiply (&device, &(MockProduct){ device.x, 3, 4, RENSA_CUDA_R_64F, 1 });
  mock_assert_told ("types 1, 0 and 0 with computation 68");
  multiply (&device, &(MockProduct){ device.x, 3, 4, RENSA_CUDA_R_16F, 1 });
  mock_assert_told ("types 2, 0 and 0 with computation 68");
  multiply (&device, &(MockProduct){ device.x, 3, 4, RENSA_CUDA_R_32F, 1000 });
  mock_assert_told ("cublasGemmStridedBatchedEx was given 48000 bytes of device memory of which not all are in use");
  g_string_truncate (mock_mistakes, 0);
  multiply (&device, &(MockProduct){ (RensaCudaPointer) (guintptr) host, 3, 4, RENSA_CUDA_R_32F, 1 });
  mock_assert_told ("cublasGemmStridedBatchedEx was given an address of the host's memory");
}

static void
test_host_memory (void)
{
  g_auto (MockDevice) device G_GNUC_UNUSED = mock_device_open (1);
  float value = 0;

  g_assert_cmpint (mock_api.cuMemFreeHost (&value), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cuMemFreeHost: nothing pinned begins there");
}

/* The host cannot look into device memory. */
static void
test_unreadable (void)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_failed ();
      return;
    }

  g_auto (MockDevice) device = mock_device_open (1);
  g_print ("%g\n", *(const float *) (guintptr) device.x);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mock_fixture_init ();
  g_test_add_func ("/gpu/mock/kernels", test_kernels);
  g_test_add_func ("/gpu/mock/lockstep", test_lockstep);
  g_test_add_func ("/gpu/mock/divergent-barrier", test_divergent_barrier);
  g_test_add_func ("/gpu/mock/past-the-end", test_past_the_end);
  g_test_add_func ("/gpu/mock/lonely-vote", test_lonely_vote);
  g_test_add_func ("/gpu/mock/addresses-of-the-host", test_addresses_of_the_host);
  g_test_add_func ("/gpu/mock/use-after-free", test_use_after_free);
  g_test_add_func ("/gpu/mock/sizes", test_sizes);
  g_test_add_func ("/gpu/mock/streams-and-contexts", test_streams_and_contexts);
  g_test_add_func ("/gpu/mock/unordered-streams", test_unordered_streams);
  g_test_add_func ("/gpu/mock/hasty-read", test_hasty_read);
  g_test_add_func ("/gpu/mock/hasty-write", test_hasty_write);
  g_test_add_func ("/gpu/mock/products", test_products);
  g_test_add_func ("/gpu/mock/host-memory", test_host_memory);
  g_test_add_func ("/gpu/mock/unreadable", test_unreadable);
  return g_test_run ();
}
