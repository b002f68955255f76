/* concat.c: arrays one after the other; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 axis;
} Concat;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Concat, axis, .initial = 1, .title = N_ ("Axis"),
                  .hint = N_ ("The axis along which the arrays stand")),
};

static const RensaSample samples[] = {
  { "", "[[1], [2]]; [[3, 4], [5, 6]]", "[[1, 3, 4], [2, 5, 6]]" },
  { "axis=0", "[1, 2]; [3]; [4, 5]", "[1, 2, 3, 4, 5]" },
};

/* Input @i has the extents of input 0, but for @axis. */
static gboolean
expect_same_rest (RensaInference *inference, int i, int axis, GError **error)
{
  const RensaType *first = rensa_inference_get_input (inference, 0);
  const RensaType *other = rensa_inference_get_input (inference, i);
  RensaShape adapted = other->shape;

  if (!rensa_expect_same_dtype (inference, 0, i, error))
    return FALSE;
  if (adapted.ndim == first->shape.ndim)
    adapted.dims[axis] = first->shape.dims[axis];
  if (rensa_shape_equal (&adapted, &first->shape))
    return TRUE;

  g_autofree char *expect = g_strdup_printf ("xs[0].shape == xs[%d].shape except on axis %d", i, axis);
  g_autofree char *first_text = rensa_shape_to_string (&first->shape);
  g_autofree char *other_text = rensa_shape_to_string (&other->shape);

  return rensa_inference_fail_text (inference, error, expect, "%s != %s", first_text, other_text);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Concat *self = rensa_inference_get_attrs (inference);
  const int n_inputs = rensa_inference_get_n_inputs (inference);
  RensaType y;
  int axis;

  if (n_inputs == 0)
    return rensa_inference_fail_text (inference, error, "in_types.size > 0", "0 <= 0");
  if (!rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;

  y = *rensa_inference_get_input (inference, 0);
  for (int i = 1; i < n_inputs; i++)
    {
      if (!expect_same_rest (inference, i, axis, error))
        return FALSE;
      y.shape.dims[axis] += rensa_inference_get_input (inference, i)->shape.dims[axis];
    }

  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

static RensaArray *
join (RensaCall *call, int axis, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) y = rensa_array_new_ordered (type->dtype, &type->shape, rensa_call_get_input (call, 0), error);
  gint64 start = 0;

  for (int i = 0; y != NULL && i < rensa_call_get_n_inputs (call); i++)
    {
      RensaArray *x = rensa_call_get_input (call, i);
      const gint64 length = rensa_array_get_dim (x, axis);
      g_autoptr (RensaArray) part = rensa_array_view_range (y, axis, start, length);

      if (!rensa_array_assign (part, x, error))
        return NULL;
      start += length;
    }

  return g_steal_pointer (&y);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Concat *self = rensa_call_get_attrs (call);
  RensaArray *first = rensa_call_get_input (call, 0);

  if (rensa_call_get_n_inputs (call) == 1)
    rensa_call_take_output (call, 0, rensa_array_ref (first));
  else
    rensa_call_take_output (call, 0,
                            join (call, rensa_axis_from_start (self->axis, rensa_array_get_ndim (first)), error));

  return rensa_call_succeeded (call);
}

static RensaVariable *
get_range (RensaVariable *x, int axis, gint64 start, gint64 length, GError **error)
{
  RensaIndex index = { .n = axis + 1, .is_tuple = TRUE };

  for (int i = 0; i < axis; i++)
    index.slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, RENSA_SLICE_NONE };
  index.slices[axis] = (RensaSlice){ RENSA_SLICE_RANGE, start, start + length, RENSA_SLICE_NONE };

  return rensa_get_item (x, &index, error);
}

/* Each gradient is a view of its part of gy. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Concat *self = rensa_backward_get_attrs (backward);
  const int axis = rensa_axis_from_start (self->axis, rensa_backward_get_input_type (backward, 0).shape.ndim);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  gint64 start = 0;

  for (int i = 0; i < rensa_backward_get_n_inputs (backward); i++)
    {
      const gint64 length = rensa_backward_get_input_type (backward, i).shape.dims[axis];

      if (rensa_backward_needs_grad (backward, i))
        rensa_backward_take_grad_input (backward, i, get_range (gy, axis, start, length, error));
      start += length;
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_concat_class = {
  .name = "concat",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Concatenate"),
  .summary = N_ ("Joins arrays along one axis"),
  .formula = "y = [x₀, x₁, …]",
  .label = "Concat",
  .inputs = RENSA_INPUTS ("xs*"),
  .n_outputs = 1,
  RENSA_ATTRS (Concat, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.concat({xs}, axis={axis})",
  .torch = "torch.cat({xs}, dim={axis})",
  .onnx = "Concat",
};

/**
 * rensa_concat:
 * @xs: @n variables of one dtype, whose shapes differ on @axis alone
 * @axis: counts from the end where it is negative
 *
 * The arrays one after the other along @axis.  RENSA_ERROR_TYPE_CHECK where they do not fit or there is none.
 */
RENSA_API RensaVariable *
rensa_concat (RensaVariable *const *xs, int n, int axis, GError **error)
{
  const Concat self = { .axis = axis };

  return rensa_apply_list (&rensa_concat_class, &self, xs, n, error);
}
