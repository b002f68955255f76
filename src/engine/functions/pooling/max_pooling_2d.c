/* max_pooling_2d.c: the largest element of each window.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Padding on each side of the image; never chosen as the maximum")),
  RENSA_POOLING_COVER_ALL (N_ ("Add a window if the last one would leave out pixels")),
  RENSA_POOLING_RETURN_INDICES,
};

static const RensaSample samples[] = {
  { "ksize=2", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]", "[[[[5, 2], [-1, -3]]]]" },
  { "ksize=2, cover_all=false", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]", "[[[[5]]]]" },
  { "ksize=2, stride=1, cover_all=false, return_indices=true", "[[[[1, 5, 2], [4, 3, 6]]]]",
    "[[[[5, 6]]]]; [[[[1, 3]]]]" },
};

const RensaFunctionClass rensa_max_pooling_2d_class = {
  .name = "max_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("Max Pooling 2D"),
  .summary = N_ ("Keeps the largest value of each window of an image"),
  .words = N_ ("maxpool;cnn;downsample;subsample"),
  .stem = "pool",
  .formula = "y[n, c, i, j] = max x[n, c, si + u - p, sj + v - p] over u, v",
  .label = "MaxPooling2D",
  .inputs = RENSA_INPUTS ("x"),
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_max_pooling_infer,
  .forward = rensa_max_pooling_forward,
  .backward = rensa_max_pooling_backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 2, .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", "F.max_pooling_2d({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, "
                            "return_indices={return_indices:tuple})" },
               { "torch", "F.max_pool2d({x}, {ksize}, stride={stride}, padding={pad}, ceil_mode={cover_all:always})" },
               { "torch_more", RENSA_MAX_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_MAX_POOLING_ONNX }),
};

/**
 * rensa_max_pooling_2d:
 * @x: shape (N, C, H, W), with at least one element
 * @ksize: height and width of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): pixels added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * y[n, c, i, j] = max x[n, c, s i + u - p, s j + v - p] over the window, of shape (N, C, H', W')
 * with H' = ⌊(H + 2p - k) / s⌋ + 1 (rounded up with @cover_all). NaN takes precedence.
 * RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.cover_all = cover_all;
  return rensa_apply1 (&rensa_max_pooling_2d_class, &self, x, error);
}
