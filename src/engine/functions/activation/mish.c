/* mish.c: x multiplied by the hyperbolic tangent of its softplus.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 1.5]", "[-0.2525014826957089, 0.0, 1.403378266395803]" },
  { "", "[[4]]", "[[3.997412806976239]]" },
};

/* kernel: mish_forward (x) -> y */
KERNEL real
mish_forward (real x)
{
  const real softplus = k_max (x, 0) + k_log1p (k_exp (-k_abs (x)));

  return x * k_tanh (softplus);
}
/* end kernel */

/* kernel: mish_grad (x, gy) -> gx */
KERNEL real
mish_grad (real x, real gy)
{
  const real t = k_tanh (k_max (x, 0) + k_log1p (k_exp (-k_abs (x))));
  const real s = 1 / (1 + k_exp (-x));

  return gy * (t + x * s * (1 - t) * (1 + t));
}
/* end kernel */

/* gx = gy (t + x s (1 - t²)) with t = tanh (softplus (x)) and s = sigmoid (x). */
static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) soft = rensa_softplus (x, 1, error);
  g_autoptr (RensaVariable) t = rensa_tanh (soft, error);
  g_autoptr (RensaVariable) s = rensa_sigmoid (x, error);
  g_autoptr (RensaVariable) rest = rensa_one_minus_square (t, error);
  g_autoptr (RensaVariable) gated = rensa_multiply (x, s, error);
  g_autoptr (RensaVariable) bend = rensa_multiply (gated, rest, error);
  g_autoptr (RensaVariable) slope = rensa_add (t, bend, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_MISH_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_MISH_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_mish_class = {
  .name = "mish",
  .group = &rensa_activation_group,
  .title = N_ ("Mish"),
  .summary = N_ ("Multiplies each value by the hyperbolic tangent of its softplus"),
  .formula = "y = x tanh(ln(1 + exp(x)))",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "torch", "F.mish({x})" }, { "onnx", "x * Tanh (Softplus (x))" }),
};

/**
 * rensa_mish:
 *
 * y = x tanh (ln (1 + exp (x))), elementwise, for x of any shape and floating dtype. Not in
 * Chainer.
 *
 * Misra, "Mish: A Self Regularized Non-Monotonic Activation Function", BMVC 2020.
 */
RENSA_API RensaVariable *
rensa_mish (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_mish_class, NULL, x, error);
}
