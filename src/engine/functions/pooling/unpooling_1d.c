/* unpooling_1d.c: spreads each value over a window of one spatial axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_UNPOOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[1, 5, -2]]]", "[[[1, 1, 5, 5, -2]]]" },
  { "ksize=3, stride=2, pad=1, cover_all=false", "[[[1, 5, -2]]]", "[[[1, 6, 5, 3, -2]]]" },
  { "ksize=2, outsize=6", "[[[1, 5, -2]]]", "[[[1, 1, 5, 5, -2, -2]]]" },
};

const RensaFunctionClass rensa_unpooling_1d_class = {
  .name = "unpooling_1d",
  .group = &rensa_pooling_group,
  .title = N_ ("Unpooling 1D"),
  .summary = N_ ("Spreads each value over its window along one spatial axis"),
  .formula = "y[n, c, si + u - p] += x[n, c, i]",
  .label = "UnpoolingND",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_unpooling_infer,
  .forward = rensa_unpooling_forward,
  .backward = rensa_unpooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 1 },
  RENSA_FORMS ({ "chainer", "F.unpooling_1d({x}, {ksize}, stride={stride}, pad={pad}, outsize={outsize:sequence}, "
                            "cover_all={cover_all})" },
               { "torch", RENSA_UNPOOLING_TORCH ("") }, { "torch_class", rensa_unpooling_torch_class },
               { "onnx", RENSA_UNPOOLING_ONNX }),
};

/**
 * rensa_unpooling_1d:
 * @x: shape (N, C, L)
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
rensa_unpooling_1d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                    const RensaInts *outsize, gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.outsize = rensa_ints_or_none (outsize);
  self.cover_all = cover_all;
  return rensa_apply1 (&rensa_unpooling_1d_class, &self, x, error);
}
