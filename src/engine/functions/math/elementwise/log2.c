/* log2.c: logarithm to base 2.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1, 8, 0.3]", "[0, 3, -1.7369655941662062]" },
  { "", "[[10]]", "[[3.3219280948873623]]" },
};

/* kernel: log2_forward (x) -> y */
KERNEL real
log2_forward (real x)
{
  return k_log2 (x);
}
/* end kernel */

/* kernel: log2_grad (x, gy) -> gx */
KERNEL real
log2_grad (real x, real gy)
{
  return gy / (x * (real) 0.69314718055994531);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) divisor = rensa_multiply_scalar (x, G_LN2, error);

  return rensa_divide (gy, divisor, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_LOG2_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_LOG2_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_log2_class = {
  .name = "log2",
  .group = &rensa_math_group,
  .title = N_ ("Logarithm Base 2"),
  .summary = N_ ("The logarithm of each element to the base 2"),
  .formula = "y = log₂(x)",
  .label = "log2",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.log2({x})" }, { "torch", "torch.log2({x})" },
               { "onnx", "Log (x) * 1.4426950408889634" }),
};

/**
 * rensa_log2:
 *
 * y = log₂ (x), elementwise, for any shape and floating dtype; NaN below 0.
 */
RENSA_API RensaVariable *
rensa_log2 (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_log2_class, NULL, x, error);
}
