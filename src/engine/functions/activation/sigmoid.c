/* sigmoid.c: the logistic function; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Worked out with 40 digits, not with this code. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[0.5, 0.7310585786300049, 0.11920292202211755]" },
  { "", "[[-60, 60]]", "[[8.75651076269652e-27, 1]]" },
};

/* Where exp () overflows, the quotient is 0, as it should be. */
/* kernel: sigmoid (x) -> y */
KERNEL real
sigmoid (real x)
{
  return 1 / (1 + k_exp (-x));
}
/* end kernel */

/* kernel: sigmoid_grad (y, gy) -> gx */
KERNEL real
sigmoid_grad (real y, real gy)
{
  return gy * y * (1 - y);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_output (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_SIGMOID, NULL, error);
}

/* gx = gy y (1 - y). */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_SIGMOID_GRAD, NULL, (RensaVariable *[]){ y, gy }, error);

  g_autoptr (RensaVariable) rest = rensa_subtract_from_scalar (y, 1, error);
  g_autoptr (RensaVariable) slope = rensa_multiply (y, rest, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (gy, slope, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sigmoid_class = {
  .name = "sigmoid",
  .group = RENSA_GROUP_ACTIVATION,
  .title = N_ ("Sigmoid"),
  .summary = N_ ("An S-shaped step from 0 to 1"),
  .formula = "y = 1 / (1 + exp(-x))",
  .label = "Sigmoid",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  .chainer = "F.sigmoid({x})",
  .torch = "torch.sigmoid({x})",
  .onnx = "Sigmoid",
};

/**
 * rensa_sigmoid:
 *
 * y = 1 / (1 + exp (-x)), elementwise, for x of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_sigmoid (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sigmoid_class, NULL, x, error);
}
