/* average_pooling_3d.c: the mean of each window along three spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_AVERAGE_POOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]", "[[[[[2.75]]]]]" },
  { "ksize=(1, 2, 1), stride=(1, 2, 2), pad=(0, 1, 0)", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[0.5], [1]], [[1.5], [4]]]]]" },
  { "ksize=2, pad=(0, 1, 1), pad_value=None", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[2, 2.5], [5, 1.5]]]]]" },
};

const RensaFunctionClass rensa_average_pooling_3d_class = {
  .name = "average_pooling_3d",
  .group = &rensa_pooling_group,
  .title = N_ ("Average Pooling 3D"),
  .summary = N_ ("Replaces each window over three spatial axes by its mean"),
  .formula = "y[n, c, h, i, j] = Σ x[n, c, sh + t - p, si + u - p, sj + v - p] / (kD kH kW)",
  .label = "AveragePoolingND",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_average_pooling_infer,
  .forward = rensa_average_pooling_forward,
  .backward = rensa_average_pooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 3, .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", "F.average_pooling_3d({x}, {ksize}, stride={stride}, pad={pad}, pad_value={pad_value})" },
               { "torch", "F.avg_pool3d({x}, {ksize}, stride={stride}, padding={pad})" },
               { "torch_more", RENSA_AVERAGE_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_AVERAGE_POOLING_ONNX ("given (pad_value)") }),
};

/**
 * rensa_average_pooling_3d:
 * @x: shape (N, C, D, H, W), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side; NULL means 0
 * @pad_value: 0, or %RENSA_INT_NONE for None
 *
 * Returns the mean of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each spatial axis.
 * With @pad_value 0, padding counts as zeros; with None, the sum is divided by the number of
 * positions inside x. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple
 * does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_3d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          gint64 pad_value, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.pad_value = pad_value;
  return rensa_apply1 (&rensa_average_pooling_3d_class, &self, x, error);
}
