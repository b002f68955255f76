/* cuda-map.c: launches of the kernels that the build generates from formulas.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include <math.h>
#include <string.h>

#include "cuda-lists.h"
#include "rensa-backends-kernels.h"

G_STATIC_ASSERT ((int) GPU_FLOAT16 == RENSA_FLOAT16 && (int) GPU_FLOAT64 == RENSA_FLOAT64
                 && (int) GPU_UINT8 == RENSA_UINT8);

gboolean
rensa_cuda_map (const RensaKernel *kernel, RensaDtype dtype, RensaArray *const *inputs, RensaArray *const *outputs,
                const double *params, GError **error)
{
  const int n_arrays = kernel->n_inputs + kernel->n_outputs;
  RensaCudaDevice *device = rensa_cuda_get_device (outputs[0]);
  RensaArray *arrays[RENSA_KERNEL_MAX_ARGS];
  gpu_map_args args = { 0 };
  RensaWalk walk;

  memcpy (arrays, inputs, kernel->n_inputs * sizeof (RensaArray *));
  memcpy (arrays + kernel->n_inputs, outputs, kernel->n_outputs * sizeof (RensaArray *));
  rensa_walk_init (&walk, &outputs[0]->shape, arrays, n_arrays);

  args.count = walk.count;
  args.ndim = walk.ndim;
  args.is_flat = walk.ndim == 1;
  memcpy (args.shape, walk.shape, walk.ndim * sizeof *args.shape);
  for (int i = 0; i < n_arrays; i++)
    rensa_cuda_set_arg (&args.args[i], &walk, i, arrays[i]->dtype);
  if (kernel->n_params > 0)
    memcpy (args.params, params, kernel->n_params * sizeof *params);

  gboolean is_put_off;
  if (!rensa_cuda_put_off (device, kernel, dtype, &args, &is_put_off, error) || is_put_off)
    return is_put_off;

  return rensa_cuda_launch (device, rensa_cuda_name_kernel ("map", kernel->name, dtype).text, &args, args.count, error);
}

static void
set_view (gpu_view *view, RensaArray *array)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);

  view->data = array->data;
  view->ndim = array->shape.ndim;
  for (int axis = 0; axis < view->ndim; axis++)
    {
      view->shape[axis] = array->shape.dims[axis];
      view->strides[axis] = array->strides[axis] / size;
    }
}

gboolean
rensa_cuda_index_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs,
                      const double *params, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (outputs[0]);
  gpu_index_args args = { .count = outputs[0]->count, .ndim = outputs[0]->shape.ndim };

  memcpy (args.shape, outputs[0]->shape.dims, args.ndim * sizeof *args.shape);
  for (int i = 0; i < kernel->n_inputs; i++)
    set_view (&args.inputs[i], inputs[i]);
  for (int i = 0; i < kernel->n_outputs; i++)
    args.outputs[i] = outputs[i]->data;
  if (kernel->n_params > 0)
    memcpy (args.params, params, kernel->n_params * sizeof *params);
  return rensa_cuda_launch (device, rensa_cuda_name_kernel ("index", kernel->name, outputs[0]->dtype).text, &args,
                            args.count, error);
}

static RensaCudaStatus
fill_dense (RensaCudaDevice *device, RensaArray *array, guint64 bits)
{
  const RensaCudaPointer to = rensa_cuda_pointer (array->data);
  const gsize n = (gsize) array->count;

  switch (rensa_dtype_get_size (array->dtype))
    {
    case 1:
      return device->api->cuMemsetD8Async (to, (unsigned char) bits, n, device->stream);
    case 2:
      return device->api->cuMemsetD16Async (to, (unsigned short) bits, n, device->stream);
    case 4:
      return device->api->cuMemsetD32Async (to, (unsigned) bits, n, device->stream);
    default:
      return device->api->cuMemsetD32Async (to, (unsigned) bits, 2 * n, device->stream);
    }
}

/* Computes the element with which the host would fill an array. */
static gboolean
get_bits (RensaDtype dtype, double value, guint64 *bits, GError **error)
{
  g_autoptr (RensaArray) scalar = rensa_array_new_on (rensa_device_get_host (), dtype, &(RensaShape){ 0 }, error);

  if (scalar == NULL || !rensa_array_fill (scalar, value, error))
    return FALSE;

  memcpy (bits, scalar->data, rensa_dtype_get_size (dtype));
  return TRUE;
}

