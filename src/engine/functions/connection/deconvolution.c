/* deconvolution.c: transpose of a convolution of sequences, images, volumes and along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

/* The rule is the number of spatial axes. */
static gboolean
infer (RensaInference *inference, GError **error)
{
  const int *n_axes = rensa_inference_get_rule (inference);

  return rensa_deconvolution_infer (inference, *n_axes, error);
}

/* Fields shared by all ranks. */
#define DECONVOLUTION(samples, n_axes)                                                                              \
  .group = &rensa_connection_group, .inputs = RENSA_INPUTS ("x", "W", "b?"), .n_outputs = 1,                        \
  RENSA_ATTRS (RensaDeconvolution, rensa_deconvolution_attrs), RENSA_SAMPLES (samples), .infer = infer,             \
  .forward = rensa_deconvolution_forward, .backward = rensa_deconvolution_backward, .rule = &(const int){ n_axes }, \
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010"
/* @outsize: its place in Chainer's call. */
#define CHAINER(rank, outsize)                                                                                 \
  "F.deconvolution_" rank "({x}, {W}, {b}, stride={stride}, pad={pad}, outsize=" outsize ", dilate={dilate}, " \
  "groups={groups})"
/* In one, two and three dimensions. */
#define FORMS(rank, outsize)                                                                                    \
  RENSA_FORMS ({ "chainer", CHAINER (rank, outsize) },                                                          \
               { "torch", "F.conv_transpose" rank "({x}, {W}, {b}, stride={stride}, padding={pad}, "            \
                          "groups={groups}, dilation={dilate})" },                                              \
               { "torch_more", RENSA_DECONVOLUTION_TORCH }, { "torch_class", rensa_deconvolution_torch_class }, \
               { "onnx", RENSA_DECONVOLUTION_ONNX })

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
       const RensaInts *pad, const RensaInts *outsize, const RensaInts *dilate, gint64 groups, GError **error)
{
  const RensaDeconvolution self = rensa_deconvolution_new (stride, pad, outsize, dilate, groups);

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
  RENSA_FORMS ({ "chainer", CHAINER ("nd", "{outsize}") }, { "torch", RENSA_DECONVOLUTION_TORCH },
               { "torch_class", rensa_deconvolution_torch_class }, { "onnx", RENSA_DECONVOLUTION_ONNX }),
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
