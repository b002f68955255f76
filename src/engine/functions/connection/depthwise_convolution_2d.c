/* depthwise_convolution_2d.c: convolution with separate filters per channel.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

typedef struct
{
  RensaInts stride;
  RensaInts pad;
} DepthwiseConvolution2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (DepthwiseConvolution2D, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between windows")),
  RENSA_ATTR_INTS (DepthwiseConvolution2D, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Zeros added around the image on each side")),
};

static const RensaSample samples[] = {
  { "", "[[[[1, 2]], [[3, 4]]]]; [[[[1]], [[10]]], [[[2]], [[-1]]]]; [0, 0.5, 0, 0]",
    "[[[[1, 2]], [[2.5, 4.5]], [[30, 40]], [[-3, -4]]]]" },
  { "stride=(1, 2), pad=(0, 1)", "[[[[1, 2, 3], [4, 5, 6]]]]; [[[[1, 10, 100]]]]", "[[[[210, 32], [540, 65]]]]" },
};

/* A convolution with one group per channel, whose filters are those of W in a different order. */
static gboolean
get_window (const DepthwiseConvolution2D *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  if (!rensa_window_init (window, 2, W->dims + 2, &self->stride, &self->pad, NULL, error))
    {
      g_prefix_error (error, "depthwise_convolution_2d: ");
      return FALSE;
    }

  window->groups = W->dims[1];
  return TRUE;
}

/* Exchanges (D, C, kH, kW) and (C, D, kH, kW). */
static const RensaInts exchange = { .n = 4, .values = { 1, 0, 2, 3 } };

static RensaShape
get_grouped_shape (const RensaShape *W)
{
  return RENSA_SHAPE (W->dims[1] * W->dims[0], 1, W->dims[2], W->dims[3]);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = RENSA_SHAPE (0, 0, 0, 0);
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !rensa_expect_spatial_axes (inference, 2, error) || !rensa_expect_filters (inference, &W->shape, error)
      || !RENSA_EXPECT (inference, W->shape.dims[1], >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[1], error))
    return FALSE;
  y.dims[0] = x->shape.dims[0];
  y.dims[1] = W->shape.dims[0] * W->shape.dims[1];
  if (!rensa_expect_bias (inference, y.dims[1], "W.shape[0] * W.shape[1]", error)
      || !get_window (rensa_inference_get_attrs (inference), &W->shape, &window, error)
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
  const RensaShape grouped = get_grouped_shape (rensa_array_get_shape (W));
  g_autoptr (RensaArray) exchanged = rensa_array_view_transpose (W, (int[]){ 1, 0, 2, 3 });
  g_autoptr (RensaArray) filters = rensa_array_reshape (exchanged, &grouped, error);
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), rensa_array_get_shape (W), &window, error))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_convolve (x, filters, rensa_call_get_input (call, 2), &window, error));
  return rensa_call_succeeded (call);
}

static RensaVariable *
group_filters (RensaVariable *W, GError **error)
{
  const RensaType type = rensa_variable_get_type (W);
  const RensaShape grouped = get_grouped_shape (&type.shape);
  g_autoptr (RensaVariable) exchanged = rensa_transpose (W, &exchange, error);

  return rensa_reshape (exchanged, &grouped, error);
}

static RensaVariable *
ungroup_filters (RensaVariable *filters, const RensaShape *W, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (W->dims[1], W->dims[0], W->dims[2], W->dims[3]);
  g_autoptr (RensaVariable) exchanged = rensa_reshape (filters, &shape, error);

  return rensa_transpose (exchanged, &exchange, error);
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
    {
      g_autoptr (RensaVariable) filters = group_filters (rensa_backward_get_input (backward, 1), error);

      rensa_backward_take_grad_input (backward, 0, rensa_deconvolve_variables (gy, filters, &window, &x.shape, error));
    }
  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaVariable) filters =
          rensa_correlate_variables (rensa_backward_get_input (backward, 0), gy, &window, error);

      rensa_backward_take_grad_input (backward, 1, ungroup_filters (filters, &W.shape, error));
    }
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum_channels (gy, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_depthwise_convolution_2d_class = {
  .name = "depthwise_convolution_2d",
  .group = &rensa_connection_group,
  .title = N_ ("Depthwise Convolution 2D"),
  .summary = N_ ("Slides separate filters over each channel of an image"),
  .formula = "y[n, cD + d, i, j] = Σ W[d, c, u, v] x[n, c, si + u - p, sj + v - p] + b[cD + d]",
  .reference = "Chollet, \"Xception: Deep Learning with Depthwise Separable Convolutions\", CVPR 2017",
  .label = "Convolution2DFunction",
  .inputs = RENSA_INPUTS ("x", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (DepthwiseConvolution2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.depthwise_convolution_2d({x}, {W}, {b}, stride={stride}, pad={pad})" },
      { "torch",
        "F.conv2d({x}, {W}.transpose(0, 1).flatten(0, 1)[:, None], {b}, stride={stride}, padding={pad}, groups={W}.shape[1])" },
      { "onnx", "p = spread (pad, 2); "
                "Conv (x, Reshape (Transpose (W, perm=[1, 0, 2, 3]), [-1, 1, dim (W, 2), dim (W, 3)]), b, "
                "strides=spread (stride, 2), pads=[p, p], group=dim (W, 1))" }),
};

/**
 * rensa_depthwise_convolution_2d:
 * @x: images, shape (N, C, H, W)
 * @W: filters, shape (D, C, kH, kW): D per channel
 * @b: (nullable): shape (C D,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 *
 * y[n, c D + d, i, j] = Σ W[d, c, u, v] x[n, c, s i + u - p, s j + v - p] + b[c D + d], of shape
 * (N, C D, H', W') with H' = ⌊(H + 2p - kH) / s⌋ + 1. All have the same floating dtype.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Chollet, "Xception: Deep Learning with Depthwise Separable Convolutions", CVPR 2017.
 */
RENSA_API RensaVariable *
rensa_depthwise_convolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                                const RensaInts *pad, GError **error)
{
  const DepthwiseConvolution2D self = { .stride = rensa_ints_or (stride, 1), .pad = rensa_ints_or (pad, 0) };

  return rensa_apply3 (&rensa_depthwise_convolution_2d_class, &self, x, W, b, error);
}
