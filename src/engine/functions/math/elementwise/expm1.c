/* expm1.c: exponential minus one.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[0, 1.7182818284590452, -0.86466471676338731]" },
  { "", "[[1e-10]]", "[[1.00000000005e-10]]" },
};

/* kernel: expm1_forward (x) -> y */
KERNEL real
expm1_forward (real x)
{
  return k_expm1 (x);
}
/* end kernel */

/* Does not use y + 1, which loses all digits if y is close to -1. */
/* kernel: expm1_grad (x, gy) -> gx */
KERNEL real
expm1_grad (real x, real gy)
{
  return gy * k_exp (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) slope = rensa_exp (x, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_EXPM1_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_EXPM1_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_expm1_class = {
  .name = "expm1",
  .group = &rensa_math_group,
  .title = N_ ("Exponential Minus One"),
  .summary = N_ ("Exponential of each element minus one, accurate near 0"),
  .formula = "y = exp(x) - 1",
  .label = "expm1",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.expm1({x})" }, { "torch", "torch.expm1({x})" },
               { "onnx", "Tanh (x * 0.5) * (Exp (x) + 1)" }),
};

/**
 * rensa_expm1:
 *
 * y = exp (x) - 1, elementwise, for any shape and floating dtype; accurate for small x.
 */
RENSA_API RensaVariable *
rensa_expm1 (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_expm1_class, NULL, x, error);
}
