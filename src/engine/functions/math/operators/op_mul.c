/* op_mul.c: a times b.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2.5]; [-3, 4]", "[-3, 10]" },
  { "", "[[1], [2]]; [10, 20, 30]", "[[10, 20, 30], [20, 40, 60]]" },
};

/* kernel: op_mul (a, b) -> y */
KERNEL real
op_mul (real a, real b)
{
  return a * b;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  for (int i = 0; i < 2; i++)
    if (rensa_call_needs_grad (call, i))
      rensa_call_retain_input (call, 1 - i);

  return rensa_forward_map (call, RENSA_KERNEL_OP_MUL, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  for (int i = 0; i < 2; i++)
    if (rensa_backward_needs_grad (backward, i))
      {
        RensaVariable *other = rensa_backward_get_input (backward, 1 - i);

        rensa_backward_take_summed (backward, i, rensa_multiply (gy, other, error), error);
      }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_mul_class = {
  .name = "op_mul",
  RENSA_BINARY_OPERATOR,
  .title = N_ ("Multiply"),
  .summary = N_ ("The elementwise product of two arrays"),
  .stem = "mul",
  .formula = "y = a b",
  .label = "_ * _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} * {b}" }, { "torch", "{a} * {b}" }, { "onnx", "a * b" }),
};

/**
 * rensa_multiply:
 *
 * y = a b, elementwise, with NumPy's broadcasting. Both have the same floating dtype;
 * RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_multiply (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_mul_class, NULL, a, b, error);
}
