/* flipud.c: the first axis backwards; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-views-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 3]", "[3, 2, 1]" },
  { "", "[[1, 2], [3, 4]]", "[[3, 4], [1, 2]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *a = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, a->shape.ndim, >=, 1, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, a);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_flipped (call, 0, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_flipud (gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_flipud_class = {
  .name = "flipud",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Flip Rows"),
  .summary = N_ ("Reverses the first axis"),
  .formula = "y[i, …] = a[n - 1 - i, …]",
  .label = "FlipUD",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.flipud({a})",
  .torch = "torch.flipud({a})",
};

/**
 * rensa_flipud:
 *
 * A view of @a, of at least one axis, with the first one in reverse order.  RENSA_ERROR_TYPE_CHECK where @a is not
 * floating or has fewer axes.
 */
RENSA_API RensaVariable *
rensa_flipud (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_flipud_class, NULL, a, error);
}
