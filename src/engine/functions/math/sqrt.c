/* sqrt.c: the square root; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[4, 0.25, 0]", "[2, 0.5, 0]" },
  { "", "[[2]]", "[[1.4142135623730951]]" },
};

/* kernel: sqrt_forward (x) -> y */
KERNEL real
sqrt_forward (real x)
{
  return k_sqrt (x);
}
/* end kernel */

/* kernel: sqrt_grad (y, gy) -> gx */
KERNEL real
sqrt_grad (real y, real gy)
{
  return gy / (2 * y);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_output (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_SQRT_FORWARD, NULL, error);
}

/* gx = gy / 2y. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_SQRT_GRAD, NULL, (RensaVariable *[]){ y, gy }, error);

  g_autoptr (RensaVariable) twice = rensa_multiply_scalar (y, 2, error);

  rensa_backward_take_grad_input (backward, 0, rensa_divide (gy, twice, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sqrt_class = {
  .name = "sqrt",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Square Root"),
  .summary = N_ ("The square root of each element"),
  .formula = "y = √x",
  .label = "sqrt",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  .chainer = "F.sqrt({x})",
  .torch = "torch.sqrt({x})",
  .onnx = "Sqrt",
};

/**
 * rensa_sqrt:
 *
 * y = √x, elementwise, for any shape and floating dtype; NaN below 0.
 */
RENSA_API RensaVariable *
rensa_sqrt (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sqrt_class, NULL, x, error);
}
