/* erfcinv.c: inverse complementary error function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0.5, 1.25, 1.75]", "[0.47693627620446987, -0.2253120550121781, -0.81341984759761854]" },
  { "", "[[0.1, 0.9]]", "[[1.1630871536766741, 0.088855990494257667]]" },
};

/* kernel: erfcinv_forward (x) -> y */
KERNEL real
erfcinv_forward (real x)
{
  return k_erf_inverse (1 - x, k_min (x, 2 - x));
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_bell (y, gy, -1 / M_2_SQRTPI, 1, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ERFCINV_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_BELL,
  .fused_params = { -1 / M_2_SQRTPI, 1 },
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_erfcinv_class = {
  .name = "erfcinv",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Complementary Error Function"),
  .summary = N_ ("Number whose complementary error function is each element"),
  .formula = "x = erfc(y)",
  .label = "erfcinv",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.erfcinv({x})" }, { "torch", "-torch.special.ndtri({x} / 2) / math.sqrt(2)" }),
};

/**
 * rensa_erfcinv:
 *
 * Returns the y with erfc (y) = x, elementwise, for any shape and floating dtype; infinite at 0 and
 * 2, NaN beyond.
 */
RENSA_API RensaVariable *
rensa_erfcinv (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_erfcinv_class, NULL, x, error);
}
