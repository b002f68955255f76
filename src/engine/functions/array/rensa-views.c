/* rensa-views.c: functions that return views of their input.
 * SPDX-License-Identifier: MIT */

#include "rensa-views-private.h"

#include "rensa-functions.h"
#include "rensa-primitives.h"

gboolean
rensa_forward_reshape (RensaCall *call, GError **error)
{
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;

  rensa_call_take_output (call, 0, rensa_array_reshape (rensa_call_get_input (call, 0), shape, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_backward_reshape (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_reshape (rensa_backward_get_grad_output (backward, 0), &x.shape, error));
  return rensa_backward_succeeded (backward);
}

gboolean
rensa_infer_ordered (RensaInference *inference)
{
  const RensaOrdering *ordering = rensa_inference_get_rule (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  int order[RENSA_MAX_NDIM];
  RensaType y = *x;

  ordering->get_order (rensa_inference_get_attrs (inference), x->shape.ndim, order);
  for (int i = 0; i < x->shape.ndim; i++)
    y.shape.dims[i] = x->shape.dims[order[i]];

  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

gboolean
rensa_forward_ordered (RensaCall *call, GError **error)
{
  const RensaOrdering *ordering = rensa_call_get_rule (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  int order[RENSA_MAX_NDIM];

  ordering->get_order (rensa_call_get_attrs (call), rensa_array_get_ndim (x), order);
  rensa_call_take_output (call, 0, rensa_array_view_transpose (x, order));
  return rensa_call_succeeded (call);
}

gboolean
rensa_backward_ordered (RensaBackward *backward, GError **error)
{
  const RensaOrdering *ordering = rensa_backward_get_rule (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaInts inverse = { .n = rensa_backward_get_input_type (backward, 0).shape.ndim };
  int order[RENSA_MAX_NDIM];

  ordering->get_order (rensa_backward_get_attrs (backward), inverse.n, order);
  for (int i = 0; i < inverse.n; i++)
    inverse.values[order[i]] = i;

  rensa_backward_take_grad_input (backward, 0, rensa_transpose (gy, &inverse, error));
  return rensa_backward_succeeded (backward);
}

int
rensa_order_without (guint mask, int ndim, int *order)
{
  int n = 0;

  for (int i = 0; i < ndim; i++)
    if (!(mask >> i & 1))
      order[n++] = i;

  return n;
}

void
rensa_order_insert (int *order, int n, int place, int axis)
{
  for (int i = n; i > place; i--)
    order[i] = order[i - 1];
  order[place] = axis;
}

gboolean
rensa_forward_flipped (RensaCall *call, int axis, GError **error)
{
  RensaSlice slices[RENSA_MAX_NDIM];

  for (int i = 0; i <= axis; i++)
    slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, i == axis ? -1 : 1 };

  rensa_call_take_output (call, 0, rensa_array_view_slice (rensa_call_get_input (call, 0), slices, axis + 1, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_infer_flip (RensaInference *inference, GError **error)
{
  const int *axis = rensa_inference_get_rule (inference);
  const RensaType *a = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error)
      || !(*axis == 0 ? RENSA_EXPECT (inference, a->shape.ndim, >=, 1, error)
                      : RENSA_EXPECT (inference, a->shape.ndim, >=, 2, error)))
    return FALSE;

  rensa_inference_set_output (inference, 0, a);
  return TRUE;
}

gboolean
rensa_forward_flip (RensaCall *call, GError **error)
{
  const int *axis = rensa_call_get_rule (call);

  return rensa_forward_flipped (call, *axis, error);
}

gboolean
rensa_backward_flip (RensaBackward *backward, GError **error)
{
  const int *axis = rensa_backward_get_rule (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_flip (gy, *axis, error));
  return rensa_backward_succeeded (backward);
}
