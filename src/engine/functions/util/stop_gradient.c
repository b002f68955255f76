/* stop_gradient.c: identity that blocks gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, -2, 3]", "[1, -2, 3]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_take_output (call, 0, rensa_array_ref (rensa_call_get_input (call, 0)));
  return rensa_call_succeeded (call);
}

const RensaFunctionClass rensa_stop_gradient_class = {
  .name = "stop_gradient",
  .group = &rensa_util_group,
  .title = N_ ("Stop Gradient"),
  .summary = N_ ("Returns its input unchanged but blocks gradients, so that preceding layers are not trained"),
  .words = N_ ("detach;freeze;unchain;constant"),
  .formula = "y = x, ∂y/∂x = 0",
  .label = "StopGradient",
  .inputs = RENSA_INPUTS ("x:const"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "chainer.Variable(chainer.as_array({x}))" }, { "torch", "{x}.detach()" }, { "onnx", "x" }),
};

/**
 * rensa_stop_gradient:
 * @x: any shape and dtype
 *
 * y = x, but no gradient passes back to @x. The result shares the memory of @x.
 */
RENSA_API RensaVariable *
rensa_stop_gradient (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_stop_gradient_class, NULL, x, error);
}
