/* rensa-parts.c: joining arrays along an axis, and splitting an array along an axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-parts-private.h"

#include "rensa-functions.h"
#include "rensa-primitives.h"

static RensaShape
expand_shape (const RensaShape *shape, guint expand)
{
  RensaShape expanded = { .ndim = shape->ndim + __builtin_popcount (expand) };

  for (int i = 0, axis = 0; i < expanded.ndim; i++)
    expanded.dims[i] = expand >> i & 1 ? 1 : shape->dims[axis++];

  return expanded;
}

/* Checks that input @i has the extents of input 0, except along the joined axis. */
static gboolean
expect_same_rest (RensaInference *inference, int i, const RensaJoining *joining, GError **error)
{
  const RensaShape *first = &rensa_inference_get_input (inference, 0)->shape;
  const RensaShape *other = &rensa_inference_get_input (inference, i)->shape;
  const gboolean is_new = joining->expand >> joining->axis & 1;
  const int axis = joining->axis - __builtin_popcount (joining->expand & ((1u << joining->axis) - 1));
  RensaShape adapted = *other;

  if (!rensa_expect_same_dtype (inference, 0, i, error))
    return FALSE;
  if (!is_new && adapted.ndim == first->ndim)
    adapted.dims[axis] = first->dims[axis];
  if (rensa_shape_equal (&adapted, first))
    return TRUE;

  g_autofree char *rest = is_new ? NULL : g_strdup_printf (" except on axis %d", axis);
  g_autofree char *expect = g_strdup_printf ("xs[0].shape == xs[%d].shape%s", i, rest != NULL ? rest : "");
  g_autofree char *first_text = rensa_shape_to_string (first);
  g_autofree char *other_text = rensa_shape_to_string (other);

  return rensa_inference_fail_text (inference, error, expect, "%s != %s", first_text, other_text);
}

gboolean
rensa_infer_joined (RensaInference *inference, const RensaJoining *joining, GError **error)
{
  const int n_inputs = rensa_inference_get_n_inputs (inference);
  const RensaType *first = rensa_inference_get_input (inference, 0);
  RensaShape shape = expand_shape (&first->shape, joining->expand);
  gint64 length = 0;

  for (int i = 0; i < n_inputs; i++)
    {
      const RensaShape part = expand_shape (&rensa_inference_get_input (inference, i)->shape, joining->expand);

      if (i > 0 && !expect_same_rest (inference, i, joining, error))
        return FALSE;
      length += part.dims[joining->axis];
    }

  shape.dims[joining->axis] = length;
  rensa_inference_set_output_shape (inference, 0, first->dtype, &shape);
  return TRUE;
}

/* Writes @part, or zeros if it is NULL, to the rows of @whole starting at @start. */
static gboolean
put_part (RensaArray *whole, int axis, gint64 start, gint64 length, RensaArray *part, GError **error)
{
  g_autoptr (RensaArray) place = rensa_array_view_range (whole, axis, start, length);
  g_autoptr (RensaArray) shaped = NULL;

  if (part == NULL)
    return rensa_array_fill (place, 0, error);

  shaped = rensa_array_reshape (part, rensa_array_get_shape (place), error);
  return rensa_array_assign (place, shaped, error);
}

RensaArray *
rensa_join_arrays (RensaArray *const *arrays, int n, const RensaJoining *joining, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (arrays[0]);
  const int axis = joining->axis;
  RensaShape shape = expand_shape (rensa_array_get_shape (arrays[0]), joining->expand);
  g_autofree gint64 *lengths = g_new (gint64, n);
  g_autoptr (RensaArray) whole = NULL;
  gint64 start = 0;

  shape.dims[axis] = 0;
  for (int i = 0; i < n; i++)
    {
      lengths[i] = expand_shape (rensa_array_get_shape (arrays[i]), joining->expand).dims[axis];
      shape.dims[axis] += lengths[i];
    }

  whole = joining->expand == 0 ? rensa_array_new_ordered (dtype, &shape, arrays[0], error)
                               : rensa_array_new (dtype, &shape, error);
  for (int i = 0; whole != NULL && i < n; i++)
    {
      if (!put_part (whole, axis, start, lengths[i], arrays[i], error))
        return NULL;
      start += lengths[i];
    }

  return g_steal_pointer (&whole);
}

gboolean
rensa_forward_joined (RensaCall *call, const RensaJoining *joining, GError **error)
{
  const int n = rensa_call_get_n_inputs (call);
  g_autofree RensaArray **arrays = g_new (RensaArray *, n);

  for (int i = 0; i < n; i++)
    arrays[i] = rensa_call_get_input (call, i);

  rensa_call_take_output (call, 0,
                          n == 1 ? rensa_array_reshape (arrays[0], &rensa_call_get_output_type (call, 0)->shape, error)
                                 : rensa_join_arrays (arrays, n, joining, error));
  return rensa_call_succeeded (call);
}

/* Finds the end of each input's part of gy. */
static void
find_ends (RensaBackward *backward, const RensaJoining *joining, gint64 *ends)
{
  gint64 end = 0;

  for (int i = 0; i < rensa_backward_get_n_inputs (backward); i++)
    {
      const RensaType x = rensa_backward_get_input_type (backward, i);

      end += expand_shape (&x.shape, joining->expand).dims[joining->axis];
      ends[i] = end;
    }
}

