/* maximum.c: elementwise maximum of two arrays.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-extremum-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, -2.5, 4]; [-3, 2, 4.5]", "[1, 2, 4.5]" },
  { "", "[[1], [2]]; [10, 1.5, -30]", "[[10, 1.5, 1], [10, 2, 2]]" },
};

/* kernel: maximum (x1, x2) -> y */
KERNEL real
maximum (real x1, real x2)
{
  return k_max (x1, x2);
}
/* end kernel */

/* kernel: maximum_grad1 (x1, x2, gy) -> gx1 */
KERNEL real
maximum_grad1 (real x1, real x2, real gy)
{
  return x1 >= x2 ? gy : 0;
}
/* end kernel */

/* kernel: maximum_grad2 (x1, x2, gy) -> gx2 */
KERNEL real
maximum_grad2 (real x1, real x2, real gy)
{
  return x1 >= x2 ? 0 : gy;
}
/* end kernel */

static const RensaChoice choice = {
  RENSA_KERNEL_MAXIMUM,
  { RENSA_KERNEL_MAXIMUM_GRAD1, RENSA_KERNEL_MAXIMUM_GRAD2 },
};

const RensaFunctionClass rensa_maximum_class = {
  .name = "maximum",
  .group = &rensa_math_group,
  .title = N_ ("Elementwise Maximum"),
  .summary = N_ ("Larger element of two arrays at each position"),
  .formula = "y = max(x₁, x₂)",
  .label = "Maximum",
  .inputs = RENSA_INPUTS ("x1", "x2"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_broadcast,
  .forward = rensa_choice_forward,
  .backward = rensa_choice_backward,
  .rule = &choice,
  RENSA_FORMS ({ "chainer", "F.maximum({x1}, {x2})" }, { "torch", "torch.maximum({x1}, {x2})" },
               { "onnx", "Max (x1, x2)" }),
};

/**
 * rensa_maximum:
 *
 * Returns the larger of x1 and x2, elementwise, with NumPy's broadcasting; NaN if either is NaN.
 * The gradient goes to the selected one, for ties to x1. Both have the same floating dtype;
 * RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_maximum (RensaVariable *x1, RensaVariable *x2, GError **error)
{
  return rensa_apply2 (&rensa_maximum_class, NULL, x1, x2, error);
}
