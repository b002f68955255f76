/* deconvolution.c: transpose of a convolution of sequences, images, volumes and along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "deconvolution.py.inc"
#include "rensa-axes-private.h"
#include "rensa-convolution-private.h"
#include "rensa-functions.h"

typedef struct
{
  RensaInts stride;
  RensaInts pad;
  RensaInts outsize;
  RensaInts dilate;
  gint64 groups;
} Deconvolution;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Deconvolution, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between neighboring windows of the output")),
  RENSA_ATTR_INTS (Deconvolution, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Amount cropped from each side of the output")),
  RENSA_ATTR_INTS (Deconvolution, outsize, .allow_none = TRUE, .none = TRUE, .min = 1, .max = G_MAXINT32, .unit = "px",
                   .title = N_ ("Output Size"), .hint = N_ ("None uses the smallest size that fits")),
  RENSA_ATTR_INTS (Deconvolution, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("Step between the pixels of a window")),
  RENSA_ATTR_INT (Deconvolution, groups, .initial = 1, .min = 1, .max = G_MAXINT32, .title = N_ ("Groups"),
                  .hint = N_ ("Number of channel groups, each with its own filters")),
};

/* Returns the window of the transposed convolution, which maps extents of y to extents of x. */
static gboolean
get_window (const Deconvolution *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  if (!rensa_window_init (window, W->ndim - 2, W->dims + 2, &self->stride, &self->pad, &self->dilate, error))
    return FALSE;

  window->groups = self->groups;
  return TRUE;
}

/* TRUE if the convolution of an image of shape @y has shape @x, with or without cover_all. */
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

/* "(3, 4)" */
static char *
describe_extents (const RensaShape *shape)
{
  RensaShape extents = { .ndim = shape->ndim - 2 };

  for (int i = 0; i < extents.ndim; i++)
    extents.dims[i] = shape->dims[2 + i];

  return rensa_shape_to_string (&extents);
}

/* Stores the extents of the output in @y. */
static gboolean
infer_size (RensaInference *inference, const RensaWindow *window, const RensaShape *x, RensaShape *y, GError **error)
{
  const Deconvolution *self = rensa_inference_get_attrs (inference);
  const gboolean is_free = self->outsize.n == RENSA_INTS_NONE;
  RensaWindow fitted = *window;

  for (int i = 0; i < window->n; i++)
    {
      const gint64 size = x->dims[2 + i];
      const gint64 extent = (window->kernel[i] - 1) * window->dilate[i] + 1;

      if (is_free)
        y->dims[2 + i] = window->stride[i] * (size - 1) + extent - 2 * window->pad[i];
      /* The gradient of a convolution of padding alone has no pixels. */
      if (size < 1 || y->dims[2 + i] < (is_free ? 1 : 0))
        return rensa_inference_fail_words (inference, error, N_ ("an input and an output of at least 1 pixel"),
                                           "%" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " along axis %d", size,
                                           y->dims[2 + i], 2 + i);
    }

  if (!fit_window (&fitted, x, y))
    {
      g_autofree char *found = describe_extents (y);
      g_autofree char *given = describe_extents (x);

      return rensa_inference_fail_words (inference, error,
                                         N_ ("an outsize that the convolution maps back to the "
                                             "size of x"),
                                         "outsize %s for x of %s", found, given);
    }
  return TRUE;
}

static gboolean
expect_shapes (RensaInference *inference, int n, GError **error)
{
  const Deconvolution *self = rensa_inference_get_attrs (inference);
  const gint64 groups = self->groups;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);

  return rensa_expect_floating (inference, 0, error) && rensa_expect_same_dtype (inference, 0, 1, error)
         && rensa_expect_spatial_axes (inference, n, error) && RENSA_EXPECT (inference, groups, >=, 1, error)
         && rensa_expect_filters (inference, &W->shape, error)
         && RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[0], error)
         && RENSA_EXPECT (inference, W->shape.dims[0] % groups, ==, 0, error)
         && rensa_expect_bias (inference, W->shape.dims[1] * groups, "W.shape[1] * groups", error);
}

