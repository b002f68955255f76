/* op_sub.c: a - b.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2.5]; [-3, 4]", "[4, -1.5]" },
  { "", "[[1], [2]]; [10, 20, 30]", "[[-9, -19, -29], [-8, -18, -28]]" },
};

/* kernel: op_sub (a, b) -> y */
KERNEL real
op_sub (real a, real b)
{
  return a - b;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_OP_SUB, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_summed (backward, 0, rensa_variable_ref (gy), error);
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_summed (backward, 1, rensa_negate (gy, error), error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_sub_class = {
  .name = "op_sub",
  RENSA_BINARY_OPERATOR,
  .title = N_ ("Subtract"),
  .summary = N_ ("The difference of two arrays"),
  .stem = "sub",
  .formula = "y = a - b",
  .label = "_ - _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} - {b}" }, { "torch", "{a} - {b}" }, { "onnx", "a - b" }),
};

/**
 * rensa_subtract:
 *
 * y = a - b, elementwise, with NumPy's broadcasting. Both have the same floating dtype;
 * RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_subtract (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_sub_class, NULL, a, b, error);
}
