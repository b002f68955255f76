/* gradient.c: gradient of a value as a differentiable value.
 * SPDX-License-Identifier: MIT */

#include "gradient.py.inc"
#include "rensa-functions.h"
#include "rensa-primitives.h"

/* The sample inputs are not connected in a graph, so y does not depend on x. */
static const RensaSample samples[] = {
  { "", "[[1, -2], [3, 0]]; [0.5, 4, -1]", "[0, 0, 0]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_floating (inference, 1, error))
    return FALSE;
  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 1));
  return TRUE;
}

static RensaVariable *
make_like (RensaVariable *x, double value, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_full_like (rensa_variable_get_array (x), value, error);

  return rensa_variable_new_constant (array);
}

static gboolean
apply (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaVariable *y = inputs[0];
  RensaVariable *x = inputs[1];
  g_autoptr (RensaVariable) ones = make_like (y, 1, error);

  if (ones == NULL || !rensa_grad (&y, 1, &x, 1, &ones, TRUE, outputs, error))
    return FALSE;
  if (outputs[0] == NULL)
    outputs[0] = make_like (x, 0, error);
  return outputs[0] != NULL;
}

const RensaFunctionClass rensa_gradient_class = {
  .name = "gradient",
  .group = &rensa_util_group,
  .title = N_ ("Gradient"),
  .summary = N_ ("Gradient of the sum of y with respect to x, usable in a loss"),
  .words = N_ ("derivative;gradient penalty;WGAN-GP;double backprop"),
  .formula = "g = ∂ Σy / ∂x",
  .label = "Gradient",
  .inputs = RENSA_INPUTS ("y", "x:leaf"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "chainer", "gradient({y}, {x})" }, { "chainer_class", chainer_class },
               { "torch", "gradient({y}, {x})" }, { "torch_class", torch_class }),
};

/**
 * rensa_gradient:
 * @y: numbers of a floating type
 * @x: numbers of a floating type, of any shape
 *
 * g = ∂ Σ @y / ∂ @x with the shape of @x, itself differentiable; zeros if @y does not depend on @x.
 * The graph from @x to
 * @y must have been recorded: @x must require a gradient (rensa_variable_new ()) and
 *   enable_backprop must be on.
 */
RENSA_API RensaVariable *
rensa_gradient (RensaVariable *y, RensaVariable *x, GError **error)
{
  return rensa_apply2 (&rensa_gradient_class, NULL, y, x, error);
}
