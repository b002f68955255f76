/* deconvolution_2d.c: transpose of a convolution of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[[1, 2], [3, 4]]]]; [[[[1, 10]]]]; [0.5]", "[[[[1.5, 12.5, 20.5], [3.5, 34.5, 40.5]]]]" },
  { "stride=2", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200]]]]" },
  { "stride=2, outsize=(1, 6)", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200, 0]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_deconvolution_infer (inference, "deconvolution_2d", 2, error);
}

const RensaFunctionClass rensa_deconvolution_2d_class = {
  .name = "deconvolution_2d",
  RENSA_DECONVOLUTION,
  .title = N_ ("Deconvolution 2D"),
  .summary = N_ ("Transposed convolution that makes larger images from feature maps"),
  .formula = "y[n, o, si + du - p, sj + dv - p] += W[c, o, u, v] x[n, c, i, j]; y += b[o]",
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010",
  .label = "Deconvolution2DFunction",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS (
      { "chainer", "F.deconvolution_2d({x}, {W}, {b}, stride={stride}, pad={pad}, outsize={outsize}, dilate={dilate}, "
                   "groups={groups})" },
      { "torch",
        "F.conv_transpose2d({x}, {W}, {b}, stride={stride}, padding={pad}, groups={groups}, dilation={dilate})" },
      { "torch_more", RENSA_DECONVOLUTION_TORCH }, { "torch_class", rensa_deconvolution_torch_class },
      { "onnx", RENSA_DECONVOLUTION_ONNX }),
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
  const RensaDeconvolution self = rensa_deconvolution_new (stride, pad, outsize, dilate, groups);

  return rensa_apply3 (&rensa_deconvolution_2d_class, &self, x, W, b, error);
}
