/* rensa-extremum.c: common code for maximum and minimum over axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-extremum-private.h"

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

const RensaAttrSpec rensa_extremum_attrs[2] = {
  RENSA_OVER_AXES_ROWS (N_ ("Axes to search; None searches all axes")),
};

const RensaAttrSpec rensa_arg_extremum_attrs[1] = {
  RENSA_ATTR_INT (RensaArgExtremum, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axis"),
                  .hint = N_ ("Axis to search; None searches the flattened array")),
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
  return rensa_inference_fail_words (inference, error, N_ ("at least one element"), "x.shape == %s", text);
}

gboolean
rensa_extremum_infer (RensaInference *inference, GError **error)
{
  RensaShape shape;

  return rensa_over_axes_expect (inference, &shape, error) && rensa_expect_choice (inference, &shape, error);
}

gboolean
rensa_extremum_forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_output (call, 0);
  return rensa_over_axes_forward (call, error);
}

/* Every element equal to the extremum receives the whole gradient. */
gboolean
rensa_extremum_backward (RensaBackward *backward, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  g_autoptr (RensaVariable) gy = rensa_over_axes_keep (backward, error);
  g_autoptr (RensaArray) y = NULL;

  if (gy == NULL)
    return FALSE;
  y = rensa_array_reshape (rensa_variable_get_array (rensa_backward_get_output (backward, 0)),
                           rensa_array_get_shape (rensa_variable_get_array (gy)), error);
  if (y == NULL)
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
rensa_arg_extremum_forward (RensaCall *call, GError **error)
{
  const RensaReduction *reduction = rensa_call_get_rule (call);
  const RensaArgExtremum *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const int ndim = rensa_array_get_ndim (x);
  const guint mask = self->axis == RENSA_INT_NONE ? (1u << ndim) - 1 : 1u << rensa_axis_from_start (self->axis, ndim);
  g_autoptr (RensaArray) place = rensa_reduce (*reduction, x, mask, FALSE, error);

  rensa_call_take_output (call, 0, rensa_array_cast (place, RENSA_INT32, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_choice_forward (RensaCall *call, GError **error)
{
  const RensaChoice *choice = rensa_call_get_rule (call);

  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  return rensa_forward_map (call, choice->forward, NULL, error);
}

gboolean
rensa_choice_backward (RensaBackward *backward, GError **error)
{
  const RensaChoice *choice = rensa_backward_get_rule (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaArray *const at[] = {
    rensa_variable_get_array (rensa_backward_get_input (backward, 0)),
    rensa_variable_get_array (rensa_backward_get_input (backward, 1)),
  };

  for (int i = 0; i < 2; i++)
    if (rensa_backward_needs_grad (backward, i))
      rensa_backward_piecewise_of (backward, i, choice->grads[i], NULL, at, gy, error);

  return rensa_backward_succeeded (backward);
}
