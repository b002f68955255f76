/* square.c: the square.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[3, -1.5, 0]", "[9, 2.25, 0]" },
  { "", "[[1e-3]]", "[[1.0e-6]]" },
};

/* kernel: square (x) -> y */
KERNEL real
square (real x)
{
  return x * x;
}
/* end kernel */

/* kernel: square_grad (x, gy) -> gx */
KERNEL real
square_grad (real x, real gy)
{
  return 2 * x * gy;
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) slope = rensa_multiply_scalar (x, 2, error);

  return rensa_multiply (gy, slope, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SQUARE,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SQUARE_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_square_class = {
  .name = "square",
  .group = &rensa_math_group,
  .title = N_ ("Square"),
  .summary = N_ ("Square of each element"),
  .formula = "y = x²",
  .label = "square",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.square({x})" }, { "torch", "torch.square({x})" }, { "onnx", "x * x" }),
};

/**
 * rensa_square:
 *
 * y = x², elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_square (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_square_class, NULL, x, error);
}
