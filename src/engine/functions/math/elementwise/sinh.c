/* sinh.c: hyperbolic sine.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[0, 1.1752011936438015, -3.6268604078470188]" },
  { "", "[[1e-10]]", "[[1.0e-10]]" },
};

/* kernel: sinh_forward (x) -> y */
KERNEL real
sinh_forward (real x)
{
  return k_sinh (x);
}
/* end kernel */

/* kernel: sinh_grad (x, gy) -> gx */
KERNEL real
sinh_grad (real x, real gy)
{
  return gy * k_cosh (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) slope = rensa_cosh (x, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SINH_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SINH_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_sinh_class = {
  .name = "sinh",
  .group = &rensa_math_group,
  .title = N_ ("Hyperbolic Sine"),
  .summary = N_ ("The hyperbolic sine of each element"),
  .formula = "y = sinh(x)",
  .label = "sinh",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.sinh({x})" }, { "torch", "torch.sinh({x})" }, { "onnx", "Sinh (x)" }),
};

/**
 * rensa_sinh:
 *
 * y = sinh (x) = ½ (exp (x) - exp (-x)), elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_sinh (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sinh_class, NULL, x, error);
}
