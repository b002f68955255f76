/* op_pow.c: a to the power of b.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "", "[2, 9, 0.5]; [3, 0.5, -2]", "[8, 3, 4]" },
  { "", "[[2], [3]]; [0, 1, 2]", "[[1, 2, 4], [1, 3, 9]]" },
};

/* kernel: op_pow (a, b) -> y */
KERNEL real
op_pow (real a, real b)
{
  return k_pow (a, b);
}
/* end kernel */

/* kernel: op_pow_grad_a (a, b, gy) -> ga */
KERNEL real
op_pow_grad_a (real a, real b, real gy)
{
  return b * k_pow (a, b - 1) * gy;
}
/* end kernel */

/* kernel: op_pow_grad_b (a, y, gy) -> gb */
KERNEL real
op_pow_grad_b (real a, real y, real gy)
{
  return k_log (a) * y * gy;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_output (call, 0);

  return rensa_forward_map (call, RENSA_KERNEL_OP_POW, NULL, error);
}

static void
take_grad_a (RensaBackward *backward, RensaVariable *a, RensaVariable *gy, GError **error)
{
  RensaVariable *b = rensa_backward_get_input (backward, 1);

  if (rensa_backward_is_recorded (backward))
    {
      g_autoptr (RensaVariable) less = rensa_subtract_scalar (b, 1, error);
      g_autoptr (RensaVariable) power = rensa_power (a, less, error);
      g_autoptr (RensaVariable) slope = rensa_multiply (b, power, error);

      rensa_backward_take_summed (backward, 0, rensa_multiply (slope, gy, error), error);
    }
  else
    rensa_backward_take_map (backward, 0, RENSA_KERNEL_OP_POW_GRAD_A, NULL, (RensaVariable *[]){ a, b, gy }, error);
}

static void
take_grad_b (RensaBackward *backward, RensaVariable *a, RensaVariable *gy, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);

  if (rensa_backward_is_recorded (backward))
    {
      g_autoptr (RensaVariable) logarithm = rensa_log (a, error);
      g_autoptr (RensaVariable) slope = rensa_multiply (logarithm, y, error);

      rensa_backward_take_summed (backward, 1, rensa_multiply (slope, gy, error), error);
    }
  else
    rensa_backward_take_map (backward, 1, RENSA_KERNEL_OP_POW_GRAD_B, NULL, (RensaVariable *[]){ a, y, gy }, error);
}

/* ga = b a^(b-1) gy, gb = ln (a) y gy. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *a = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    take_grad_a (backward, a, gy, error);
  if (rensa_backward_needs_grad (backward, 1))
    take_grad_b (backward, a, gy, error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_op_pow_class = {
  .name = "op_pow",
  RENSA_BINARY_OPERATOR,
  .title = N_ ("Exponent"),
  .summary = N_ ("Raises one array to the power of another"),
  .stem = "pow",
  .formula = "y = aᵇ",
  .label = "_ ** _",
  RENSA_SAMPLES (samples),
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} ** {b}" }, { "torch", "{a} ** {b}" }, { "onnx", "Pow (a, b)" }),
};

/**
 * rensa_power:
 *
 * y = aᵇ, elementwise, with NumPy's broadcasting; NaN if a is negative and b not an integer. Both
 * have the same floating dtype; RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_power (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_apply2 (&rensa_op_pow_class, NULL, a, b, error);
}
