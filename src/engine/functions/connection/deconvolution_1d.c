/* deconvolution_1d.c: transpose of a convolution of sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[1, 2]]]; [[[1, 10]]]; [0.5]", "[[[1.5, 12.5, 20.5]]]" },
  { "stride=2, pad=1", "[[[1, 2, 3]]]; [[[1, 10, 100], [0, 1, 0]]]", "[[[10, 102, 20, 203, 30], [1, 0, 2, 0, 3]]]" },
  { "stride=2, outsize=6", "[[[1, 2]]]; [[[1, 10, 100]]]", "[[[1, 10, 102, 20, 200, 0]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_deconvolution_infer (inference, "deconvolution_1d", 1, error);
}

const RensaFunctionClass rensa_deconvolution_1d_class = {
  .name = "deconvolution_1d",
  RENSA_DECONVOLUTION,
  .title = N_ ("Deconvolution 1D"),
  .summary = N_ ("Transposed convolution that makes sequences longer"),
  .formula = "y[n, o, si + du - p] += W[c, o, u] x[n, c, i]; y += b[o]",
  .reference = "Zeiler et al., \"Deconvolutional Networks\", CVPR 2010",
  .label = "DeconvolutionND",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS (
      { "chainer",
        "F.deconvolution_1d({x}, {W}, {b}, stride={stride}, pad={pad}, outsize={outsize:sequence}, dilate={dilate}, "
        "groups={groups})" },
      { "torch",
        "F.conv_transpose1d({x}, {W}, {b}, stride={stride}, padding={pad}, groups={groups}, dilation={dilate})" },
      { "torch_more", RENSA_DECONVOLUTION_TORCH }, { "torch_class", rensa_deconvolution_torch_class },
      { "onnx", RENSA_DECONVOLUTION_ONNX }),
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
  const RensaDeconvolution self = rensa_deconvolution_new (stride, pad, outsize, dilate, groups);

  return rensa_apply3 (&rensa_deconvolution_1d_class, &self, x, W, b, error);
}
