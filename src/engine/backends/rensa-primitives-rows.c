/* rensa-primitives-rows.c: rows by index.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

#include <string.h>

/* @index as a C-contiguous int64 array. */
static RensaArray *
get_index (const char *place, RensaArray *index, GError **error)
{
  if (!rensa_dtype_is_integer (index->dtype))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s expects an integer index: found %s", place,
                   rensa_dtype_get_name (index->dtype));
      return NULL;
    }

  g_autoptr (RensaArray) wide = rensa_array_cast (index, RENSA_INT64, error);
  return rensa_array_contiguous (wide, error);
}

/* One row of shape table.dims[1 …] for each element of @index. */
static gboolean
get_picked_shape (const char *place, const RensaShape *table, const RensaShape *index, RensaShape *shape,
                  GError **error)
{
  if (table->ndim < 1 || index->ndim + table->ndim - 1 > RENSA_MAX_NDIM)
    {
      g_autofree char *table_text = rensa_shape_to_string (table);
      g_autofree char *index_text = rensa_shape_to_string (index);

      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "%s expects rows to pick from and a result of at most %d axes: found shape %s and index shape %s",
                   place, RENSA_MAX_NDIM, table_text, index_text);
      return FALSE;
    }

  *shape = *index;
  memcpy (shape->dims + index->ndim, table->dims + 1, (table->ndim - 1) * sizeof (gint64));
  shape->ndim += table->ndim - 1;
  return TRUE;
}

RensaArray *
rensa_take_rows (RensaArray *x, RensaArray *index, gint64 ignore, gboolean wrap, GError **error)
{
  static const char place[] = "Picking rows";
  RensaShape shape;

  if (x == NULL || index == NULL || !get_picked_shape (place, &x->shape, &index->shape, &shape, error))
    return NULL;

  g_autoptr (RensaArray) picks = get_index (place, index, error);
  g_autoptr (RensaArray) y = picks == NULL ? NULL : rensa_array_new (x->dtype, &shape, error);

  if (y == NULL || (y->count > 0 && !rensa_get_backend (x)->take_rows (x, picks, ignore, wrap, y, error)))
    return NULL;

  return g_steal_pointer (&y);
}

/* Integers are added as int64, float16 as float32. */
static RensaDtype
get_sum_dtype (RensaDtype dtype)
{
  return rensa_dtype_is_floating (dtype) ? rensa_work_dtype (dtype) : RENSA_INT64;
}

RensaArray *
rensa_scatter_rows (const RensaShape *shape, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                    GError **error)
{
  static const char place[] = "Adding rows";
  RensaShape expected;

  if (index == NULL || rows == NULL || !get_picked_shape (place, shape, &index->shape, &expected, error)
      || !rensa_require_shape (place, "rows", &expected, &rows->shape, error))
    return NULL;

  const RensaDtype dtype = get_sum_dtype (rows->dtype);
  g_autoptr (RensaArray) picks = get_index (place, index, error);
  g_autoptr (RensaArray) wide = picks == NULL ? NULL : rensa_array_cast (rows, dtype, error);
  g_autoptr (RensaArray) addends = rensa_array_contiguous (wide, error);
  g_autoptr (RensaArray) sum = addends == NULL ? NULL : rensa_array_zeros (dtype, shape, error);

  if (sum == NULL
      || (rows->count > 0 && !rensa_get_backend (rows)->scatter_rows (sum, picks, addends, ignore, wrap, error))
      || !rensa_convert (&sum, rows->dtype, error))
    return NULL;

  return g_steal_pointer (&sum);
}
