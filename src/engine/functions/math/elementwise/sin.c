/* sin.c: the sine.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[0, 0.84147098480789651, -0.9092974268256817]" },
  { "", "[[100]]", "[[-0.50636564110975879]]" },
};

/* kernel: sin_forward (x) -> y */
KERNEL real
sin_forward (real x)
{
  return k_sin (x);
}
/* end kernel */

/* kernel: sin_grad (x, gy) -> gx */
KERNEL real
sin_grad (real x, real gy)
{
  return gy * k_cos (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) cosine = rensa_cos (x, error);

  return rensa_multiply (gy, cosine, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SIN_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SIN_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_sin_class = {
  .name = "sin",
  .group = &rensa_math_group,
  .title = N_ ("Sine"),
  .summary = N_ ("The sine of each angle"),
  .formula = "y = sin(x)",
  .label = "sin",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.sin({x})" }, { "torch", "torch.sin({x})" }, { "onnx", "Sin (x)" }),
};

/**
 * rensa_sin:
 *
 * y = sin (x), of angles in radians, elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_sin (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sin_class, NULL, x, error);
}
