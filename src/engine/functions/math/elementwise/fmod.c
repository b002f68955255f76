/* fmod.c: remainder of a division.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[7, -7, 7, -7]; [2.5, 2.5, -2.5, -2.5]", "[2, -2, 2, -2]" },
  { "", "[[5.5], [-9]]; [2, 4]", "[[1.5, 1.5], [-1, -1]]" },
};

/* kernel: fmod_forward (x, divisor) -> y */
KERNEL real
fmod_forward (real x, real divisor)
{
  return k_fmod (x, divisor);
}
/* end kernel */

/* x / divisor itself may round up to the next integer; x minus the remainder divides exactly. */
/* kernel: fmod_grad (x, divisor, y, gy) -> gdivisor */
KERNEL real
fmod_grad (real x, real divisor, real y, real gy)
{
  return -gy * k_rint ((x - y) / divisor);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  if (rensa_call_needs_grad (call, 1))
    {
      rensa_call_retain_input (call, 0);
      rensa_call_retain_input (call, 1);
      rensa_call_retain_output (call, 0);
    }
  return rensa_forward_map (call, RENSA_KERNEL_FMOD_FORWARD, NULL, error);
}

/* y = x - divisor q, where the integer q is treated as a constant. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_summed (backward, 0, rensa_variable_ref (gy), error);
  if (rensa_backward_needs_grad (backward, 1))
    {
      RensaArray *const at[] = {
        rensa_variable_get_array (rensa_backward_get_input (backward, 0)),
        rensa_variable_get_array (rensa_backward_get_input (backward, 1)),
        rensa_variable_get_array (rensa_backward_get_output (backward, 0)),
      };

      rensa_backward_piecewise_of (backward, 1, RENSA_KERNEL_FMOD_GRAD, NULL, at, gy, error);
    }
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_fmod_class = {
  .name = "fmod",
  .group = &rensa_math_group,
  .title = N_ ("Remainder"),
  .summary = N_ ("Remainder of a division, with the sign of the dividend"),
  .formula = "y = x - divisor fix(x / divisor)",
  .label = "fmod",
  .inputs = RENSA_INPUTS ("x", "divisor"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_broadcast,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.fmod(*F.broadcast({x}, {divisor}))" }, { "torch", "torch.fmod({x}, {divisor})" },
               { "onnx", "Mod (x, divisor, fmod=1)" }),
};

/**
 * rensa_fmod:
 *
 * Returns the remainder of x / divisor, with the sign of x, exactly, elementwise, with NumPy's
 * broadcasting, for which Chainer has no gradient; NaN if the divisor is 0. Both have the same
 * floating dtype; RENSA_ERROR_TYPE_CHECK otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_fmod (RensaVariable *x, RensaVariable *divisor, GError **error)
{
  return rensa_apply2 (&rensa_fmod_class, NULL, x, divisor, error);
}
