/* test-mock.c: mistakes of all kinds, each of which the stand-in for a GPU tells or shows.
 * SPDX-License-Identifier: MIT */

#include "planted.h"
#include "rensa-mock.h"

#include <string.h>

/* Orders that are tried before a mistake counts as hidden. */
#define N_SEEDS 20
#define N 600

static RensaCudaApi api;
static GString *mistakes;

static void
note (const char *text)
{
  g_string_append_printf (mistakes, "%s\n", text);
}

/* What there is on the device: x holds 1, 2, …, and y zeros. */
typedef struct
{
  RensaCudaStream stream;
  RensaCudaStream other;
  RensaCudaPointer x;
  RensaCudaPointer y;
} Device;

#define assert_success(call) g_assert_cmpint (call, ==, RENSA_CUDA_SUCCESS)

static Device
device_open (guint seed)
{
  float values[N];
  RensaCudaContext context;
  Device device;

  rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
  mistakes = g_string_new (NULL);
  assert_success (api.cuDevicePrimaryCtxRetain (&context, 0));
  assert_success (api.cuCtxSetCurrent (context));
  assert_success (api.cuStreamCreate (&device.stream, RENSA_CUDA_STREAM_NON_BLOCKING));
  assert_success (api.cuStreamCreate (&device.other, RENSA_CUDA_STREAM_NON_BLOCKING));
  assert_success (api.cuMemAlloc_v2 (&device.x, sizeof values));
  assert_success (api.cuMemAlloc_v2 (&device.y, sizeof values));
  for (int i = 0; i < N; i++)
    values[i] = (float) i + 1;
  assert_success (api.cuMemcpyHtoDAsync_v2 (device.x, values, sizeof values, device.stream));
  assert_success (api.cuMemsetD32Async (device.y, 0, N, device.stream));
  assert_success (api.cuStreamSynchronize (device.stream));
  return device;
}

