/* erfc.c: complementary error function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.3]", "[1, 0.15729920705028513, 1.3286267594591274]" },
  { "", "[[5, 10]]", "[[1.5374597944280349e-12, 2.0884875837625448e-45]]" },
};

/* kernel: erfc_forward (x) -> y */
KERNEL real
erfc_forward (real x)
{
  return k_erfc (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_bell (x, gy, -M_2_SQRTPI, -1, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ERFC_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_BELL,
  .fused_params = { -M_2_SQRTPI, -1 },
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_erfc_class = {
  .name = "erfc",
  .group = &rensa_math_group,
  .title = N_ ("Complementary Error Function"),
  .summary = N_ ("One minus the error function"),
  .formula = "y = 1 - erf(x)",
  .label = "erfc",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.erfc({x})" }, { "torch", "torch.erfc({x})" }, { "onnx", "1 - Erf (x)" }),
};

/**
 * rensa_erfc:
 *
 * y = 1 - erf (x), elementwise, for any shape and floating dtype; accurate even if erf (x) is close
 * to 1.
 */
RENSA_API RensaVariable *
rensa_erfc (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_erfc_class, NULL, x, error);
}
