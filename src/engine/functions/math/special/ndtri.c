/* ndtri.c: quantiles of the normal distribution.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* √(2π) */
#define SLOPE_AT_HALF (2 / (M_2_SQRTPI * M_SQRT1_2))

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0.5, 0.25, 0.75]", "[0, -0.67448975019608174, 0.67448975019608174]" },
  { "", "[[0.1, 0.625]]", "[[-1.2815515655446004, 0.31863936396437516]]" },
};

/* kernel: ndtri_forward (x) -> y */
KERNEL real
ndtri_forward (real x)
{
  return k_ndtri (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_bell (y, gy, SLOPE_AT_HALF, 0.5, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_NDTRI_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_BELL,
  .fused_params = { SLOPE_AT_HALF, 0.5 },
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_ndtri_class = {
  .name = "ndtri",
  .group = &rensa_math_group,
  .title = N_ ("Normal Quantile"),
  .summary = N_ ("Number below which a standard normal variable lies with the given probability"),
  .formula = "x = ½ erfc(-y / √2)",
  .label = "ndtri",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.ndtri({x})" }, { "torch", "torch.special.ndtri({x})" }),
};

/**
 * rensa_ndtri:
 *
 * Returns the y with ½ erfc (-y / √2) = x, elementwise, for any shape and floating dtype; infinite
 * at 0 and 1, NaN beyond.
 */
RENSA_API RensaVariable *
rensa_ndtri (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_ndtri_class, NULL, x, error);
}
