/* rensa-pooling.c: pooling and unpooling of windows over any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-pooling-private.h"

#include "rensa-axes-private.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-pooling.py.inc"
#include "rensa-window-maps-private.h"

RensaPooling
rensa_pooling_new (const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad)
{
  return (RensaPooling){
    .ksize = *ksize,
    .stride = rensa_ints_or_none (stride),
    .pad = rensa_ints_or (pad, 0),
    .outsize = { .n = RENSA_INTS_NONE },
  };
}

static gboolean
expect_length (RensaInference *inference, const char *name, const RensaInts *ints, int n, GError **error)
{
  g_autofree char *expect = g_strdup_printf ("x.ndim == len(%s) + 2", name);

  return ints->n < 1 || ints->n == n
         || rensa_inference_fail_text (inference, error, expect, "%d != %d + 2", n + 2, ints->n);
}

static gboolean
expect_axes (RensaInference *inference, int n_axes, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const int n = x->shape.ndim - 2;
  char ndim[16];

  g_snprintf (ndim, sizeof ndim, "%d", n_axes + 2);
  if (n_axes > 0)
    return n == n_axes || rensa_inference_fail (inference, "x.ndim", "==", ndim, n + 2, n_axes + 2, error);

  return RENSA_EXPECT (inference, x->shape.ndim, >=, 3, error)
         && expect_length (inference, "ksize", &self->ksize, n, error)
         && expect_length (inference, "stride", &self->stride, n, error)
         && expect_length (inference, "pad", &self->pad, n, error)
         && expect_length (inference, "outsize", &self->outsize, n, error);
}

gboolean
rensa_pooling_get_window (const RensaPooling *self, int n, RensaWindow *window, GError **error)
{
  gint64 ksize[RENSA_MAX_NDIM];

  if (!rensa_ints_expand (&self->ksize, n, 1, "ksize", ksize, error)
      || !rensa_window_init (window, n, ksize, &self->stride, &self->pad, NULL, error))
    return FALSE;

  window->cover_all = self->cover_all;
  return TRUE;
}

static gboolean
infer_window (RensaInference *inference, RensaWindow *window, GError **error)
{
  const RensaPoolingRule *rule = rensa_inference_get_rule (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!expect_axes (inference, rule->n_axes, error) || !rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (rule->needs_elements && rensa_shape_count (&x->shape) == 0)
    return rensa_inference_fail_text (inference, error, "x.size > 0", "0 <= 0");
  if (rensa_pooling_get_window (rensa_inference_get_attrs (inference), x->shape.ndim - 2, window, error))
    return TRUE;

  g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
  return FALSE;
}

/* Means */

/* Returns TRUE if the divisor is the same for all windows. */
static gboolean
has_fixed_divisor (const RensaPooling *self, const RensaWindow *window)
{
  gboolean padded = FALSE;

  for (int i = 0; i < window->n; i++)
    padded = padded || window->pad[i] > 0;

  return self->pad_value != RENSA_INT_NONE || !padded;
}

/* Returns the number of positions of each window inside x, for one image of one channel; x has
 * @shape. */
static RensaArray *
count_places (RensaDtype dtype, const RensaShape *shape, const RensaWindow *window, GError **error)
{
  RensaShape plane = *shape;

  plane.dims[0] = 1;
  plane.dims[1] = 1;

  g_autoptr (RensaArray) ones = rensa_array_full (dtype, &plane, 1, error);

  return rensa_pool_sum (ones, window, 1, error);
}

/* Ignores padding. */
static RensaArray *
average_within (RensaArray *x, const RensaWindow *window, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) sum = rensa_pool_sum (wide, window, 1, error);
  g_autoptr (RensaArray) count =
      sum != NULL ? count_places (rensa_array_get_dtype (sum), rensa_array_get_shape (x), window, error) : NULL;
  g_autoptr (RensaArray) mean = count != NULL ? rensa_map2 (RENSA_KERNEL_OP_DIV, sum, count, NULL, error) : NULL;

  return mean != NULL ? rensa_array_cast (mean, rensa_array_get_dtype (x), error) : NULL;
}

