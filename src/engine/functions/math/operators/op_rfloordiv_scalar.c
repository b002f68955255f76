/* op_rfloordiv_scalar.c: a number divided by a, rounded down.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "value=7", "[2, -2, 8]", "[3, -4, 0]" },
  { "value=-7.5", "[[2, -2]]", "[[-4, 3]]" },
  { "value=1", "0.1", "10" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaScalarOperator *self = rensa_call_get_attrs (call);
  RensaArray *a = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) value = rensa_array_new_scalar (rensa_array_get_dtype (a), self->value, error);

  rensa_call_take_output (call, 0, rensa_map2 (RENSA_KERNEL_OP_FLOORDIV, value, a, NULL, error));
  return rensa_call_succeeded (call);
}

const RensaFunctionClass rensa_op_rfloordiv_scalar_class = {
  .name = "op_rfloordiv_scalar",
  RENSA_SCALAR_OPERATOR,
  .title = N_ ("Floor Divide a Number"),
  .summary = N_ ("A number divided by an array, rounded down"),
  .stem = "rfloordiv_scalar",
  .formula = "y = ⌊value / a⌋",
  .label = "_ // _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "{value} // {a}" }, { "torch", "torch.floor({value} / {a})" },
               { "onnx", "Floor (value / a)" }),
};

/**
 * rensa_floor_divide_from_scalar:
 *
 * y = ⌊value / a⌋, elementwise, for a of any shape and floating dtype. No gradient is propagated.
 */
RENSA_API RensaVariable *
rensa_floor_divide_from_scalar (RensaVariable *a, double value, GError **error)
{
  return rensa_scalar_apply (&rensa_op_rfloordiv_scalar_class, a, value, error);
}
