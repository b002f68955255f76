/* squared_error.c: elementwise squared error.
 * SPDX-License-Identifier: MIT */

#include "rensa-difference-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [1, 4, 2.5]", "[0, 4, 0.25]" },
  { "", "[[0.5, -1]]; [[0, 1]]", "[[0.25, 4]]" },
};

const RensaFunctionClass rensa_squared_error_class = {
  .name = "squared_error",
  .group = &rensa_loss_group,
  .title = N_ ("Squared Error"),
  .summary = N_ ("The squared difference between two arrays, element by element"),
  .formula = "y = (x₀ - x₁)²",
  .label = "SquaredError",
  .inputs = RENSA_INPUTS ("x0", "x1"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_squared_error_infer,
  .forward = rensa_squared_error_forward,
  .backward = rensa_squared_error_backward,
  RENSA_FORMS ({ "chainer", "F.squared_error({x0}, {x1})" }, { "torch", "F.mse_loss({x0}, {x1}, reduction='none')" },
               { "onnx", "d = x0 - x1; d * d" }),
};

/**
 * rensa_squared_error:
 *
 * y = (x0 - x1)², elementwise, for two arrays of one shape and floating dtype.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_squared_error (RensaVariable *x0, RensaVariable *x1, GError **error)
{
  return rensa_apply2 (&rensa_squared_error_class, NULL, x0, x1, error);
}
