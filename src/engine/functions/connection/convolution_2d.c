/* convolution_2d.c: convolution of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]; [0.5]", "[[[[-3.5, -3.5], [-3.5, -3.5]]]]" },
  { "stride=2, cover_all=true", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]",
    "[[[[-4, 3], [7, 9]]]]" },
  { "groups=2", "[[[[1, 2]], [[3, 4]]]]; [[[[1]]], [[[10]]]]", "[[[[1, 2]], [[30, 40]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_convolution_infer (inference, rensa_inference_get_attrs (inference), "convolution_2d", 2, error);
}

const RensaFunctionClass rensa_convolution_2d_class = {
  .name = "convolution_2d",
  RENSA_CONVOLUTION (6),
  .title = N_ ("Convolution 2D"),
  .summary = N_ ("Slides filters over images and adds a bias"),
  .formula = "y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, si + du - p, sj + dv - p] + b[o]",
  .label = "Convolution2DFunction",
  RENSA_SAMPLES (samples),
  .infer = infer,
  RENSA_FORMS (
      { "chainer",
        "F.convolution_2d({x}, {W}, {b}, stride={stride}, pad={pad}, cover_all={cover_all}, dilate={dilate}, "
        "groups={groups})" },
      { "torch", "F.conv2d({x}, {W}, {b}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups})" },
      { "torch_more", RENSA_CONVOLUTION_TORCH ("groups={groups}") }, { "torch_class", rensa_convolution_torch_class },
      { "onnx", RENSA_CONVOLUTION_ONNX ("group=groups") }),
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
  const RensaConvolution self = rensa_convolution_new (stride, pad, cover_all, dilate, groups);

  return rensa_apply3 (&rensa_convolution_2d_class, &self, x, W, b, error);
}
