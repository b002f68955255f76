/* im2col.c: windows of images as channels.
 * SPDX-License-Identifier: MIT */

#include "im2col.py.inc"
#include "rensa-functions.h"
#include "rensa-unfold-private.h"

typedef struct
{
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean cover_all;
  RensaInts dilate;
} Im2Col;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Im2Col, ksize, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Window Size")),
  RENSA_ATTR_INTS (Im2Col, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between windows")),
  RENSA_ATTR_INTS (Im2Col, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px", .title = N_ ("Padding"),
                   .hint = N_ ("Zeros added around the image on each side")),
  RENSA_ATTR_BOOL (Im2Col, cover_all, .title = N_ ("Cover All"),
                   .hint = N_ ("Add a window if the last one would leave out pixels")),
  RENSA_ATTR_INTS (Im2Col, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("Step between the pixels of a window")),
};

static const RensaSample samples[] = {
  { "ksize=2", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[1, 2]], [[2, 3]], [[4, 5]], [[5, 6]]]]" },
  { "ksize=(1, 2), stride=2, pad=(0, 1), cover_all=true", "[[[[1, 2, 3]]]]", "[[[[0, 2, 0]], [[1, 3, 0]]]]" },
  { "ksize=(1, 2), dilate=2", "[[[[1, 2, 3]], [[4, 5, 6]]]]", "[[[[1]], [[3]], [[4]], [[6]]]]" },
};

static gboolean
get_window (const Im2Col *self, RensaWindow *window, GError **error)
{
  gint64 ksize[2];

  if (!rensa_ints_expand (&self->ksize, 2, 1, "ksize", ksize, error)
      || !rensa_window_init (window, 2, ksize, &self->stride, &self->pad, &self->dilate, error))
    {
      g_prefix_error (error, "im2col: ");
      return FALSE;
    }

  window->cover_all = self->cover_all;
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

  y.dims[1] *= window.kernel[0] * window.kernel[1];
  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) y = NULL;
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), &window, error))
    return FALSE;

  y = rensa_unfold (x, &window, error);
  rensa_call_take_output (call, 0, rensa_array_reshape (y, &rensa_call_get_output_type (call, 0)->shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaWindow window;

  if (!get_window (rensa_backward_get_attrs (backward), &window, error))
    return FALSE;

  const RensaShape shape = rensa_unfold_get_shape (&window, &x.shape);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &shape, error);

  rensa_backward_take_grad_input (backward, 0, rensa_fold_variables (gy, &window, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_im2col_class = {
  .name = "im2col",
  .group = &rensa_array_group,
  .title = N_ ("Image to Columns"),
  .summary = N_ ("Rearranges image windows into channels"),
  .formula = "y[n, (c kH + u) kW + v, i, j] = x[n, c, si + du - p, sj + dv - p]",
  .label = "Im2Col",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Im2Col, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.im2col({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate})" },
      { "torch", "im2col({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate})" },
      { "torch_class", torch_class },
      { "onnx", "k = spread (ksize, 2); s = spread (stride, 2); p = spread (pad, 2); "
                "d = spread (dilate, 2); c = dim (x, 1); m = prod (k); "
                "e = cover_all ? (slice (shape (out), 2, 4) - 1) * s + (k - 1) * d + 1 - slice (shape (x), "
                "2, 4) - p : p; "
                "Conv (x, Reshape (Tile (EyeLike (Expand (numbers (0, dtype (x)), [m, m])), [c, 1]), [c * "
                "m, 1, k]), none, strides=s, pads=[p, e], dilations=d, group=c)" }),
};

/**
 * rensa_im2col:
 * @x: images, shape (N, C, H, W)
 * @ksize: height and width of the windows
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @cover_all: adds a window if the last one would leave pixels uncovered
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 *
 * y[n, (c kH + u) kW + v, i, j] = x[n, c, s i + d u - p, s j + d v - p], of shape (N, C kH kW, H',
 * W') with H' = ⌊(H + 2p - d (kH - 1) - 1) / s⌋ + 1 (rounded up with @cover_all).
 * RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_im2col (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
              gboolean cover_all, const RensaInts *dilate, GError **error)
{
  const Im2Col self = {
    .ksize = *ksize,
    .stride = rensa_ints_or (stride, 1),
    .pad = rensa_ints_or (pad, 0),
    .cover_all = cover_all,
    .dilate = rensa_ints_or (dilate, 1),
  };

  return rensa_apply1 (&rensa_im2col_class, &self, x, error);
}
