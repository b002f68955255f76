/* rensa-primitives-rows.c: gathering and scattering rows by index.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

#include <string.h>

#include "k.h"
#include "rensa-backends-kernels.h"
#include "rensa-confine.h"

/* index kernel: own_number () -> y */
KERNEL real
own_number (const k_index *at)
{
  return (real) at[0];
}
/* end kernel */

RensaArray *
rensa_array_range (RensaDtype dtype, gint64 n, GError **error)
{
  const RensaDtype work = dtype == RENSA_FLOAT32 ? RENSA_FLOAT32 : RENSA_FLOAT64;
  g_autoptr (RensaArray) numbers =
      rensa_index_map1 (RENSA_KERNEL_OWN_NUMBER, work, &RENSA_SHAPE (n), NULL, NULL, error);

  return numbers != NULL ? rensa_array_cast (numbers, dtype, error) : NULL;
}

/* Returns @index as a C-contiguous int64 array of row numbers below @extent, on the device of
 * @table. The host's loops check each number anyway, and reject one out of range. */
static RensaArray *
get_index (const char *place, RensaArray *index, RensaArray *table, gint64 extent, gint64 ignore, gboolean wrap,
           GError **error)
{
  const RensaLateCheck check = { rensa_explain_outside, place, .range = { wrap ? -extent : 0, extent - 1, ignore } };

  if (!rensa_require_integers (place, "index", index, error))
    return NULL;

  const RensaDevice *device = rensa_array_get_device (table);
  g_autoptr (RensaArray) there = rensa_array_to_device (index, device, error);
  g_autoptr (RensaArray) wide = rensa_array_cast (there, RENSA_INT64, error);
  g_autoptr (RensaArray) inside =
      device == rensa_device_get_host () ? g_steal_pointer (&wide) : rensa_confine (wide, &check, error);

  return rensa_array_contiguous (inside, error);
}

/* Replaces @axis of @table by the axes of @index. */
static gboolean
get_picked_shape (const char *place, const RensaShape *table, int axis, const RensaShape *index, RensaShape *shape,
                  GError **error)
{
  const int n_behind = table->ndim - axis - 1;

  if (n_behind < 0 || index->ndim + table->ndim - 1 > RENSA_MAX_NDIM)
    {
      g_autofree char *table_text = rensa_shape_to_string (table);
      g_autofree char *index_text = rensa_shape_to_string (index);

      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("%s expects rows to select and a result of at most %d axes: found shape %s and index shape %s"), place,
          RENSA_MAX_NDIM, table_text, index_text);
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
  static const char place[] = "take_rows";
  RensaShape shape;

  if (x == NULL || index == NULL || !get_picked_shape (place, &x->shape, axis, &index->shape, &shape, error))
    return NULL;

  g_autoptr (RensaArray) picks = get_index (place, index, x, x->shape.dims[axis], ignore, wrap, error);
  g_autoptr (RensaArray) y = picks == NULL ? NULL : rensa_new_beside (x, x->dtype, &shape, error);

  if (y == NULL || (y->count > 0 && !RENSA_RUN (x, take_rows, x, axis, picks, ignore, wrap, y, error)))
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

/* Integers are added as int64, half precision as float32. */
static RensaDtype
get_sum_dtype (RensaDtype dtype)
{
  return rensa_dtype_is_floating (dtype) ? rensa_dtype_widen (dtype) : RENSA_INT64;
}

/* sum[picks[i…]] += rows[i…], where @sum has the accumulation dtype; everything else has been checked. */
static gboolean
add_rows (RensaArray *sum, RensaArray *picks, RensaArray *rows, gint64 ignore, gboolean wrap, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (rows, sum->dtype, error);
  g_autoptr (RensaArray) addends = rensa_array_contiguous (wide, error);

  return addends != NULL
         && (rows->count == 0 || RENSA_RUN (rows, scatter_rows, sum, picks, addends, ignore, wrap, error));
}

static const char adding[] = "add_rows";

RensaArray *
rensa_scatter_rows (const RensaShape *shape, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                    GError **error)
{
  RensaShape expected;

  if (index == NULL || rows == NULL || !get_picked_shape (adding, shape, 0, &index->shape, &expected, error)
      || !rensa_require_shape (adding, "rows", &expected, &rows->shape, error))
    return NULL;

  g_autoptr (RensaArray) picks = get_index (adding, index, rows, shape->dims[0], ignore, wrap, error);
  g_autoptr (RensaArray) sum =
      picks == NULL ? NULL : rensa_full_beside (rows, get_sum_dtype (rows->dtype), shape, 0, error);

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

  g_autoptr (RensaArray) picks = get_index (adding, index, target, target->shape.dims[0], ignore, wrap, error);
  g_autoptr (RensaArray) sum = picks == NULL ? NULL : rensa_array_cast (target, get_sum_dtype (target->dtype), error);

  if (sum == NULL || !add_rows (sum, picks, rows, ignore, wrap, error))
    return FALSE;

  return sum == target || rensa_array_assign (target, sum, error);
}
