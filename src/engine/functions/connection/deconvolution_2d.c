/* deconvolution_2d.c: the transpose of a convolution; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"

#include "rensa-error.h"
#include "rensa-functions.h"

typedef struct
{
  RensaInts stride;
  RensaInts pad;
  RensaInts outsize;
  RensaInts dilate;
  gint64 groups;
} Deconvolution2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Deconvolution2D, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("The step from one window of the output to the next")),
  RENSA_ATTR_INTS (Deconvolution2D, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("How much is cut off the output, on each side")),
  RENSA_ATTR_INTS (Deconvolution2D, outsize, .allow_none = TRUE, .none = TRUE, .min = 1, .max = G_MAXINT32,
                   .unit = "px", .title = N_ ("Output size"), .hint = N_ ("None for the smallest that fits")),
  RENSA_ATTR_INTS (Deconvolution2D, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("The step from one pixel of a window to the next")),
  RENSA_ATTR_INT (Deconvolution2D, groups, .initial = 1, .min = 1, .max = G_MAXINT32, .title = N_ ("Groups"),
                  .hint = N_ ("Channels are split into so many groups, each with filters of its own")),
};

static const RensaSample samples[] = {
  { "", "[[[[1, 2], [3, 4]]]]; [[[[1, 10]]]]; [0.5]", "[[[[1.5, 12.5, 20.5], [3.5, 34.5, 40.5]]]]" },
  { "stride=2", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200]]]]" },
  { "stride=2, outsize=(1, 6)", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200, 0]]]]" },
};

/* The window of the convolution that this is the transpose of, from extents @x to extents @y. */
static gboolean
get_window (const Deconvolution2D *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  if (!rensa_window_init (window, 2, W->dims + 2, &self->stride, &self->pad, &self->dilate, error))
    {
      g_prefix_error (error, "deconvolution_2d: ");
      return FALSE;
    }

  window->groups = self->groups;
  return TRUE;
}

/* Whether the convolution of an image of shape @y gives one of shape @x, with cover_all or without. */
static gboolean
fit_window (RensaWindow *window, const RensaShape *x, const RensaShape *y)
{
  gboolean fits = FALSE;

  for (int cover_all = 0; !fits && cover_all < 2; cover_all++)
    {
      window->cover_all = cover_all;
      fits = TRUE;
      for (int i = 0; i < window->n; i++)
        fits = fits && rensa_window_get_output_size (window, i, y->dims[2 + i]) == x->dims[2 + i];
    }

  return fits;
}

static gboolean
infer_size (RensaInference *inference, const RensaWindow *window, const RensaShape *x, RensaShape *y, GError **error)
{
  const Deconvolution2D *self = rensa_inference_get_attrs (inference);
  RensaWindow fitted = *window;

  if (!rensa_ints_expand (&self->outsize, window->n, 0, "outsize", y->dims + 2, error))
    {
      g_prefix_error (error, "deconvolution_2d: ");
      return FALSE;
    }

  for (int i = 0; i < window->n; i++)
    {
      const gint64 size = x->dims[2 + i];
      const gint64 extent = (window->kernel[i] - 1) * window->dilate[i] + 1;

      if (self->outsize.n == RENSA_INTS_NONE)
        y->dims[2 + i] = window->stride[i] * (size - 1) + extent - 2 * window->pad[i];
      if (size < 1 || y->dims[2 + i] < 1)
        return rensa_inference_fail_text (inference, error, "an input and an output of at least 1 pixel",
                                          "%" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " along axis %d", size,
                                          y->dims[2 + i], 2 + i);
    }

  if (!fit_window (&fitted, x, y))
    return rensa_inference_fail_text (inference, error, "an outsize from which the convolution leads back to x",
                                      "outsize (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ") for x of (%" G_GINT64_FORMAT
                                      ", %" G_GINT64_FORMAT ")",
                                      y->dims[2], y->dims[3], x->dims[2], x->dims[3]);
  return TRUE;
}

