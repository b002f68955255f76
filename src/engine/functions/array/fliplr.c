/* fliplr.c: the second axis backwards; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-views-private.h"

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]", "[[3, 2, 1], [6, 5, 4]]" },
  { "", "[[[1, 2], [3, 4]]]", "[[[3, 4], [1, 2]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *a = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, a->shape.ndim, >=, 2, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, a);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_flipped (call, 1, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_fliplr (gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_fliplr_class = {
  .name = "fliplr",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Flip Columns"),
  .summary = N_ ("Reverses the second axis"),
  .formula = "y[i, j, …] = a[i, n - 1 - j, …]",
  .label = "FlipLR",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.fliplr({a})",
  .torch = "torch.fliplr({a})",
};

/**
 * rensa_fliplr:
 *
 * A view of @a, of at least two axes, with the second one in reverse order.  RENSA_ERROR_TYPE_CHECK where @a is not
 * floating or has fewer axes.
 */
RENSA_API RensaVariable *
rensa_fliplr (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_fliplr_class, NULL, a, error);
}
