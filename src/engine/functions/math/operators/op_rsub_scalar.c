/* op_rsub_scalar.c: a number minus a.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "value=2.5", "[1, -2.5]", "[1.5, 5]" },
  { "value=-1", "[[0], [4]]", "[[-1], [-5]]" },
};

/* kernel: op_rsub_scalar (a; value) -> y */
KERNEL real
op_rsub_scalar (real a, real value)
{
  return value - a;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_scalar_forward (call, RENSA_KERNEL_OP_RSUB_SCALAR, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  rensa_backward_take_grad_input (backward, 0, rensa_negate (rensa_backward_get_grad_output (backward, 0), error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_rsub_scalar_class = {
  .name = "op_rsub_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Subtract From a Number"),
  .summary = N_ ("A number minus an array"),
  .stem = "rsub_scalar",
  .formula = "y = value - a",
  .label = "_ - _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{value} - {a}" }, { "torch", "{value} - {a}" }, { "onnx", "value - a" }),
};

/**
 * rensa_subtract_from_scalar:
 *
 * y = value - a, elementwise, for a of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_subtract_from_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_rsub_scalar_class, a, value, error);
}
