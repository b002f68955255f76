/* op_div.c: a divided by b.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "", "[1, -2.5]; [-4, 2]", "[-0.25, -1.25]" },
  { "", "[[1], [2]]; [1, 4, 8]", "[[1, 0.25, 0.125], [2, 0.5, 0.25]]" },
};

/* kernel: op_div (a, b) -> y */
KERNEL real
op_div (real a, real b)
{
  return a / b;
}
/* end kernel */

/* kernel: op_div_grad_b (b, y, gy) -> gb */
KERNEL real
op_div_grad_b (real b, real y, real gy)
{
  return -(gy / b) * y;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_output (call, 0);

  return rensa_forward_map (call, RENSA_KERNEL_OP_DIV, NULL, error);
}

/* gb = -a gy / b² = -y (gy / b). */
static void
take_grad_b (RensaBackward *backward, RensaVariable *b, RensaVariable *gy, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);

  if (rensa_backward_is_recorded (backward))
    {
      g_autoptr (RensaVariable) ga = rensa_divide (gy, b, error);
      g_autoptr (RensaVariable) opposite = rensa_multiply (ga, y, error);

      rensa_backward_take_summed (backward, 1, rensa_negate (opposite, error), error);
    }
  else
    rensa_backward_take_map (backward, 1, RENSA_KERNEL_OP_DIV_GRAD_B, NULL, (RensaVariable *[]){ b, y, gy }, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *b = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_summed (backward, 0, rensa_divide (gy, b, error), error);
  if (rensa_backward_needs_grad (backward, 1))
    take_grad_b (backward, b, gy, error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_div_class = {
  .name = "op_div",
  RENSA_BINARY_OPERATOR,
  .title = N_ ("Divide"),
  .summary = N_ ("The elementwise quotient of two arrays"),
  .stem = "div",
  .formula = "y = a / b",
  .label = "_ / _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} / {b}" }, { "torch", "{a} / {b}" }, { "onnx", "a / b" }),
};

/**
 * rensa_divide:
 *
 * y = a / b, elementwise, with NumPy's broadcasting. Both have the same floating dtype;
 * RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_divide (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_div_class, NULL, a, b, error);
}
