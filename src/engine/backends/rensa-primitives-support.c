/* rensa-primitives-support.c: what the front parts of the primitives share.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

RensaDtype
rensa_work_dtype (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT16 ? RENSA_FLOAT32 : dtype;
}

RensaArray *
rensa_to_work (RensaArray *array, GError **error)
{
  return array == NULL ? NULL : rensa_array_cast (array, rensa_work_dtype (array->dtype), error);
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

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s expects floating arrays: found %s", place,
               rensa_dtype_get_name (array->dtype));
  return FALSE;
}

gboolean
rensa_require_same_dtype (const char *place, RensaArray *a, RensaArray *b, GError **error)
{
  if (a->dtype == b->dtype)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s expects arrays of one dtype: found %s and %s", place,
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
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s expects %s of shape %s: found %s", place, what,
               expected_text, found_text);
  return FALSE;
}

gboolean
rensa_require_ndim (const char *place, const char *what, RensaArray *array, int ndim, GError **error)
{
  if (array->shape.ndim == ndim)
    return TRUE;

  g_autofree char *found = rensa_shape_to_string (&array->shape);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s expects %s with %d axes: found shape %s", place, what, ndim,
               found);
  return FALSE;
}