/* The rule is the number of spatial axes. */
static gboolean
infer (RensaInference *inference, GError **error)
{
  const int *n_axes = rensa_inference_get_rule (inference);
  const Deconvolution *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = { .ndim = x->shape.ndim };
  RensaWindow window;

  if (!expect_shapes (inference, *n_axes, error))
    return FALSE;
  y.dims[0] = x->shape.dims[0];
  y.dims[1] = W->shape.dims[1] * self->groups;
  if (!get_window (self, &W->shape, &window, error)
      || !rensa_ints_expand (&self->outsize, window.n, 0, "outsize", y.dims + 2, error))
    {
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }
  if (!infer_size (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *W = rensa_call_get_input (call, 1);
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) y = NULL;
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), rensa_array_get_shape (W), &window, error))
    return FALSE;

  fit_window (&window, rensa_array_get_shape (x), shape);
  y = rensa_shape_count (shape) > 0 ? rensa_convolve_backward_x (x, W, &window, shape, error)
                                    : rensa_array_zeros (rensa_array_get_dtype (x), shape, error);
  if (y == NULL || !rensa_add_bias (y, rensa_call_get_input (call, 2), error))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

/* The roles of x and y are exchanged compared to convolution. */
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

RensaVariable *
rensa_deconvolve_variables (RensaVariable *y, RensaVariable *W, const RensaWindow *window, const RensaShape *x_shape,
                            GError **error)
{
  const Deconvolution self = {
    .stride = rensa_window_get_ints (window, window->stride),
    .pad = rensa_window_get_ints (window, window->pad),
    .outsize = rensa_window_get_ints (window, x_shape->dims + 2),
    .dilate = rensa_window_get_ints (window, window->dilate),
    .groups = window->groups,
  };

  return rensa_apply2 (window->n == 2 ? &rensa_deconvolution_2d_class : &rensa_deconvolution_nd_class, &self, y, W,
                       error);
}

#define TORCH                                                                                                      \
  "deconvolve({x}, {W}, {b}, stride={stride:axes}, pad={pad:axes}, outsize={outsize:axes}, dilate={dilate:axes}, " \
  "groups={groups})"
#define ONNX                                                                                \
  "n = ndim (x) - 2; s = spread (stride, n); p = spread (pad, n); d = spread (dilate, n); " \
  "k = (slice (shape (W), 2, n + 2) - 1) * d + 1; "                                         \
  "e = (slice (shape (x), 2, n + 2) - 1) * s + k - p - slice (shape (out), 2, n + 2); "     \
  "ConvTranspose (x, W, b, strides=s, pads=[p, max (e, 0)], output_padding=max (-e, 0), dilations=d, group=groups)"

/* Fields shared by all ranks. */
#define DECONVOLUTION(samples, n_axes)                                                             \
  .group = &rensa_connection_group, .inputs = RENSA_INPUTS ("x", "W", "b?"), .n_outputs = 1,       \
  RENSA_ATTRS (Deconvolution, attrs), RENSA_SAMPLES (samples), .infer = infer, .forward = forward, \
  .backward = backward, .rule = &(const int){ n_axes },                                            \
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010"
/* @outsize: its place in Chainer's call. */
#define CHAINER(rank, outsize)                                                                                 \
  "F.deconvolution_" rank "({x}, {W}, {b}, stride={stride}, pad={pad}, outsize=" outsize ", dilate={dilate}, " \
  "groups={groups})"
/* In one, two and three dimensions. */
#define FORMS(rank, outsize)                                                                         \
  RENSA_FORMS ({ "chainer", CHAINER (rank, outsize) },                                               \
               { "torch", "F.conv_transpose" rank "({x}, {W}, {b}, stride={stride}, padding={pad}, " \
                          "groups={groups}, dilation={dilate})" },                                   \
               { "torch_more", TORCH }, { "torch_class", torch_class }, { "onnx", ONNX })

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
       const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups, GError **error)
{
  const Deconvolution self = {
    .stride = rensa_ints_or (stride, 1),
    .pad = rensa_ints_or (pad, 0),
    .outsize = rensa_ints_or_none (outsize),
    .dilate = rensa_ints_or (dilate, 1),
    .groups = groups,
  };

  return rensa_apply3 (class, &self, x, W, b, error);
}

static const RensaSample samples_1d[] = {
  { "", "[[[1, 2]]]; [[[1, 10]]]; [0.5]", "[[[1.5, 12.5, 20.5]]]" },
  { "stride=2, pad=1", "[[[1, 2, 3]]]; [[[1, 10, 100], [0, 1, 0]]]", "[[[10, 102, 20, 203, 30], [1, 0, 2, 0, 3]]]" },
  { "stride=2, outsize=6", "[[[1, 2]]]; [[[1, 10, 100]]]", "[[[1, 10, 102, 20, 200, 0]]]" },
};

