/* average_pooling_2d.c: the mean of each window; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-windows-private.h"

typedef struct
{
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
} AveragePooling2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (AveragePooling2D, ksize, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Window size")),
  RENSA_ATTR_INTS (AveragePooling2D, stride, .allow_none = TRUE, .none = TRUE, .min = 1, .max = RENSA_WINDOW_MAX,
                   .unit = "px", .title = N_ ("Stride"),
                   .hint = N_ ("The step from one window to the next; None for the window size")),
  RENSA_ATTR_INTS (AveragePooling2D, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"),
                   .hint = N_ ("Zeros around the image, on each side; they count in the mean")),
};

static const RensaSample samples[] = {
  { "ksize=2", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[3]]]]" },
  { "ksize=2, stride=1", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[3, 4]]]]" },
  { "ksize=(1, 2), pad=(0, 1)", "[[[[1, 2]]]]", "[[[[0.5, 1]]]]" },
};

static gboolean
get_window (const AveragePooling2D *self, RensaWindow *window, GError **error)
{
  gint64 ksize[2];

  if (!rensa_ints_expand (&self->ksize, 2, 1, "ksize", ksize, error)
      || !rensa_window_init (window, 2, ksize, &self->stride, &self->pad, NULL, error))
    {
      g_prefix_error (error, "average_pooling_2d: ");
      return FALSE;
    }

  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !get_window (rensa_inference_get_attrs (inference), &window, error)
      || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), &window, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_pool_average (rensa_call_get_input (call, 0), &window, error));
  return rensa_call_succeeded (call);
}

/* The gradient: each gy is shared out over its window. */

typedef struct
{
  RensaWindow window;
  gint64 height;
  gint64 width;
} Share;

static gboolean
infer_share (RensaInference *inference, GError **error)
{
  const Share *self = rensa_inference_get_attrs (inference);
  const RensaType *gy = rensa_inference_get_input (inference, 0);
  const RensaShape x = RENSA_SHAPE (gy->shape.dims[0], gy->shape.dims[1], self->height, self->width);

  rensa_inference_set_output_shape (inference, 0, gy->dtype, &x);
  return TRUE;
}

static gboolean
forward_share (RensaCall *call, GError **error)
{
  const Share *self = rensa_call_get_attrs (call);
  const RensaShape *x = &rensa_call_get_output_type (call, 0)->shape;

  rensa_call_take_output (call, 0,
                          rensa_pool_average_backward (rensa_call_get_input (call, 0), &self->window, x, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_share (RensaBackward *backward, GError **error)
{
  const Share *self = rensa_backward_get_attrs (backward);
  const RensaInts ksize = rensa_window_get_ints (&self->window, self->window.kernel);
  const RensaInts stride = rensa_window_get_ints (&self->window, self->window.stride);
  const RensaInts pad = rensa_window_get_ints (&self->window, self->window.pad);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_average_pooling_2d (ggx, &ksize, &stride, &pad, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass share_class = {
  .name = "average_pooling_2d_grad",
  .label = "AveragePooling2DGrad",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (Share),
  .infer = infer_share,
  .forward = forward_share,
  .backward = backward_share,
};

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  Share share = { .height = x.shape.dims[2], .width = x.shape.dims[3] };

  if (!get_window (rensa_backward_get_attrs (backward), &share.window, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_apply1 (&share_class, &share, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_average_pooling_2d_class = {
  .name = "average_pooling_2d",
  .group = RENSA_GROUP_POOLING,
  .title = N_ ("Average pooling 2D"),
  .summary = N_ ("Replaces each window of an image by its mean"),
  .formula = "y[n, c, i, j] = Σ x[n, c, si + u - p, sj + v - p] / (kH kW)",
  .label = "AveragePooling2D",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (AveragePooling2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.average_pooling_2d({x}, {ksize}, stride={stride}, pad={pad})",
  .torch = "F.avg_pool2d({x}, {ksize}, stride={stride}, padding={pad})",
  .onnx = "AveragePool",
};

/**
 * rensa_average_pooling_2d:
 * @x: shape (N, C, H, W)
 * @ksize: height and width of the windows
 * @stride: (nullable): step from window to window; NULL means @ksize
 * @pad: (nullable): zeros added on each side, which count in the mean; NULL means 0
 *
 * y[n, c, i, j] = Σ x[n, c, s i + u - p, s j + v - p] / (kH kW), of shape (N, C, H', W') with H' = ⌊(H + 2p - k) / s⌋ +
 * 1. RENSA_ERROR_TYPE_CHECK where x does not fit, RENSA_ERROR_INVALID where a tuple does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          GError **error)
{
  const AveragePooling2D self = {
    .ksize = *ksize,
    .stride = stride != NULL ? *stride : (RensaInts){ .n = RENSA_INTS_NONE },
    .pad = rensa_ints_or (pad, 0),
  };

  return rensa_apply1 (&rensa_average_pooling_2d_class, &self, x, error);
}
