/* convolution_2d.c: filters over images; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"

#include "rensa-functions.h"

typedef struct
{
  RensaInts stride;
  RensaInts pad;
  gboolean cover_all;
  RensaInts dilate;
  gint64 groups;
  gboolean cudnn_fast;
} Convolution2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Convolution2D, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("The step from one window to the next")),
  RENSA_ATTR_INTS (Convolution2D, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Zeros around the image, on each side")),
  RENSA_ATTR_BOOL (Convolution2D, cover_all, .title = N_ ("Cover all"),
                   .hint = N_ ("One window more where the last one would leave pixels out")),
  RENSA_ATTR_INTS (Convolution2D, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("The step from one pixel of a window to the next")),
  RENSA_ATTR_INT (Convolution2D, groups, .initial = 1, .min = 1, .max = G_MAXINT32, .title = N_ ("Groups"),
                  .hint = N_ ("Channels are split into so many groups, each with filters of its own")),
  RENSA_ATTR_BOOL (Convolution2D, cudnn_fast, .title = N_ ("cuDNN fast mode"), .hint = N_ ("Has no effect on the CPU")),
};

static const RensaSample samples[] = {
  { "", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]; [0.5]", "[[[[-3.5, -3.5], [-3.5, -3.5]]]]" },
  { "stride=2, cover_all=true", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]",
    "[[[[-4, 3], [7, 9]]]]" },
  { "groups=2", "[[[[1, 2]], [[3, 4]]]]; [[[[1]]], [[[10]]]]", "[[[[1, 2]], [[30, 40]]]]" },
};

static gboolean
get_window (const Convolution2D *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  if (!rensa_window_init (window, 2, W->dims + 2, &self->stride, &self->pad, &self->dilate, error))
    {
      g_prefix_error (error, "convolution_2d: ");
      return FALSE;
    }

  window->cover_all = self->cover_all;
  window->groups = self->groups;
  return TRUE;
}

static gboolean
infer_bias (RensaInference *inference, const RensaType *W, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, 2);

  return b == NULL
         || (rensa_expect_same_dtype (inference, 2, 0, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
             && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[0], error));
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Convolution2D *self = rensa_inference_get_attrs (inference);
  const gint64 groups = self->groups;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = { .ndim = 4, .dims = { x->shape.dims[0], W->shape.dims[0] } };
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 4, error) || !RENSA_EXPECT (inference, groups, >=, 1, error)
      || !RENSA_EXPECT (inference, W->shape.dims[2], >=, 1, error)
      || !RENSA_EXPECT (inference, W->shape.dims[3], >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[1] * groups, error)
      || !RENSA_EXPECT (inference, W->shape.dims[0] % groups, ==, 0, error) || !infer_bias (inference, W, error)
      || !get_window (self, &W->shape, &window, error)
      || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *W = rensa_call_get_input (call, 1);
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), rensa_array_get_shape (W), &window, error))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_convolve (x, W, rensa_call_get_input (call, 2), &window, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType W = rensa_backward_get_input_type (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!get_window (rensa_backward_get_attrs (backward), &W.shape, &window, error))
    return FALSE;

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (backward, 0,
                                    rensa_deconvolve_variables (gy, rensa_backward_get_input (backward, 1), &window,
                                                                x.shape.dims[2], x.shape.dims[3], error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, rensa_correlate_variables (rensa_backward_get_input (backward, 0), gy, &window, error));
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum_channels (gy, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_convolution_2d_class = {
  .name = "convolution_2d",
  .group = RENSA_GROUP_CONNECTION,
  .title = N_ ("Convolution 2D"),
  .summary = N_ ("Slides filters over images and adds a bias"),
  .formula = "y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, si + du - p, sj + dv - p] + b[o]",
  .label = "Convolution2DFunction",
  .inputs = RENSA_INPUTS ("x", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (Convolution2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.convolution_2d({x}, {W}, {b}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate}, "
             "groups={groups})",
  .torch = "F.conv2d({x}, {W}, {b}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups})",
  .onnx = "Conv",
};

/**
 * rensa_convolution_2d:
 * @x: images, shape (N, C, H, W)
 * @W: filters, shape (O, C / groups, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): step from window to window; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @cover_all: one window more where the last one would leave pixels out
 * @dilate: (nullable): step from pixel to pixel within a window; NULL means 1
 * @groups: output channels of one of so many groups see the input channels of that group alone
 *
 * Cross-correlation: y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, s i + d u - p, s j + d v - p] + b[o], of shape (N, O, H',
 * W') with H' = ⌊(H + 2p - d (kH - 1) - 1) / s⌋ + 1 (rounded up with @cover_all).  All have the same floating dtype. 
 * RENSA_ERROR_TYPE_CHECK where shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_convolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                      const RensaInts *pad, gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  const Convolution2D self = {
    .stride = rensa_ints_or (stride, 1),
    .pad = rensa_ints_or (pad, 0),
    .cover_all = cover_all,
    .dilate = rensa_ints_or (dilate, 1),
    .groups = groups,
  };

  return rensa_apply3 (&rensa_convolution_2d_class, &self, x, W, b, error);
}

RensaVariable *
rensa_convolve_variables (RensaVariable *x, RensaVariable *W, const RensaWindow *window, GError **error)
{
  const RensaInts stride = rensa_window_get_ints (window, window->stride);
  const RensaInts pad = rensa_window_get_ints (window, window->pad);
  const RensaInts dilate = rensa_window_get_ints (window, window->dilate);

  return rensa_convolution_2d (x, W, NULL, &stride, &pad, window->cover_all, &dilate, window->groups, error);
}

RensaVariable *
rensa_sum_channels (RensaVariable *gy, GError **error)
{
  const RensaInts axes = { .n = 3, .values = { 0, 2, 3 } };

  return rensa_sum (gy, &axes, FALSE, error);
}

/* The gradient with respect to W, whose attributes are the window. */

static gboolean
infer_grad (RensaInference *inference, GError **error)
{
  const RensaWindow *window = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *gy = rensa_inference_get_input (inference, 1);
  const RensaShape W =
      RENSA_SHAPE (gy->shape.dims[1], x->shape.dims[1] / window->groups, window->kernel[0], window->kernel[1]);

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
    rensa_backward_take_grad_input (backward, 0,
                                    rensa_deconvolve_variables (rensa_backward_get_input (backward, 1), ggW, window,
                                                                x.shape.dims[2], x.shape.dims[3], error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, rensa_convolve_variables (rensa_backward_get_input (backward, 0), ggW, window, error));

  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass convolution_2d_grad_w_class = {
  .name = "convolution_2d_grad_w",
  .label = "Convolution2DGradW",
  .inputs = RENSA_INPUTS ("x", "gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (RensaWindow),
  .infer = infer_grad,
  .forward = forward_grad,
  .backward = backward_grad,
};

RensaVariable *
rensa_correlate_variables (RensaVariable *x, RensaVariable *y, const RensaWindow *window, GError **error)
{
  return rensa_apply2 (&convolution_2d_grad_w_class, window, x, y, error);
}
