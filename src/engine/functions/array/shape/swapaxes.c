/* swapaxes.c: exchange of two axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  gint64 axis1;
  gint64 axis2;
} SwapAxes;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (SwapAxes, axis1, .required = TRUE, .title = N_ ("First Axis")),
  RENSA_ATTR_INT (SwapAxes, axis2, .required = TRUE, .title = N_ ("Second Axis"),
                  .hint = N_ ("Axis to swap with the first axis")),
};

static const RensaSample samples[] = {
  { "axis1=0, axis2=1", "[[1, 2, 3], [4, 5, 6]]", "[[1, 4], [2, 5], [3, 6]]" },
  { "axis1=-1, axis2=0", "[[[1, 2], [3, 4]]]", "[[[1], [3]], [[2], [4]]]" },
};

static void
get_order (gconstpointer attrs_of_call, int ndim, int *order)
{
  const SwapAxes *self = attrs_of_call;

  rensa_order_without (0, ndim, order);
  order[rensa_axis_from_start (self->axis1, ndim)] = rensa_axis_from_start (self->axis2, ndim);
  order[rensa_axis_from_start (self->axis2, ndim)] = rensa_axis_from_start (self->axis1, ndim);
}

static const RensaOrdering ordering = { get_order };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SwapAxes *self = rensa_inference_get_attrs (inference);
  int axis;

  if (!rensa_expect_axis (inference, self->axis1, &axis, error)
      || !rensa_expect_axis (inference, self->axis2, &axis, error))
    return FALSE;

  return rensa_infer_ordered (inference);
}

const RensaFunctionClass rensa_swapaxes_class = {
  .name = "swapaxes",
  .group = &rensa_array_group,
  .title = N_ ("Swap Axes"),
  .summary = N_ ("Swaps two axes"),
  .formula = "y[…, j, …, i, …] = x[…, i, …, j, …]",
  .label = "Swapaxes",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (SwapAxes, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_ordered,
  .backward = rensa_backward_ordered,
  .rule = &ordering,
  RENSA_FORMS ({ "chainer", "F.swapaxes({x}, {axis1}, {axis2})" }, { "torch", "torch.swapaxes({x}, {axis1}, {axis2})" },
               { "onnx", "n = ndim (x); a = axis (axis1, n); b = axis (axis2, n); "
                         "Transpose (x, perm=each (i, range (0, n), i == a ? b : i == b ? a : i))" }),
};

/**
 * rensa_swapaxes:
 *
 * Returns a view of @x with the axes @axis1 and @axis2 exchanged; negative ones count from the end.
 * RENSA_ERROR_TYPE_CHECK if one is out of range.
 */
RENSA_API RensaVariable *
rensa_swapaxes (RensaVariable *x, int axis1, int axis2, GError **error)
{
  const SwapAxes self = { .axis1 = axis1, .axis2 = axis2 };

  return rensa_apply1 (&rensa_swapaxes_class, &self, x, error);
}
