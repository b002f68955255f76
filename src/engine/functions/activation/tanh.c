/* tanh.c: the hyperbolic tangent; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Worked out with 40 digits, not with this code. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.5]", "[0, 0.7615941559557649, -0.46211715726000975]" },
  { "", "[[-400, 400]]", "[[-1, 1]]" },
};

/* kernel: tanh_forward (x) -> y */
KERNEL real
tanh_forward (real x)
{
  return k_tanh (x);
}
/* end kernel */

/* kernel: tanh_grad (y, gy) -> gx */
KERNEL real
tanh_grad (real y, real gy)
{
  return gy * (1 - y * y);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_output (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_TANH_FORWARD, NULL, error);
}

/* gx = gy (1 - y²). */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_TANH_GRAD, NULL, (RensaVariable *[]){ y, gy }, error);

  g_autoptr (RensaVariable) square = rensa_multiply (y, y, error);
  g_autoptr (RensaVariable) slope = rensa_subtract_from_scalar (square, 1, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (gy, slope, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_tanh_class = {
  .name = "tanh",
  .group = RENSA_GROUP_ACTIVATION,
  .title = N_ ("Tanh"),
  .summary = N_ ("An S-shaped step from -1 to 1"),
  .formula = "y = tanh(x)",
  .label = "Tanh",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  .chainer = "F.tanh({x})",
  .torch = "torch.tanh({x})",
  .onnx = "Tanh",
};

/**
 * rensa_tanh:
 *
 * y = tanh (x), elementwise, for x of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_tanh (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_tanh_class, NULL, x, error);
}
