/* mock-fixture.c: the calls of the stand-in for a GPU, and what it tells.
 * SPDX-License-Identifier: MIT */

#include "mock-fixture.h"

#include <string.h>

RensaCudaApi mock_api;
GString *mock_mistakes;

static void
note (const char *text)
{
  g_string_append_printf (mock_mistakes, "%s\n", text);
}

void
mock_fixture_init (void)
{
  rensa_mock_fill (&mock_api);
  rensa_mock_set_report (note);
}

MockDevice
mock_device_open (guint seed)
{
  float values[MOCK_N];
  RensaCudaContext context;
  MockDevice device;

  rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
  mock_mistakes = g_string_new (NULL);
  assert_success (mock_api.cuDevicePrimaryCtxRetain (&context, 0));
  assert_success (mock_api.cuCtxSetCurrent (context));
  assert_success (mock_api.cuStreamCreate (&device.stream, RENSA_CUDA_STREAM_NON_BLOCKING));
  assert_success (mock_api.cuStreamCreate (&device.other, RENSA_CUDA_STREAM_NON_BLOCKING));
  assert_success (mock_api.cuMemAlloc_v2 (&device.x, sizeof values));
  assert_success (mock_api.cuMemAlloc_v2 (&device.y, sizeof values));
  for (int i = 0; i < MOCK_N; i++)
    values[i] = (float) i + 1;
  assert_success (mock_api.cuMemcpyHtoDAsync_v2 (device.x, values, sizeof values, device.stream));
  assert_success (mock_api.cuMemsetD32Async (device.y, 0, MOCK_N, device.stream));
  assert_success (mock_api.cuStreamSynchronize (device.stream));
  return device;
}

void
mock_device_close (MockDevice *device)
{
  mock_api.cuStreamSynchronize (device->stream);
  mock_api.cuStreamSynchronize (device->other);
  mock_api.cuMemFree_v2 (device->x);
  mock_api.cuMemFree_v2 (device->y);
  mock_api.cuStreamDestroy_v2 (device->stream);
  mock_api.cuStreamDestroy_v2 (device->other);
  g_string_free (g_steal_pointer (&mock_mistakes), TRUE);
}

RensaCudaStatus
mock_launch_with (const char *kernel, RensaCudaStream stream, gconstpointer x, gpointer y, unsigned n_blocks,
                  unsigned n_threads)
{
  planted_args args = { x, y, MOCK_N };
  void *arguments[] = { &args };
  RensaCudaFunction function;

  assert_success (mock_api.cuModuleGetFunction (&function, NULL, kernel));
  return mock_api.cuLaunchKernel (function, n_blocks, 1, 1, n_threads, 1, 1, 0, stream, arguments, NULL);
}

RensaCudaStatus
mock_launch (const MockDevice *device, const char *kernel, unsigned n_blocks)
{
  return mock_launch_with (kernel, device->stream, (gconstpointer) (guintptr) device->x,
                           (gpointer) (guintptr) device->y, n_blocks, GPU_BLOCK);
}

void
mock_read_y (const MockDevice *device, float *values, int n)
{
  assert_success (mock_api.cuMemcpyDtoHAsync_v2 (values, device->y, n * sizeof *values, device->stream));
  assert_success (mock_api.cuStreamSynchronize (device->stream));
}

void
mock_assert_told (const char *part)
{
  if (strstr (mock_mistakes->str, part) == NULL)
    g_error ("“%s” was not told, but: %s", part, mock_mistakes->str);
}

RensaCudaStatus
mock_multiply (const MockDevice *device, RensaCudaBlas blas, const MockProduct *product)
{
  const float one = 1;
  const float zero = 0;

  return mock_api.cublasGemmStridedBatchedEx (blas, RENSA_CUBLAS_OP_N, RENSA_CUBLAS_OP_N, 3, 2, product->k, &one,
                                              (gconstpointer) (guintptr) product->a, product->type, product->lda, 12,
                                              (gconstpointer) (guintptr) device->x, RENSA_CUDA_R_32F, 4, 8, &zero,
                                              (gpointer) (guintptr) device->y, RENSA_CUDA_R_32F, 3, 6, product->n_batch,
                                              RENSA_CUBLAS_COMPUTE_32F, RENSA_CUBLAS_GEMM_DEFAULT);
}
