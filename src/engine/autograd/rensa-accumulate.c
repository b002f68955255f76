/* rensa-accumulate.c: sum of two gradients, itself differentiable.
 *
 * Not in the functions folder, because backward uses it and depends on no function there.
 * SPDX-License-Identifier: MIT */

#include "rensa-modes.h"
#include "rensa-node-private.h"
#include "rensa-primitives.h"

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_same_shape (inference, 0, 1, error) || !rensa_expect_same_dtype (inference, 0, 1, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  g_autoptr (RensaArray) y = rensa_array_copy (rensa_call_get_input (call, 0), error);

  if (y == NULL || !rensa_array_accumulate (y, rensa_call_get_input (call, 1), error))
    return FALSE;

  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return TRUE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  for (int i = 0; i < 2; i++)
    rensa_backward_take_grad_input (backward, i, rensa_variable_ref (rensa_backward_get_grad_output (backward, 0)));
  return TRUE;
}

static const RensaFunctionClass accumulate_class = {
  .name = "accumulate",
  .label = "_ + _",
  .inputs = RENSA_INPUTS ("a", "b"),
  .n_outputs = 1,
  .infer = infer,
  .forward = forward,
  .backward = backward,
};

RensaVariable *
rensa_accumulate_take (RensaVariable *a, RensaVariable *b, GError **error)
{
  g_autoptr (RensaVariable) sum = a;

  /* A broadcast array may also be exclusive, but its elements share memory. */
  if (!rensa_modes_get ()->enable_backprop && sum->ref_count == 1 && rensa_array_is_exclusive (sum->array)
      && rensa_array_is_dense (sum->array)
      && rensa_shape_equal (rensa_array_get_shape (sum->array), rensa_array_get_shape (b->array)))
    {
      if (!rensa_array_accumulate (sum->array, b->array, error))
        return NULL;
      return g_steal_pointer (&sum);
    }
  return rensa_apply2 (&accumulate_class, NULL, sum, b, error);
}
