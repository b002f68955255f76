/* rensa-primitives-taps.c: sums of weighted elements.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static const char place[] = "taps";

void
rensa_taps_clear (RensaTaps *taps)
{
  g_clear_pointer (&taps->index, rensa_array_unref);
  g_clear_pointer (&taps->weight, rensa_array_unref);
}

static gboolean
check_index (RensaArray *index, gint64 n_images, GError **error)
{
  if (!rensa_require_ndim (place, "index", &index->shape, 3, error))
    return FALSE;

  const gint64 *dims = index->shape.dims;
  return rensa_require_shape (place, "index", &RENSA_SHAPE (n_images, dims[1], dims[2]), &index->shape, error)
         && rensa_require_integers (place, "index", index, error);
}

/* @rows: x or y. */
static gboolean
check_rows (const char *what, RensaArray *rows, RensaArray *index, GError **error)
{
  return rensa_require_floating (place, rows, error) && rensa_require_ndim (place, what, &rows->shape, 4, error)
         && check_index (index, rows->shape.dims[0], error);
}

static gboolean
check_weight (const RensaTaps *taps, GError **error)
{
  return rensa_require_floating (place, taps->weight, error)
         && rensa_require_shape (place, "weight", &taps->index->shape, &taps->weight->shape, error);
}

static RensaShape
replace_rows (const RensaShape *shape, gint64 n_rows)
{
  return RENSA_SHAPE (shape->dims[0], shape->dims[1], n_rows, shape->dims[3]);
}

typedef gboolean (*Run) (RensaArray *from, const RensaTaps *taps, RensaArray *to, GError **error);

/* Maps rows to rows, forward or backward. */
static RensaArray *
map_rows (Run run, RensaArray *from, const RensaTaps *taps, gint64 n_rows, GError **error)
{
  const RensaDtype dtype = rensa_dtype_widen (from->dtype);
  const RensaShape shape = replace_rows (&from->shape, n_rows);
  g_autoptr (RensaArray) work = rensa_to_dense (from, dtype, error);
  g_autoptr (RensaArray) index = work != NULL ? rensa_to_dense (taps->index, RENSA_INT64, error) : NULL;
  g_autoptr (RensaArray) weight = index != NULL ? rensa_to_dense (taps->weight, dtype, error) : NULL;
  g_autoptr (RensaArray) to = weight != NULL ? rensa_new_beside (from, dtype, &shape, error) : NULL;
  const RensaTaps prepared = { .index = index, .weight = weight };

  if (to == NULL
      || !(from->count > 0 && to->count > 0 ? rensa_is_virtual (from) || run (work, &prepared, to, error)
                                            : rensa_array_fill (to, 0, error))
      || !rensa_convert (&to, from->dtype, error))
    return NULL;

  return g_steal_pointer (&to);
}

RensaArray *
rensa_read_taps (RensaArray *x, const RensaTaps *taps, GError **error)
{
  if (x == NULL || taps->index == NULL || taps->weight == NULL || !check_rows ("x", x, taps->index, error)
      || !check_weight (taps, error))
    return NULL;

  return map_rows (RENSA_ENTRY (x, read_taps), x, taps, taps->index->shape.dims[2], error);
}

RensaArray *
rensa_spread_taps (RensaArray *gy, const RensaTaps *taps, gint64 size, GError **error)
{
  if (gy == NULL || taps->index == NULL || taps->weight == NULL || !check_rows ("gy", gy, taps->index, error)
      || !check_weight (taps, error))
    return NULL;

  const RensaShape expected = replace_rows (&gy->shape, taps->index->shape.dims[2]);
  if (!rensa_require_shape (place, "gy", &expected, &gy->shape, error))
    return NULL;

  return map_rows (RENSA_ENTRY (gy, spread_taps), gy, taps, size, error);
}

static gboolean
check_match (RensaArray *x, RensaArray *gy, RensaArray *index, GError **error)
{
  if (!check_rows ("x", x, index, error) || !rensa_require_same_dtype (place, x, gy, error))
    return FALSE;

  const RensaShape expected = replace_rows (&x->shape, index->shape.dims[2]);
  return rensa_require_shape (place, "gy", &expected, &gy->shape, error);
}

RensaArray *
rensa_match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, GError **error)
{
  if (x == NULL || gy == NULL || index == NULL || !check_match (x, gy, index, error))
    return NULL;

  const RensaDtype dtype = rensa_dtype_widen (x->dtype);
  g_autoptr (RensaArray) work = rensa_to_dense (x, dtype, error);
  g_autoptr (RensaArray) work_gy = work != NULL ? rensa_to_dense (gy, dtype, error) : NULL;
  g_autoptr (RensaArray) work_index = work_gy != NULL ? rensa_to_dense (index, RENSA_INT64, error) : NULL;
  g_autoptr (RensaArray) gweight = work_index != NULL ? rensa_new_beside (index, dtype, &index->shape, error) : NULL;

  if (gweight == NULL
      || !(x->count > 0 && gweight->count > 0 ? RENSA_RUN (x, match_taps, work, work_gy, work_index, gweight, error)
                                              : rensa_array_fill (gweight, 0, error))
      || !rensa_convert (&gweight, x->dtype, error))
    return NULL;

  return g_steal_pointer (&gweight);
}
