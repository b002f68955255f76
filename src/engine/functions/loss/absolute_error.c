/* absolute_error.c: elementwise absolute error.
 * SPDX-License-Identifier: MIT */

#include "rensa-difference-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [1, 4, 2.5]", "[0, 2, 0.5]" },
  { "", "[[0.5, -1]]; [[0, 1]]", "[[0.5, 2]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_difference_expect (inference, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaDifference absolute = rensa_difference_absolute (rensa_total_none ());

  return rensa_difference_forward (&absolute, call, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaDifference absolute = rensa_difference_absolute (rensa_total_none ());

  return rensa_difference_backward (&absolute, backward, error);
}

const RensaFunctionClass rensa_absolute_error_class = {
  .name = "absolute_error",
  .group = &rensa_loss_group,
  .title = N_ ("Absolute Error"),
  .summary = N_ ("Absolute difference of two arrays, element by element"),
  .formula = "y = |x₀ - x₁|",
  .label = "AbsoluteError",
  .inputs = RENSA_INPUTS ("x0", "x1"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.absolute_error({x0}, {x1})" }, { "torch", "F.l1_loss({x0}, {x1}, reduction='none')" },
               { "onnx", "Abs (x0 - x1)" }),
};

/**
 * rensa_absolute_error:
 *
 * y = |x0 - x1|, elementwise, for two arrays of one shape and floating dtype. If they are equal the
 * gradient is 0. RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_absolute_error (RensaVariable *x0, RensaVariable *x1, GError **error)
{
  return rensa_apply2 (&rensa_absolute_error_class, NULL, x0, x1, error);
}
