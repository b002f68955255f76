/* deconvolution_nd.c: transpose of a convolution along any number of axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[1, 2]]]; [[[1, 10]]]; [0.5]", "[[[1.5, 12.5, 20.5]]]" },
  { "stride=2, outsize=(1, 6)", "[[[[1, 2]]]]; [[[[1, 10, 100]]]]", "[[[[1, 10, 102, 20, 200, 0]]]]" },
  { "groups=2", "[[[[[1, 2]]], [[[3, 4]]]]]; [[[[[1]]]], [[[[10]]]]]", "[[[[[1, 2]]], [[[30, 40]]]]]" },
  { "stride=(1, 1, 1, 2)", "[[[[[[1]]], [[[-2]]]]]]; [[[[[[1, 10], [-1, 100]]]]]]",
    "[[[[[[1, 10], [-1, 100]]], [[[-2, -20], [2, -200]]]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_deconvolution_infer (inference, "deconvolution_nd", 0, error);
}

const RensaFunctionClass rensa_deconvolution_nd_class = {
  .name = "deconvolution_nd",
  RENSA_DECONVOLUTION,
  .title = N_ ("Deconvolution ND"),
  .summary = N_ ("Transposed convolution along any number of axes"),
  .formula = "y[n, o, (si + du - p)…] += W[c, o, u…] x[n, c, i…]; y += b[o]",
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010",
  .label = "DeconvolutionND",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS ({ "chainer",
                 "F.deconvolution_nd({x}, {W}, {b}, stride={stride}, pad={pad}, outsize={outsize}, dilate={dilate}, "
                 "groups={groups})" },
               { "torch", RENSA_DECONVOLUTION_TORCH }, { "torch_class", rensa_deconvolution_torch_class },
               { "onnx", RENSA_DECONVOLUTION_ONNX }),
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
  const RensaDeconvolution self = rensa_deconvolution_new (stride, pad, outsize, dilate, groups);

  return rensa_apply3 (&rensa_deconvolution_nd_class, &self, x, W, b, error);
}
