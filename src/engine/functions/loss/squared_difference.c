/* squared_difference.c: elementwise squared difference.
 * SPDX-License-Identifier: MIT */

#include "rensa-difference-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [1, 4, 2.5]", "[0, 4, 0.25]" },
  { "", "[[1.5, -3]]; [[1, 1]]", "[[0.25, 16]]" },
};

const RensaFunctionClass rensa_squared_difference_class = {
  .name = "squared_difference",
  .group = &rensa_loss_group,
  .title = N_ ("Squared Difference"),
  .summary = N_ ("Squared difference of two arrays, element by element"),
  .formula = "y = (x₁ - x₂)²",
  .label = "SquaredError",
  .inputs = RENSA_INPUTS ("x1", "x2"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_squared_error_infer,
  .forward = rensa_squared_error_forward,
  .backward = rensa_squared_error_backward,
  RENSA_FORMS ({ "chainer", "F.squared_difference({x1}, {x2})" },
               { "torch", "F.mse_loss({x1}, {x2}, reduction='none')" }, { "onnx", "d = x1 - x2; d * d" }),
};

/**
 * rensa_squared_difference:
 *
 * y = (x1 - x2)², elementwise, for two arrays of one shape and floating dtype.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_squared_difference (RensaVariable *x1, RensaVariable *x2, GError **error)
{
  return rensa_apply2 (&rensa_squared_difference_class, NULL, x1, x2, error);
}
