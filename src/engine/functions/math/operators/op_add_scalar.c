/* op_add_scalar.c: array plus a number.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "value=2.5", "[1, -2.5]", "[3.5, 0]" },
  { "value=-1", "[[0], [4]]", "[[-1], [3]]" },
};

/* kernel: op_add_scalar (a; value) -> y */
KERNEL real
op_add_scalar (real a, real value)
{
  return a + value;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_scalar_forward (call, RENSA_KERNEL_OP_ADD_SCALAR, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  rensa_backward_take_grad_input (backward, 0, rensa_variable_ref (rensa_backward_get_grad_output (backward, 0)));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_add_scalar_class = {
  .name = "op_add_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Add a Number"),
  .summary = N_ ("An array plus a number"),
  .stem = "add_scalar",
  .formula = "y = a + value",
  .label = "_ + _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} + {value}" }, { "torch", "{a} + {value}" }, { "onnx", "a + value" }),
};

/**
 * rensa_add_scalar:
 *
 * y = a + value, elementwise, for a of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_add_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_add_scalar_class, a, value, error);
}
