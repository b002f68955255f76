/* flatten.c: all elements along one axis; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-primitives.h"

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]", "[1, 2, 3, 4]" },
  { "", "5", "[5]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  rensa_inference_set_output_shape (inference, 0, x->dtype, &RENSA_SHAPE (rensa_shape_count (&x->shape)));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;

  rensa_call_take_output (call, 0, rensa_array_reshape (rensa_call_get_input (call, 0), shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_reshape (rensa_backward_get_grad_output (backward, 0), &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_flatten_class = {
  .name = "flatten",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Flatten"),
  .summary = N_ ("All elements along one axis"),
  .formula = "y = x",
  .label = "Reshape",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.flatten({x})",
  .torch = "torch.flatten({x})",
};

/**
 * rensa_flatten:
 *
 * The elements of @x, in C order, as an array of one axis.
 */
RENSA_API RensaVariable *
rensa_flatten (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_flatten_class, NULL, x, error);
}
