/* relu6.c: rectifier with an upper bound of 6.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const double end = 6;

static const RensaSample samples[] = {
  { "", "[-1.5, 0, 2, 25]", "[0, 0, 2, 6]" },
  { "", "[[6, 5.5]]", "[[6, 5.5]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_CLIPPED_RELU, &end, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));

  return rensa_backward_piecewise (backward, RENSA_KERNEL_CLIPPED_RELU_GRAD, &end, &x,
                                   rensa_backward_get_grad_output (backward, 0), error);
}

const RensaFunctionClass rensa_relu6_class = {
  .name = "relu6",
  .group = &rensa_activation_group,
  .title = N_ ("ReLU6"),
  .summary = N_ ("Rectifier with an upper limit of 6"),
  .formula = "y = min(max(x, 0), 6)",
  .label = "ClippedReLU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.relu6({x})" }, { "torch", "F.relu6({x})" }, { "onnx", "Clip (x, 0, 6)" }),
};

/**
 * rensa_relu6:
 *
 * y = min (max (x, 0), 6), elementwise, for x of any shape and floating dtype.
 *
 * Krizhevsky, "Convolutional Deep Belief Networks on CIFAR-10", 2010.
 */
RENSA_API RensaVariable *
rensa_relu6 (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_relu6_class, NULL, x, error);
}
