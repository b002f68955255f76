/* arccos.c: inverse cosine.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-0.5, 0, 0.75]", "[2.0943951023931955, 1.5707963267948966, 0.72273424781341561]" },
  { "", "[[0.25]]", "[[1.318116071652818]]" },
};

/* kernel: arccos_forward (x) -> y */
KERNEL real
arccos_forward (real x)
{
  return k_acos (x);
}
/* end kernel */

/* kernel: arccos_grad (x, gy) -> gx */
KERNEL real
arccos_grad (real x, real gy)
{
  return -gy / k_sqrt ((1 - x) * (1 + x));
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) square = rensa_one_minus_square (x, error);
  g_autoptr (RensaVariable) root = rensa_sqrt (square, error);
  g_autoptr (RensaVariable) quotient = rensa_divide (gy, root, error);

  return rensa_negate (quotient, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ARCCOS_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_ARCCOS_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_arccos_class = {
  .name = "arccos",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Cosine"),
  .summary = N_ ("Angle in radians whose cosine is each element"),
  .formula = "y = arccos(x)",
  .label = "arccos",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.arccos({x})" }, { "torch", "torch.acos({x})" }, { "onnx", "Acos (x)" }),
};

/**
 * rensa_arccos:
 *
 * y = arccos (x), from 0 to π, elementwise, for any shape and floating dtype; NaN outside [-1, 1].
 */
RENSA_API RensaVariable *
rensa_arccos (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_arccos_class, NULL, x, error);
}
