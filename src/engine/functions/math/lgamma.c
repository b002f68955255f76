/* lgamma.c: the logarithm of the gamma function; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Worked out with 40 digits, not with this code. */
static const RensaSample samples[] = {
  { "", "[1.25, 0.5, 3.25]", "[-0.098271836421813161, 0.57236494292470009, 0.93580193110872536]" },
  { "", "[[-1.5, 100]]", "[[0.86004701537648101, 359.1342053695754]]" },
};

/* kernel: lgamma_forward (x) -> y */

/* Between -10 and 10: from [1, 2) by steps of Γ (v + 1) = v Γ (v), whose factors are exact.  Multiplying them before
 * the logarithm is taken, and the roots at 1 and 2 before the polynomial, keep the digits around all roots. */
KERNEL real
lgamma_near (real x)
{
  /* ln Γ (v) / ((v - 1) (v - 2)) in powers of v - 1.5. */
  static const real c[] = { 0.48312895054098089,    -0.14595989591430594,   0.062911401074564846,
                            -0.031308487501053272,  0.01679709863121395,    -9.425622444829649e-3,
                            5.4464578422195529e-3,  -3.2120742206072907e-3, 1.9229162321227923e-3,
                            -1.164411377219605e-3,  7.1152027520512986e-4,  -4.3803516132580536e-4,
                            2.7130273545114008e-4,  -1.6857179450351722e-4, 1.0541715222185905e-4,
                            -6.7937330273970465e-5, 4.2816428627947792e-5,  -2.1487702520625763e-5,
                            1.3584275459130942e-5,  -1.8527803997032961e-5, 1.1820969445467145e-5 };
  const real v1 = x - k_floor (x);
  const real inside = v1 * (v1 - 1) * k_horner (v1 - (real) 0.5, c, K_COUNT (c));
  const real first = x < 2 ? x : x - 1;
  real factors = 1;

#pragma GCC unroll 16
  for (int k = 0; k < 11; k++)
    {
      const real up = first + k;
      const real down = first - k;
      const real up_factor = up < 1 ? up : 1;
      const real down_factor = down > 1 ? down : 1;

      factors *= x < 2 ? up_factor : down_factor;
    }

  const real steps = k_log (k_abs (factors));

  return x < 2 ? inside - steps : inside + steps;
}

/* From 10: Stirling's series (NIST DLMF 5.11.1). */
KERNEL real
lgamma_far (real w)
{
  /* B₂ⱼ / (2j (2j - 1)) */
  static const real c[] = { 0.083333333333333333,   -2.7777777777777778e-3, 7.9365079365079365e-4,
                            -5.9523809523809524e-4, 8.4175084175084175e-4,  -1.9175269175269175e-3,
                            6.4102564102564103e-3,  -0.029550653594771242,  0.17964437236883057 };
  const real half_log_2pi_less_half = (real) 0.41893853320467274;
  const real series = k_horner (1 / (w * w), c, K_COUNT (c)) / w;

  /* With 1 inside the parentheses, infinity stays what it is. */
  return (w - (real) 0.5) * (k_log (w) - 1) + (half_log_2pi_less_half + series);
}

/* Far on the left ln |Γ (x)| = ln (π / |sin (πx)|) - ln Γ (1 - x). */
KERNEL real
lgamma_forward (real x)
{
  const real near = lgamma_near (x);
  const real far = lgamma_far (x > 0 ? x : 1 - x);
  const real left = k_log (K_PI / k_abs (k_sin (K_PI * (x - k_rint (x))))) - far;
  const real left_or_pole = k_floor (x) == x ? K_INFINITY : left;
  const real outside = x > 0 ? far : left_or_pole;

  return k_abs (x) < 10 ? near : outside;
}
/* end kernel */

/* kernel: lgamma_grad (x, gy) -> gx */
KERNEL real
lgamma_grad (real x, real gy)
{
  return gy * k_digamma (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) slope = rensa_digamma (x, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_LGAMMA_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_LGAMMA_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_lgamma_class = {
  .name = "lgamma",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Log Gamma Function"),
  .summary = N_ ("The logarithm of the magnitude of the gamma function"),
  .formula = "y = ln |Γ(x)|",
  .label = "lgamma",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  .chainer = "F.lgamma({x})",
  .torch = "torch.lgamma({x})",
};

/**
 * rensa_lgamma:
 *
 * y = ln |Γ (x)|, elementwise, for any shape and floating dtype; infinite at 0 and the whole numbers below.
 */
RENSA_API RensaVariable *
rensa_lgamma (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_lgamma_class, NULL, x, error);
}
