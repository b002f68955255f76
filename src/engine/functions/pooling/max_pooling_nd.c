/* max_pooling_nd.c: the largest element of each window along any number of axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_MAX_POOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[1, 5, 2, 4, 3]]]", "[[[5, 4, 3]]]" },
  { "ksize=(1, 2), stride=1, cover_all=false", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]",
    "[[[[5, 5], [4, 3], [-1, -2]]]]" },
  { "ksize=2, stride=1, cover_all=false, return_indices=true", "[[[[1, -2, 3], [4, -5, 6]]]]",
    "[[[[4, 6]]]]; [[[[2, 3]]]]" },
  { "ksize=(2, 1, 1, 2), stride=1, cover_all=false, return_indices=true",
    "[[[[[[1, 2], [-1, 3]]], [[[0, 4], [-2, 5]]]]]]", "[[[[[[4], [5]]]]]]; [[[[[[3], [3]]]]]]" },
};

const RensaFunctionClass rensa_max_pooling_nd_class = {
  .name = "max_pooling_nd",
  .group = &rensa_pooling_group,
  .title = N_ ("Max Pooling ND"),
  .summary = N_ ("Keeps the largest value of each window over any number of spatial axes"),
  .formula = "y[n, c, i…] = max x[n, c, s i + u - p] over u",
  .label = "MaxPoolingND",
  .inputs = RENSA_INPUTS ("x"),
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_max_pooling_infer,
  .forward = rensa_max_pooling_forward,
  .backward = rensa_max_pooling_backward,
  .rule = &(const RensaPoolingRule){ .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", "F.max_pooling_nd({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, "
                            "return_indices={return_indices:tuple})" },
               { "torch", RENSA_MAX_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_MAX_POOLING_ONNX }),
};

/**
 * rensa_max_pooling_nd:
 * @x: shape (N, C, d₁, …), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * Returns the largest element of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each
 * spatial axis (rounded up with @cover_all). NaN takes precedence. x has one to six spatial
 * axes. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_nd (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.cover_all = cover_all;
  return rensa_apply1 (&rensa_max_pooling_nd_class, &self, x, error);
}
