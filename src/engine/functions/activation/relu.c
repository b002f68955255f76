/* relu.c: the rectifier.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[-1.5, 0, 2]", "[0, 0, 2]" },
  { "", "[[3, -3]]", "[[3, 0]]" },
};

/* kernel: relu (x) -> y */
KERNEL real
relu (real x)
{
  return k_max (x, 0);
}
/* end kernel */

/* kernel: relu_grad (y, gy) -> gx */
KERNEL real
relu_grad (real y, real gy)
{
  return y > 0 ? gy : 0;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_output (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_RELU, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *y = rensa_variable_get_array (rensa_backward_get_output (backward, 0));
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  return rensa_backward_piecewise (backward, RENSA_KERNEL_RELU_GRAD, NULL, &y, gy, error);
}

const RensaFunctionClass rensa_relu_class = {
  .name = "relu",
  .group = &rensa_activation_group,
  .title = N_ ("ReLU"),
  .summary = N_ ("Keeps positive values and sets negative ones to zero"),
  .words = N_ ("rectifier;ramp"),
  .formula = "y = max(x, 0)",
  .label = "ReLU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.relu({x})" }, { "torch", "F.relu({x})" }, { "onnx", "Relu (x)" }),
};

/**
 * rensa_relu:
 *
 * y = max (x, 0), elementwise, for x of any shape and floating dtype; the gradient at 0 is 0.
 *
 * Nair and Hinton, "Rectified Linear Units Improve Restricted Boltzmann Machines", ICML 2010.
 */
RENSA_API RensaVariable *
rensa_relu (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_relu_class, NULL, x, error);
}
