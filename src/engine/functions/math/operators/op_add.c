/* op_add.c: a + b.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2.5]; [-3, 4]", "[-2, 6.5]" },
  { "", "[[1], [2]]; [10, 20, 30]", "[[11, 21, 31], [12, 22, 32]]" },
};

/* kernel: op_add (a, b) -> y */
KERNEL real
op_add (real a, real b)
{
  return a + b;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_OP_ADD, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  for (int i = 0; i < 2; i++)
    if (rensa_backward_needs_grad (backward, i))
      rensa_backward_take_summed (backward, i, rensa_variable_ref (gy), error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_add_class = {
  .name = "op_add",
  RENSA_BINARY_OPERATOR,
  .title = N_ ("Add"),
  .summary = N_ ("The sum of two arrays"),
  .stem = "add",
  .formula = "y = a + b",
  .label = "_ + _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} + {b}" }, { "torch", "{a} + {b}" }, { "onnx", "a + b" }),
};

/**
 * rensa_add:
 *
 * y = a + b, elementwise, with NumPy's broadcasting. Both have the same floating dtype;
 * RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_add (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_add_class, NULL, a, b, error);
}
