/* expand_dims.c: a new axis of extent 1.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  gint64 axis;
} ExpandDims;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (ExpandDims, axis, .required = TRUE, .initial = 1, .title = N_ ("Axis"),
                  .hint = N_ ("Position of the new axis in the result; negative values count from the end")),
};

static const RensaSample samples[] = {
  { "axis=0", "[1, 2, 3]", "[[1, 2, 3]]" },
  { "axis=-1", "[1, 2, 3]", "[[1], [2], [3]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const ExpandDims *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const gint64 axis = self->axis;
  RensaType y = *x;
  int place;

  if (!RENSA_EXPECT (inference, x->shape.ndim, <, RENSA_MAX_NDIM, error)
      || !RENSA_EXPECT (inference, axis, >=, -x->shape.ndim - 1, error)
      || !RENSA_EXPECT (inference, axis, <=, x->shape.ndim, error))
    return FALSE;

  y.shape.ndim++;
  place = rensa_axis_from_start (axis, y.shape.ndim);
  for (int i = y.shape.ndim - 1; i > place; i--)
    y.shape.dims[i] = y.shape.dims[i - 1];
  y.shape.dims[place] = 1;
  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

const RensaFunctionClass rensa_expand_dims_class = {
  .name = "expand_dims",
  .group = &rensa_array_group,
  .title = N_ ("Add Axis"),
  .summary = N_ ("Inserts an axis of size 1"),
  .formula = "y[i, 0, j] = x[i, j]",
  .label = "ExpandDims",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (ExpandDims, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_reshape,
  .backward = rensa_backward_reshape,
  RENSA_FORMS ({ "chainer", "F.expand_dims({x}, {axis})" }, { "torch", "torch.unsqueeze({x}, {axis})" },
               { "onnx", "Unsqueeze (x, [axis])" }),
};

/**
 * rensa_expand_dims:
 * @axis: position of the new axis in the result; counts from the end if negative
 *
 * Returns a view of @x with an additional axis of extent 1. RENSA_ERROR_TYPE_CHECK if @axis is out
 * of range.
 */
RENSA_API RensaVariable *
rensa_expand_dims (RensaVariable *x, int axis, GError **error)
{
  const ExpandDims self = { .axis = axis };

  return rensa_apply1 (&rensa_expand_dims_class, &self, x, error);
}
