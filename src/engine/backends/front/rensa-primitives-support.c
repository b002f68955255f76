/* rensa-primitives-support.c: helpers shared by the front end of the primitives.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

RensaArray *
rensa_to_work (RensaArray *array, GError **error)
{
  return array == NULL ? NULL : rensa_array_cast (array, rensa_dtype_widen (array->dtype), error);
}

RensaDtype
rensa_entry_dtype (RensaArray *x, RensaDtype dtype)
{
  return rensa_get_backend (x)->takes_halves ? dtype : rensa_dtype_widen (dtype);
}

RensaArray *
rensa_to_entry (RensaArray *array, GError **error)
{
  return array == NULL ? NULL : rensa_array_cast (array, rensa_entry_dtype (array, array->dtype), error);
}

RensaArray *
rensa_to_dense (RensaArray *array, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) cast = rensa_array_cast (array, dtype, error);

  return rensa_array_contiguous (cast, error);
}

gboolean
rensa_convert (RensaArray **array, RensaDtype dtype, GError **error)
{
  if (*array == NULL || (*array)->dtype == dtype)
    return TRUE;

  g_autoptr (RensaArray) old = g_steal_pointer (array);
  *array = rensa_array_cast (old, dtype, error);
  return *array != NULL;
}

gboolean
rensa_require_floating (const char *place, RensaArray *array, GError **error)
{
  if (rensa_dtype_is_floating (array->dtype))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects floating-point arrays: found %s"), place,
                   rensa_dtype_get_name (array->dtype));
  return FALSE;
}

gboolean
rensa_require_integers (const char *place, const char *what, RensaArray *array, GError **error)
{
  if (rensa_dtype_is_integer (array->dtype))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects integers as %s: found %s"), place, what,
                   rensa_dtype_get_name (array->dtype));
  return FALSE;
}

gboolean
rensa_require_same_dtype (const char *place, RensaArray *a, RensaArray *b, GError **error)
{
  if (a->dtype == b->dtype)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects arrays of the same dtype: found %s and %s"), place,
                   rensa_dtype_get_name (a->dtype), rensa_dtype_get_name (b->dtype));
  return FALSE;
}

gboolean
rensa_require_shape (const char *place, const char *what, const RensaShape *expected, const RensaShape *found,
                     GError **error)
{
  if (rensa_shape_equal (expected, found))
    return TRUE;

  g_autofree char *expected_text = rensa_shape_to_string (expected);
  g_autofree char *found_text = rensa_shape_to_string (found);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects %s to have shape %s: found %s"), place, what,
                   expected_text, found_text);
  return FALSE;
}

gboolean
rensa_require_ndim (const char *place, const char *what, const RensaShape *shape, int ndim, GError **error)
{
  if (shape->ndim == ndim)
    return TRUE;

  g_autofree char *found = rensa_shape_to_string (shape);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects %s to have %d axes: found shape %s"), place, what, ndim,
                   found);
  return FALSE;
}

gboolean
rensa_require_elements (const char *place, RensaArray *array, GError **error)
{
  if (array->count > 0)
    return TRUE;

  g_autofree char *found = rensa_shape_to_string (&array->shape);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects at least one element: found shape %s"), place, found);
  return FALSE;
}

gboolean
rensa_require_square (const char *place, RensaArray *array, gint64 max_rows, GError **error)
{
  const int ndim = array->shape.ndim;
  const gint64 *dims = array->shape.dims;

  if (ndim >= 2 && dims[ndim - 2] == dims[ndim - 1] && dims[ndim - 1] <= max_rows)
    return TRUE;

  g_autofree char *found = rensa_shape_to_string (&array->shape);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects square matrices of at most %lld rows: found shape %s"),
                   place, (long long) max_rows, found);
  return FALSE;
}

gboolean
rensa_refuse_axes (const char *place, const RensaShape *shape, guint mask, GError **error)
{
  g_autofree char *text = rensa_shape_to_string (shape);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects the axes of shape %s: found mask 0x%x"), place, text,
                   mask);
  return FALSE;
}

gboolean
rensa_refuse_broadcast (const char *place, const RensaShape *from, const RensaShape *to, GError **error)
{
  g_autofree char *from_text = rensa_shape_to_string (from);
  g_autofree char *to_text = rensa_shape_to_string (to);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects a shape that can be broadcast to %s: found %s"), place,
                   to_text, from_text);
  return FALSE;
}

gboolean
rensa_refuse_index (const char *place, gint64 least, gint64 most, gint64 index, GError **error)
{
  g_autofree char *text = g_strdup_printf (_ ("indices must be from %lld to %lld, but %lld was found"),
                                           (long long) least, (long long) most, (long long) index);

  return rensa_set_fault (error, RENSA_ERROR_INVALID, &(RensaFault){ .who = place, .text = text });
}

gboolean
rensa_find_broadcast_type (RensaArray *const *inputs, int n_inputs, RensaShape *shape, RensaDtype *dtype,
                           GError **error)
{
  gboolean is_floating = FALSE;

  *dtype = RENSA_FLOAT32;
  *shape = inputs[0]->shape;
  for (int i = 0; i < n_inputs; i++)
    {
      const RensaDtype own = inputs[i]->dtype;

      if (i > 0 && !rensa_shape_equal (shape, &inputs[i]->shape)
          && !rensa_shape_broadcast (shape, &inputs[i]->shape, shape, error))
        return FALSE;
      if (rensa_dtype_is_floating (own))
        *dtype = is_floating ? rensa_dtype_promote (*dtype, own) : own;
      is_floating |= rensa_dtype_is_floating (own);
    }

  return TRUE;
}

RensaArray *
rensa_new_broadcast_output (RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs, int n_inputs,
                            GError **error)
{
  for (int i = 0; i < n_inputs; i++)
    if (rensa_shape_equal (&inputs[i]->shape, shape))
      return rensa_array_new_ordered (dtype, shape, inputs[i], error);

  return rensa_new_beside (inputs[0], dtype, shape, error);
}

/* A view of shape (N, C, d…) of memory with shape (N, d…, C). */
RensaArray *
rensa_new_channels_last (RensaArray *x, RensaDtype dtype, const RensaShape *shape, GError **error)
{
  RensaShape memory = { .ndim = shape->ndim };
  int axes[RENSA_MAX_NDIM];

  for (int axis = 0; axis < shape->ndim; axis++)
    {
      axes[axis] = axis == 0 ? 0 : axis == 1 ? shape->ndim - 1 : axis - 1;
      memory.dims[axes[axis]] = shape->dims[axis];
    }

  g_autoptr (RensaArray) array = rensa_new_beside (x, dtype, &memory, error);
  return array == NULL ? NULL : rensa_array_view_transpose (array, axes);
}
