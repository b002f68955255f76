/* log1p.c: logarithm of 1 + x.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.5]", "[0, 0.69314718055994531, -0.69314718055994531]" },
  { "", "[[1e-10]]", "[[9.9999999995000004e-11]]" },
};

/* kernel: log1p_forward (x) -> y */
KERNEL real
log1p_forward (real x)
{
  return k_log1p (x);
}
/* end kernel */

/* kernel: log1p_grad (x, gy) -> gx */
KERNEL real
log1p_grad (real x, real gy)
{
  return gy / (1 + x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) divisor = rensa_add_scalar (x, 1, error);

  return rensa_divide (gy, divisor, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_LOG1P_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_LOG1P_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_log1p_class = {
  .name = "log1p",
  .group = &rensa_math_group,
  .title = N_ ("Logarithm of 1 + x"),
  .summary = N_ ("Natural logarithm of 1 + x for each element, accurate near 0"),
  .formula = "y = ln(1 + x)",
  .label = "log1p",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.log1p({x})" }, { "torch", "torch.log1p({x})" },
               { "onnx", "Where (x < 1, Atanh (x / (x + 2)) * 2, Log (x + 1))" }),
};

/**
 * rensa_log1p:
 *
 * y = ln (1 + x), elementwise, for any shape and floating dtype; accurate for small x. NaN below
 * -1.
 */
RENSA_API RensaVariable *
rensa_log1p (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_log1p_class, NULL, x, error);
}
