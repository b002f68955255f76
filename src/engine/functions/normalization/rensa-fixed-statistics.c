/* rensa-fixed-statistics.c: normalization with given statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-fixed-statistics-private.h"

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-statistics-private.h"

enum
{
  X,
  GAMMA,
  BETA,
  MEAN,
  VAR,
  N_INPUTS,
};

/* kernel: fixed_scale (gamma, var; eps) -> scale */
KERNEL real
fixed_scale (real gamma, real var, real eps)
{
  return gamma / k_sqrt (var + eps);
}
/* end kernel */

/* kernel: fixed_normalize (x, scale, beta, mean) -> y */
KERNEL real
fixed_normalize (real x, real scale, real beta, real mean)
{
  return (x - mean) * scale + beta;
}
/* end kernel */

gboolean
rensa_fixed_statistics_infer (RensaInference *inference, const RensaInts *axis, GError **error)
{
  if (!rensa_expect_statistics (inference, axis, error))
    return FALSE;
  for (int i = BETA; i < N_INPUTS; i++)
    if (!rensa_expect_same_dtype (inference, i, GAMMA, error))
      return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, X));
  return TRUE;
}

gboolean
rensa_fixed_statistics_forward (RensaCall *call, const RensaInts *axis, double eps, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, X);
  RensaArray *gamma = rensa_call_get_input (call, GAMMA);
  const guint mask = rensa_statistics_get_mask (axis, rensa_array_get_shape (x), rensa_array_get_shape (gamma));
  const RensaShape shape = rensa_shape_reduce (rensa_array_get_shape (x), mask, TRUE);
  g_autoptr (RensaArray) scale =
      rensa_map2 (RENSA_KERNEL_FIXED_SCALE, gamma, rensa_call_get_input (call, VAR), &eps, error);
  g_autoptr (RensaArray) scale_in_x = rensa_array_reshape (scale, &shape, error);
  g_autoptr (RensaArray) beta = rensa_array_reshape (rensa_call_get_input (call, BETA), &shape, error);
  g_autoptr (RensaArray) mean = rensa_array_reshape (rensa_call_get_input (call, MEAN), &shape, error);
  g_autoptr (RensaArray) y = NULL;

  rensa_map (RENSA_KERNEL_FIXED_NORMALIZE, (RensaArray *[]){ x, scale_in_x, beta, mean }, &y, NULL, error);
  for (int i = 0; i < N_INPUTS; i++)
    if (i != BETA)
      rensa_call_retain_input (call, i);
  rensa_call_take_output (call, 0, rensa_array_cast (y, rensa_array_get_dtype (x), error));
  return rensa_call_succeeded (call);
}

/* View of the inputs for backward. */
typedef struct
{
  RensaDtype dtype;
  RensaShape shape; /* shape of the statistics, aligned with x */
  RensaInts axes;
} Frame;

static RensaVariable *
get_input (RensaBackward *backward, int i, const Frame *frame, GError **error)
{
  g_autoptr (RensaVariable) wide = rensa_cast (rensa_backward_get_input (backward, i), frame->dtype, error);

  return i == X ? g_steal_pointer (&wide) : rensa_reshape (wide, &frame->shape, error);
}

/* With x̂ = (x - mean) / sqrt (var + eps): ggamma = Σ gy x̂, gvar = -gamma ggamma / (var + eps) / 2. */
static void
take_gamma_and_var (RensaBackward *backward, const Frame *frame, RensaVariable *gy, RensaVariable *scale,
                    RensaVariable *inv_std, GError **error)
{
  g_autoptr (RensaVariable) x = get_input (backward, X, frame, error);
  g_autoptr (RensaVariable) mean = get_input (backward, MEAN, frame, error);
  g_autoptr (RensaVariable) centred = rensa_subtract (x, mean, error);
  g_autoptr (RensaVariable) x_hat = rensa_multiply (centred, inv_std, error);
  g_autoptr (RensaVariable) gy_x_hat = rensa_multiply (gy, x_hat, error);
  g_autoptr (RensaVariable) ggamma = rensa_sum (gy_x_hat, &frame->axes, TRUE, error);
  g_autoptr (RensaVariable) slope = rensa_multiply (scale, inv_std, error);
  g_autoptr (RensaVariable) twice = rensa_multiply (ggamma, slope, error);
  g_autoptr (RensaVariable) gvar = rensa_multiply_scalar (twice, -0.5, error);

  rensa_backward_take_statistic (backward, GAMMA, ggamma, error);
  rensa_backward_take_statistic (backward, VAR, gvar, error);
}

/* gx = gamma gy / sqrt (var + eps), gmean = -Σ gx, gbeta = Σ gy. */
static void
take_x_and_means (RensaBackward *backward, const Frame *frame, RensaVariable *gy, RensaVariable *scale, GError **error)
{
  g_autoptr (RensaVariable) gbeta = rensa_sum (gy, &frame->axes, TRUE, error);

  if (rensa_backward_needs_grad (backward, X))
    {
      g_autoptr (RensaVariable) gx = rensa_multiply (gy, scale, error);

      rensa_backward_take_statistic (backward, X, gx, error);
    }
  if (rensa_backward_needs_grad (backward, MEAN))
    {
      g_autoptr (RensaVariable) negative = rensa_multiply (gbeta, scale, error);
      g_autoptr (RensaVariable) gmean = rensa_negate (negative, error);

      rensa_backward_take_statistic (backward, MEAN, gmean, error);
    }
  rensa_backward_take_statistic (backward, BETA, gbeta, error);
}

gboolean
rensa_fixed_statistics_backward (RensaBackward *backward, const RensaInts *axis, double eps, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const RensaType gamma_type = rensa_backward_get_input_type (backward, GAMMA);
  const guint mask = rensa_statistics_get_mask (axis, &x.shape, &gamma_type.shape);
  const Frame frame = {
    .dtype = rensa_dtype_promote (x.dtype, gamma_type.dtype),
    .shape = rensa_shape_reduce (&x.shape, mask, TRUE),
    .axes = rensa_ints_from_mask (mask),
  };
  g_autoptr (RensaVariable) gy = rensa_cast (rensa_backward_get_grad_output (backward, 0), frame.dtype, error);
  g_autoptr (RensaVariable) gamma = get_input (backward, GAMMA, &frame, error);
  g_autoptr (RensaVariable) var = get_input (backward, VAR, &frame, error);
  g_autoptr (RensaVariable) raised = rensa_add_scalar (var, eps, error);
  g_autoptr (RensaVariable) inv_std = rensa_power_scalar (raised, -0.5, error);
  g_autoptr (RensaVariable) scale = rensa_multiply (gamma, inv_std, error);

  take_x_and_means (backward, &frame, gy, scale, error);
  if (rensa_backward_needs_grad (backward, GAMMA) || rensa_backward_needs_grad (backward, VAR))
    take_gamma_and_var (backward, &frame, gy, scale, inv_std, error);
  return rensa_backward_succeeded (backward);
}

RensaVariable *
rensa_fixed_statistics_apply (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *const inputs[5],
                              GError **error)
{
  RensaVariable *y = NULL;

  for (int i = 0; i < N_INPUTS; i++)
    if (inputs[i] == NULL)
      return NULL;

  rensa_function_apply (class, attrs, inputs, N_INPUTS, &y, 1, error);
  return y;
}
