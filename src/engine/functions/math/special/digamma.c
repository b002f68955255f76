/* digamma.c: derivative of the logarithm of the gamma function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1, 0.5, 3.25]", "[-0.57721566490153286, -1.9635100260214235, 1.016990911068179]" },
  { "", "[[-1.5, 100]]", "[[0.70315664064524319, 4.6001618527380874]]" },
};

/* kernel: digamma_forward (x) -> y */
KERNEL real
digamma_forward (real x)
{
  return k_digamma (x);
}
/* end kernel */

/* Computes ψ′ by ten terms of Σ 1 / (x + k)² and the asymptotic series of the rest (NIST DLMF
 * 5.15.8); for negative x, ψ′ (x) = π² / sin² (πx) - ψ′ (1 - x). */
/* kernel: digamma_grad (x, gy) -> gx */
KERNEL real
digamma_grad (real x, real gy)
{
  /* B₂ⱼ */
  static const real c[] = { 0.16666666666666667,   -0.033333333333333333, 0.02380952380952381,
                            -0.033333333333333333, 0.075757575757575758,  -0.25311355311355311,
                            1.1666666666666667,    -7.092156862745098,    54.971177944862155 };
  const real w = x > 0 ? x : 1 - x;
  const real inverse = 1 / (w + 10);
  const real square = inverse * inverse;
  const real sine = k_sin (K_PI * (x - k_rint (x)));
  real slope = inverse + square / 2 + inverse * square * k_horner (square, c, K_COUNT (c));

  K_UNROLL
  for (int k = 9; k >= 0; k--)
    slope += 1 / ((w + k) * (w + k));

  return gy * (x > 0 ? slope : K_PI * K_PI / (sine * sine) - slope);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaArray) one = rensa_array_full (RENSA_INT64, &(RensaShape){ 0 }, 1, error);
  g_autoptr (RensaVariable) n = rensa_variable_new_constant (one);
  g_autoptr (RensaVariable) slope = rensa_polygamma (n, x, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_DIGAMMA_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_DIGAMMA_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_digamma_class = {
  .name = "digamma",
  .group = &rensa_math_group,
  .title = N_ ("Digamma Function"),
  .summary = N_ ("Derivative of the logarithm of the gamma function"),
  .formula = "y = ψ(x) = d/dx ln Γ(x)",
  .label = "digamma",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.digamma({x})" }, { "torch", "torch.digamma({x})" }),
};

/**
 * rensa_digamma:
 *
 * y = ψ (x), the derivative of ln Γ (x), elementwise, for any shape and floating dtype; infinite at
 * 0 and NaN at negative integers. Near the negative roots, the accuracy of y is limited by
 * cancellation in ψ (1 - x) - π / tan (πx).
 */
RENSA_API RensaVariable *
rensa_digamma (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_digamma_class, NULL, x, error);
}
