/* rollaxis.c: one axis moved before another.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  gint64 axis;
  gint64 start;
} RollAxis;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RollAxis, axis, .required = TRUE, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("Axis to move")),
  RENSA_ATTR_INT (RollAxis, start, .initial = 0, .title = N_ ("Insert Before"),
                  .hint = N_ ("Axis before which to insert the moved axis; the number of axes moves it to the end")),
};

static const RensaSample samples[] = {
  { "axis=2", "[[[1, 2], [3, 4]]]", "[[[1, 3]], [[2, 4]]]" },
  { "axis=0, start=2", "[[[1, 2], [3, 4]]]", "[[[1, 2]], [[3, 4]]]" },
  { "axis=-1, start=-2", "[[[1, 2, 3], [4, 5, 6]]]", "[[[1, 4], [2, 5], [3, 6]]]" },
};

static void
get_order (gconstpointer attrs_of_call, int ndim, int *order)
{
  const RollAxis *self = attrs_of_call;
  const int axis = rensa_axis_from_start (self->axis, ndim);
  const int start = rensa_axis_from_start (self->start, ndim);
  const int n_others = rensa_order_without (1u << axis, ndim, order);

  rensa_order_insert (order, n_others, axis < start ? start - 1 : start, axis);
}

static const RensaOrdering ordering = { get_order };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RollAxis *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const gint64 start = self->start;
  int axis;

  if (!rensa_expect_axis (inference, self->axis, &axis, error)
      || !RENSA_EXPECT (inference, start, >=, -x->shape.ndim, error)
      || !RENSA_EXPECT (inference, start, <=, x->shape.ndim, error))
    return FALSE;

  return rensa_infer_ordered (inference);
}

const RensaFunctionClass rensa_rollaxis_class = {
  .name = "rollaxis",
  .group = &rensa_array_group,
  .title = N_ ("Roll Axis"),
  .summary = N_ ("Moves one axis in front of another"),
  .formula = "y[k, i, j] = x[i, j, k]",
  .label = "Rollaxis",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RollAxis, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_ordered,
  .backward = rensa_backward_ordered,
  .rule = &ordering,
  RENSA_FORMS ({ "chainer", "F.rollaxis({x}, {axis}, start={start})" },
               { "torch", "torch.movedim({x}, {axis}, {start:always} - ({start:always} > {axis}))" },
               { "onnx", "n = ndim (x); a = axis (axis, n); s = axis (start, n); "
                         "Transpose (x, perm=moved (a, s > a ? s - 1 : s, n))" }),
};

/**
 * rensa_rollaxis:
 * @axis: the axis to move
 * @start: the axis of @x before which it is placed, or the number of axes for the end
 *
 * Returns a view of @x with one axis moved and the others in their order; negative numbers count
 * from the end. RENSA_ERROR_TYPE_CHECK if one is out of range.
 */
RENSA_API RensaVariable *
rensa_rollaxis (RensaVariable *x, int axis, int start, GError **error)
{
  const RollAxis self = { .axis = axis, .start = start };

  return rensa_apply1 (&rensa_rollaxis_class, &self, x, error);
}
