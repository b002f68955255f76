/* minimum.c: elementwise minimum of two arrays.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-extremum-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, -2.5, 4]; [-3, 2, 4.5]", "[-3, -2.5, 4]" },
  { "", "[[1], [2]]; [10, 1.5, -30]", "[[1, 1, -30], [2, 1.5, -30]]" },
};

/* kernel: minimum (x1, x2) -> y */
KERNEL real
minimum (real x1, real x2)
{
  return k_min (x1, x2);
}
/* end kernel */

/* kernel: minimum_grad1 (x1, x2, gy) -> gx1 */
KERNEL real
minimum_grad1 (real x1, real x2, real gy)
{
  return x1 <= x2 ? gy : 0;
}
/* end kernel */

/* kernel: minimum_grad2 (x1, x2, gy) -> gx2 */
KERNEL real
minimum_grad2 (real x1, real x2, real gy)
{
  return x1 <= x2 ? 0 : gy;
}
/* end kernel */

static const RensaChoice choice = {
  RENSA_KERNEL_MINIMUM,
  { RENSA_KERNEL_MINIMUM_GRAD1, RENSA_KERNEL_MINIMUM_GRAD2 },
};

const RensaFunctionClass rensa_minimum_class = {
  .name = "minimum",
  .group = &rensa_math_group,
  .title = N_ ("Elementwise Minimum"),
  .summary = N_ ("Smaller element of two arrays at each position"),
  .formula = "y = min(x₁, x₂)",
  .label = "Minimum",
  .inputs = RENSA_INPUTS ("x1", "x2"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_broadcast,
  .forward = rensa_choice_forward,
  .backward = rensa_choice_backward,
  .rule = &choice,
  RENSA_FORMS ({ "chainer", "F.minimum({x1}, {x2})" }, { "torch", "torch.minimum({x1}, {x2})" },
               { "onnx", "Min (x1, x2)" }),
};

/**
 * rensa_minimum:
 *
 * Returns the smaller of x1 and x2, elementwise, with NumPy's broadcasting; NaN if either is NaN.
 * The gradient goes to the selected one, for ties to x1. Both have the same floating dtype;
 * RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_minimum (RensaVariable *x1, RensaVariable *x2, GError **error)
{
  return rensa_apply2 (&rensa_minimum_class, NULL, x1, x2, error);
}
