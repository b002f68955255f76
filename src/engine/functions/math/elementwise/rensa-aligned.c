/* rensa-aligned.c: operations on two arrays, with the axes of the second aligned to some axes of
 * the first.
 * SPDX-License-Identifier: MIT */

#include "rensa-aligned-private.h"

#include "rensa-functions.h"

const RensaAttrSpec rensa_aligned_attrs[1] = {
  RENSA_ATTR_INT (RensaAligned, axis, .initial = 1, .title = N_ ("Axis"),
                  .hint = N_ ("Axis of x that is aligned with the first axis of y")),
};

static RensaShape
align (gint64 axis, const RensaShape *x, const RensaShape *y)
{
  const int first = (int) (axis < 0 ? axis + x->ndim : axis);
  RensaShape shape = { .ndim = x->ndim };

  for (int i = 0; i < x->ndim; i++)
    shape.dims[i] = i >= first && i < first + y->ndim ? y->dims[i - first] : 1;

  return shape;
}

gboolean
rensa_aligned_infer (RensaInference *inference, GError **error)
{
  const RensaAligned *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *y = rensa_inference_get_input (inference, 1);
  const gint64 axis = self->axis < 0 ? self->axis + x->shape.ndim : self->axis;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !RENSA_EXPECT (inference, axis, >=, 0, error) || !RENSA_EXPECT (inference, axis, <=, x->shape.ndim, error)
      || !RENSA_EXPECT (inference, axis + y->shape.ndim, <=, x->shape.ndim, error))
    return FALSE;

  for (int i = 0; i < y->shape.ndim; i++)
    if (!RENSA_EXPECT (inference, x->shape.dims[axis + i], ==, y->shape.dims[i], error))
      return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

gboolean
rensa_aligned_forward (RensaCall *call, const RensaKernel *kernel, GError **error)
{
  const RensaAligned *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *y = rensa_call_get_input (call, 1);
  const RensaShape shape = align (self->axis, rensa_array_get_shape (x), rensa_array_get_shape (y));
  g_autoptr (RensaArray) aligned = rensa_array_reshape (y, &shape, error);

  rensa_call_take_output (call, 0, rensa_map2 (kernel, x, aligned, NULL, error));
  return rensa_call_succeeded (call);
}

RensaShape
rensa_aligned_get_shape (RensaBackward *backward)
{
  const RensaAligned *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType y = rensa_backward_get_input_type (backward, 1);

  return align (self->axis, &x.shape, &y.shape);
}

void
rensa_aligned_take_grad_y (RensaBackward *backward, RensaVariable *grad, GError **error)
{
  const RensaType y = rensa_backward_get_input_type (backward, 1);
  const RensaShape aligned = rensa_aligned_get_shape (backward);
  g_autoptr (RensaVariable) owned = grad;
  g_autoptr (RensaVariable) summed = rensa_sum_to (owned, &aligned, error);

  rensa_backward_take_grad_input (backward, 1, rensa_reshape (summed, &y.shape, error));
}
