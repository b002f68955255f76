/* rensa-convolution.c: convolution along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"

#include "rensa-convolution.py.inc"
#include "rensa-functions.h"

static gboolean
expect_ndim (RensaInference *inference, int i, const char *name, int ndim, GError **error)
{
  const int found = rensa_inference_get_input (inference, i)->shape.ndim;
  char left[32];
  char right[16];

  if (found == ndim)
    return TRUE;

  g_snprintf (left, sizeof left, "%s.ndim", name);
  g_snprintf (right, sizeof right, "%d", ndim);
  return rensa_inference_fail (inference, left, "==", right, found, ndim, error);
}

gboolean
rensa_expect_spatial_axes (RensaInference *inference, int n, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);

  if (n > 0)
    return expect_ndim (inference, 0, "x", n + 2, error) && expect_ndim (inference, 1, "W", n + 2, error);

  return RENSA_EXPECT (inference, x->shape.ndim, >=, 3, error)
         && RENSA_EXPECT (inference, W->shape.ndim, ==, x->shape.ndim, error);
}

gboolean
rensa_expect_bias (RensaInference *inference, gint64 channels, const char *shown, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, 2);

  if (b == NULL)
    return TRUE;

  return rensa_expect_same_dtype (inference, 2, 0, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
         && (b->shape.dims[0] == channels
             || rensa_inference_fail (inference, "b.shape[0]", "==", shown, b->shape.dims[0], channels, error));
}

gboolean
rensa_expect_filters (RensaInference *inference, const RensaShape *W, GError **error)
{
  for (int axis = 2; axis < W->ndim; axis++)
    {
      char left[32];

      g_snprintf (left, sizeof left, "W.shape[%d]", axis);
      if (W->dims[axis] < 1)
        return rensa_inference_fail (inference, left, ">=", "1", W->dims[axis], 1, error);
    }

  return TRUE;
}

static gboolean
get_window (const RensaConvolution *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  if (!rensa_window_init (window, W->ndim - 2, W->dims + 2, &self->stride, &self->pad, &self->dilate, error))
    return FALSE;

  window->cover_all = self->cover_all;
  window->groups = self->groups;
  return TRUE;
}

gboolean
rensa_convolution_infer (RensaInference *inference, const RensaConvolution *self, int n, GError **error)
{
  const gint64 groups = self->groups;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = { .ndim = x->shape.ndim, .dims = { x->shape.dims[0], W->shape.dims[0] } };
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !rensa_expect_spatial_axes (inference, n, error) || !RENSA_EXPECT (inference, groups, >=, 1, error)
      || !rensa_expect_filters (inference, &W->shape, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[1] * groups, error)
      || !RENSA_EXPECT (inference, W->shape.dims[0] % groups, ==, 0, error)
      || !rensa_expect_bias (inference, W->shape.dims[0], "W.shape[0]", error))
    return FALSE;
  if (!get_window (self, &W->shape, &window, error))
    {
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }
  if (!rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_add_bias (RensaArray *y, RensaArray *b, GError **error)
{
  if (b == NULL)
    return TRUE;

  RensaShape shape = { .ndim = rensa_array_get_ndim (y) - 1, .dims = { rensa_array_get_count (b) } };
  for (int axis = 1; axis < shape.ndim; axis++)
    shape.dims[axis] = 1;

  g_autoptr (RensaArray) channels = rensa_array_reshape (b, &shape, error);
  return channels != NULL && rensa_array_accumulate (y, channels, error);
}

gboolean
rensa_convolution_run (RensaCall *call, const RensaConvolution *self, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *W = rensa_call_get_input (call, 1);
  RensaWindow window;

  if (!get_window (self, rensa_array_get_shape (W), &window, error))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_convolve (x, W, rensa_call_get_input (call, 2), &window, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_convolution_run_back (RensaBackward *backward, const RensaConvolution *self, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType W = rensa_backward_get_input_type (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!get_window (self, &W.shape, &window, error))
    return FALSE;

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (
        backward, 0, rensa_deconvolve_variables (gy, rensa_backward_get_input (backward, 1), &window, &x.shape, error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, rensa_correlate_variables (rensa_backward_get_input (backward, 0), gy, &window, error));
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum_channels (gy, error));

  return rensa_backward_succeeded (backward);
}

RensaConvolution
rensa_convolution_new (const RensaInts *stride, const RensaInts *pad, gboolean cover_all, const RensaInts *dilate,
                       gint64 groups)
{
  return (RensaConvolution){
    .stride = rensa_ints_or (stride, 1),
    .pad = rensa_ints_or (pad, 0),
    .cover_all = cover_all,
    .dilate = rensa_ints_or (dilate, 1),
    .groups = groups,
  };
}

RensaVariable *
rensa_convolve_variables (RensaVariable *x, RensaVariable *W, const RensaWindow *window, GError **error)
{
  const RensaConvolution self = {
    .stride = rensa_window_get_ints (window, window->stride),
    .pad = rensa_window_get_ints (window, window->pad),
    .cover_all = window->cover_all,
    .dilate = rensa_window_get_ints (window, window->dilate),
    .groups = window->groups,
  };

  return rensa_apply2 (window->n == 2 ? &rensa_convolution_2d_class : &rensa_convolution_nd_class, &self, x, W, error);
}

RensaVariable *
rensa_sum_channels (RensaVariable *gy, GError **error)
{
  RensaInts axes = { .n = 1, .values = { 0 } };

  if (gy == NULL)
    return NULL;

  for (int axis = 2; axis < rensa_variable_get_type (gy).shape.ndim; axis++)
    axes.values[axes.n++] = axis;
  return rensa_sum (gy, &axes, FALSE, error);
}

/* Gradient with respect to W; its attributes are the window. */

