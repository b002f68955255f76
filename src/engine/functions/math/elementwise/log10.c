/* log10.c: logarithm to base 10.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1, 1000, 0.3]", "[0, 3, -0.52287874528033758]" },
  { "", "[[2]]", "[[0.3010299956639812]]" },
};

/* kernel: log10_forward (x) -> y */
KERNEL real
log10_forward (real x)
{
  return k_log10 (x);
}
/* end kernel */

/* kernel: log10_grad (x, gy) -> gx */
KERNEL real
log10_grad (real x, real gy)
{
  return gy / (x * (real) 2.3025850929940457);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) divisor = rensa_multiply_scalar (x, G_LN10, error);

  return rensa_divide (gy, divisor, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_LOG10_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_LOG10_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_log10_class = {
  .name = "log10",
  .group = &rensa_math_group,
  .title = N_ ("Logarithm Base 10"),
  .summary = N_ ("The logarithm of each element to the base 10"),
  .formula = "y = log₁₀(x)",
  .label = "log10",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.log10({x})" }, { "torch", "torch.log10({x})" },
               { "onnx", "Log (x) * 0.43429448190325183" }),
};

/**
 * rensa_log10:
 *
 * y = log₁₀ (x), elementwise, for any shape and floating dtype; NaN below 0.
 */
RENSA_API RensaVariable *
rensa_log10 (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_log10_class, NULL, x, error);
}
