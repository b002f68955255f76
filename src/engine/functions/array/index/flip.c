/* flip.c: reversal of one axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  gint64 axis;
} Flip;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Flip, axis, .required = TRUE, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("Axis to reverse")),
};

static const RensaSample samples[] = {
  { "axis=0", "[[1, 2], [3, 4], [5, 6]]", "[[5, 6], [3, 4], [1, 2]]" },
  { "axis=-1", "[[1, 2], [3, 4], [5, 6]]", "[[2, 1], [4, 3], [6, 5]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Flip *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  int axis;

  if (!RENSA_EXPECT (inference, x->shape.ndim, >, 0, error) || !rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Flip *self = rensa_call_get_attrs (call);
  const int ndim = rensa_array_get_ndim (rensa_call_get_input (call, 0));

  return rensa_forward_flipped (call, rensa_axis_from_start (self->axis, ndim), error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Flip *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_flip (gy, (int) self->axis, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_flip_class = {
  .name = "flip",
  .group = &rensa_array_group,
  .title = N_ ("Flip"),
  .summary = N_ ("Reverses the order of elements along one axis"),
  .formula = "y[…, i, …] = x[…, n - 1 - i, …]",
  .label = "Flip",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Flip, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.flip({x}, {axis})" }, { "torch", "torch.flip({x}, ({axis},))" },
               { "onnx", "Slice (x, [-1], [-1000000000000], [axis], [-1])" }),
};

/**
 * rensa_flip:
 * @axis: counts from the end if negative
 *
 * Returns a view of @x with the elements along @axis in reverse order. RENSA_ERROR_TYPE_CHECK if
 * @axis is out of range.
 */
RENSA_API RensaVariable *
rensa_flip (RensaVariable *x, int axis, GError **error)
{
  const Flip self = { .axis = axis };

  return rensa_apply1 (&rensa_flip_class, &self, x, error);
}
