/* mean_squared_error.c: mean of squared differences.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "rensa-function.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [1, 4, 2]", "1.6666666666666667" },
  { "", "[[0.5, -1]]; [[0, 1]]", "2.125" },
};

/* kernel: squared_share (x0, x1; share) -> y */
KERNEL real
squared_share (real x0, real x1, real share)
{
  const real difference = x0 - x1;

  return difference * difference * share;
}
/* end kernel */

/* kernel: squared_share_grad (x0, x1, gy; share) -> gx0 */
KERNEL real
squared_share_grad (real x0, real x1, real gy, real share)
{
  return 2 * share * (x0 - x1) * gy;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x0 = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !rensa_expect_same_shape (inference, 0, 1, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x0->dtype, &RENSA_SHAPE_SCALAR);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x0 = rensa_call_get_input (call, 0);
  const RensaDtype dtype = rensa_array_get_dtype (x0);
  const double share = 1 / (double) rensa_array_get_count (x0);
  g_autoptr (RensaArray) wide0 = rensa_array_widen (x0, error);
  g_autoptr (RensaArray) wide1 = rensa_array_widen (rensa_call_get_input (call, 1), error);
  g_autoptr (RensaArray) shares = rensa_map2 (RENSA_KERNEL_SQUARED_SHARE, wide0, wide1, &share, error);
  g_autoptr (RensaArray) mean = rensa_sum_all (shares, error);

  if (mean == NULL)
    return FALSE;

  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  /* The mean of no elements is NaN. */
  rensa_call_take_output (
      call, 0, isfinite (share) ? rensa_array_cast (mean, dtype, error) : rensa_array_new_scalar (dtype, NAN, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  RensaArray *x0 = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaArray *x1 = rensa_variable_get_array (rensa_backward_get_input (backward, 1));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  const double share = 1 / (double) rensa_array_get_count (x0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_array (backward, 0,
                                    rensa_map3 (RENSA_KERNEL_SQUARED_SHARE_GRAD, x0, x1, gy, &share, error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_array (backward, 1,
                                    rensa_map3 (RENSA_KERNEL_SQUARED_SHARE_GRAD, x1, x0, gy, &share, error));
  return rensa_backward_succeeded (backward);
}

/* gx0 = 2 (x0 - x1) gy / size, gx1 = -gx0. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *x0 = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) difference = NULL;
  g_autoptr (RensaVariable) scale = NULL;
  g_autoptr (RensaVariable) gx0 = NULL;

  if (!rensa_backward_is_recorded (backward))
    return backward_arrays (backward, error);

  difference = rensa_subtract (x0, rensa_backward_get_input (backward, 1), error);
  scale = rensa_multiply_scalar (gy, 2 / (double) rensa_array_get_count (rensa_variable_get_array (x0)), error);
  gx0 = rensa_multiply (difference, scale, error);
  if (gx0 == NULL)
    return FALSE;

  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (backward, 1, rensa_negate (gx0, error));
  rensa_backward_take_grad_input (backward, 0, g_steal_pointer (&gx0));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_mean_squared_error_class = {
  .name = "mean_squared_error",
  .group = &rensa_loss_group,
  .title = N_ ("Mean Squared Error"),
  .summary = N_ ("The mean of the squared differences between two arrays"),
  .words = N_ ("mse;l2 loss;regression"),
  .formula = "L = Σ (x₀ - x₁)² / n",
  .label = "MeanSquaredError",
  .inputs = RENSA_INPUTS ("x0", "x1"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.mean_squared_error({x0}, {x1})" }, { "torch", "F.mse_loss({x0}, {x1})" },
               { "onnx", "d = x0 - x1; ReduceMean (d * d, keepdims=0)" }),
};

/**
 * rensa_mean_squared_error:
 *
 * L = Σ (x0 - x1)² / n over all n elements of two arrays of one shape and floating dtype; a
 * scalar. NaN if there are no elements. RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_mean_squared_error (RensaVariable *x0, RensaVariable *x1, GError **error)
{
  return rensa_apply2 (&rensa_mean_squared_error_class, NULL, x0, x1, error);
}
