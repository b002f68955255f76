/* erfinv.c: inverse error function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 0.5, -0.3]", "[0, 0.47693627620446987, -0.27246271472675435]" },
  { "", "[[0.75, 1e-10]]", "[[0.81341984759761854, 8.8622692545275805e-11]]" },
};

/* kernel: erfinv_forward (x) -> y */
KERNEL real
erfinv_forward (real x)
{
  return k_erf_inverse (x, 1 - k_abs (x));
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_bell (y, gy, 1 / M_2_SQRTPI, 1, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ERFINV_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_BELL,
  .fused_params = { 1 / M_2_SQRTPI, 1 },
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_erfinv_class = {
  .name = "erfinv",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Error Function"),
  .summary = N_ ("Number whose error function is each element"),
  .formula = "x = erf(y)",
  .label = "erfinv",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.erfinv({x})" }, { "torch", "torch.erfinv({x})" }),
};

/**
 * rensa_erfinv:
 *
 * Returns the y with erf (y) = x, elementwise, for any shape and floating dtype; infinite at ±1,
 * NaN beyond.
 */
RENSA_API RensaVariable *
rensa_erfinv (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_erfinv_class, NULL, x, error);
}
