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

/* The axes of @index in the place of @axis of @table. */
static gboolean
get_picked_shape (const char *place, const RensaShape *table, int axis, const RensaShape *index, RensaShape *shape,
                  GError **error)
{
  const int n_behind = table->ndim - axis - 1;

  if (n_behind < 0 || index->ndim + table->ndim - 1 > RENSA_MAX_NDIM)
    {
      g_autofree char *table_text = rensa_shape_to_string (table);
      g_autofree char *index_text = rensa_shape_to_string (index);

      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "%s expects rows to pick from and a result of at most %d axes: found shape %s and index shape %s",
                   place, RENSA_MAX_NDIM, table_text, index_text);
      return FALSE;
    }

  *shape = *table;
  memcpy (shape->dims + axis, index->dims, index->ndim * sizeof (gint64));
  memcpy (shape->dims + axis + index->ndim, table->dims + axis + 1, n_behind * sizeof (gint64));
  shape->ndim = table->ndim - 1 + index->ndim;
  return TRUE;
}

static RensaArray *
take (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, GError **error)
{
  static const char place[] = "Picking rows";
  RensaShape shape;

  if (x == NULL || index == NULL || !get_picked_shape (place, &x->shape, axis, &index->shape, &shape, error))
    return NULL;

  g_autoptr (RensaArray) picks = get_index (place, index, error);
  g_autoptr (RensaArray) y = picks == NULL ? NULL : rensa_array_new (x->dtype, &shape, error);

  if (y == NULL || (y->count > 0 && !rensa_get_backend (x)->take_rows (x, axis, picks, ignore, wrap, y, error)))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_take_rows (RensaArray *x, RensaArray *index, gint64 ignore, gboolean wrap, GError **error)
{
  return take (x, 0, index, ignore, wrap, error);
}

RensaArray *
rensa_take_along (RensaArray *x, int axis, RensaArray *index, gboolean wrap, GError **error)
{
  return take (x, axis, index, G_MININT64, wrap, error);
}

/* Integers are added as int64, float16 as float32. */
static RensaDtype
get_sum_dtype (RensaDtype dtype)
{
  return rensa_dtype_is_floating (dtype) ? rensa_work_dtype (dtype) : RENSA_INT64;
}

/* sum[picks[i…]] += rows[i…], where @sum has the dtype in which sums are made; all else has been checked. */
static gboolean
add_rows (RensaArray *sum, RensaArray *picks, RensaArray *rows, gint64 ignore, gboolean wrap, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (rows, sum->dtype, error);
  g_autoptr (RensaArray) addends = rensa_array_contiguous (wide, error);

  return addends != NULL
         && (rows->count == 0 || rensa_get_backend (rows)->scatter_rows (sum, picks, addends, ignore, wrap, error));
}

static const char adding[] = "Adding rows";

RensaArray *
rensa_scatter_rows (const RensaShape *shape, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                    GError **error)
{
  RensaShape expected;

  if (index == NULL || rows == NULL || !get_picked_shape (adding, shape, 0, &index->shape, &expected, error)
      || !rensa_require_shape (adding, "rows", &expected, &rows->shape, error))
    return NULL;

  g_autoptr (RensaArray) picks = get_index (adding, index, error);
  g_autoptr (RensaArray) sum = picks == NULL ? NULL : rensa_array_zeros (get_sum_dtype (rows->dtype), shape, error);

  if (sum == NULL || !add_rows (sum, picks, rows, ignore, wrap, error) || !rensa_convert (&sum, rows->dtype, error))
    return NULL;

  return g_steal_pointer (&sum);
}

gboolean
rensa_add_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap, GError **error)
{
  RensaShape expected;

  if (target == NULL || index == NULL || rows == NULL
      || !get_picked_shape (adding, &target->shape, 0, &index->shape, &expected, error)
      || !rensa_require_shape (adding, "rows", &expected, &rows->shape, error))
    return FALSE;

  g_autoptr (RensaArray) picks = get_index (adding, index, error);
  g_autoptr (RensaArray) sum = picks == NULL ? NULL : rensa_array_cast (target, get_sum_dtype (target->dtype), error);

  if (sum == NULL || !add_rows (sum, picks, rows, ignore, wrap, error))
    return FALSE;

  return sum == target || rensa_array_assign (target, sum, error);
}