const RensaFunctionClass rensa_deconvolution_1d_class = {
  .name = "deconvolution_1d",
  DECONVOLUTION (samples_1d, 1),
  .title = N_ ("Deconvolution 1D"),
  .summary = N_ ("Transposed convolution that makes sequences longer"),
  .formula = "y[n, o, si + du - p] += W[c, o, u] x[n, c, i]; y += b[o]",
  .label = "DeconvolutionND",
  FORMS ("1d", "{outsize:sequence}"),
};

/**
 * rensa_deconvolution_1d:
 * @x: shape (N, C, L)
 * @W: shape (C, O / groups, k)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows of the output; NULL means 1
 * @pad: (nullable): number of elements cropped from each side of the output; NULL means 0
 * @outsize: (nullable): shape of the output; NULL for the smallest that fits
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * The transpose of rensa_convolution_1d (): y[n, o, s i + d u - p] is the sum of all W[c, o, u]
 * x[n, c, i] that map to it, plus b[o]; of shape (N, O, L') with L' = s (L - 1) + d (k - 1) + 1 -
 * 2p or @outsize if given. All have the same floating dtype. RENSA_ERROR_TYPE_CHECK if shapes,
 * dtypes or @outsize do not fit.
 *
 * Zeiler et al., "Deconvolutional Networks", CVPR 2010.
 */
RENSA_API RensaVariable *
rensa_deconvolution_1d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                        const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups,
                        GError **error)
{
  return apply (&rensa_deconvolution_1d_class, x, W, b, stride, pad, outsize, dilate, groups, error);
}

static const RensaSample samples_2d[] = {
  { "", "[[[[1, 2], [3, 4]]]]; [[[[1, 10]]]]; [0.5]", "[[[[1.5, 12.5, 20.5], [3.5, 34.5, 40.5]]]]" },
  { "stride=2", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200]]]]" },
  { "stride=2, outsize=(1, 6)", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200, 0]]]]" },
};

const RensaFunctionClass rensa_deconvolution_2d_class = {
  .name = "deconvolution_2d",
  DECONVOLUTION (samples_2d, 2),
  .title = N_ ("Deconvolution 2D"),
  .summary = N_ ("Transposed convolution that makes larger images from feature maps"),
  .formula = "y[n, o, si + du - p, sj + dv - p] += W[c, o, u, v] x[n, c, i, j]; y += b[o]",
  .label = "Deconvolution2DFunction",
  FORMS ("2d", "{outsize}"),
};

/**
 * rensa_deconvolution_2d:
 * @x: shape (N, C, H, W)
 * @W: shape (C, O / groups, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows of the output; NULL means 1
 * @pad: (nullable): number of elements cropped from each side of the output; NULL means 0
 * @outsize: (nullable): shape of the output; NULL for the smallest that fits
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * The transpose of rensa_convolution_2d (): y[n, o, s i + d u - p, s j + d v - p] is the sum of all
 * W[c, o, u, v] x[n, c, i, j] that map to it, plus b[o]; of shape (N, O, H', W') with H' = s (H -
 * 1) + d (kH - 1) + 1 - 2p or @outsize if given. All have the same floating dtype.
 * RENSA_ERROR_TYPE_CHECK if shapes, dtypes or @outsize do not fit.
 *
 * Zeiler et al., "Deconvolutional Networks", CVPR 2010.
 */
RENSA_API RensaVariable *
rensa_deconvolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                        const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups,
                        GError **error)
{
  return apply (&rensa_deconvolution_2d_class, x, W, b, stride, pad, outsize, dilate, groups, error);
}

static const RensaSample samples_3d[] = {
  { "", "[[[[[1, 2]], [[3, 4]]]]]; [[[[[1, 10]]]]]; [0.5]", "[[[[[1.5, 12.5, 20.5]], [[3.5, 34.5, 40.5]]]]]" },
  { "stride=(1, 1, 2)", "[[[[[1, 2]]]]]; [[[[[1, 10, 100]], [[1, 0, 0]]]]]",
    "[[[[[1, 10, 102, 20, 200]], [[1, 0, 2, 0, 0]]]]]" },
};

