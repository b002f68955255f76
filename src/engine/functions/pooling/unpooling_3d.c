/* unpooling_3d.c: spreads each value over a window of three spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_UNPOOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[[[1, 5]], [[2, -3]]]]]", "[[[[[1, 1, 5]], [[1, 1, 5]], [[2, 2, -3]]]]]" },
  { "ksize=(1, 2, 1), cover_all=false", "[[[[[1, 5]], [[2, -3]]]]]", "[[[[[1, 5], [1, 5]], [[2, -3], [2, -3]]]]]" },
};

const RensaFunctionClass rensa_unpooling_3d_class = {
  .name = "unpooling_3d",
  .group = &rensa_pooling_group,
  .title = N_ ("Unpooling 3D"),
  .summary = N_ ("Spreads each value over its window along three spatial axes"),
  .formula = "y[n, c, sh + t - p, si + u - p, sj + v - p] += x[n, c, h, i, j]",
  .label = "UnpoolingND",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_unpooling_infer,
  .forward = rensa_unpooling_forward,
  .backward = rensa_unpooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 3 },
  RENSA_FORMS ({ "chainer", "F.unpooling_3d({x}, {ksize}, stride={stride}, pad={pad}, outsize={outsize}, "
                            "cover_all={cover_all})" },
               { "torch", RENSA_UNPOOLING_TORCH ("") }, { "torch_class", rensa_unpooling_torch_class },
               { "onnx", RENSA_UNPOOLING_ONNX }),
};

/**
 * rensa_unpooling_3d:
 * @x: shape (N, C, D, H, W)
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions cut off on each side; NULL means 0
 * @outsize: (nullable): spatial extents of the result, for which pooling must give the extents of
 *   x; NULL for the extents implied by the windows
 * @cover_all: TRUE if the corresponding pooling covers all elements, so that the last window may
 *   extend beyond the result
 *
 * Adds each value to all elements of its window. Without @outsize, the extents are s (d - 1) +
 * k - 2p, reduced by s - 1 with @cover_all. Chainer accepts only a tuple for @outsize here; this
 * function also accepts an integer. RENSA_ERROR_TYPE_CHECK if x or @outsize does not fit,
 * RENSA_ERROR_INVALID if a tuple has the wrong length.
 */
RENSA_API RensaVariable *
rensa_unpooling_3d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                    const RensaInts *outsize, gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.outsize = rensa_ints_or_none (outsize);
  self.cover_all = cover_all;
  return rensa_apply1 (&rensa_unpooling_3d_class, &self, x, error);
}
