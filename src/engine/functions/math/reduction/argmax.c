/* argmax.c: index of the largest element.
 * SPDX-License-Identifier: MIT */

#include "rensa-extremum-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, -2], [7, 7]]", "2" },
  { "axis=0", "[[1, -2, 3], [7, -5, 3]]", "[1, 0, 0]" },
  { "axis=-1", "[[1, -2, 3], [7, -5, 3]]", "[2, 0]" },
};

static const RensaReduction reduction = RENSA_REDUCE_ARGMAX;

const RensaFunctionClass rensa_argmax_class = {
  .name = "argmax",
  .group = &rensa_math_group,
  .title = N_ ("Index of the Maximum"),
  .summary = N_ ("The index of the largest element along an axis"),
  .formula = "y = argmax x",
  .label = "ArgMax",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaArgExtremum, rensa_arg_extremum_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_arg_extremum_infer,
  .forward = rensa_arg_extremum_forward,
  .rule = &reduction,
  RENSA_FORMS ({ "chainer", "F.argmax({x}, axis={axis})" }, { "torch", "torch.argmax({x}, dim={axis})" },
               { "onnx", "given (axis) ? ArgMax (x, axis=axis, keepdims=0) : ArgMax (Reshape (x, [-1]), axis=0, "
                         "keepdims=0)" }),
};

/**
 * rensa_argmax:
 * @axis: counts from the end if negative; RENSA_INT_NONE to search the flattened array
 *
 * Returns the index of the largest element along @axis, as int32: the first of several equal ones,
 * or the first NaN if there is one. It has no gradient. RENSA_ERROR_TYPE_CHECK if the axis is out
 * of range or there are no elements.
 */
RENSA_API RensaVariable *
rensa_argmax (RensaVariable *x, gint64 axis, GError **error)
{
  const RensaArgExtremum self = { .axis = axis };

  return rensa_apply1 (&rensa_argmax_class, &self, x, error);
}