static gboolean
infer_bias (RensaInference *inference, const RensaType *W, gint64 groups, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, 2);

  return b == NULL
         || (rensa_expect_same_dtype (inference, 2, 0, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
             && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[1] * groups, error));
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Deconvolution2D *self = rensa_inference_get_attrs (inference);
  const gint64 groups = self->groups;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = { .ndim = 4, .dims = { x->shape.dims[0], W->shape.dims[1] * groups } };
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 4, error) || !RENSA_EXPECT (inference, groups, >=, 1, error)
      || !RENSA_EXPECT (inference, W->shape.dims[2], >=, 1, error)
      || !RENSA_EXPECT (inference, W->shape.dims[3], >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[0], error)
      || !RENSA_EXPECT (inference, W->shape.dims[0] % groups, ==, 0, error) || !infer_bias (inference, W, groups, error)
      || !get_window (self, &W->shape, &window, error) || !infer_size (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

/* @y + @b along axis 1, in place. */
static gboolean
add_bias (RensaArray *y, RensaArray *b, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_count (b), 1, 1);
  g_autoptr (RensaArray) channels = rensa_array_reshape (b, &shape, error);

  return channels != NULL && rensa_array_accumulate (y, channels, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *W = rensa_call_get_input (call, 1);
  RensaArray *b = rensa_call_get_input (call, 2);
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) y = NULL;
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), rensa_array_get_shape (W), &window, error))
    return FALSE;

  fit_window (&window, rensa_array_get_shape (x), shape);
  y = rensa_convolve_backward_x (x, W, &window, shape, error);
  if (y == NULL || (b != NULL && !add_bias (y, b, error)))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

/* What convolution does with y, this does with x, and the other way round. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType W = rensa_backward_get_input_type (backward, 1);
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!get_window (rensa_backward_get_attrs (backward), &W.shape, &window, error))
    return FALSE;

  fit_window (&window, &x.shape, &y.shape);
  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (
        backward, 0, rensa_convolve_variables (gy, rensa_backward_get_input (backward, 1), &window, error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, rensa_correlate_variables (gy, rensa_backward_get_input (backward, 0), &window, error));
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum_channels (gy, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_deconvolution_2d_class = {
  .name = "deconvolution_2d",
  .group = RENSA_GROUP_CONNECTION,
  .title = N_ ("Deconvolution 2D"),
  .summary = N_ ("The transpose of a convolution: makes larger images out of feature maps"),
  .formula = "y[n, o, si + du - p, sj + dv - p] += W[c, o, u, v] x[n, c, i, j]; y += b[o]",
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010",
  .label = "Deconvolution2DFunction",
  .inputs = RENSA_INPUTS ("x", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (Deconvolution2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.deconvolution_2d({x}, {W}, {b}, stride={stride}, pad={pad}, outsize={outsize}, dilate={dilate}, "
             "groups={groups})",
  .torch = "F.conv_transpose2d({x}, {W}, {b}, stride={stride}, padding={pad}, groups={groups}, dilation={dilate})",
  .onnx = "ConvTranspose",
};

/**
 * rensa_deconvolution_2d:
 * @x: shape (N, C, H, W)
 * @W: shape (C, O / groups, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): step from window to window of the output; NULL means 1
 * @pad: (nullable): how much is cut off the output on each side; NULL means 0
 * @outsize: (nullable): height and width of the output; NULL for the smallest that fits
 * @dilate: (nullable): step from pixel to pixel within a window; NULL means 1
 * @groups: output channels of one of so many groups see the input channels of that group alone
 *
 * The transpose of rensa_convolution_2d (): y[n, o, s i + d u - p, s j + d v - p] is the sum of all W[c, o, u, v] x[n,
 * c, i, j] that lead there, plus b[o]; of shape (N, O, H', W') with H' = s (H - 1) + d (kH - 1) + 1 - 2p or as @outsize
 * says.  All have the same floating dtype.  RENSA_ERROR_TYPE_CHECK where shapes, dtypes or @outsize do not fit.
 *
 * Zeiler et al., "Deconvolutional Networks", CVPR 2010.
 */
RENSA_API RensaVariable *
rensa_deconvolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                        const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups,
                        GError **error)
{
  const Deconvolution2D self = {
    .stride = rensa_ints_or (stride, 1),
    .pad = rensa_ints_or (pad, 0),
    .outsize = outsize != NULL ? *outsize : (RensaInts){ .n = RENSA_INTS_NONE },
    .dilate = rensa_ints_or (dilate, 1),
    .groups = groups,
  };

  return rensa_apply3 (&rensa_deconvolution_2d_class, &self, x, W, b, error);
}

RensaVariable *
rensa_deconvolve_variables (RensaVariable *y, RensaVariable *W, const RensaWindow *window, gint64 height, gint64 width,
                            GError **error)
{
  const RensaInts stride = rensa_window_get_ints (window, window->stride);
  const RensaInts pad = rensa_window_get_ints (window, window->pad);
  const RensaInts dilate = rensa_window_get_ints (window, window->dilate);
  const RensaInts outsize = { .n = 2, .values = { height, width } };

  return rensa_deconvolution_2d (y, W, NULL, &stride, &pad, &outsize, &dilate, window->groups, error);
}
