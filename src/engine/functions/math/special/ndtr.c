/* ndtr.c: normal distribution function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* 1 / √(2π) */
#define PEAK (M_2_SQRTPI * M_SQRT1_2 / 2)

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.3]", "[0.5, 0.84134474606854295, 0.38208857781104737]" },
  { "", "[[-5, -20]]", "[[2.8665157187919391e-7, 2.7536241186062337e-89]]" },
};

/* erfc (-x / √2) itself would amplify the rounding error of its argument. */
/* kernel: ndtr_forward (x) -> y */
KERNEL real
ndtr_forward (real x)
{
  const real tail = k_erfcx (k_abs (x) * (real) 0.70710678118654752) * k_exp_square (x, (real) -0.5) / 2;

  return x > 0 ? 1 - tail : tail;
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_bell (x, gy, PEAK, -0.5, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_NDTR_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_BELL,
  .fused_params = { PEAK, -0.5 },
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_ndtr_class = {
  .name = "ndtr",
  .group = &rensa_math_group,
  .title = N_ ("Normal CDF"),
  .summary = N_ ("Probability that a standard normal variable lies below each element"),
  .formula = "y = ½ erfc(-x / √2)",
  .label = "ndtr",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.ndtr({x})" }, { "torch", "torch.special.ndtr({x})" },
               { "onnx", "0.5 + 0.5 * Erf (x * 0.7071067811865476)" }),
};

/**
 * rensa_ndtr:
 *
 * y = ½ erfc (-x / √2), the cumulative distribution function of the standard normal distribution, elementwise, for
 * any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_ndtr (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_ndtr_class, NULL, x, error);
}
