/* max_pooling_3d.c: the largest element of each window along three spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_MAX_POOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]", "[[[[[8]]]]]" },
  { "ksize=(1, 2, 1), stride=1, cover_all=false", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[2, 5]], [[8, 0]]]]]" },
  { "ksize=(2, 1, 2), pad=(1, 0, 0), cover_all=false, return_indices=true", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[5], [4]], [[3], [8]]]]]; [[[[[3], [3]], [[0], [0]]]]]" },
};

const RensaFunctionClass rensa_max_pooling_3d_class = {
  .name = "max_pooling_3d",
  .group = &rensa_pooling_group,
  .title = N_ ("Max Pooling 3D"),
  .summary = N_ ("Keeps the largest value of each window over three spatial axes"),
  .formula = "y[n, c, h, i, j] = max x[n, c, sh + t - p, si + u - p, sj + v - p] over t, u, v",
  .label = "MaxPoolingND",
  .inputs = RENSA_INPUTS ("x"),
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_max_pooling_infer,
  .forward = rensa_max_pooling_forward,
  .backward = rensa_max_pooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 3, .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", "F.max_pooling_3d({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, "
                            "return_indices={return_indices:tuple})" },
               { "torch", "F.max_pool3d({x}, {ksize}, stride={stride}, padding={pad}, ceil_mode={cover_all:always})" },
               { "torch_more", RENSA_MAX_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_MAX_POOLING_ONNX }),
};

/**
 * rensa_max_pooling_3d:
 * @x: shape (N, C, D, H, W), with at least one element
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
rensa_max_pooling_3d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.cover_all = cover_all;
  return rensa_apply1 (&rensa_max_pooling_3d_class, &self, x, error);
}
