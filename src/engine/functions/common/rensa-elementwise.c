/* rensa-elementwise.c: common code for functions made of one map kernel.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"

#include "rensa-functions.h"

gboolean
rensa_infer_elementwise (RensaInference *inference, GError **error)
{
  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

gboolean
rensa_infer_broadcast_as (RensaInference *inference, RensaDtype dtype, GError **error)
{
  const RensaType *a = rensa_inference_get_input (inference, 0);
  const RensaType *b = rensa_inference_get_input (inference, 1);
  RensaShape shape;

  if (!rensa_shape_broadcast (&a->shape, &b->shape, &shape, NULL))
    {
      g_autofree char *a_text = rensa_shape_to_string (&a->shape);
      g_autofree char *b_text = rensa_shape_to_string (&b->shape);

      return rensa_inference_fail_words (inference, error, N_ ("shapes that can be broadcast together"), "%s and %s",
                                         a_text, b_text);
    }

  rensa_inference_set_output_shape (inference, 0, dtype, &shape);
  return TRUE;
}

gboolean
rensa_infer_broadcast (RensaInference *inference, GError **error)
{
  return rensa_expect_floating (inference, 0, error) && rensa_expect_same_dtype (inference, 0, 1, error)
         && rensa_infer_broadcast_as (inference, rensa_inference_get_input (inference, 0)->dtype, error);
}

gboolean
rensa_forward_map (RensaCall *call, const RensaKernel *kernel, const double *params, GError **error)
{
  RensaArray *inputs[RENSA_KERNEL_MAX_ARGS];
  RensaArray *y = NULL;

  for (int i = 0; i < kernel->n_inputs; i++)
    inputs[i] = rensa_call_get_input (call, i);

  rensa_map (kernel, inputs, &y, params, error);
  rensa_call_take_output (call, 0, y);
  return rensa_call_succeeded (call);
}

void
rensa_backward_take_summed (RensaBackward *backward, int i, RensaVariable *grad, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, i);
  g_autoptr (RensaVariable) owned = grad;

  rensa_backward_take_grad_input (backward, i, rensa_sum_to (owned, &type.shape, error));
}

/* Same for an array; takes ownership of it. */
static void
take_reduced (RensaBackward *backward, int i, RensaArray *grad, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, i);
  g_autoptr (RensaArray) owned = grad;

  if (owned == NULL || rensa_shape_equal (rensa_array_get_shape (owned), &type.shape))
    rensa_backward_take_grad_array (backward, i, g_steal_pointer (&owned));
  else
    rensa_backward_take_grad_array (backward, i, rensa_reduce_to (owned, &type.shape, error));
}

gboolean
rensa_backward_take_map (RensaBackward *backward, int i, const RensaKernel *kernel, const double *params,
                         RensaVariable *const *args, GError **error)
{
  RensaArray *inputs[RENSA_KERNEL_MAX_ARGS];
  RensaArray *grad = NULL;

  for (int k = 0; k < kernel->n_inputs; k++)
    inputs[k] = rensa_variable_get_array (args[k]);

  rensa_map (kernel, inputs, &grad, params, error);
  take_reduced (backward, i, grad, error);
  return rensa_backward_succeeded (backward);
}

/* The factor of gy is the gradient for gy = 1. */
static RensaVariable *
new_slope (const RensaKernel *kernel, const double *params, RensaArray **inputs, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) one = rensa_array_new_scalar (dtype, 1, error);
  g_autoptr (RensaArray) slope = NULL;

  if (one == NULL)
    return NULL;

  inputs[kernel->n_inputs - 1] = one;
  rensa_map (kernel, inputs, &slope, params, error);
  return rensa_variable_new_constant (slope);
}

gboolean
rensa_backward_piecewise_of (RensaBackward *backward, int i, const RensaKernel *kernel, const double *params,
                             RensaArray *const *at, RensaVariable *gy, GError **error)
{
  const int n_at = kernel->n_inputs - 1;
  const RensaType type = rensa_backward_get_input_type (backward, i);
  RensaArray *inputs[RENSA_KERNEL_MAX_ARGS];

  for (int k = 0; k < n_at; k++)
    inputs[k] = at[k];

  if (rensa_backward_is_recorded (backward))
    {
      g_autoptr (RensaVariable) slope = new_slope (kernel, params, inputs, type.dtype, error);

      rensa_backward_take_summed (backward, i, rensa_multiply (gy, slope, error), error);
    }
  else
    {
      RensaArray *gx = NULL;

      inputs[n_at] = rensa_variable_get_array (gy);
      rensa_map (kernel, inputs, &gx, params, error);
      take_reduced (backward, i, gx, error);
    }

  return rensa_backward_succeeded (backward);
}

gboolean
rensa_backward_piecewise (RensaBackward *backward, const RensaKernel *kernel, const double *params,
                          RensaArray *const *at, RensaVariable *gy, GError **error)
{
  return rensa_backward_piecewise_of (backward, 0, kernel, params, at, gy, error);
}

gboolean
rensa_expect_common_shape (RensaInference *inference, RensaShape *shape, GError **error)
{
  *shape = rensa_inference_get_input (inference, 0)->shape;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    {
      const RensaShape before = *shape;
      const RensaShape *other = &rensa_inference_get_input (inference, i)->shape;
      g_autofree char *before_text = NULL;
      g_autofree char *text = NULL;

      if (rensa_shape_broadcast (&before, other, shape, NULL))
        continue;
      before_text = rensa_shape_to_string (&before);
      text = rensa_shape_to_string (other);
      return rensa_inference_fail_words (inference, error, N_ ("shapes that can be broadcast together"), "%s and %s",
                                         before_text, text);
    }

  return rensa_shape_check (shape, RENSA_FLOAT64, NULL)
         || rensa_inference_fail_words (inference, error, N_ ("a result that fits in memory"), "too many elements");
}
