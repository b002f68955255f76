/* convolution.c: convolution of sequences, images, volumes and along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

/* cudnn_fast is last; it is an attribute only in two dimensions. */
static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (RensaConvolution, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between windows")),
  RENSA_ATTR_INTS (RensaConvolution, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Zeros added around the image on each side")),
  RENSA_ATTR_BOOL (RensaConvolution, cover_all, .title = N_ ("Cover All"),
                   .hint = N_ ("Add a window if the last one would leave out pixels")),
  RENSA_ATTR_INTS (RensaConvolution, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("Step between the pixels of a window")),
  RENSA_ATTR_INT (RensaConvolution, groups, .initial = 1, .min = 1, .max = G_MAXINT32, .title = N_ ("Groups"),
                  .hint = N_ ("Number of channel groups, each with its own filters")),
  RENSA_ATTR_BOOL (RensaConvolution, cudnn_fast, .title = N_ ("cuDNN Fast Mode"),
                   .hint = N_ ("Has no effect on the CPU")),
};

/* The rule is the number of spatial axes. */
static gboolean
infer (RensaInference *inference, GError **error)
{
  const int *n_axes = rensa_inference_get_rule (inference);

  return rensa_convolution_infer (inference, rensa_inference_get_attrs (inference), *n_axes, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_convolution_run (call, rensa_call_get_attrs (call), error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_convolution_run_back (backward, rensa_backward_get_attrs (backward), error);
}

/* Fields shared by all ranks; a convolution has the first @n_attributes attributes. */
#define CONVOLUTION(samples, n_axes, n_attributes)                                                           \
  .group = &rensa_connection_group, .inputs = RENSA_INPUTS ("x", "W", "b?"), .n_outputs = 1, .attrs = attrs, \
  .n_attrs = (n_attributes), .attrs_size = sizeof (RensaConvolution), RENSA_SAMPLES (samples),               \
  .rule = &(const int){ n_axes }, .infer = infer, .forward = forward, .backward = backward
#define CHAINER(rank)                                                                                          \
  "F.convolution_" rank "({x}, {W}, {b}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate}, " \
  "groups={groups})"
/* In one, two and three dimensions. */
#define FORMS(rank)                                                                                           \
  RENSA_FORMS ({ "chainer", CHAINER (rank) },                                                                 \
               { "torch", "F.conv" rank "({x}, {W}, {b}, stride={stride}, padding={pad}, dilation={dilate}, " \
                          "groups={groups})" },                                                               \
               { "torch_more", RENSA_CONVOLUTION_TORCH ("groups={groups}") },                                 \
               { "torch_class", rensa_convolution_torch_class }, { "onnx", RENSA_CONVOLUTION_ONNX ("group=groups") })

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
       const RensaInts *pad, gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  const RensaConvolution self = rensa_convolution_new (stride, pad, cover_all, dilate, groups);

  return rensa_apply3 (class, &self, x, W, b, error);
}

static const RensaSample samples_1d[] = {
  { "", "[[[1, 2, 3, 4]]]; [[[1, -1]]]; [0.5]", "[[[-0.5, -0.5, -0.5]]]" },
  { "stride=2, pad=1", "[[[1, 2, 3, 4]], [[5, 6, 7, 8]]]; [[[1, 10]], [[0, 1]]]",
    "[[[10, 32, 4], [1, 3, 0]], [[50, 76, 8], [5, 7, 0]]]" },
  { "dilate=2, groups=2", "[[[1, 2, 3], [4, 5, 6]]]; [[[1, 1]], [[1, -1]]]", "[[[4], [-2]]]" },
};

const RensaFunctionClass rensa_convolution_1d_class = {
  .name = "convolution_1d",
  CONVOLUTION (samples_1d, 1, 5),
  .title = N_ ("Convolution 1D"),
  .summary = N_ ("Slides filters over sequences and adds a bias"),
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, si + du - p] + b[o]",
  .label = "ConvolutionND",
  FORMS ("1d"),
};

/**
 * rensa_convolution_1d:
 * @x: sequences, shape (N, C, L)
 * @W: filters, shape (O, C / groups, k)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @cover_all: adds a window if the last one would leave pixels uncovered
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * Cross-correlation: y[n, o, i] = Σ W[o, c, u] x[n, c, s i + d u - p] + b[o], of shape (N, O, L')
 * with L' = ⌊(L + 2p - d (k - 1) - 1) / s⌋ + 1 (rounded up with @cover_all). All have the same
 * floating dtype. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_convolution_1d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                      const RensaInts *pad, gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  return apply (&rensa_convolution_1d_class, x, W, b, stride, pad, cover_all, dilate, groups, error);
}

static const RensaSample samples_2d[] = {
  { "", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]; [0.5]", "[[[[-3.5, -3.5], [-3.5, -3.5]]]]" },
  { "stride=2, cover_all=true", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]",
    "[[[[-4, 3], [7, 9]]]]" },
  { "groups=2", "[[[[1, 2]], [[3, 4]]]]; [[[[1]]], [[[10]]]]", "[[[[1, 2]], [[30, 40]]]]" },
};

const RensaFunctionClass rensa_convolution_2d_class = {
  .name = "convolution_2d",
  CONVOLUTION (samples_2d, 2, 6),
  .title = N_ ("Convolution 2D"),
  .summary = N_ ("Slides filters over images and adds a bias"),
  .formula = "y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, si + du - p, sj + dv - p] + b[o]",
  .label = "Convolution2DFunction",
  FORMS ("2d"),
};

/**
 * rensa_convolution_2d:
 * @x: images, shape (N, C, H, W)
 * @W: filters, shape (O, C / groups, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @cover_all: adds a window if the last one would leave pixels uncovered
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * Cross-correlation: y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, s i + d u - p, s j + d v - p] + b[o],
 * of shape (N, O, H', W') with H' = ⌊(H + 2p - d (kH - 1) - 1) / s⌋ + 1 (rounded up with
 * @cover_all). All have the same floating dtype. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not
 * fit.
 */
RENSA_API RensaVariable *
rensa_convolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                      const RensaInts *pad, gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  return apply (&rensa_convolution_2d_class, x, W, b, stride, pad, cover_all, dilate, groups, error);
}

