/* tan.c: the tangent.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.5]", "[0, 1.5574077246549022, -0.54630248984379051]" },
  { "", "[[100]]", "[[-0.58721391515692908]]" },
};

/* kernel: tan_forward (x) -> y */
KERNEL real
tan_forward (real x)
{
  return k_tan (x);
}
/* end kernel */

/* kernel: tan_grad (y, gy) -> gx */
KERNEL real
tan_grad (real y, real gy)
{
  return gy * (1 + y * y);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) square = rensa_multiply (y, y, error);
  g_autoptr (RensaVariable) slope = rensa_add_scalar (square, 1, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_TAN_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_TAN_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_tan_class = {
  .name = "tan",
  .group = &rensa_math_group,
  .title = N_ ("Tangent"),
  .summary = N_ ("The tangent of each angle"),
  .formula = "y = tan(x)",
  .label = "tan",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.tan({x})" }, { "torch", "torch.tan({x})" }, { "onnx", "Tan (x)" }),
};

/**
 * rensa_tan:
 *
 * y = tan (x), of angles in radians, elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_tan (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_tan_class, NULL, x, error);
}
