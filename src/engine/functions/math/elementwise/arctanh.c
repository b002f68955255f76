/* arctanh.c: inverse hyperbolic tangent.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-0.5, 0, 0.75]", "[-0.54930614433405485, 0, 0.97295507452765665]" },
  { "", "[[1e-10]]", "[[1.0e-10]]" },
};

/* kernel: arctanh_forward (x) -> y */
KERNEL real
arctanh_forward (real x)
{
  return k_atanh (x);
}
/* end kernel */

/* kernel: arctanh_grad (x, gy) -> gx */
KERNEL real
arctanh_grad (real x, real gy)
{
  return gy / ((1 - x) * (1 + x));
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) divisor = rensa_one_minus_square (x, error);

  return rensa_divide (gy, divisor, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ARCTANH_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_ARCTANH_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_arctanh_class = {
  .name = "arctanh",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Hyperbolic Tangent"),
  .summary = N_ ("Number whose hyperbolic tangent is each element"),
  .formula = "y = artanh(x)",
  .label = "arctanh",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.arctanh({x})" }, { "torch", "torch.atanh({x})" }, { "onnx", "Atanh (x)" }),
};

/**
 * rensa_arctanh:
 *
 * y = artanh (x) = ½ ln ((1 + x) / (1 - x)), elementwise, for any shape and floating dtype; NaN outside [-1, 1].
 */
RENSA_API RensaVariable *
rensa_arctanh (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_arctanh_class, NULL, x, error);
}
