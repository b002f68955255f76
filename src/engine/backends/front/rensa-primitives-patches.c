/* rensa-primitives-patches.c: weighted sums over parts of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static const char place[] = "sum_patches";

static gboolean
check_weights (const char *what, RensaArray *weights, gint64 n_patches, gint64 to, gint64 from, GError **error)
{
  return rensa_require_shape (place, what, &RENSA_SHAPE (n_patches, to, from), &weights->shape, error)
         && rensa_require_floating (place, weights, error);
}

static gboolean
check_numbers (const char *what, RensaArray *numbers, gint64 n_patches, GError **error)
{
  return rensa_require_shape (place, what, &RENSA_SHAPE (n_patches), &numbers->shape, error)
         && rensa_require_integers (place, what, numbers, error);
}

static gboolean
check (RensaArray *x, const RensaPatches *patches, const RensaShape *shape, GError **error)
{
  const gint64 *from = x->shape.dims;
  const gint64 *to = shape->dims;
  const gint64 n_patches = patches->from->count;

  return rensa_require_floating (place, x, error) && rensa_require_ndim (place, "x", &x->shape, 4, error)
         && rensa_require_shape (place, "y", &RENSA_SHAPE (to[0], from[1], to[2], to[3]), shape, error)
         && check_numbers ("from", patches->from, n_patches, error)
         && check_numbers ("to", patches->to, n_patches, error)
         && check_weights ("rows", patches->rows, n_patches, to[2], from[2], error)
         && check_weights ("columns", patches->columns, n_patches, to[3], from[3], error);
}

RensaArray *
rensa_sum_patches (RensaArray *x, const RensaPatches *patches, const RensaShape *shape, GError **error)
{
  if (x == NULL || !check (x, patches, shape, error))
    return NULL;

  const RensaDtype dtype = rensa_dtype_widen (x->dtype);
  g_autoptr (RensaArray) work = rensa_to_dense (x, dtype, error);
  g_autoptr (RensaArray) rows = work != NULL ? rensa_to_dense (patches->rows, dtype, error) : NULL;
  g_autoptr (RensaArray) columns = rows != NULL ? rensa_to_dense (patches->columns, dtype, error) : NULL;
  g_autoptr (RensaArray) from = columns != NULL ? rensa_to_dense (patches->from, RENSA_INT64, error) : NULL;
  g_autoptr (RensaArray) to = from != NULL ? rensa_to_dense (patches->to, RENSA_INT64, error) : NULL;
  g_autoptr (RensaArray) y = to != NULL ? rensa_full_beside (x, dtype, shape, 0, error) : NULL;
  const RensaPatches prepared = { .rows = rows, .columns = columns, .from = from, .to = to };

  if (y == NULL
      || (y->count > 0 && x->count > 0 && from->count > 0 && !RENSA_RUN (x, sum_patches, work, &prepared, y, error))
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}
