/* maximum.c: the larger of two; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
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

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  return rensa_forward_map (call, RENSA_KERNEL_MAXIMUM, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaKernel *const kernels[] = { RENSA_KERNEL_MAXIMUM_GRAD1, RENSA_KERNEL_MAXIMUM_GRAD2 };
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

const RensaFunctionClass rensa_maximum_class = {
  .name = "maximum",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Larger of Two"),
  .summary = N_ ("The larger of two elements"),
  .formula = "y = max(x₁, x₂)",
  .label = "Maximum",
  .inputs = RENSA_INPUTS ("x1", "x2"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_broadcast,
  .forward = forward,
  .backward = backward,
  .chainer = "F.maximum({x1}, {x2})",
  .torch = "torch.maximum({x1}, {x2})",
};

/**
 * rensa_maximum:
 *
 * The larger of x1 and x2, elementwise, with NumPy's broadcasting; NaN where either is NaN.  The gradient goes to the
 * one that was taken, where both are equal to x1.  Both have the same floating dtype; RENSA_ERROR_TYPE_CHECK where they
 * have not or where their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_maximum (RensaVariable *x1, RensaVariable *x2, GError **error)
{
  return rensa_apply2 (&rensa_maximum_class, NULL, x1, x2, error);
}
