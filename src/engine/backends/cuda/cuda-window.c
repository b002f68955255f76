/* cuda-window.c: arguments of window kernels.
 * SPDX-License-Identifier: MIT */

#include "cuda-window.h"

#include <string.h>

/* Sorts axes by descending stride. */
static void
order_axes (RensaArray *array, k_index *order)
{
  for (int axis = 0; axis < array->shape.ndim; axis++)
    {
      k_index at = axis;

      for (; at > 0 && ABS (array->strides[order[at - 1]]) < ABS (array->strides[axis]); at--)
        order[at] = order[at - 1];
      order[at] = axis;
    }
}

void
rensa_cuda_set_window (gpu_window_args *args, const RensaWindow *window, const RensaShape *x_shape,
                       const RensaShape *y_shape, RensaArray *walked)
{
  const gsize size = window->n * sizeof (gint64);

  *args = (gpu_window_args){ .count = walked->count, .ndim = walked->shape.ndim, .n_places = 1 };
  order_axes (walked, args->order);
  memcpy (args->shape, walked->shape.dims, args->ndim * sizeof (gint64));
  memcpy (args->in, x_shape->dims + 2, size);
  memcpy (args->out, y_shape->dims + 2, size);
  memcpy (args->kernel, window->kernel, size);
  memcpy (args->pad, window->pad, size);
  memcpy (args->dilate, window->dilate, size);
  for (int i = 0; i < window->n; i++)
    {
      /* Any longer stride leaves every array as well. */
      args->stride[i] = MIN (window->stride[i], G_MAXINT32);
      args->n_places *= window->kernel[i];
    }
}

void
rensa_cuda_set_window_arg (gpu_arg *arg, RensaArray *array)
{
  arg->data = array->data;
  arg->dtype = (int) array->dtype;
  memcpy (arg->strides, array->strides, array->shape.ndim * sizeof *array->strides);
}

/* Kernels use 32-bit indices. */
static gboolean
require_countable (RensaCudaDevice *device, const gpu_window_args *args, GError **error)
{
  gint64 most = args->count / args->shape[0];

  for (int i = 0; i < args->ndim - 2; i++)
    most = MAX (most, MIN (args->in[i], G_MAXINT32) + MIN (args->pad[i], G_MAXINT32));
  if (most < G_MAXINT32)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("windows require examples of fewer than %d elements including padding on device %s: found %lld"),
                   G_MAXINT32, device->base.name, (long long) most);
  return FALSE;
}

/* Processes as many examples at a time as 32-bit indices allow. */
gboolean
rensa_cuda_launch_windows (RensaCudaDevice *device, const char *kernel, RensaDtype dtype, const gpu_window_args *args,
                           GError **error)
{
  const RensaCudaName name = rensa_cuda_name_kernel (kernel, NULL, dtype);
  const gint64 n = args->shape[0];
  gpu_window_args part = *args;

  if (!require_countable (device, args, error))
    return FALSE;

  const gint64 at_once = (G_MAXINT32 - 1) / (args->count / n);
  for (gint64 first = 0; first < n; first += at_once)
    {
      part.shape[0] = MIN (at_once, n - first);
      part.count = args->count / n * part.shape[0];
      part.x.data = args->x.data + first * args->x.strides[0];
      part.y.data = args->y.data + first * args->y.strides[0];
      if (args->index.data != NULL)
        part.index.data = args->index.data + first * args->index.strides[0];
      if (!rensa_cuda_launch (device, name.text, &part, part.count, error))
        return FALSE;
    }
  return TRUE;
}
