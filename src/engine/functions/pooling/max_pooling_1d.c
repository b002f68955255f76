/* max_pooling_1d.c: the largest element of each window along one spatial axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_MAX_POOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[1, 5, 2, 4, 3]]]", "[[[5, 4, 3]]]" },
  { "ksize=2, cover_all=false", "[[[1, 5, 2, 4, 3]]]", "[[[5, 4]]]" },
  { "ksize=3, stride=2, pad=1, return_indices=true", "[[[1, 5, 2, 4, 3]]]", "[[[5, 5, 4]]]; [[[2, 0, 0]]]" },
};

const RensaFunctionClass rensa_max_pooling_1d_class = {
  .name = "max_pooling_1d",
  .group = &rensa_pooling_group,
  .title = N_ ("Max Pooling 1D"),
  .summary = N_ ("Keeps the largest value of each window along one spatial axis"),
  .formula = "y[n, c, i] = max x[n, c, si + u - p] over u",
  .label = "MaxPoolingND",
  .inputs = RENSA_INPUTS ("x"),
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_max_pooling_infer,
  .forward = rensa_max_pooling_forward,
  .backward = rensa_max_pooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 1, .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", "F.max_pooling_1d({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, "
                            "return_indices={return_indices:tuple})" },
               { "torch", "F.max_pool1d({x}, {ksize}, stride={stride}, padding={pad}, ceil_mode={cover_all:always})" },
               { "torch_more", RENSA_MAX_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_MAX_POOLING_ONNX }),
};

/**
 * rensa_max_pooling_1d:
 * @x: shape (N, C, L), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * Returns the largest element of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each
 * spatial axis (rounded up with @cover_all). NaN takes precedence. RENSA_ERROR_TYPE_CHECK if x
 * does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_1d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.cover_all = cover_all;
  return rensa_apply1 (&rensa_max_pooling_1d_class, &self, x, error);
}
