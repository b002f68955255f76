/* flipud.c: reversal of the first axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-views-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]", "[3, 2, 1]" },
  { "", "[[1, 2], [3, 4]]", "[[3, 4], [1, 2]]" },
};

static const int axis = 0;

const RensaFunctionClass rensa_flipud_class = {
  .name = "flipud",
  .group = &rensa_array_group,
  .title = N_ ("Flip Rows"),
  .summary = N_ ("Reverses the first axis"),
  .formula = "y[i, …] = a[n - 1 - i, …]",
  .label = "FlipUD",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_flip,
  .forward = rensa_forward_flip,
  .backward = rensa_backward_flip,
  .rule = &axis,
  RENSA_FORMS ({ "chainer", "F.flipud({a})" }, { "torch", "torch.flipud({a})" },
               { "onnx", "Slice (a, [-1], [-1000000000000], [0], [-1])" }),
};

/**
 * rensa_flipud:
 *
 * Returns a view of @a, which has at least one axis, with the first axis reversed.
 * RENSA_ERROR_TYPE_CHECK if @a is not floating or has no axis.
 */
RENSA_API RensaVariable *
rensa_flipud (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_flipud_class, NULL, a, error);
}
