/* average_pooling_1d.c: the mean of each window along one spatial axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_AVERAGE_POOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[1, 5, 2, 4, 3]]]", "[[[3, 3]]]" },
  { "ksize=3, stride=2, pad=1", "[[[1, 5, 2, 4, 3]]]", "[[[2, 3.6666666666666665, 2.3333333333333335]]]" },
  { "ksize=3, stride=2, pad=1, pad_value=None", "[[[1, 5, 2, 4, 3]]]", "[[[3, 3.6666666666666665, 3.5]]]" },
};

const RensaFunctionClass rensa_average_pooling_1d_class = {
  .name = "average_pooling_1d",
  .group = &rensa_pooling_group,
  .title = N_ ("Average Pooling 1D"),
  .summary = N_ ("Replaces each window along one spatial axis by its mean"),
  .formula = "y[n, c, i] = Σ x[n, c, si + u - p] / k",
  .label = "AveragePoolingND",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_average_pooling_infer,
  .forward = rensa_average_pooling_forward,
  .backward = rensa_average_pooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 1, .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", "F.average_pooling_1d({x}, {ksize}, stride={stride}, pad={pad}, pad_value={pad_value})" },
               { "torch", "F.avg_pool1d({x}, {ksize}, stride={stride}, padding={pad})" },
               { "torch_more", RENSA_AVERAGE_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_AVERAGE_POOLING_ONNX ("given (pad_value)") }),
};

/**
 * rensa_average_pooling_1d:
 * @x: shape (N, C, L), with at least one element
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
rensa_average_pooling_1d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          gint64 pad_value, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.pad_value = pad_value;
  return rensa_apply1 (&rensa_average_pooling_1d_class, &self, x, error);
}
