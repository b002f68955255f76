/* erf.c: error function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, -0.3]", "[0, 0.84270079294971487, -0.32862675945912742]" },
  { "", "[[1e-10, 6]]", "[[1.1283791670955126e-10, 0.99999999999999998]]" },
};

/* kernel: erf_forward (x) -> y */
KERNEL real
erf_forward (real x)
{
  return k_erf (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_bell (x, gy, M_2_SQRTPI, -1, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_ERF_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_BELL,
  .fused_params = { M_2_SQRTPI, -1 },
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_erf_class = {
  .name = "erf",
  .group = &rensa_math_group,
  .title = N_ ("Error Function"),
  .summary = N_ ("Probability that a normal variable with variance ½ lies between -x and x"),
  .formula = "y = 2/√π ∫₀ˣ exp(-t²) dt",
  .label = "erf",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.erf({x})" }, { "torch", "torch.erf({x})" }, { "onnx", "Erf (x)" }),
};

/**
 * rensa_erf:
 *
 * y = 2/√π ∫₀ˣ exp (-t²) dt, elementwise, for any shape and floating dtype.
 */
RENSA_API RensaVariable *
rensa_erf (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_erf_class, NULL, x, error);
}
