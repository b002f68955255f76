/* tanh.c: hyperbolic tangent.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.5]", "[0, 0.7615941559557649, -0.46211715726000975]" },
  { "", "[[-400, 400]]", "[[-1, 1]]" },
};

/* kernel: tanh_forward (x) -> y */
KERNEL real
tanh_forward (real x)
{
  return k_tanh (x);
}
/* end kernel */

/* kernel: tanh_grad (y, gy) -> gx */
KERNEL real
tanh_grad (real y, real gy)
{
  return gy * ((1 - y) * (1 + y));
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) slope = rensa_one_minus_square (y, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_TANH_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_TANH_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_tanh_class = {
  .name = "tanh",
  .group = &rensa_activation_group,
  .title = N_ ("Tanh"),
  .summary = N_ ("S-shaped step from -1 to 1"),
  .words = N_ ("hyperbolic tangent;squash"),
  .formula = "y = tanh(x)",
  .label = "Tanh",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.tanh({x})" }, { "torch", "torch.tanh({x})" }, { "onnx", "Tanh (x)" }),
};

/**
 * rensa_tanh:
 *
 * y = tanh (x), elementwise, for x of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_tanh (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_tanh_class, NULL, x, error);
}
