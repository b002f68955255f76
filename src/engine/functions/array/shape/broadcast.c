/* broadcast.c: broadcasting of several arrays to their common shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"
#include "rensa-functions.h"
#include "rensa-parts-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [[4], [5]]", "[[1, 2, 3], [1, 2, 3]]; [[4, 4, 4], [5, 5, 5]]" },
  { "", "[[1], [2]]; 3; [[4, 5]]", "[[1, 1], [2, 2]]; [[3, 3], [3, 3]]; [[4, 5], [4, 5]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  RensaShape shape;

  if (!rensa_expect_any_input (inference, error) || !rensa_expect_common_shape (inference, &shape, error))
    return FALSE;

  for (int i = 0; i < rensa_inference_get_n_inputs (inference); i++)
    rensa_inference_set_output_shape (inference, i, rensa_inference_get_input (inference, i)->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    {
      const RensaShape *shape = &rensa_call_get_output_type (call, i)->shape;

      rensa_call_take_output (call, i, rensa_array_view_broadcast (rensa_call_get_input (call, i), shape));
    }

  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  for (int i = 0; i < rensa_backward_get_n_inputs (backward); i++)
    {
      RensaVariable *gy = rensa_backward_get_grad_output (backward, i);

      if (gy != NULL && rensa_backward_needs_grad (backward, i))
        rensa_backward_take_summed (backward, i, rensa_variable_ref (gy), error);
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_broadcast_class = {
  .name = "broadcast",
  .group = &rensa_array_group,
  .title = N_ ("Broadcast Together"),
  .summary = N_ ("Repeats arrays to a common shape"),
  .formula = "y₀[i, j] = x₀[i, 0], y₁[i, j] = x₁[0, j], …",
  .label = "Broadcast",
  .inputs = RENSA_INPUTS ("args*"),
  .n_outputs = 0,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.broadcast(*{args})" }, { "torch", "torch.broadcast_tensors(*{args})" },
               { "onnx", "each (x, args, Expand (x, shape (out)))" }),
};

/**
 * rensa_broadcast:
 * @xs: @n variables
 * @outputs: receives @n views, owned by the caller
 *
 * Broadcasts the arrays to their common shape by NumPy's rules. Returns @n; -1 with an error,
 * RENSA_ERROR_TYPE_CHECK if their shapes do not fit.
 */
RENSA_API int
rensa_broadcast (RensaVariable *const *xs, int n, RensaVariable **outputs, GError **error)
{
  for (int i = 0; i < n; i++)
    if (xs[i] == NULL)
      return -1;

  return rensa_function_apply (&rensa_broadcast_class, NULL, xs, n, outputs, n, error);
}
