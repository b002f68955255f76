/* flatten.c: flattening to one axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-views-private.h"

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

const RensaFunctionClass rensa_flatten_class = {
  .name = "flatten",
  .group = &rensa_array_group,
  .title = N_ ("Flatten"),
  .summary = N_ ("Reshapes the array to a single axis"),
  .words = N_ ("view;vector;ravel"),
  .formula = "y = x",
  .label = "Reshape",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_reshape,
  .backward = rensa_backward_reshape,
  RENSA_FORMS ({ "chainer", "F.flatten({x})" }, { "torch", "torch.flatten({x})" }, { "onnx", "Reshape (x, [-1])" }),
};

/**
 * rensa_flatten:
 *
 * Returns the elements of @x, in C order, as an array of one axis.
 */
RENSA_API RensaVariable *
rensa_flatten (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_flatten_class, NULL, x, error);
}
