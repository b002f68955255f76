/* hstack.c: arrays side by side; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-parts-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2]; [3]", "[1, 2, 3]" },
  { "", "[[1], [2]]; [[3, 4], [5, 6]]", "[[1, 3, 4], [2, 5, 6]]" },
  { "", "1; 2; 3", "[1, 2, 3]" },
};

/* Scalars become arrays of one element; arrays of one axis are joined along that. */
static RensaJoining
get_joining (int ndim)
{
  return (RensaJoining){ .expand = ndim == 0 ? 1 : 0, .axis = ndim < 2 ? 0 : 1 };
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  RensaJoining joining;

  if (!rensa_expect_any_input (inference, error))
    return FALSE;

  joining = get_joining (rensa_inference_get_input (inference, 0)->shape.ndim);
  return rensa_infer_joined (inference, &joining, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaJoining joining = get_joining (rensa_array_get_ndim (rensa_call_get_input (call, 0)));

  return rensa_forward_joined (call, &joining, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaJoining joining = get_joining (rensa_backward_get_input_type (backward, 0).shape.ndim);

  return rensa_backward_joined (backward, &joining, error);
}

const RensaFunctionClass rensa_hstack_class = {
  .name = "hstack",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Stack Horizontally"),
  .summary = N_ ("Joins arrays along their columns"),
  .formula = "y = [x₀ x₁ …]",
  .label = "Hstack",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.hstack({xs})",
  .torch = "torch.hstack({xs})",
  .onnx = "Concat",
};

/**
 * rensa_hstack:
 * @xs: @n variables of one dtype and as many axes
 *
 * The arrays side by side: joined along the second axis, or the only one.  RENSA_ERROR_TYPE_CHECK where they do not fit
 * or there is none.
 */
RENSA_API RensaVariable *
rensa_hstack (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_hstack_class, NULL, xs, n, error);
}
