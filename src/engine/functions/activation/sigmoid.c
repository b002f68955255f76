/* sigmoid.c: the logistic function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[0.5, 0.7310585786300049, 0.11920292202211755]" },
  { "", "[[-60, 60]]", "[[8.75651076269652e-27, 1]]" },
};

/* If exp () overflows, the quotient is 0, which is correct. */
/* kernel: sigmoid (x) -> y */
KERNEL real
sigmoid (real x)
{
  return 1 / (1 + k_exp (-x));
}
/* end kernel */

/* kernel: sigmoid_grad (y, gy) -> gx */
KERNEL real
sigmoid_grad (real y, real gy)
{
  return gy * y * (1 - y);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) rest = rensa_subtract_from_scalar (y, 1, error);
  g_autoptr (RensaVariable) slope = rensa_multiply (y, rest, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SIGMOID,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SIGMOID_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_sigmoid_class = {
  .name = "sigmoid",
  .group = &rensa_activation_group,
  .title = N_ ("Sigmoid"),
  .summary = N_ ("S-shaped step from 0 to 1"),
  .words = N_ ("logistic;squash"),
  .formula = "y = 1 / (1 + exp(-x))",
  .label = "Sigmoid",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.sigmoid({x})" }, { "torch", "torch.sigmoid({x})" }, { "onnx", "Sigmoid (x)" }),
};

/**
 * rensa_sigmoid:
 *
 * y = 1 / (1 + exp (-x)), elementwise, for x of any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_sigmoid (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sigmoid_class, NULL, x, error);
}
