/* log.c: natural logarithm.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1, 2, 0.5]", "[0, 0.6931471805599453, -0.6931471805599453]" },
  { "", "[[10]]", "[[2.302585092994046]]" },
};

/* kernel: log_forward (x) -> y */
KERNEL real
log_forward (real x)
{
  return k_log (x);
}
/* end kernel */

static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  return rensa_divide (gy, x, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_LOG_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_log_class = {
  .name = "log",
  .group = &rensa_math_group,
  .title = N_ ("Logarithm"),
  .summary = N_ ("The natural logarithm of each element"),
  .formula = "y = ln(x)",
  .label = "log",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "chainer", "F.log({x})" }, { "torch", "torch.log({x})" }, { "onnx", "Log (x)" }),
};

/**
 * rensa_log:
 *
 * y = ln (x), elementwise, for any shape and floating dtype; NaN below 0.
 */
RENSA_API RensaVariable *
rensa_log (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_log_class, NULL, x, error);
}
