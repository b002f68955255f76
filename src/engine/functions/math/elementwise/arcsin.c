/* arcsin.c: inverse sine.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-0.5, 0, 0.75]", "[-0.52359877559829887, 0, 0.84806207898148101]" },
  { "", "[[0.25]]", "[[0.25268025514207865]]" },
};

/* kernel: arcsin_forward (x) -> y */
KERNEL real
arcsin_forward (real x)
{
  return k_asin (x);
}
/* end kernel */

/* kernel: arcsin_grad (x, gy) -> gx */
KERNEL real
arcsin_grad (real x, real gy)
{
  return gy / k_sqrt ((1 - x) * (1 + x));
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) square = rensa_one_minus_square (x, error);
  g_autoptr (RensaVariable) root = rensa_sqrt (square, error);

  return rensa_divide (gy, root, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ARCSIN_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_ARCSIN_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_arcsin_class = {
  .name = "arcsin",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Sine"),
  .summary = N_ ("Angle in radians whose sine is each element"),
  .formula = "y = arcsin(x)",
  .label = "arcsin",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.arcsin({x})" }, { "torch", "torch.asin({x})" }, { "onnx", "Asin (x)" }),
};

/**
 * rensa_arcsin:
 *
 * y = arcsin (x), from -π/2 to π/2, elementwise, for any shape and floating dtype; NaN outside [-1, 1].
 */
RENSA_API RensaVariable *
rensa_arcsin (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_arcsin_class, NULL, x, error);
}
