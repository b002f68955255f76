/* arctan.c: inverse tangent.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 0.75]", "[-1.1071487177940905, 0, 0.64350110879328439]" },
  { "", "[[40]]", "[[1.5458015331759765]]" },
};

/* kernel: arctan_forward (x) -> y */
KERNEL real
arctan_forward (real x)
{
  return k_atan (x);
}
/* end kernel */

/* kernel: arctan_grad (x, gy) -> gx */
KERNEL real
arctan_grad (real x, real gy)
{
  return gy / (1 + x * x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) square = rensa_multiply (x, x, error);
  g_autoptr (RensaVariable) divisor = rensa_add_scalar (square, 1, error);

  return rensa_divide (gy, divisor, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ARCTAN_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_ARCTAN_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_arctan_class = {
  .name = "arctan",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Tangent"),
  .summary = N_ ("Angle in radians whose tangent is each element"),
  .formula = "y = arctan(x)",
  .label = "arctan",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.arctan({x})" }, { "torch", "torch.atan({x})" }, { "onnx", "Atan (x)" }),
};

/**
 * rensa_arctan:
 *
 * y = arctan (x), from -π/2 to π/2, elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_arctan (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_arctan_class, NULL, x, error);
}
