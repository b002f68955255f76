/* argmin.c: index of the smallest element.
 * SPDX-License-Identifier: MIT */

#include "rensa-extremum-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, -2], [7, -2]]", "1" },
  { "axis=0", "[[1, -2, 3], [7, -5, 3]]", "[0, 1, 0]" },
  { "axis=-1", "[[1, -2, 3], [7, -5, 3]]", "[1, 1]" },
};

static const RensaReduction reduction = RENSA_REDUCE_ARGMIN;

const RensaFunctionClass rensa_argmin_class = {
  .name = "argmin",
  .group = &rensa_math_group,
  .title = N_ ("Index of the Minimum"),
  .summary = N_ ("The index of the smallest element along an axis"),
  .formula = "y = argmin x",
  .label = "ArgMin",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaArgExtremum, rensa_arg_extremum_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_arg_extremum_infer,
  .forward = rensa_arg_extremum_forward,
  .rule = &reduction,
  RENSA_FORMS ({ "chainer", "F.argmin({x}, axis={axis})" }, { "torch", "torch.argmin({x}, dim={axis})" },
               { "onnx", "given (axis) ? ArgMin (x, axis=axis, keepdims=0) : ArgMin (Reshape (x, [-1]), axis=0, "
                         "keepdims=0)" }),
};

/**
 * rensa_argmin:
 * @axis: counts from the end if negative; RENSA_INT_NONE to search the flattened array
 *
 * Returns the index of the smallest element along @axis, as int32: the first of several equal ones,
 * or the first NaN if there is one. It has no gradient. RENSA_ERROR_TYPE_CHECK if the axis is out
 * of range or there are no elements.
 */
RENSA_API RensaVariable *
rensa_argmin (RensaVariable *x, gint64 axis, GError **error)
{
  const RensaArgExtremum self = { .axis = axis };

  return rensa_apply1 (&rensa_argmin_class, &self, x, error);
}
