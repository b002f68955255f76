/* exp.c: the exponential.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[1, 2.718281828459045, 0.1353352832366127]" },
  { "", "[[0.5]]", "[[1.648721270700128]]" },
};

/* kernel: exp_forward (x) -> y */
KERNEL real
exp_forward (real x)
{
  return k_exp (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_multiply (y, gy, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_EXP_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_exp_class = {
  .name = "exp",
  .group = &rensa_math_group,
  .title = N_ ("Exponential"),
  .summary = N_ ("e to the power of each element"),
  .formula = "y = exp(x)",
  .label = "exp",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.exp({x})" }, { "torch", "torch.exp({x})" }, { "onnx", "Exp (x)" }),
};

/**
 * rensa_exp:
 *
 * y = exp (x), elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_exp (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_exp_class, NULL, x, error);
}
