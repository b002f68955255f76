/* erfcx.c: scaled complementary error function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.3]", "[1, 0.427583576155807, 1.4537492328427656]" },
  { "", "[[-3, 60]]", "[[16205.988853999587, 0.0094018542751763886]]" },
};

/* kernel: erfcx_forward (x) -> y */
KERNEL real
erfcx_forward (real x)
{
  return k_erfcx (x);
}
/* end kernel */

/* kernel: erfcx_grad (x, y, gy) -> gx */
KERNEL real
erfcx_grad (real x, real y, real gy)
{
  const real slope_at_0 = (real) -1.1283791670955126;

  return gy * (2 * x * y + slope_at_0);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) product = rensa_multiply (x, y, error);
  g_autoptr (RensaVariable) twice = rensa_multiply_scalar (product, 2, error);
  g_autoptr (RensaVariable) slope = rensa_subtract_scalar (twice, M_2_SQRTPI, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ERFCX_FORWARD,
  .keeps = RENSA_CURVE_X | RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_ERFCX_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_erfcx_class = {
  .name = "erfcx",
  .group = &rensa_math_group,
  .title = N_ ("Scaled Complementary Error Function"),
  .summary = N_ ("Complementary error function scaled to prevent underflow"),
  .formula = "y = exp(x²) erfc(x)",
  .label = "erfcx",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.erfcx({x})" }, { "torch", "torch.special.erfcx({x})" }),
};

/**
 * rensa_erfcx:
 *
 * y = exp (x²) erfc (x), elementwise, for any shape and floating dtype; it decreases as 1 / (√π x)
 * where erfc (x) itself would underflow. Its gradient 2 x y - 2/√π is a difference of nearly equal
 * numbers for large x: about 2 ln x / ln 10 digits are lost.
 */
RENSA_API RensaVariable *
rensa_erfcx (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_erfcx_class, NULL, x, error);
}
