/* fliplr.c: reversal of the second axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-views-private.h"

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]", "[[3, 2, 1], [6, 5, 4]]" },
  { "", "[[[1, 2], [3, 4]]]", "[[[3, 4], [1, 2]]]" },
};

static const int axis = 1;

const RensaFunctionClass rensa_fliplr_class = {
  .name = "fliplr",
  .group = &rensa_array_group,
  .title = N_ ("Flip Columns"),
  .summary = N_ ("Reverses the second axis"),
  .formula = "y[i, j, …] = a[i, n - 1 - j, …]",
  .label = "FlipLR",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_flip,
  .forward = rensa_forward_flip,
  .backward = rensa_backward_flip,
  .rule = &axis,
  RENSA_FORMS ({ "chainer", "F.fliplr({a})" }, { "torch", "torch.fliplr({a})" },
               { "onnx", "Slice (a, [-1], [-1000000000000], [1], [-1])" }),
};

/**
 * rensa_fliplr:
 *
 * Returns a view of @a, which has at least two axes, with the second axis reversed.
 * RENSA_ERROR_TYPE_CHECK if @a is not floating or has fewer axes.
 */
RENSA_API RensaVariable *
rensa_fliplr (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_fliplr_class, NULL, a, error);
}
