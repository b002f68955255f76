/* cos.c: the cosine.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -2]", "[1, 0.54030230586813972, -0.41614683654714239]" },
  { "", "[[100]]", "[[0.86231887228768393]]" },
};

/* kernel: cos_forward (x) -> y */
KERNEL real
cos_forward (real x)
{
  return k_cos (x);
}
/* end kernel */

/* kernel: cos_grad (x, gy) -> gx */
KERNEL real
cos_grad (real x, real gy)
{
  return -gy * k_sin (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) sine = rensa_sin (x, error);
  g_autoptr (RensaVariable) product = rensa_multiply (gy, sine, error);

  return rensa_negate (product, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_COS_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_COS_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_cos_class = {
  .name = "cos",
  .group = &rensa_math_group,
  .title = N_ ("Cosine"),
  .summary = N_ ("The cosine of each angle"),
  .formula = "y = cos(x)",
  .label = "cos",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.cos({x})" }, { "torch", "torch.cos({x})" }, { "onnx", "Cos (x)" }),
};

/**
 * rensa_cos:
 *
 * y = cos (x), of angles in radians, elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_cos (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_cos_class, NULL, x, error);
}
