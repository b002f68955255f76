/* log_ndtr.c: logarithm of the normal distribution function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.3]", "[-0.69314718055994531, -0.17275377902344989, -0.96210281816885066]" },
  { "", "[[-5, -60]]", "[[-15.064998393988726, -1805.0135606805671]]" },
};

/* kernel: log_ndtr_forward (x) -> y */
KERNEL real
log_ndtr_forward (real x)
{
  return k_log_ndtr (x);
}
/* end kernel */

/* exp (-x² / 2) / (√(2π) exp (y)), both of which might underflow: √(2 / π) / erfcx (-x / √2). */
/* kernel: log_ndtr_grad (x, gy) -> gx */
KERNEL real
log_ndtr_grad (real x, real gy)
{
  const real slope_at_0 = (real) 0.79788456080286536;

  return gy * slope_at_0 / k_erfcx (-x * (real) 0.70710678118654752);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) t = rensa_multiply_scalar (x, -M_SQRT1_2, error);
  g_autoptr (RensaVariable) scaled = rensa_erfcx (t, error);
  g_autoptr (RensaVariable) slope = rensa_divide_from_scalar (scaled, M_2_SQRTPI * M_SQRT1_2, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_LOG_NDTR_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_LOG_NDTR_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_log_ndtr_class = {
  .name = "log_ndtr",
  .group = &rensa_math_group,
  .title = N_ ("Logarithm of the Normal CDF"),
  .summary = N_ ("Logarithm of the probability that a standard normal variable lies below each element"),
  .formula = "y = ln(½ erfc(-x / √2))",
  .label = "log_ndtr",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.log_ndtr({x})" }, { "torch", "torch.special.log_ndtr({x})" }),
};

/**
 * rensa_log_ndtr:
 *
 * y = ln (½ erfc (-x / √2)), elementwise, for any shape and floating dtype; about -x² / 2 for large
 * negative x, where the probability itself would underflow.
 */
RENSA_API RensaVariable *
rensa_log_ndtr (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_log_ndtr_class, NULL, x, error);
}