static gboolean
infer_grad (RensaInference *inference, GError **error)
{
  const RensaWindow *window = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *gy = rensa_inference_get_input (inference, 1);
  RensaShape W = { .ndim = window->n + 2, .dims = { gy->shape.dims[1], x->shape.dims[1] / window->groups } };

  for (int i = 0; i < window->n; i++)
    W.dims[2 + i] = window->kernel[i];
  rensa_inference_set_output_shape (inference, 0, x->dtype, &W);
  return TRUE;
}

static gboolean
forward_grad (RensaCall *call, GError **error)
{
  const RensaShape *W = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *gy = rensa_call_get_input (call, 1);

  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_convolve_backward_W (x, gy, rensa_call_get_attrs (call), W, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_grad (RensaBackward *backward, GError **error)
{
  const RensaWindow *window = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *ggW = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (
        backward, 0, rensa_deconvolve_variables (rensa_backward_get_input (backward, 1), ggW, window, &x.shape, error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, rensa_convolve_variables (rensa_backward_get_input (backward, 0), ggW, window, error));

  return rensa_backward_succeeded (backward);
}

#define GRAD_W                                                                                                 \
  .inputs = RENSA_INPUTS ("x", "gy"), .n_outputs = 1, .attrs_size = sizeof (RensaWindow), .infer = infer_grad, \
  .forward = forward_grad, .backward = backward_grad

static const RensaFunctionClass convolution_2d_grad_w_class = {
  .name = "convolution_2d_grad_w",
  .label = "Convolution2DGradW",
  GRAD_W,
};

static const RensaFunctionClass convolution_nd_grad_w_class = {
  .name = "convolution_nd_grad_w",
  .label = "ConvolutionNDGradWeight",
  GRAD_W,
};

RensaVariable *
rensa_correlate_variables (RensaVariable *x, RensaVariable *y, const RensaWindow *window, GError **error)
{
  return rensa_apply2 (window->n == 2 ? &convolution_2d_grad_w_class : &convolution_nd_grad_w_class, window, x, y,
                       error);
}
