/* op_floordiv.c: a divided by b, rounded down; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

/* 0.1 is a little more than a tenth, so it fits into 1 nine times. */
static const RensaSample samples[] = {
  { "", "[7, -7, 7, -7]; [2, 2, -2, -2]", "[3, -4, -4, 3]" },
  { "", "[1, 0]; 0.1", "[9, 0]" },
};

/* Division alone may round up to the next integer.  The remainder is exact, and what it leaves divides without a
 * rest, but for rounding. */
/* kernel: op_floordiv (a, b) -> y */
KERNEL real
op_floordiv (real a, real b)
{
  const real remainder = k_fmod (a, b);
  const real whole = k_rint ((a - remainder) / b);
  const real down = remainder != 0 && (remainder < 0) != (b < 0) ? whole - 1 : whole;

  return b == 0 ? a / b : down;
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
  .formula = "y = ⌊a / b⌋",
  .label = "_ // _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .chainer = "{a} // {b}",
  .torch = "{a} // {b}",
};

/**
 * rensa_floor_divide:
 *
 * y = ⌊a / b⌋, elementwise, with NumPy's broadcasting; a / b where b is 0.  No gradient passes.  Both have the same
 * floating dtype; RENSA_ERROR_TYPE_CHECK where they have not or where their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_floor_divide (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_floordiv_class, NULL, a, b, error);
}
