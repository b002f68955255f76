/* rsqrt.c: inverse square root.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[4, 0.25, 3]", "[0.5, 2, 0.57735026918962576]" },
  { "", "[[100]]", "[[0.1]]" },
};

/* kernel: rsqrt_forward (x) -> y */
KERNEL real
rsqrt_forward (real x)
{
  return 1 / k_sqrt (x);
}
/* end kernel */

/* kernel: rsqrt_grad (y, gy) -> gx */
KERNEL real
rsqrt_grad (real y, real gy)
{
  return gy * y * y * y / -2;
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) square = rensa_multiply (y, y, error);
  g_autoptr (RensaVariable) cube = rensa_multiply (square, y, error);
  g_autoptr (RensaVariable) slope = rensa_multiply_scalar (cube, -0.5, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_RSQRT_FORWARD,
  .keeps = RENSA_CURVE_Y,
  .gradient = gradient,
  .fused = RENSA_KERNEL_RSQRT_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_rsqrt_class = {
  .name = "rsqrt",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Square Root"),
  .summary = N_ ("Reciprocal of the square root of each element"),
  .formula = "y = 1 / √x",
  .label = "rsqrt",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.rsqrt({x})" }, { "torch", "torch.rsqrt({x})" }, { "onnx", "1 / Sqrt (x)" }),
};

/**
 * rensa_rsqrt:
 *
 * y = 1 / √x, elementwise, for any shape and floating dtype; infinite at 0, NaN below.
 */
RENSA_API RensaVariable *
rensa_rsqrt (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_rsqrt_class, NULL, x, error);
}