gboolean
rensa_cuda_fill (RensaArray *array, double value, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (array);
  guint64 bits = 0;
  RensaWalk walk;

  if (!get_bits (array->dtype, value, &bits, error))
    return FALSE;
  rensa_walk_init (&walk, &array->shape, &array, 1);

  gpu_fill_args args = {
    .count = walk.count,
    .ndim = walk.ndim,
    .size = (int) rensa_dtype_get_size (array->dtype),
    .bits = bits,
  };
  if (rensa_walk_is_linear (&walk, 0, args.size) && (args.size < 8 || bits == 0))
    return rensa_cuda_enter (device, error)
           && rensa_cuda_check (device, "cuMemsetAsync", fill_dense (device, array, bits), error);

  memcpy (args.shape, walk.shape, walk.ndim * sizeof *args.shape);
  rensa_cuda_set_arg (&args.to, &walk, 0, array->dtype);
  return rensa_cuda_launch (device, "fill", &args, args.count, error);
}

/* Runs @kernel, one of those in copy.cu, on both arrays. */
static gboolean
launch_copy (const char *kernel, const RensaWalk *walk, RensaArray *source, RensaArray *target, GError **error)
{
  gpu_copy_args args = { .count = walk->count, .ndim = walk->ndim };

  memcpy (args.shape, walk->shape, walk->ndim * sizeof *args.shape);
  rensa_cuda_set_arg (&args.args[GPU_COPY_FROM], walk, 0, source->dtype);
  rensa_cuda_set_arg (&args.args[GPU_COPY_TO], walk, 1, target->dtype);
  return rensa_cuda_launch (rensa_cuda_get_device (target), kernel, &args, args.count, error);
}

gboolean
rensa_cuda_assign (RensaArray *target, RensaArray *source, GError **error)
{
  const gsize size = rensa_dtype_get_size (target->dtype);
  RensaCudaDevice *device = rensa_cuda_get_device (target);
  gboolean is_put_off;
  RensaWalk walk;

  rensa_walk_init (&walk, &target->shape, (RensaArray *[]){ source, target }, 2);
  if (source->dtype != target->dtype || !rensa_walk_is_linear (&walk, 0, size)
      || !rensa_walk_is_linear (&walk, 1, size))
    return launch_copy ("copy", &walk, source, target, error);
  if (!rensa_cuda_put_off_copy (device, walk.data[0], walk.data[1], (gsize) walk.count * size, &is_put_off, error)
      || is_put_off)
    return is_put_off;

  return rensa_cuda_enter (device, error)
         && RENSA_CUDA_CALL (device, cuMemcpyDtoDAsync_v2, error, rensa_cuda_pointer (walk.data[1]),
                             rensa_cuda_pointer (walk.data[0]), (gsize) walk.count * size, device->stream);
}

gboolean
rensa_cuda_accumulate (RensaArray *target, RensaArray *source, GError **error)
{
  RensaWalk walk;

  if (target->dtype != RENSA_INT64)
    return rensa_cuda_map (RENSA_KERNEL_ACCUMULATE, rensa_dtype_widen (target->dtype),
                           (RensaArray *[]){ target, source }, &target, NULL, error);

  rensa_walk_init (&walk, &target->shape, (RensaArray *[]){ source, target }, 2);
  return launch_copy ("add_integers", &walk, source, target, error);
}

static gboolean
fill_random (const char *distribution, RensaArray *array, RensaRandom random, int per_block, double a, double b,
             GError **error)
{
  const gpu_random_args args = {
    .count = array->count,
    .to = array->data,
    .seed = random.seed,
    .stream = random.stream,
    .counter = random.counter,
    .a = a,
    .b = b,
  };

  return rensa_cuda_launch (rensa_cuda_get_device (array),
                            rensa_cuda_name_kernel (distribution, NULL, array->dtype).text, &args,
                            (args.count + per_block - 1) / per_block, error);
}

gboolean
rensa_cuda_fill_uniform (RensaArray *array, RensaRandom random, double low, double high, GError **error)
{
  return fill_random ("uniform", array, random, array->dtype == RENSA_FLOAT32 ? 4 : 2, low, high - low, error);
}

gboolean
rensa_cuda_fill_normal (RensaArray *array, RensaRandom random, double loc, double scale, GError **error)
{
  return fill_random ("normal", array, random, 2, loc, scale, error);
}

/* Keeps those below the first dropped one out of 2^24 equally likely numbers. */
gboolean
rensa_cuda_fill_bernoulli (RensaArray *array, RensaRandom random, double keep, double value, GError **error)
{
  return fill_random ("bernoulli", array, random, 4, ceil (CLAMP (keep, 0, 1) * 0x1p24), value, error);
}
