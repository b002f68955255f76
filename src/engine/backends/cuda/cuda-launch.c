/* cuda-launch.c: kernel launches by name.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

/* Blocks per multiprocessor and launch: together as many threads as it holds at a time. */
#define BLOCKS_OF_MULTIPROCESSOR 8

static gboolean
find_in_modules (RensaCudaDevice *device, const char *kernel, RensaCudaFunction *function)
{
  if (device->modules->len == 0)
    return device->api->cuModuleGetFunction (function, NULL, kernel) == RENSA_CUDA_SUCCESS;
  for (guint i = 0; i < device->modules->len; i++)
    if (device->api->cuModuleGetFunction (function, device->modules->pdata[i], kernel) == RENSA_CUDA_SUCCESS)
      return TRUE;

  return FALSE;
}

static RensaCudaFunction
find_function (RensaCudaDevice *device, const char *kernel, GError **error)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&device->lock);
  RensaCudaFunction function = g_hash_table_lookup (device->functions, kernel);

  if (function == NULL && find_in_modules (device, kernel, &function))
    g_hash_table_insert (device->functions, g_strdup (kernel), function);
  if (function == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("device %s has no kernel “%s”"), device->base.name, kernel);
  return function;
}

static gboolean
launch (RensaCudaDevice *device, RensaCudaFunction function, gconstpointer args, gint64 n_blocks, GError **error)
{
  const unsigned n = (unsigned) CLAMP (n_blocks, 1, device->n_multiprocessors * BLOCKS_OF_MULTIPROCESSOR);
  void *arguments[] = { (void *) args };

  return RENSA_CUDA_CALL (device, cuLaunchKernel, error, function, n, 1, 1, GPU_BLOCK, 1, 1, 0, device->stream,
                          arguments, NULL);
}

gboolean
rensa_cuda_launch_now (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 n_blocks, GError **error)
{
  RensaCudaFunction function = rensa_cuda_set_context (device, error) ? find_function (device, kernel, error) : NULL;

  return function != NULL && launch (device, function, args, n_blocks, error);
}

static gint64
count_blocks (gint64 count)
{
  return (count + GPU_BLOCK - 1) / GPU_BLOCK;
}

gint64
rensa_cuda_count_threads (RensaCudaDevice *device, gint64 count)
{
  return CLAMP (count_blocks (count), 1, device->n_multiprocessors * BLOCKS_OF_MULTIPROCESSOR) * GPU_BLOCK;
}

gboolean
rensa_cuda_launch (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 count, GError **error)
{
  return rensa_cuda_launch_blocks (device, kernel, args, count_blocks (count), error);
}

gboolean
rensa_cuda_launch_blocks (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 n_blocks,
                          GError **error)
{
  return rensa_cuda_enter (device, error) && rensa_cuda_launch_now (device, kernel, args, n_blocks, error);
}

gboolean
rensa_cuda_launch_function (RensaCudaDevice *device, RensaCudaFunction function, gconstpointer args, gint64 count,
                            GError **error)
{
  return rensa_cuda_enter (device, error) && launch (device, function, args, count_blocks (count), error);
}

RensaCudaName
rensa_cuda_name_kernel (const char *loop, const char *kernel, RensaDtype dtype)
{
  const char *type = dtype == RENSA_FLOAT32    ? "float"
                     : dtype == RENSA_FLOAT64  ? "double"
                     : dtype == RENSA_FLOAT16  ? "half"
                     : dtype == RENSA_BFLOAT16 ? "bfloat"
                                               : "integer";
  RensaCudaName name;

  g_snprintf (name.text, sizeof name.text, "%s%s%s_%s", loop, kernel != NULL ? "_" : "", kernel != NULL ? kernel : "",
              type);
  return name;
}

void
rensa_cuda_set_arg (gpu_arg *arg, const RensaWalk *walk, int number, RensaDtype dtype)
{
  arg->data = walk->data[number];
  arg->dtype = (int) dtype;
  for (int axis = 0; axis < walk->ndim; axis++)
    arg->strides[axis] = walk->strides[axis][number];
}
