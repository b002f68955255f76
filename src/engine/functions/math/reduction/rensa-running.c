/* rensa-running.c: cumulative sums, products and recurrences along an axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-running-private.h"

#include "rensa-axes-private.h"
#include "rensa-functions.h"

const RensaAttrSpec rensa_running_attrs[1] = {
  RENSA_ATTR_INT (RensaRunning, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axis"),
                  .hint = N_ ("Axis to accumulate along; None flattens the array first")),
};

int
rensa_running_get_axis (const RensaRunning *self, const RensaShape *x, RensaShape *shape)
{
  const gboolean flat = self->axis == RENSA_INT_NONE;

  *shape = flat ? RENSA_SHAPE (rensa_shape_count (x)) : *x;
  return flat ? 0 : rensa_axis_from_start (self->axis, x->ndim);
}

gboolean
rensa_running_infer (RensaInference *inference, GError **error)
{
  const RensaRunning *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  int axis;

  if (!rensa_expect_floating (inference, 0, error)
      || (self->axis != RENSA_INT_NONE && !rensa_expect_axis (inference, self->axis, &axis, error)))
    return FALSE;

  rensa_running_get_axis (self, &x->shape, &shape);
  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

gboolean
rensa_running_forward (RensaCall *call, RensaScan scan, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaShape shape;
  const int axis = rensa_running_get_axis (rensa_call_get_attrs (call), rensa_array_get_shape (x), &shape);
  g_autoptr (RensaArray) shaped = rensa_array_reshape (x, &shape, error);

  rensa_call_take_output (call, 0, rensa_scan (scan, shaped, axis, error));
  return rensa_call_succeeded (call);
}

/* Returns all elements but the last along @axis. */
static RensaVariable *
drop_last (RensaVariable *x, int axis, GError **error)
{
  RensaIndex index = { .n = axis + 1, .is_tuple = TRUE };

  for (int i = 0; i <= axis; i++)
    index.slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, i < axis ? RENSA_SLICE_NONE : -1, 1 };

  return rensa_get_item (x, &index, error);
}

RensaVariable *
rensa_push_along (RensaVariable *x, int axis, double first, GError **error)
{
  if (x == NULL)
    return NULL;

  RensaType type = rensa_variable_get_type (x);
  if (type.shape.dims[axis] == 0)
    return rensa_variable_ref (x);

  type.shape.dims[axis] = 1;
  g_autoptr (RensaArray) filler = rensa_array_full (type.dtype, &type.shape, first, error);
  g_autoptr (RensaVariable) head = rensa_variable_new_constant (filler);
  g_autoptr (RensaVariable) tail = drop_last (x, axis, error);

  return rensa_concat ((RensaVariable *[]){ head, tail }, 2, axis, error);
}

/* The recurrence */

typedef struct
{
  int axis;
} Recurrence;

static gboolean
infer_recurrence (RensaInference *inference, GError **error)
{
  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !rensa_expect_same_shape (inference, 0, 1, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward_recurrence (RensaCall *call, GError **error)
{
  const Recurrence *self = rensa_call_get_attrs (call);

  rensa_call_retain_input (call, 1);
  rensa_call_retain_output (call, 0);
  rensa_call_take_output (
      call, 0, rensa_scan_linear (rensa_call_get_input (call, 0), rensa_call_get_input (call, 1), self->axis, error));
  return rensa_call_succeeded (call);
}

/* The gradient is a recurrence from the end: gx[i] = gy[i] + factor[i + 1] gx[i + 1], and 
 * gfactor[i] = gx[i] y[i - 1]. */
static gboolean
backward_recurrence (RensaBackward *backward, GError **error)
{
  const Recurrence *self = rensa_backward_get_attrs (backward);
  RensaVariable *factor = rensa_backward_get_input (backward, 1);
  g_autoptr (RensaVariable) from_end = rensa_flip (factor, self->axis, error);
  g_autoptr (RensaVariable) factors = rensa_push_along (from_end, self->axis, 0, error);
  g_autoptr (RensaVariable) gy = rensa_flip (rensa_backward_get_grad_output (backward, 0), self->axis, error);
  g_autoptr (RensaVariable) g = rensa_recurrence (gy, factors, self->axis, error);
  g_autoptr (RensaVariable) gx = rensa_flip (g, self->axis, error);

  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaVariable) before =
          rensa_push_along (rensa_backward_get_output (backward, 0), self->axis, 0, error);

      rensa_backward_take_grad_input (backward, 1, rensa_multiply (gx, before, error));
    }
  rensa_backward_take_grad_input (backward, 0, g_steal_pointer (&gx));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass recurrence_class = {
  .name = "recurrence",
  .inputs = RENSA_INPUTS ("x", "factor"),
  .n_outputs = 1,
  .attrs_size = sizeof (Recurrence),
  .infer = infer_recurrence,
  .forward = forward_recurrence,
  .backward = backward_recurrence,
};

RensaVariable *
rensa_recurrence (RensaVariable *x, RensaVariable *factor, int axis, GError **error)
{
  const Recurrence self = { .axis = axis };

  return rensa_apply2 (&recurrence_class, &self, x, factor, error);
}