/* A single function splits gy, so that its own gradient is joined in one pass. */
static void
take_parts (RensaBackward *backward, int axis, const gint64 *ends, GError **error)
{
  const int n = rensa_backward_get_n_inputs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autofree RensaVariable **parts = g_new0 (RensaVariable *, n);
  const int n_parts = rensa_split_at (gy, ends, n - 1, axis, parts, n, error);

  for (int i = 0; i < n; i++)
    {
      const RensaType x = rensa_backward_get_input_type (backward, i);

      rensa_backward_take_grad_input (backward, i, n_parts == n ? rensa_reshape (parts[i], &x.shape, error) : NULL);
      g_clear_pointer (&parts[i], rensa_variable_unref);
    }
}

static void
take_part_array (RensaBackward *backward, int i, int axis, const gint64 *ends, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, i);
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  const gint64 start = i > 0 ? ends[i - 1] : 0;
  g_autoptr (RensaArray) part = rensa_array_view_range (gy, axis, start, ends[i] - start);

  rensa_backward_take_grad_array (backward, i, rensa_array_reshape (part, &x.shape, error));
}

/* Each gradient is a view of its part of gy. */
gboolean
rensa_backward_joined (RensaBackward *backward, const RensaJoining *joining, GError **error)
{
  const int n = rensa_backward_get_n_inputs (backward);
  g_autofree gint64 *ends = g_new (gint64, n);

  find_ends (backward, joining, ends);
  if (rensa_backward_is_recorded (backward))
    take_parts (backward, joining->axis, ends, error);
  else
    for (int i = 0; i < n; i++)
      if (rensa_backward_needs_grad (backward, i))
        take_part_array (backward, i, joining->axis, ends, error);

  return rensa_backward_succeeded (backward);
}

gboolean
rensa_infer_stacked (RensaInference *inference, GError **error)
{
  const RensaStacking *stacking = rensa_inference_get_rule (inference);
  RensaJoining joining;

  if (!rensa_expect_any_input (inference, error))
    return FALSE;

  joining = stacking->get_joining (rensa_inference_get_input (inference, 0)->shape.ndim);
  return rensa_infer_joined (inference, &joining, error);
}

gboolean
rensa_forward_stacked (RensaCall *call, GError **error)
{
  const RensaStacking *stacking = rensa_call_get_rule (call);
  const RensaJoining joining = stacking->get_joining (rensa_array_get_ndim (rensa_call_get_input (call, 0)));

  return rensa_forward_joined (call, &joining, error);
}

gboolean
rensa_backward_stacked (RensaBackward *backward, GError **error)
{
  const RensaStacking *stacking = rensa_backward_get_rule (backward);
  const RensaJoining joining = stacking->get_joining (rensa_backward_get_input_type (backward, 0).shape.ndim);

  return rensa_backward_joined (backward, &joining, error);
}

gboolean
rensa_forward_divided (RensaCall *call, int axis, gboolean drop)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  gint64 start = 0;

  for (int i = 0; i < rensa_call_get_n_outputs (call); i++)
    {
      const gint64 length = drop ? 1 : rensa_call_get_output_type (call, i)->shape.dims[axis];
      g_autoptr (RensaArray) part = rensa_array_view_range (x, axis, start, length);

      rensa_call_take_output (call, i, drop ? rensa_array_view_squeeze (part, 1u << axis) : g_steal_pointer (&part));
      start += length;
    }

  return rensa_call_succeeded (call);
}

/* Joins the gradients of the parts in one array, with zeros for parts that have none. */
static RensaArray *
join_grads (RensaBackward *backward, int axis, gboolean drop, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaArray) gx = rensa_array_new (x.dtype, &x.shape, error);
  gint64 start = 0;

  for (int i = 0; gx != NULL && i < rensa_backward_get_n_outputs (backward); i++)
    {
      RensaVariable *gy = rensa_backward_get_grad_output (backward, i);
      const gint64 length = drop ? 1 : rensa_backward_get_output_type (backward, i).shape.dims[axis];

      if (!put_part (gx, axis, start, length, gy != NULL ? rensa_variable_get_array (gy) : NULL, error))
        return NULL;
      start += length;
    }

  return g_steal_pointer (&gx);
}

static RensaVariable *
join_recorded (RensaBackward *backward, int axis, gboolean drop, GError **error)
{
  const int n = rensa_backward_get_n_outputs (backward);
  g_autofree RensaVariable **grads = g_new (RensaVariable *, n);

  for (int i = 0; i < n; i++)
    grads[i] = rensa_backward_get_grad_output_or_zeros (backward, i, error);

  return drop ? rensa_stack (grads, n, axis, error) : rensa_concat (grads, n, axis, error);
}

gboolean
rensa_backward_divided (RensaBackward *backward, int axis, gboolean drop, GError **error)
{
  if (rensa_backward_is_recorded (backward))
    rensa_backward_take_grad_input (backward, 0, join_recorded (backward, axis, drop, error));
  else
    rensa_backward_take_grad_array (backward, 0, join_grads (backward, axis, drop, error));

  return rensa_backward_succeeded (backward);
}
