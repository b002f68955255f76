/* op_floordiv.c: a divided by b, rounded down.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

/* Computed as in Chainer. */
static const RensaSample samples[] = {
  { "", "[7, -7, 7, -7]; [2, 2, -2, -2]", "[3, -4, -4, 3]" },
  { "", "[1, 0]; 0.1", "[10, 0]" },
};

/* Chainer takes the floor of the quotient, which is rounded first: 0.1 is slightly more than a
 * tenth, and 1 // 0.1 is 10 there, while Python and NumPy, which compute the remainder first, give
 * 9. Models ported from Chainer expect the former. */
/* kernel: op_floordiv (a, b) -> y */
KERNEL real
op_floordiv (real a, real b)
{
  return k_floor (a / b);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_OP_FLOORDIV, NULL, error);
}

const RensaFunctionClass rensa_op_floordiv_class = {
  .name = "op_floordiv",
  RENSA_BINARY_OPERATOR,
  .title = N_ ("Floor Divide"),
  .summary = N_ ("The quotient of two arrays, rounded down"),
  .stem = "floordiv",
  .formula = "y = ⌊a / b⌋",
  .label = "_ // _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "{a} // {b}" }, { "torch", "torch.floor({a} / {b})" }, { "onnx", "Floor (a / b)" }),
};

/**
 * rensa_floor_divide:
 *
 * y = ⌊a / b⌋, elementwise, with NumPy's broadcasting; a / b if b is 0. No gradient is propagated.
 * Both have the same floating dtype; RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not
 * fit.
 */
RENSA_API RensaVariable *
rensa_floor_divide (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_floordiv_class, NULL, a, b, error);
}
