/* average_pooling_2d.c: the mean of each window.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Zeros added on each side of the image; they are included in the mean")),
};

static const RensaSample samples[] = {
  { "ksize=2", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[3]]]]" },
  { "ksize=2, stride=1", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[3, 4]]]]" },
  { "ksize=(1, 2), pad=(0, 1)", "[[[[1, 2]]]]", "[[[[0.5, 1]]]]" },
};

const RensaFunctionClass rensa_average_pooling_2d_class = {
  .name = "average_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("Average Pooling 2D"),
  .summary = N_ ("Replaces each window of an image by its mean"),
  .words = N_ ("avgpool;mean pooling;cnn;downsample"),
  .stem = "pool",
  .formula = "y[n, c, i, j] = Σ x[n, c, si + u - p, sj + v - p] / (kH kW)",
  .label = "AveragePooling2D",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_average_pooling_infer,
  .forward = rensa_average_pooling_forward,
  .backward = rensa_average_pooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 2 },
  RENSA_FORMS ({ "chainer", "F.average_pooling_2d({x}, {ksize}, stride={stride}, pad={pad})" },
               { "torch", "F.avg_pool2d({x}, {ksize}, stride={stride}, padding={pad})" },
               { "onnx", RENSA_AVERAGE_POOLING_ONNX ("1") }),
};

/**
 * rensa_average_pooling_2d:
 * @x: shape (N, C, H, W)
 * @ksize: height and width of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): zeros added on each side, which count in the mean; NULL means 0
 *
 * y[n, c, i, j] = Σ x[n, c, s i + u - p, s j + v - p] / (kH kW), of shape (N, C, H', W') with
 * H' = ⌊(H + 2p - k) / s⌋ + 1. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if
 * a tuple does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          GError **error)
{
  const RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  return rensa_apply1 (&rensa_average_pooling_2d_class, &self, x, error);
}
