/* op_rdiv_scalar.c: a number divided by a.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "value=2.5", "[1, -2.5]", "[2.5, -1]" },
  { "value=-8", "[[2], [4]]", "[[-4], [-2]]" },
};

/* kernel: op_rdiv_scalar (a; value) -> y */
KERNEL real
op_rdiv_scalar (real a, real value)
{
  return value / a;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_output (call, 0);
  return rensa_scalar_forward (call, RENSA_KERNEL_OP_RDIV_SCALAR, error);
}

/* ga = -value gy / a² = -y (gy / a). */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *a = rensa_backward_get_input (backward, 0);
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_OP_DIV_GRAD_B, NULL, (RensaVariable *[]){ a, y, gy },
                                    error);

  g_autoptr (RensaVariable) quotient = rensa_divide (gy, a, error);
  g_autoptr (RensaVariable) opposite = rensa_multiply (quotient, y, error);

  rensa_backward_take_grad_input (backward, 0, rensa_negate (opposite, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_rdiv_scalar_class = {
  .name = "op_rdiv_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Divide a Number"),
  .summary = N_ ("A number divided by an array"),
  .stem = "rdiv_scalar",
  .formula = "y = value / a",
  .label = "_ / _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{value} / {a}" }, { "torch", "{value} / {a}" }, { "onnx", "value / a" }),
};

/**
 * rensa_divide_from_scalar:
 *
 * y = value / a, elementwise, for a of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_divide_from_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_rdiv_scalar_class, a, value, error);
}
