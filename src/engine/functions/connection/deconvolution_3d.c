/* deconvolution_3d.c: transpose of a convolution of volumes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[[[1, 2]], [[3, 4]]]]]; [[[[[1, 10]]]]]; [0.5]", "[[[[[1.5, 12.5, 20.5]], [[3.5, 34.5, 40.5]]]]]" },
  { "stride=(1, 1, 2)", "[[[[[1, 2]]]]]; [[[[[1, 10, 100]], [[1, 0, 0]]]]]",
    "[[[[[1, 10, 102, 20, 200]], [[1, 0, 2, 0, 0]]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_deconvolution_infer (inference, "deconvolution_3d", 3, error);
}

const RensaFunctionClass rensa_deconvolution_3d_class = {
  .name = "deconvolution_3d",
  RENSA_DECONVOLUTION,
  .title = N_ ("Deconvolution 3D"),
  .summary = N_ ("Transposed convolution that makes larger volumes from feature maps"),
  .formula = "y[n, o, si + du - p, sj + dv - p, sk + dw - p] += W[c, o, u, v, w] x[n, c, i, j, k]; y += b[o]",
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010",
  .label = "DeconvolutionND",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS (
      { "chainer", "F.deconvolution_3d({x}, {W}, {b}, stride={stride}, pad={pad}, outsize={outsize}, dilate={dilate}, "
                   "groups={groups})" },
      { "torch",
        "F.conv_transpose3d({x}, {W}, {b}, stride={stride}, padding={pad}, groups={groups}, dilation={dilate})" },
      { "torch_more", RENSA_DECONVOLUTION_TORCH }, { "torch_class", rensa_deconvolution_torch_class },
      { "onnx", RENSA_DECONVOLUTION_ONNX }),
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
  const RensaDeconvolution self = rensa_deconvolution_new (stride, pad, outsize, dilate, groups);

  return rensa_apply3 (&rensa_deconvolution_3d_class, &self, x, W, b, error);
}
