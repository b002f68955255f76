/* cpu-conv.c: convolution and its gradients.
 *
 * Internally, activations always have their channels last: oneDNN's kernels for that order are as
 * fast as those for its blocked layouts, the results are plain strided arrays that every other loop
 * supports, and a chain of convolution, activation and pooling never reorders.
 * SPDX-License-Identifier: MIT */

#include "cpu-conv-private.h"

#include <string.h>

static gboolean
has_channels_last (RensaArray *array)
{
  const int ndim = array->shape.ndim;
  gint64 expected = (gint64) rensa_dtype_get_size (array->dtype);

  for (int i = 0; i < ndim; i++)
    {
      /* Order of i: channels, the spatial axes from the last, examples. */
      const int axis = i == 0 ? 1 : i == ndim - 1 ? 0 : ndim - i;

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

  g_autoptr (RensaArray) copy = rensa_new_channels_last (array, array->dtype, &array->shape, error);
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
  conv.n_in = 1;
  conv.n_out = 1;
  conv.n_taps = 1;
  for (int i = 0; i < window->n; i++)
    {
      conv.n_in *= conv.in[i] = x->dims[2 + i];
      conv.n_out *= conv.out[i] = y->dims[2 + i];
      conv.n_taps *= conv.kernel[i] = window->kernel[i];
      conv.stride[i] = window->stride[i];
      conv.dilate[i] = window->dilate[i];
      conv.pad[i] = window->pad[i];
    }

  return conv;
}

/* TRUE if oneDNN would split the sum over a single example in a way that depends on the number of threads. */
static gboolean
depends_on_threads (RensaCpuConvKind kind, const RensaCpuConv *conv)
{
  return kind == RENSA_CPU_CONV_BACKWARD_W && conv->batch == 1;
}

static gboolean
run (RensaCpuConvKind kind, const RensaWindow *window, const RensaCpuConvArrays *arrays, GError **error)
{
  const RensaCpuConv conv = describe (window, &arrays->x->shape, &arrays->y->shape);
  gboolean done = FALSE;

  if (arrays->W->dtype == RENSA_FLOAT32 && !depends_on_threads (kind, &conv)
      && !rensa_cpu_conv_with_dnnl (kind, &conv, arrays, &done, error))
    return FALSE;

  return done || rensa_cpu_conv_unfolded (kind, &conv, arrays, error);
}

/* Runs with @result, one of @arrays, in the memory order that the loops require. */
static gboolean
run_into (RensaCpuConvKind kind, const RensaWindow *window, RensaCpuConvArrays *arrays, RensaArray **slot,
          RensaArray *result, GError **error)
{
  g_autoptr (RensaArray) last = has_channels_last (result)
                                    ? rensa_array_ref (result)
                                    : rensa_new_channels_last (result, result->dtype, &result->shape, error);

  *slot = last;
  return last != NULL && run (kind, window, arrays, error)
         && (last == result || rensa_cpu_assign (result, last, error));
}

gboolean
rensa_cpu_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                    GError **error)
{
  g_autoptr (RensaArray) x_last = take_channels_last (x, error);
  g_autoptr (RensaArray) W_dense = x_last != NULL ? rensa_array_contiguous (W, error) : NULL;
  g_autoptr (RensaArray) b_dense = W_dense != NULL && b != NULL ? rensa_array_contiguous (b, error) : NULL;
  RensaCpuConvArrays arrays = { .x = x_last, .W = W_dense, .b = b_dense };

  return W_dense != NULL && (b == NULL || b_dense != NULL)
         && run_into (RENSA_CPU_CONV_FORWARD, window, &arrays, &arrays.y, y, error);
}

gboolean
rensa_cpu_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx, GError **error)
{
  g_autoptr (RensaArray) gy_last = take_channels_last (gy, error);
  g_autoptr (RensaArray) W_dense = gy_last != NULL ? rensa_array_contiguous (W, error) : NULL;
  RensaCpuConvArrays arrays = { .W = W_dense, .y = gy_last };

  return W_dense != NULL && run_into (RENSA_CPU_CONV_BACKWARD_X, window, &arrays, &arrays.x, gx, error);
}

gboolean
rensa_cpu_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW, GError **error)
{
  g_autoptr (RensaArray) x_last = take_channels_last (x, error);
  g_autoptr (RensaArray) gy_last = x_last != NULL ? take_channels_last (gy, error) : NULL;
  const RensaCpuConvArrays arrays = { .x = x_last, .W = gW, .y = gy_last };

  return gy_last != NULL && run (RENSA_CPU_CONV_BACKWARD_W, window, &arrays, error);
}
