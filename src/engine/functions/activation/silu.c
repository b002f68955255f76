/* silu.c: sigmoid linear unit.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 1.5]", "[-0.2384058440442351, 0.0, 1.226361714290465]" },
  { "", "[[4]]", "[[3.928055160151634]]" },
};

/* kernel: silu_forward (x) -> y */
KERNEL real
silu_forward (real x)
{
  return x / (1 + k_exp (-x));
}
/* end kernel */

/* kernel: silu_grad (x, gy) -> gx */
KERNEL real
silu_grad (real x, real gy)
{
  const real s = 1 / (1 + k_exp (-x));

  return gy * s * (1 + x * (1 - s));
}
/* end kernel */

/* gx = gy s (1 + x (1 - s)) with s = sigmoid (x). */
static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) s = rensa_sigmoid (x, error);
  g_autoptr (RensaVariable) rest = rensa_subtract_from_scalar (s, 1, error);
  g_autoptr (RensaVariable) bend = rensa_multiply (x, rest, error);
  g_autoptr (RensaVariable) one_more = rensa_add_scalar (bend, 1, error);
  g_autoptr (RensaVariable) slope = rensa_multiply (s, one_more, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SILU_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SILU_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_silu_class = {
  .name = "silu",
  .group = &rensa_activation_group,
  .title = N_ ("SiLU"),
  .summary = N_ ("Multiplies each value by its sigmoid"),
  .formula = "y = x sigmoid(x)",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "torch", "F.silu({x})" }, { "onnx", "x * Sigmoid (x)" }),
};

/**
 * rensa_silu:
 *
 * y = x / (1 + exp (-x)), elementwise, for x of any shape and floating dtype. Not in Chainer;
 * equals its swish with β = 1.
 *
 * Elfwing et al., "Sigmoid-Weighted Linear Units for Neural Network Function Approximation in
 * Reinforcement Learning", 2017.
 */
RENSA_API RensaVariable *
rensa_silu (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_silu_class, NULL, x, error);
}
