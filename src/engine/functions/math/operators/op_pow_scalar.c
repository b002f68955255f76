/* op_pow_scalar.c: a to the power of a number.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "value=3", "[1, -2, 0.5]", "[1, -8, 0.125]" },
  { "value=2", "[[-3], [0]]", "[[9], [0]]" },
  { "value=-0.5", "[4, 0.25]", "[0.5, 2]" },
};

/* kernel: op_pow_scalar (a; value) -> y */
KERNEL real
op_pow_scalar (real a, real value)
{
  return k_pow (a, value);
}
/* end kernel */

/* kernel: op_pow_scalar_grad (a, gy; value, less_one) -> ga */
KERNEL real
op_pow_scalar_grad (real a, real gy, real value, real less_one)
{
  return value * k_pow (a, less_one) * gy;
}
/* end kernel */

/* kernel: op_cube (a) -> y */
KERNEL real
op_cube (real a)
{
  return a * a * a;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaScalarOperator *self = rensa_call_get_attrs (call);
  RensaArray *a = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 0);
  /* Squares and cubes are the most common powers, and products are fast. */
  if (self->value == 2)
    rensa_call_take_output (call, 0, rensa_map2 (RENSA_KERNEL_OP_MUL, a, a, NULL, error));
  else if (self->value == 3)
    rensa_call_take_output (call, 0, rensa_map1 (RENSA_KERNEL_OP_CUBE, a, NULL, error));
  else
    return rensa_scalar_forward (call, RENSA_KERNEL_OP_POW_SCALAR, error);
  return rensa_call_succeeded (call);
}

/* ga = value a^(value-1) gy. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaScalarOperator *self = rensa_backward_get_attrs (backward);
  RensaVariable *a = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  /* a⁰ is constant, even at 0, where the formula would give NaN. */
  if (self->value == 0)
    return TRUE;
  if (!rensa_backward_is_recorded (backward) && self->value != 2)
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_OP_POW_SCALAR_GRAD,
                                    (const double[]){ self->value, self->value - 1 }, (RensaVariable *[]){ a, gy },
                                    error);

  g_autoptr (RensaVariable) power =
      self->value == 2 ? rensa_variable_ref (a) : rensa_power_scalar (a, self->value - 1, error);
  g_autoptr (RensaVariable) slope = rensa_multiply_scalar (power, self->value, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (slope, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_pow_scalar_class = {
  .name = "op_pow_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Raise to a Number"),
  .summary = N_ ("Raises an array to the power of a number"),
  .stem = "pow_scalar",
  .formula = "y = a^value",
  .label = "_ ** _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} ** {value}" }, { "torch", "{a} ** {value}" }, { "onnx", "Pow (a, value)" }),
};

/**
 * rensa_power_scalar:
 *
 * y = a^value, elementwise, for a of any shape and floating dtype; NaN if a is negative and value
 * not an integer.
 */
RENSA_API RensaVariable *
rensa_power_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_pow_scalar_class, a, value, error);
}