static void
device_close (Device *device)
{
  api.cuStreamSynchronize (device->stream);
  api.cuStreamSynchronize (device->other);
  api.cuMemFree_v2 (device->x);
  api.cuMemFree_v2 (device->y);
  api.cuStreamDestroy_v2 (device->stream);
  api.cuStreamDestroy_v2 (device->other);
  g_string_free (g_steal_pointer (&mistakes), TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Device, device_close)

static RensaCudaStatus
launch_with (const char *kernel, RensaCudaStream stream, gconstpointer x, gpointer y, unsigned n_blocks,
             unsigned n_threads)
{
  planted_args args = { x, y, N };
  void *arguments[] = { &args };
  RensaCudaFunction function;

  assert_success (api.cuModuleGetFunction (&function, NULL, kernel));
  return api.cuLaunchKernel (function, n_blocks, 1, 1, n_threads, 1, 1, 0, stream, arguments, NULL);
}

static RensaCudaStatus
launch (const Device *device, const char *kernel, unsigned n_blocks)
{
  return launch_with (kernel, device->stream, (gconstpointer) (guintptr) device->x, (gpointer) (guintptr) device->y,
                      n_blocks, GPU_BLOCK);
}

static void
read_y (const Device *device, float *values, int n)
{
  assert_success (api.cuMemcpyDtoHAsync_v2 (values, device->y, n * sizeof *values, device->stream));
  assert_success (api.cuStreamSynchronize (device->stream));
}

/* Whether @kernel makes @expected of x in every order. */
static gboolean
is_right (const char *kernel, unsigned n_blocks, const float *expected, int n)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (Device) device = device_open (seed);
      float values[N];

      assert_success (launch (&device, kernel, n_blocks));
      read_y (&device, values, n);
      if (memcmp (values, expected, n * sizeof *values) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
test_kernels (void)
{
  float same[N];
  float counted[] = { 1, 2, 3, 4, 5 };
  /* 1 + … + 256, 257 + … + 512 and 513 + … + 600 */
  const float sums[] = { 32896, 98432, 48972 };

  for (int i = 0; i < N; i++)
    same[i] = (float) i + 1;
  g_assert_true (is_right ("planted_copy", 2, same, N));
  g_assert_true (is_right ("planted_sum", 3, sums, 3));

  g_assert_false (is_right ("planted_missing_barrier", 3, sums, 3));
  g_assert_false (is_right ("planted_wrong_index", 2, same, N));
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
assert_told (const char *part)
{
  if (strstr (mistakes->str, part) == NULL)
    g_error ("“%s” was not told, but: %s", part, mistakes->str);
}

static void
test_divergent_barrier (void)
{
  g_auto (Device) device = device_open (1);

  assert_success (launch (&device, "planted_divergent_barrier", 1));
  api.cuStreamSynchronize (device.stream);
  assert_told ("planted_divergent_barrier: 16 threads wait for 240 that have ended");
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

  g_auto (Device) device = device_open (1);

  assert_success (launch (&device, "planted_past_the_end", 2));
  api.cuStreamSynchronize (device.stream);
  assert_told ("was written 0 bytes behind an array of 2400 bytes");
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

  g_auto (Device) device = device_open (1);
  launch (&device, "planted_lonely_vote", 1);
  api.cuStreamSynchronize (device.stream);
}

static void
test_addresses_of_the_host (void)
{
  g_auto (Device) device = device_open (1);
  g_autofree float *host = g_new0 (float, N);
  const gpointer y = (gpointer) (guintptr) device.y;

  g_assert_cmpint (launch_with ("planted_copy", device.stream, host, y, 1, GPU_BLOCK), !=, RENSA_CUDA_SUCCESS);
  assert_told ("planted_copy was given an address of the host's memory");
  g_assert_cmpint (api.cuMemcpyHtoDAsync_v2 ((RensaCudaPointer) (guintptr) host, host, 4, device.stream), !=,
                   RENSA_CUDA_SUCCESS);
  assert_told ("cuMemcpyHtoDAsync was given an address of the host's memory");
  g_assert_cmpint (api.cuMemsetD32Async ((RensaCudaPointer) (guintptr) host, 0, 1, device.stream), !=,
                   RENSA_CUDA_SUCCESS);
  assert_told ("cuMemsetAsync was given an address of the host's memory");
}

static void
test_use_after_free (void)
{
  g_auto (Device) device = device_open (1);
  RensaCudaPointer gone;
  float value;

  assert_success (api.cuMemAlloc_v2 (&gone, N * sizeof (float)));
  assert_success (api.cuMemFree_v2 (gone));
  launch_with ("planted_copy", device.stream, (gconstpointer) (guintptr) gone, (gpointer) (guintptr) device.y, 1,
               GPU_BLOCK);
  assert_told ("planted_copy was given device memory that is not in use");
  api.cuMemcpyDtoHAsync_v2 (&value, gone, sizeof value, device.stream);
  assert_told ("cuMemcpyDtoHAsync was given 4 bytes of device memory of which not all are in use");
  g_assert_cmpint (api.cuMemFree_v2 (gone), !=, RENSA_CUDA_SUCCESS);
  assert_told ("cuMemFree: nothing in use begins at");
}

static void
test_sizes (void)
{
  g_auto (Device) device = device_open (1);
  float values[N + 1] = { 0 };

  api.cuMemcpyHtoDAsync_v2 (device.x, values, sizeof values, device.stream);
  assert_told ("cuMemcpyHtoDAsync was given 2404 bytes of device memory of which not all are in use");
  api.cuMemcpyDtoDAsync_v2 (device.x + 4, device.y, N * sizeof (float), device.stream);
  assert_told ("cuMemcpyDtoDAsync was given 2400 bytes");
  launch_with ("planted_copy", device.stream, (gconstpointer) (guintptr) device.x, (gpointer) (guintptr) device.y, 1,
               2 * GPU_BLOCK);
  assert_told ("planted_copy: a launch of 1 x 1 x 1 blocks of 512 x 1 x 1 threads");
}

static void
test_streams_and_contexts (void)
{
  g_auto (Device) device = device_open (1);
  RensaCudaContext context;

  api.cuMemsetD32Async (device.y, 0, 1, NULL);
  assert_told ("a call was given a stream that there is not");
  assert_success (api.cuCtxSetCurrent (NULL));
  launch (&device, "planted_copy", 1);
  assert_told ("cuLaunchKernel was called by a thread without a context");
  assert_success (api.cuDevicePrimaryCtxRetain (&context, 0));
  assert_success (api.cuCtxSetCurrent (context));
}

/* y is copied by another stream, which waits for the kernel or does not. */
static gboolean
is_seen_by_other_stream (gboolean waits)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (Device) device = device_open (seed);
      RensaCudaEvent event;
      float value = 0;

      assert_success (api.cuEventCreate (&event, RENSA_CUDA_EVENT_DISABLE_TIMING));
      assert_success (launch (&device, "planted_copy", 1));
      assert_success (api.cuEventRecord (event, device.stream));
      if (waits)
        assert_success (api.cuStreamWaitEvent (device.other, event, 0));
      assert_success (api.cuMemcpyDtoHAsync_v2 (&value, device.y, sizeof value, device.other));
      assert_success (api.cuStreamSynchronize (device.other));
      assert_success (api.cuStreamSynchronize (device.stream));
      assert_success (api.cuEventDestroy_v2 (event));
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
      g_auto (Device) device = device_open (seed);
      float value = 0;

      assert_success (launch (&device, "planted_copy", 1));
      assert_success (api.cuMemcpyDtoHAsync_v2 (&value, device.y, sizeof value, device.stream));
      n_early += value == 1;
      assert_success (api.cuStreamSynchronize (device.stream));
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

  assert_success (api.cuMemHostAlloc (&memory, sizeof (float), 0));
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_auto (Device) device = device_open (seed);
      float *pinned = memory;
      float plain = 5;
      float values[2];

      *pinned = 5;
      assert_success (api.cuMemcpyHtoDAsync_v2 (device.y, pinned, sizeof *pinned, device.stream));
      assert_success (api.cuMemcpyHtoDAsync_v2 (device.y + 4, &plain, sizeof plain, device.stream));
      *pinned = plain = 9;
      read_y (&device, values, 2);
      n_changed += values[0] == 9;
      g_assert_cmpfloat (values[1], ==, 5);
    }
  assert_success (api.cuMemFreeHost (memory));
  g_assert_cmpuint (n_changed, >, 0);
}

/* c = a b of 3 x 4 and 4 x 2, whose elements lie in x and y. */
typedef struct
{
  RensaCudaPointer a;
  int lda;
  int k;
  int type;
  int n_batch;
} Product;

static RensaCudaStatus
multiply (const Device *device, const Product *product)
{
  const float one = 1;
  const float zero = 0;
  RensaCudaBlas blas;

  assert_success (api.cublasCreate_v2 (&blas));
  assert_success (api.cublasSetStream_v2 (blas, device->stream));

  const RensaCudaStatus status = api.cublasGemmStridedBatchedEx (
      blas, RENSA_CUBLAS_OP_N, RENSA_CUBLAS_OP_N, 3, 2, product->k, &one, (gconstpointer) (guintptr) product->a,
      product->type, product->lda, 12, (gconstpointer) (guintptr) device->x, RENSA_CUDA_R_32F, 4, 8, &zero,
      (gpointer) (guintptr) device->y, RENSA_CUDA_R_32F, 3, 6, product->n_batch, RENSA_CUBLAS_COMPUTE_32F,
      RENSA_CUBLAS_GEMM_DEFAULT);
  api.cuStreamSynchronize (device->stream);
  api.cublasDestroy_v2 (blas);
  return status;
}

static void
test_products (void)
{
  g_auto (Device) device = device_open (1);
  const float host[12] = { 0 };
  const float expected[] = { 70, 80, 90, 158, 184, 210 };
  float values[6];

  assert_success (multiply (&device, &(Product){ device.x, 3, 4, RENSA_CUDA_R_32F, 1 }));
  read_y (&device, values, 6);
  g_assert_cmpmem (values, sizeof values, expected, sizeof expected);
  g_assert_cmpstr (mistakes->str, ==, "");

  multiply (&device, &(Product){ device.x, 2, 4, RENSA_CUDA_R_32F, 1 });
  assert_told ("a has 3 rows, 2 apart");
  multiply (&device, &(Product){ device.x, 3, 4, RENSA_CUDA_R_64F, 1 });
  assert_told ("types 1, 0 and 0 with computation 68");
  multiply (&device, &(Product){ device.x, 3, 4, RENSA_CUDA_R_32F, 1000 });
  assert_told ("cublasGemmStridedBatchedEx was given 48000 bytes of device memory of which not all are in use");
  g_string_truncate (mistakes, 0);
  multiply (&device, &(Product){ (RensaCudaPointer) (guintptr) host, 3, 4, RENSA_CUDA_R_32F, 1 });
  assert_told ("cublasGemmStridedBatchedEx was given an address of the host's memory");
}

static void
test_host_memory (void)
{
  g_auto (Device) device G_GNUC_UNUSED = device_open (1);
  float value = 0;

  g_assert_cmpint (api.cuMemFreeHost (&value), !=, RENSA_CUDA_SUCCESS);
  assert_told ("cuMemFreeHost: nothing pinned begins there");
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

  g_auto (Device) device = device_open (1);
  g_print ("%g\n", *(const float *) (guintptr) device.x);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_mock_fill (&api);
  rensa_mock_set_report (note);
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
