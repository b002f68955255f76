/* sqrt.c: square root.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[4, 0.25, 0]", "[2, 0.5, 0]" },
  { "", "[[2]]", "[[1.4142135623730951]]" },
};

/* kernel: sqrt_forward (x) -> y */
KERNEL real
sqrt_forward (real x)
{
  return k_sqrt (x);
}
/* end kernel */

/* kernel: sqrt_grad (y, gy) -> gx */
KERNEL real
sqrt_grad (real y, real gy)
{
  return gy / (2 * y);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) twice = rensa_multiply_scalar (y, 2, error);

  return rensa_divide (gy, twice, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SQRT_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SQRT_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_sqrt_class = {
  .name = "sqrt",
  .group = &rensa_math_group,
  .title = N_ ("Square Root"),
  .summary = N_ ("The square root of each element"),
  .formula = "y = √x",
  .label = "sqrt",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.sqrt({x})" }, { "torch", "torch.sqrt({x})" }, { "onnx", "Sqrt (x)" }),
};

/**
 * rensa_sqrt:
 *
 * y = √x, elementwise, for any shape and floating dtype; NaN below 0.
 */
RENSA_API RensaVariable *
rensa_sqrt (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sqrt_class, NULL, x, error);
}