gboolean
rensa_average_pooling_infer (RensaInference *inference, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  RensaWindow window;

  if (self->pad_value != 0 && self->pad_value != RENSA_INT_NONE)
    {
      rensa_refuse_value (error, "pad_value", N_ ("0 or None"), "%" G_GINT64_FORMAT, self->pad_value);
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }
  if (!infer_window (inference, &window, error) || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_average_pooling_forward (RensaCall *call, GError **error)
{
  const RensaPooling *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (self, rensa_array_get_ndim (x) - 2, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0,
                          has_fixed_divisor (self, &window) ? rensa_pool_average (x, &window, error)
                                                            : average_within (x, &window, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_average_pooling_backward (RensaBackward *backward, GError **error)
{
  const RensaPooling *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  double size = 1;
  RensaWindow window;

  if (!rensa_pooling_get_window (self, x.shape.ndim - 2, &window, error))
    return FALSE;

  for (int i = 0; i < window.n; i++)
    size *= (double) window.kernel[i];

  if (has_fixed_divisor (self, &window))
    rensa_backward_take_grad_input (backward, 0, rensa_spread_windows (gy, &window, 1 / size, &x.shape, error));
  else
    {
      g_autoptr (RensaArray) count = count_places (x.dtype, &x.shape, &window, error);
      g_autoptr (RensaVariable) divisor = rensa_variable_new_constant (count);
      g_autoptr (RensaVariable) share = rensa_divide (gy, divisor, error);

      rensa_backward_take_grad_input (backward, 0, rensa_spread_windows (share, &window, 1, &x.shape, error));
    }
  return rensa_backward_succeeded (backward);
}

/* Unpooling, the adjoint of the sum */

static gboolean
expect_output (RensaInference *inference, const RensaWindow *window, int i, gint64 size, gint64 outsize, GError **error)
{
  if (outsize < 1)
    return rensa_inference_fail_words (inference, error, N_ ("windows that extend beyond the padding"),
                                       "an output of %" G_GINT64_FORMAT " along axis %d", outsize, 2 + i);
  if (rensa_window_get_output_size (window, i, outsize) != size)
    return rensa_inference_fail_words (inference, error,
                                       N_ ("an x with one element per window of an output of "
                                           "this outsize"),
                                       "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT " along axis %d", size,
                                       rensa_window_get_output_size (window, i, outsize), 2 + i);
  return TRUE;
}

gboolean
rensa_unpooling_infer (RensaInference *inference, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  gint64 outsize[RENSA_MAX_NDIM];
  RensaWindow window;

  if (!infer_window (inference, &window, error))
    return FALSE;
  if (!rensa_ints_expand (&self->outsize, window.n, 0, "outsize", outsize, error))
    {
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }

  for (int i = 0; i < window.n; i++)
    {
      const gint64 size = x->shape.dims[2 + i];
      const gint64 spare = 2 * window.pad[i] + (window.cover_all ? window.stride[i] - 1 : 0);

      if (self->outsize.n == RENSA_INTS_NONE)
        outsize[i] = window.stride[i] * (size - 1) + window.kernel[i] - spare;
      if (!expect_output (inference, &window, i, size, outsize[i], error))
        return FALSE;
      y.dims[2 + i] = outsize[i];
    }

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_unpooling_forward (RensaCall *call, GError **error)
{
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_call_get_attrs (call), y->ndim - 2, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_pool_sum_backward (x, &window, 1, y, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_unpooling_backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_backward_get_attrs (backward), x.shape.ndim - 2, &window, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_sum_windows (gy, &window, 1, error));
  return rensa_backward_succeeded (backward);
}

/* Maxima */

gboolean
rensa_max_pooling_infer (RensaInference *inference, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  RensaWindow window;

  if (!infer_window (inference, &window, error) || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  if (self->return_indices)
    rensa_inference_set_output_shape (inference, 1, RENSA_INT64, &y);
  return TRUE;
}

gboolean
rensa_max_pooling_forward (RensaCall *call, GError **error)
{
  const RensaPooling *self = rensa_call_get_attrs (call);
  const gboolean needs_index = self->return_indices || rensa_call_needs_grad (call, 0);
  RensaArray *x = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) index = NULL;
  RensaWindow window;

  if (!rensa_pooling_get_window (self, rensa_array_get_ndim (x) - 2, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_pool_max (x, &window, needs_index ? &index : NULL, error));
  if (index != NULL)
    rensa_call_keep (call, 0, rensa_array_ref (index));
  if (self->return_indices)
    rensa_call_take_output (call, 1, g_steal_pointer (&index));
  return rensa_call_succeeded (call);
}

gboolean
rensa_max_pooling_backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) index = rensa_variable_new_constant (rensa_backward_get_kept (backward, 0));
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_backward_get_attrs (backward), x.shape.ndim - 2, &window, error))
    return FALSE;

  /* The indices alone have no gradient. */
  if (gy != NULL)
    rensa_backward_take_grad_input (backward, 0, rensa_scatter_places (gy, index, &window, &x.shape, error));
  return rensa_backward_succeeded (backward);
}
