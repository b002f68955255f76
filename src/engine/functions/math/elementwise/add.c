/* add.c: sum of several arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-lists-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2]; [10, 20]; [100, 200]", "[111, 222]" },
  { "", "[[1], [2]]; [10, 20]", "[[11, 21], [12, 22]]" },
};

/* Two arrays broadcast; more than two have the same shape. */
static gboolean
infer (RensaInference *inference, GError **error)
{
  const int n_inputs = rensa_inference_get_n_inputs (inference);

  if (!rensa_expect_any_input (inference, error))
    return FALSE;
  if (n_inputs == 2)
    return rensa_infer_broadcast (inference, error);

  for (int i = 1; i < n_inputs; i++)
    if (!rensa_expect_same_dtype (inference, 0, i, error) || !rensa_expect_same_shape (inference, 0, i, error))
      return FALSE;

  return rensa_infer_elementwise (inference, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const int n_inputs = rensa_call_get_n_inputs (call);
  RensaArray *first = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) y = NULL;

  if (n_inputs == 1)
    y = rensa_array_ref (first);
  else
    y = rensa_map2 (RENSA_KERNEL_OP_ADD, first, rensa_call_get_input (call, 1), NULL, error);

  for (int i = 2; i < n_inputs; i++)
    if (y == NULL || !rensa_array_accumulate (y, rensa_call_get_input (call, i), error))
      return FALSE;

  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  for (int i = 0; i < rensa_backward_get_n_inputs (backward); i++)
    if (rensa_backward_needs_grad (backward, i))
      rensa_backward_take_summed (backward, i, rensa_variable_ref (gy), error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_add_class = {
  .name = "add",
  .group = &rensa_math_group,
  .title = N_ ("Add"),
  .summary = N_ ("The sum of several arrays"),
  .words = N_ ("residual;skip connection;shortcut;plus;merge"),
  .formula = "y = x₀ + x₁ + …",
  .label = "_ + _",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.add(*{xs})" }, { "torch", "sum({xs})" }, { "onnx", "Sum (xs)" }),
};

/**
 * rensa_add_n:
 * @xs: @n variables
 *
 * y = x₀ + x₁ + …, elementwise. Two arrays are broadcast, more must have the same shape; all have
 * the same floating dtype. RENSA_ERROR_TYPE_CHECK otherwise, or if @n is 0.
 */
RENSA_API RensaVariable *
rensa_add_n (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_add_class, NULL, xs, n, error);
}
