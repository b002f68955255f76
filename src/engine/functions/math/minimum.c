/* minimum.c: the smaller of two; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
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

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  return rensa_forward_map (call, RENSA_KERNEL_MINIMUM, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaKernel *const kernels[] = { RENSA_KERNEL_MINIMUM_GRAD1, RENSA_KERNEL_MINIMUM_GRAD2 };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaArray *const at[] = {
    rensa_variable_get_array (rensa_backward_get_input (backward, 0)),
    rensa_variable_get_array (rensa_backward_get_input (backward, 1)),
  };

  for (int i = 0; i < 2; i++)
    if (rensa_backward_needs_grad (backward, i))
      rensa_backward_piecewise_of (backward, i, kernels[i], NULL, at, gy, error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_minimum_class = {
  .name = "minimum",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Smaller of Two"),
  .summary = N_ ("The smaller of two elements"),
  .formula = "y = min(x₁, x₂)",
  .label = "Minimum",
  .inputs = RENSA_INPUTS ("x1", "x2"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_broadcast,
  .forward = forward,
  .backward = backward,
  .chainer = "F.minimum({x1}, {x2})",
  .torch = "torch.minimum({x1}, {x2})",
};

/**
 * rensa_minimum:
 *
 * The smaller of x1 and x2, elementwise, with NumPy's broadcasting; NaN where either is NaN.  The gradient goes to the
 * one that was taken, where both are equal to x1.  Both have the same floating dtype; RENSA_ERROR_TYPE_CHECK where they
 * have not or where their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_minimum (RensaVariable *x1, RensaVariable *x2, GError **error)
{
  return rensa_apply2 (&rensa_minimum_class, NULL, x1, x2, error);
}
