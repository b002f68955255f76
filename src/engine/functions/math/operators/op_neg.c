/* op_neg.c: minus a.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, -2], [0.5, 0]]", "[[-1, 2], [-0.5, 0]]" },
  { "", "3", "-3" },
};

/* kernel: op_neg (a) -> y */
KERNEL real
op_neg (real a)
{
  return -a;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_OP_NEG, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  rensa_backward_take_grad_input (backward, 0, rensa_negate (rensa_backward_get_grad_output (backward, 0), error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_neg_class = {
  .name = "op_neg",
  .group = &rensa_operator_group,
  .title = N_ ("Negate"),
  .summary = N_ ("Reverses the sign of each element"),
  .stem = "neg",
  .formula = "y = -a",
  .label = "-_",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "-{a}" }, { "torch", "-{a}" }, { "onnx", "-a" }),
};

/**
 * rensa_negate:
 *
 * y = -a, elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_negate (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_op_neg_class, NULL, a, error);
}
