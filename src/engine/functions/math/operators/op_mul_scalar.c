/* op_mul_scalar.c: array times a number.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "value=2.5", "[1, -2.5]", "[2.5, -6.25]" },
  { "value=-1", "[[0.5], [4]]", "[[-0.5], [-4]]" },
};

/* kernel: op_mul_scalar (a; value) -> y */
KERNEL real
op_mul_scalar (real a, real value)
{
  return a * value;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_scalar_forward (call, RENSA_KERNEL_OP_MUL_SCALAR, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaScalarOperator *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply_scalar (gy, self->value, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_mul_scalar_class = {
  .name = "op_mul_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Multiply by a Number"),
  .summary = N_ ("An array times a number"),
  .stem = "mul_scalar",
  .formula = "y = a value",
  .label = "_ * _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} * {value}" }, { "torch", "{a} * {value}" }, { "onnx", "a * value" }),
};

/**
 * rensa_multiply_scalar:
 *
 * y = a value, elementwise, for a of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_multiply_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_mul_scalar_class, a, value, error);
}