static const RensaSample samples_3d[] = {
  { "", "[[[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]]; [[[[[1, 0], [0, 0]], [[0, 0], [0, -2]]]]]; [0.5]",
    "[[[[[-14.5]]]]]" },
  { "stride=(2, 1, 1), pad=(1, 0, 0)", "[[[[[1, 2]], [[3, 4]]]]]; [[[[[1]], [[10]]]]]", "[[[[[10, 20]], [[3, 4]]]]]" },
  { "groups=2", "[[[[[1, 2]]], [[[3, 4]]]]]; [[[[[1]]]], [[[[10]]]]]", "[[[[[1, 2]]], [[[30, 40]]]]]" },
};

const RensaFunctionClass rensa_convolution_3d_class = {
  .name = "convolution_3d",
  CONVOLUTION (samples_3d, 3, 5),
  .title = N_ ("Convolution 3D"),
  .summary = N_ ("Slides filters over volumes and adds a bias"),
  .formula = "y[n, o, i, j, k] = Σ W[o, c, u, v, w] x[n, c, si + du - p, sj + dv - p, sk + dw - p] + b[o]",
  .label = "ConvolutionND",
  FORMS ("3d"),
};

/**
 * rensa_convolution_3d:
 * @x: volumes, shape (N, C, D, H, W)
 * @W: filters, shape (O, C / groups, kD, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @cover_all: adds a window if the last one would leave pixels uncovered
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * Cross-correlation: y[n, o, i, j, k] = Σ W[o, c, u, v, w] x[n, c, s i + d u - p, s j + d v - p, s
 * k + d w - p] + b[o], of shape (N, O, D', H', W') with D' = ⌊(D + 2p - d (kD - 1) - 1) / s⌋ + 1
 * (rounded up with @cover_all). All have the same floating dtype. RENSA_ERROR_TYPE_CHECK if shapes
 * or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_convolution_3d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                      const RensaInts *pad, gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  return apply (&rensa_convolution_3d_class, x, W, b, stride, pad, cover_all, dilate, groups, error);
}

static const RensaSample samples_nd[] = {
  { "", "[[[1, 2, 3, 4]]]; [[[1, -1]]]; [0.5]", "[[[-0.5, -0.5, -0.5]]]" },
  { "stride=2, cover_all=true", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]",
    "[[[[-4, 3], [7, 9]]]]" },
  { "groups=2", "[[[[[1, 2]]], [[[3, 4]]]]]; [[[[[1]]]], [[[[10]]]]]", "[[[[[1, 2]]], [[[30, 40]]]]]" },
  { "stride=(1, 1, 2, 1), pad=(0, 0, 0, 1)",
    "[[[[[[1, 2], [-1, 3]]], [[[0, 4], [-2, 5]]]]]]; [[[[[[1, -1]]], [[[2, 0.5]]]]]]; [0.5]",
    "[[[[[[-0.5, 1.5, 10.5]]]]]]" },
};

const RensaFunctionClass rensa_convolution_nd_class = {
  .name = "convolution_nd",
  CONVOLUTION (samples_nd, 0, 5),
  .title = N_ ("Convolution ND"),
  .summary = N_ ("Slides filters along any number of axes and adds a bias"),
  .formula = "y[n, o, i…] = Σ W[o, c, u…] x[n, c, (si + du - p)…] + b[o]",
  .label = "ConvolutionND",
  RENSA_FORMS ({ "chainer", CHAINER ("nd") }, { "torch", RENSA_CONVOLUTION_TORCH ("groups={groups}") },
               { "torch_class", rensa_convolution_torch_class }, { "onnx", RENSA_CONVOLUTION_ONNX ("group=groups") }),
};

/**
 * rensa_convolution_nd:
 * @x: shape (N, C, d…), with one to six spatial axes d
 * @W: filters, shape (O, C / groups, k…), with the same number of spatial axes
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @cover_all: adds a window if the last one would leave pixels uncovered
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @groups: number of groups; the output channels of a group depend only on its input channels
 *
 * Cross-correlation along all spatial axes: y[n, o, i…] = Σ W[o, c, u…] x[n, c, (s i + d u - p)…] +
 * b[o], of shape (N, O, d'…) with d' = ⌊(d + 2p - dilate (k - 1) - 1) / s⌋ + 1 (rounded up with
 * @cover_all). All have the same floating dtype. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not
 * fit.
 */
RENSA_API RensaVariable *
rensa_convolution_nd (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                      const RensaInts *pad, gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  return apply (&rensa_convolution_nd_class, x, W, b, stride, pad, cover_all, dilate, groups, error);
}
