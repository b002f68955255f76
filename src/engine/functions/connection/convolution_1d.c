/* convolution_1d.c: convolution of sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[1, 2, 3, 4]]]; [[[1, -1]]]; [0.5]", "[[[-0.5, -0.5, -0.5]]]" },
  { "stride=2, pad=1", "[[[1, 2, 3, 4]], [[5, 6, 7, 8]]]; [[[1, 10]], [[0, 1]]]",
    "[[[10, 32, 4], [1, 3, 0]], [[50, 76, 8], [5, 7, 0]]]" },
  { "dilate=2, groups=2", "[[[1, 2, 3], [4, 5, 6]]]; [[[1, 1]], [[1, -1]]]", "[[[4], [-2]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_convolution_infer (inference, rensa_inference_get_attrs (inference), "convolution_1d", 1, error);
}

const RensaFunctionClass rensa_convolution_1d_class = {
  .name = "convolution_1d",
  RENSA_CONVOLUTION (5),
  .title = N_ ("Convolution 1D"),
  .summary = N_ ("Slides filters over sequences and adds a bias"),
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, si + du - p] + b[o]",
  .label = "ConvolutionND",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS (
      { "chainer",
        "F.convolution_1d({x}, {W}, {b}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate}, "
        "groups={groups})" },
      { "torch", "F.conv1d({x}, {W}, {b}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups})" },
      { "torch_more", RENSA_CONVOLUTION_TORCH ("groups={groups}") }, { "torch_class", rensa_convolution_torch_class },
      { "onnx", RENSA_CONVOLUTION_ONNX ("group=groups") }),
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
  const RensaConvolution self = rensa_convolution_new (stride, pad, cover_all, dilate, groups);

  return rensa_apply3 (&rensa_convolution_1d_class, &self, x, W, b, error);
}
