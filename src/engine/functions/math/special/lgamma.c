/* lgamma.c: logarithm of the gamma function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1.25, 0.5, 3.25]", "[-0.098271836421813161, 0.57236494292470009, 0.93580193110872536]" },
  { "", "[[-1.5, 100]]", "[[0.86004701537648101, 359.1342053695754]]" },
};

/* kernel: lgamma_forward (x) -> y */
KERNEL real
lgamma_forward (real x)
{
  return k_lgamma (x);
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
  .group = &rensa_math_group,
  .title = N_ ("Log Gamma Function"),
  .summary = N_ ("Logarithm of the absolute value of the gamma function"),
  .formula = "y = ln |Γ(x)|",
  .label = "lgamma",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.lgamma({x})" }, { "torch", "torch.lgamma({x})" }),
};

/**
 * rensa_lgamma:
 *
 * y = ln |Γ (x)|, elementwise, for any shape and floating dtype; infinite at 0 and negative
 * integers.
 */
RENSA_API RensaVariable *
rensa_lgamma (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_lgamma_class, NULL, x, error);
}
