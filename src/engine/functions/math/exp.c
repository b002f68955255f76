/* exp.c: the exponential; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Worked out with 40 digits, not with this code. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[1, 2.718281828459045, 0.1353352832366127]" },
  { "", "[[0.5]]", "[[1.648721270700128]]" },
};

/* kernel: exp_forward (x) -> y */
KERNEL real
exp_forward (real x)
{
  return k_exp (x);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_output (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_EXP_FORWARD, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (y, rensa_backward_get_grad_output (backward, 0), error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_exp_class = {
  .name = "exp",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Exponential"),
  .summary = N_ ("e to the power of each element"),
  .formula = "y = exp(x)",
  .label = "exp",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  .chainer = "F.exp({x})",
  .torch = "torch.exp({x})",
  .onnx = "Exp",
};

/**
 * rensa_exp:
 *
 * y = exp (x), elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_exp (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_exp_class, NULL, x, error);
}
