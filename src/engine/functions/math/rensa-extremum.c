/* rensa-extremum.c: what the largest and the smallest element over axes have in common.
 * SPDX-License-Identifier: MIT */

#include "rensa-extremum-private.h"

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

const RensaAttrSpec rensa_extremum_attrs[2] = {
  RENSA_ATTR_INTS (RensaExtremum, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("The axes to search; None stands for all of them")),
  RENSA_ATTR_BOOL (RensaExtremum, keepdims, .title = N_ ("Keep Axes"),
                   .hint = N_ ("Leaves the axes in place with extent 1")),
};

const RensaAttrSpec rensa_arg_extremum_attrs[1] = {
  RENSA_ATTR_INT (RensaArgExtremum, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axis"),
                  .hint = N_ ("The axis to search; None searches the whole array in C order")),
};

/* kernel: extremum_grad (x, y, gy) -> gx */
KERNEL real
extremum_grad (real x, real y, real gy)
{
  return x == y ? gy : 0;
}
/* end kernel */

gboolean
rensa_expect_choice (RensaInference *inference, const RensaShape *y, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  g_autofree char *text = NULL;

  if (rensa_shape_count (&x->shape) > 0 || rensa_shape_count (y) == 0)
    return TRUE;

  text = rensa_shape_to_string (&x->shape);
  return rensa_inference_fail_text (inference, error, "at least one element to choose from", "x.shape == %s", text);
}

gboolean
rensa_extremum_infer (RensaInference *inference, GError **error)
{
  const RensaExtremum *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;

  shape = rensa_shape_reduce (&x->shape, mask, self->keepdims);
  if (!rensa_expect_choice (inference, &shape, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

gboolean
rensa_extremum_forward (RensaCall *call, RensaReduction reduction, GError **error)
{
  const RensaExtremum *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));

  rensa_call_retain_input (call, 0);
  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, rensa_reduce (reduction, x, mask, self->keepdims, error));
  return rensa_call_succeeded (call);
}

/* Every element that equals the chosen one receives the whole gradient. */
gboolean
rensa_extremum_backward (RensaBackward *backward, GError **error)
{
  const RensaExtremum *self = rensa_backward_get_attrs (backward);
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  const RensaShape *shape = rensa_array_get_shape (x);
  const RensaShape kept = rensa_shape_reduce (shape, rensa_axes_to_mask (&self->axis, shape->ndim), TRUE);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);
  g_autoptr (RensaArray) y =
      rensa_array_reshape (rensa_variable_get_array (rensa_backward_get_output (backward, 0)), &kept, error);

  if (gy == NULL || y == NULL)
    return FALSE;

  return rensa_backward_piecewise (backward, RENSA_KERNEL_EXTREMUM_GRAD, NULL, (RensaArray *[]){ x, y }, gy, error);
}

gboolean
rensa_arg_extremum_infer (RensaInference *inference, GError **error)
{
  const RensaArgExtremum *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape = { .ndim = 0 };
  int axis;

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (self->axis != RENSA_INT_NONE)
    {
      if (!rensa_expect_axis (inference, self->axis, &axis, error))
        return FALSE;
      shape = rensa_shape_reduce (&x->shape, 1u << axis, FALSE);
    }
  if (!rensa_expect_choice (inference, &shape, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, RENSA_INT32, &shape);
  return TRUE;
}

gboolean
rensa_arg_extremum_forward (RensaCall *call, RensaReduction reduction, GError **error)
{
  const RensaArgExtremum *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const int ndim = rensa_array_get_ndim (x);
  const guint mask = self->axis == RENSA_INT_NONE ? (1u << ndim) - 1 : 1u << rensa_axis_from_start (self->axis, ndim);
  g_autoptr (RensaArray) place = rensa_reduce (reduction, x, mask, FALSE, error);

  rensa_call_take_output (call, 0, rensa_array_cast (place, RENSA_INT32, error));
  return rensa_call_succeeded (call);
}
