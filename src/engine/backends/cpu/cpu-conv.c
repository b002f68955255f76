/* cpu-conv.c: convolution and its gradients.
 *
 * Inside, activations always have their channels last: oneDNN's kernels for that order are as fast as those for its
 * blocked layouts, the results are plain strided arrays that every other loop understands, and a chain of
 * convolution, activation and pooling never reorders.
 * SPDX-License-Identifier: MIT */

#include "cpu-conv-private.h"

#include <string.h>

/* The axes of (N, d…, C) that make it (N, C, d…). */
static void
get_channels_last_axes (int ndim, int *axes)
{
  axes[0] = 0;
  axes[1] = ndim - 1;
  for (int axis = 2; axis < ndim; axis++)
    axes[axis] = axis - 1;
}

RensaArray *
rensa_cpu_new_channels_last (RensaDtype dtype, const RensaShape *shape, GError **error)
{
  RensaShape memory = *shape;
  int axes[RENSA_MAX_NDIM];

  get_channels_last_axes (shape->ndim, axes);
  for (int axis = 0; axis < shape->ndim; axis++)
    memory.dims[axes[axis]] = shape->dims[axis];

  g_autoptr (RensaArray) array = rensa_array_new (dtype, &memory, error);
  return array == NULL ? NULL : rensa_array_view_transpose (array, axes);
}

static gboolean
has_channels_last (RensaArray *array)
{
  gint64 expected = (gint64) rensa_dtype_get_size (array->dtype);
  int axes[RENSA_MAX_NDIM];
  int order[RENSA_MAX_NDIM];

  get_channels_last_axes (array->shape.ndim, axes);
  for (int axis = 0; axis < array->shape.ndim; axis++)
    order[axes[axis]] = axis;

  for (int i = array->shape.ndim - 1; i >= 0; i--)
    {
      const int axis = order[i];

      if (array->shape.dims[axis] != 1 && array->strides[axis] != expected)
        return FALSE;
      expected *= array->shape.dims[axis];
    }

  return TRUE;
}

static RensaArray *
take_channels_last (RensaArray *array, GError **error)
{
  if (has_channels_last (array))
    return rensa_array_ref (array);

  g_autoptr (RensaArray) copy = rensa_cpu_new_channels_last (array->dtype, &array->shape, error);
  if (copy == NULL || !rensa_cpu_assign (copy, array, error))
    return NULL;

  return g_steal_pointer (&copy);
}

static RensaCpuConv
describe (const RensaWindow *window, const RensaShape *x, const RensaShape *y)
{
  RensaCpuConv conv;

  memset (&conv, 0, sizeof conv);
  conv.n = window->n;
  conv.batch = x->dims[0];
  conv.groups = window->groups;
  conv.channels = x->dims[1];
  conv.maps = y->dims[1];
  for (int i = 0; i < 3; i++)
    {
      const int axis = i - (3 - window->n);
      const gboolean used = axis >= 0;

      conv.in[i] = used ? x->dims[2 + axis] : 1;
      conv.out[i] = used ? y->dims[2 + axis] : 1;
      conv.kernel[i] = used ? window->kernel[axis] : 1;
      conv.stride[i] = used ? window->stride[axis] : 1;
      conv.dilate[i] = used ? window->dilate[axis] : 1;
      conv.pad[i] = used ? window->pad[axis] : 0;
    }

  return conv;
}

/* Whether threads of oneDNN would not share out the sum over a single example in the same way whatever their number. */
static gboolean
depends_on_threads (RensaCpuConvKind kind, const RensaCpuConv *conv)
{
  return kind == RENSA_CPU_CONV_BACKWARD_W && conv->batch == 1;
}

static gboolean
run (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays, GError **error)
{
  gboolean done = FALSE;

  if (arrays->W->dtype == RENSA_FLOAT32 && !depends_on_threads (kind, conv)
      && !rensa_cpu_conv_with_dnnl (kind, conv, arrays, &done, error))
    return FALSE;

  return done || rensa_cpu_conv_unfolded (kind, conv, arrays, error);
}

RensaArray *
rensa_cpu_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, GError **error)
{
  RensaShape shape = { .ndim = window->n + 2, .dims = { x->shape.dims[0], W->shape.dims[0] } };

  for (int i = 0; i < window->n; i++)
    shape.dims[2 + i] = rensa_window_get_output_size (window, i, x->shape.dims[2 + i]);

  g_autoptr (RensaArray) x_last = take_channels_last (x, error);
  g_autoptr (RensaArray) W_dense = x_last != NULL ? rensa_array_contiguous (W, error) : NULL;
  g_autoptr (RensaArray) b_dense = W_dense != NULL && b != NULL ? rensa_array_contiguous (b, error) : NULL;
  if (W_dense == NULL || (b != NULL && b_dense == NULL))
    return NULL;

  const RensaCpuConv conv = describe (window, &x->shape, &shape);
  g_autoptr (RensaArray) y = rensa_cpu_new_channels_last (x->dtype, &shape, error);
  const RensaCpuConvArrays arrays = { .x = x_last, .W = W_dense, .b = b_dense, .y = y };
  if (y == NULL || !run (RENSA_CPU_CONV_FORWARD, &conv, &arrays, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_cpu_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, const RensaShape *x_shape,
                               GError **error)
{
  const RensaCpuConv conv = describe (window, x_shape, &gy->shape);
  g_autoptr (RensaArray) gy_last = take_channels_last (gy, error);
  g_autoptr (RensaArray) W_dense = gy_last != NULL ? rensa_array_contiguous (W, error) : NULL;
  g_autoptr (RensaArray) gx = W_dense != NULL ? rensa_cpu_new_channels_last (gy->dtype, x_shape, error) : NULL;
  const RensaCpuConvArrays arrays = { .x = gx, .W = W_dense, .y = gy_last };

  if (gx == NULL || !run (RENSA_CPU_CONV_BACKWARD_X, &conv, &arrays, error))
    return NULL;

  return g_steal_pointer (&gx);
}

RensaArray *
rensa_cpu_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, const RensaShape *W_shape,
                               GError **error)
{
  const RensaCpuConv conv = describe (window, &x->shape, &gy->shape);
  g_autoptr (RensaArray) x_last = take_channels_last (x, error);
  g_autoptr (RensaArray) gy_last = x_last != NULL ? take_channels_last (gy, error) : NULL;
  g_autoptr (RensaArray) gW = gy_last != NULL ? rensa_array_new (x->dtype, W_shape, error) : NULL;
  const RensaCpuConvArrays arrays = { .x = x_last, .W = gW, .y = gy_last };

  if (gW == NULL || !run (RENSA_CPU_CONV_BACKWARD_W, &conv, &arrays, error))
    return NULL;

  return g_steal_pointer (&gW);
}
