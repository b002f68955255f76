/* op_rpow_scalar.c: a number to the power of a.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

#include <math.h>

static const RensaSample samples[] = {
  { "value=2", "[3, -2, 0]", "[8, 0.25, 1]" },
  { "value=9", "[[0.5], [1.5]]", "[[3], [27]]" },
};

/* kernel: op_rpow_scalar (a; value) -> y */
KERNEL real
op_rpow_scalar (real a, real value)
{
  return k_pow (value, a);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_output (call, 0);
  return rensa_scalar_forward (call, RENSA_KERNEL_OP_RPOW_SCALAR, error);
}

/* ga = ln (value) y gy. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaScalarOperator *self = rensa_backward_get_attrs (backward);
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  g_autoptr (RensaVariable) t = rensa_multiply (y, rensa_backward_get_grad_output (backward, 0), error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply_scalar (t, log (self->value), error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_rpow_scalar_class = {
  .name = "op_rpow_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Power of a Number"),
  .summary = N_ ("Raises a number to the power of an array"),
  .stem = "rpow_scalar",
  .formula = "y = valueᵃ",
  .label = "_ ** _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{value} ** {a}" }, { "torch", "{value} ** {a}" }, { "onnx", "Pow (value, a)" }),
};

/**
 * rensa_power_from_scalar:
 *
 * y = valueᵃ, elementwise, for a of any shape and floating dtype; NaN if value is negative and a
 * not an integer.
 */
RENSA_API RensaVariable *
rensa_power_from_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_rpow_scalar_class, a, value, error);
}