const RensaFunctionClass rensa_deconvolution_3d_class = {
  .name = "deconvolution_3d",
  DECONVOLUTION (samples_3d, 3),
  .title = N_ ("Deconvolution 3D"),
  .summary = N_ ("Transposed convolution that makes larger volumes from feature maps"),
  .formula = "y[n, o, si + du - p, sj + dv - p, sk + dw - p] += W[c, o, u, v, w] x[n, c, i, j, k]; y += b[o]",
  .label = "DeconvolutionND",
  FORMS ("3d", "{outsize}"),
};

/**
 * rensa_deconvolution_3d:
 * @x: shape (N, C, D, H, W)
 * @W: shape (C, O / groups, kD, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows of the output; NULL means 1
 * @pad: (nullable): number of elements cropped from each side of the output; NULL means 0
 * @outsize: (nullable): shape of the output; NULL for the smallest that fits
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * The transpose of rensa_convolution_3d (): y[n, o, s i + d u - p, s j + d v - p, s k + d w - p] is
 * the sum of all W[c, o, u, v, w] x[n, c, i, j, k] that map to it, plus b[o]; of shape (N, O, D',
 * H', W') with D' = s (D - 1) + d (kD - 1) + 1 - 2p or @outsize if given. All have the same
 * floating dtype. RENSA_ERROR_TYPE_CHECK if shapes, dtypes or
 * @outsize do not fit.
 *
 * Zeiler et al., "Deconvolutional Networks", CVPR 2010.
 */
RENSA_API RensaVariable *
rensa_deconvolution_3d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                        const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups,
                        GError **error)
{
  return apply (&rensa_deconvolution_3d_class, x, W, b, stride, pad, outsize, dilate, groups, error);
}

static const RensaSample samples_nd[] = {
  { "", "[[[1, 2]]]; [[[1, 10]]]; [0.5]", "[[[1.5, 12.5, 20.5]]]" },
  { "stride=2, outsize=(1, 6)", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200, 0]]]]" },
  { "groups=2", "[[[[[1, 2]]], [[[3, 4]]]]]; [[[[[1]]]], [[[[10]]]]]", "[[[[[1, 2]]], [[[30, 40]]]]]" },
  { "stride=(1, 1, 1, 2)", "[[[[[[1]]], [[[-2]]]]]]; [[[[[[1, 10], [-1, 100]]]]]]",
    "[[[[[[1, 10], [-1, 100]]], [[[-2, -20], [2, -200]]]]]]" },
};

const RensaFunctionClass rensa_deconvolution_nd_class = {
  .name = "deconvolution_nd",
  DECONVOLUTION (samples_nd, 0),
  .title = N_ ("Deconvolution ND"),
  .summary = N_ ("Transposed convolution along any number of axes"),
  .formula = "y[n, o, (si + du - p)…] += W[c, o, u…] x[n, c, i…]; y += b[o]",
  .label = "DeconvolutionND",
  RENSA_FORMS ({ "chainer", CHAINER ("nd", "{outsize}") }, { "torch", TORCH }, { "torch_class", torch_class },
               { "onnx", ONNX }),
};

/**
 * rensa_deconvolution_nd:
 * @x: shape (N, C, d…), with one to six spatial axes d
 * @W: shape (C, O / groups, k…), with the same number of spatial axes
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows of the output; NULL means 1
 * @pad: (nullable): number of elements cropped from each side of the output; NULL means 0
 * @outsize: (nullable): shape of the output; NULL for the smallest that fits
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * The transpose of rensa_convolution_nd (): y[n, o, (s i + d u - p)…] is the sum of all W[c, o, u…]
 * x[n, c, i…] that map to it, plus b[o]; of shape (N, O, d'…) with d' = s (d - 1) + dilate (k - 1)
 * + 1 - 2p or @outsize if given. All have the same floating dtype. RENSA_ERROR_TYPE_CHECK if
 * shapes, dtypes or @outsize do not fit.
 *
 * Zeiler et al., "Deconvolutional Networks", CVPR 2010.
 */
RENSA_API RensaVariable *
rensa_deconvolution_nd (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                        const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups,
                        GError **error)
{
  return apply (&rensa_deconvolution_nd_class, x, W, b, stride, pad, outsize, dilate, groups, error);
}
