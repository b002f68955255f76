/* rensa-over-axes.c: common code for reductions over some or all axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-over-axes-private.h"

#include "rensa-axes-private.h"
#include "rensa-functions.h"

gboolean
rensa_over_axes_expect (RensaInference *inference, RensaShape *shape, GError **error)
{
  const RensaOverAxes *self = rensa_inference_get_attrs (inference);
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;

  *shape = rensa_shape_reduce (&rensa_inference_get_input (inference, 0)->shape, mask, self->keepdims);
  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, shape);
  return TRUE;
}

gboolean
rensa_over_axes_infer (RensaInference *inference, GError **error)
{
  RensaShape shape;

  return rensa_over_axes_expect (inference, &shape, error);
}

gboolean
rensa_over_axes_forward (RensaCall *call, GError **error)
{
  const RensaReduction *reduction = rensa_call_get_rule (call);
  const RensaOverAxes *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));

  rensa_call_take_output (call, 0, rensa_reduce (*reduction, x, mask, self->keepdims, error));
  return rensa_call_succeeded (call);
}

RensaVariable *
rensa_over_axes_keep (RensaBackward *backward, GError **error)
{
  const RensaOverAxes *self = rensa_backward_get_attrs (backward);
  const RensaShape x = rensa_backward_get_input_type (backward, 0).shape;
  const RensaShape kept = rensa_shape_reduce (&x, rensa_axes_to_mask (&self->axis, x.ndim), TRUE);

  return rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);
}
