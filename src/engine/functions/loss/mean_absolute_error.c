/* mean_absolute_error.c: mean of absolute differences.
 * SPDX-License-Identifier: MIT */

#include "rensa-difference-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3, 4]; [1, 4, 2.5, 4.5]", "0.75" },
  { "", "[[0.5, -1]]; [[0, 1]]", "1.25" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_difference_expect (inference, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &RENSA_SHAPE_SCALAR);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaDifference absolute =
      rensa_difference_absolute (rensa_total_mean (rensa_array_get_shape (rensa_call_get_input (call, 0))));

  return rensa_difference_forward (&absolute, call, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x0 = rensa_backward_get_input_type (backward, 0);
  const RensaDifference absolute = rensa_difference_absolute (rensa_total_mean (&x0.shape));

  return rensa_difference_backward (&absolute, backward, error);
}

const RensaFunctionClass rensa_mean_absolute_error_class = {
  .name = "mean_absolute_error",
  .group = &rensa_loss_group,
  .title = N_ ("Mean Absolute Error"),
  .summary = N_ ("The mean of the absolute differences between two arrays"),
  .formula = "L = Σ |x₀ - x₁| / n",
  .label = "MeanAbsoluteError",
  .inputs = RENSA_INPUTS ("x0", "x1"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.mean_absolute_error({x0}, {x1})" }, { "torch", "F.l1_loss({x0}, {x1})" },
               { "onnx", "ReduceMean (Abs (x0 - x1), keepdims=0)" }),
};

/**
 * rensa_mean_absolute_error:
 *
 * L = Σ |x0 - x1| / n over all n elements of two arrays of one shape and floating dtype; a scalar.
 * NaN if there are no elements; the gradient is 0 for equal elements. RENSA_ERROR_TYPE_CHECK if
 * shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_mean_absolute_error (RensaVariable *x0, RensaVariable *x1, GError **error)
{
  return rensa_apply2 (&rensa_mean_absolute_error_class, NULL, x0, x1, error);
}
