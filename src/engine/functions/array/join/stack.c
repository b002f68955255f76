/* stack.c: arrays joined along a new axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-parts-private.h"

typedef struct
{
  gint64 axis;
} Stack;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Stack, axis, .initial = 0, .title = N_ ("Axis"),
                  .hint = N_ ("Position of the new axis in the result; negative values count from the end")),
};

static const RensaSample samples[] = {
  { "", "[1, 2]; [3, 4]", "[[1, 2], [3, 4]]" },
  { "axis=-1", "[1, 2]; [3, 4]; [5, 6]", "[[1, 3, 5], [2, 4, 6]]" },
};

static RensaJoining
get_joining (const Stack *self, int ndim)
{
  const int axis = rensa_axis_from_start (self->axis, ndim + 1);

  return (RensaJoining){ .expand = 1u << axis, .axis = axis };
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Stack *self = rensa_inference_get_attrs (inference);
  const gint64 axis = self->axis;
  const RensaType *x;
  RensaJoining joining;

  if (!rensa_expect_any_input (inference, error))
    return FALSE;

  x = rensa_inference_get_input (inference, 0);
  if (!RENSA_EXPECT (inference, x->shape.ndim, <, RENSA_MAX_NDIM, error)
      || !RENSA_EXPECT (inference, axis, >=, -x->shape.ndim - 1, error)
      || !RENSA_EXPECT (inference, axis, <=, x->shape.ndim, error))
    return FALSE;

  joining = get_joining (self, x->shape.ndim);
  return rensa_infer_joined (inference, &joining, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaJoining joining =
      get_joining (rensa_call_get_attrs (call), rensa_array_get_ndim (rensa_call_get_input (call, 0)));

  return rensa_forward_joined (call, &joining, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaJoining joining =
      get_joining (rensa_backward_get_attrs (backward), rensa_backward_get_input_type (backward, 0).shape.ndim);

  return rensa_backward_joined (backward, &joining, error);
}

const RensaFunctionClass rensa_stack_class = {
  .name = "stack",
  .group = &rensa_array_group,
  .title = N_ ("Stack"),
  .summary = N_ ("Joins arrays along a new axis"),
  .formula = "y[k, i, …] = xₖ[i, …]",
  .label = "Stack",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_ATTRS (Stack, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.stack({xs}, axis={axis})" }, { "torch", "torch.stack({xs}, dim={axis})" },
               { "onnx", "Concat (each (x, xs, Unsqueeze (x, [axis])), axis=axis)" }),
};

/**
 * rensa_stack:
 * @xs: @n variables of one dtype and shape
 * @axis: position of the new axis in the result; counts from the end if negative
 *
 * Joins the arrays along a new axis of extent @n. RENSA_ERROR_TYPE_CHECK if their types differ, @n
 * is 0, or @axis is out of range.
 */
RENSA_API RensaVariable *
rensa_stack (RensaVariable *const *xs, int n, int axis, GError **error)
{
  const Stack self = { .axis = axis };

  return rensa_apply_list (&rensa_stack_class, &self, xs, n, error);
}
