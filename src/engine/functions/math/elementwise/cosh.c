/* cosh.c: hyperbolic cosine.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[1, 1.5430806348152438, 3.7621956910836315]" },
  { "", "[[0.5]]", "[[1.1276259652063808]]" },
};

/* kernel: cosh_forward (x) -> y */
KERNEL real
cosh_forward (real x)
{
  return k_cosh (x);
}
/* end kernel */

/* kernel: cosh_grad (x, gy) -> gx */
KERNEL real
cosh_grad (real x, real gy)
{
  return gy * k_sinh (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) slope = rensa_sinh (x, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_COSH_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_COSH_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_cosh_class = {
  .name = "cosh",
  .group = &rensa_math_group,
  .title = N_ ("Hyperbolic Cosine"),
  .summary = N_ ("The hyperbolic cosine of each element"),
  .formula = "y = cosh(x)",
  .label = "cosh",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.cosh({x})" }, { "torch", "torch.cosh({x})" }, { "onnx", "Cosh (x)" }),
};

/**
 * rensa_cosh:
 *
 * y = cosh (x) = ½ (exp (x) + exp (-x)), elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_cosh (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_cosh_class, NULL, x, error);
}
