/* convolution_nd.c: convolution along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[1, 2, 3, 4]]]; [[[1, -1]]]; [0.5]", "[[[-0.5, -0.5, -0.5]]]" },
  { "stride=2, cover_all=true", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]",
    "[[[[-4, 3], [7, 9]]]]" },
  { "groups=2", "[[[[[1, 2]]], [[[3, 4]]]]]; [[[[[1]]]], [[[[10]]]]]", "[[[[[1, 2]]], [[[30, 40]]]]]" },
  { "stride=(1, 1, 2, 1), pad=(0, 0, 0, 1)",
    "[[[[[[1, 2], [-1, 3]]], [[[0, 4], [-2, 5]]]]]]; [[[[[[1, -1]]], [[[2, 0.5]]]]]]; [0.5]",
    "[[[[[[-0.5, 1.5, 10.5]]]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_convolution_infer (inference, rensa_inference_get_attrs (inference), "convolution_nd", 0, error);
}

const RensaFunctionClass rensa_convolution_nd_class = {
  .name = "convolution_nd",
  RENSA_CONVOLUTION (5),
  .title = N_ ("Convolution ND"),
  .summary = N_ ("Slides filters along any number of axes and adds a bias"),
  .formula = "y[n, o, i…] = Σ W[o, c, u…] x[n, c, (si + du - p)…] + b[o]",
  .label = "ConvolutionND",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS ({ "chainer",
                 "F.convolution_nd({x}, {W}, {b}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate}, "
                 "groups={groups})" },
               { "torch", RENSA_CONVOLUTION_TORCH ("groups={groups}") },
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
  const RensaConvolution self = rensa_convolution_new (stride, pad, cover_all, dilate, groups);

  return rensa_apply3 (&rensa_convolution_nd_class, &self, x, W, b, error);
}
