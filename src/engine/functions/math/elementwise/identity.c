/* identity.c: returns its inputs unchanged.
 * SPDX-License-Identifier: MIT */

#include "identity.py.inc"
#include "rensa-functions.h"
#include "rensa-lists-private.h"

static const RensaSample samples[] = {
  { "", "[1, -2, 3]", "[1, -2, 3]" },
  { "", "[[1, 2]]; [0.5]", "[[1, 2]]; [0.5]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const int n = rensa_inference_get_n_inputs (inference);

  if (!rensa_expect_any_input (inference, error))
    return FALSE;

  for (int i = 0; i < n; i++)
    rensa_inference_set_output (inference, i, rensa_inference_get_input (inference, i));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    rensa_call_take_output (call, i, rensa_array_ref (rensa_call_get_input (call, i)));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  for (int i = 0; i < rensa_backward_get_n_outputs (backward); i++)
    {
      RensaVariable *gy = rensa_backward_get_grad_output (backward, i);

      if (gy != NULL)
        rensa_backward_take_grad_input (backward, i, rensa_variable_ref (gy));
    }
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_identity_class = {
  .name = "identity",
  .group = &rensa_math_group,
  .title = N_ ("Identity"),
  .summary = N_ ("Returns its inputs unchanged"),
  .formula = "y = x",
  .label = "Identity",
  .inputs = RENSA_INPUTS ("inputs*"),
  .n_outputs = 0,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.identity(*{inputs})" }, { "torch", "identity(*{inputs})" },
               { "torch_class", torch_class }, { "onnx", "inputs" }),
};

/**
 * rensa_identity:
 * @inputs: @n variables of any shapes and dtypes
 * @outputs: receives @n results, owned by the caller, which share the memory of the inputs
 *
 * y = x, as a node of the graph. Returns FALSE on failure: RENSA_ERROR_TYPE_CHECK if @n is 0.
 */
RENSA_API gboolean
rensa_identity (RensaVariable *const *inputs, int n, RensaVariable **outputs, GError **error)
{
  return rensa_function_apply (&rensa_identity_class, NULL, inputs, n, outputs, n, error) >= 0;
}
