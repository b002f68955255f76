/* rensa-primitives-matrix.c: matrix products.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static gint64
get_rows (RensaArray *a, gboolean transposed)
{
  return a->shape.dims[a->shape.ndim - (transposed ? 1 : 2)];
}

static gint64
get_columns (RensaArray *a, gboolean transposed)
{
  return get_rows (a, !transposed);
}

static gboolean
find_shape (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaShape *shape, GError **error)
{
  RensaShape a_batch = a->shape;
  RensaShape b_batch = b->shape;

  if (a->shape.ndim < 2 || b->shape.ndim < 2 || get_columns (a, transa) != get_rows (b, transb))
    {
      g_autofree char *a_text = rensa_shape_to_string (&a->shape);
      g_autofree char *b_text = rensa_shape_to_string (&b->shape);

      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s expects at least two axes and matching inner sizes: found %s%s and %s%s"), "matmul",
                       a_text, transa ? "ᵀ" : "", b_text, transb ? "ᵀ" : "");
      return FALSE;
    }

  a_batch.ndim -= 2;
  b_batch.ndim -= 2;
  if (!rensa_shape_broadcast (&a_batch, &b_batch, shape, error))
    return FALSE;

  shape->dims[shape->ndim] = get_rows (a, transa);
  shape->dims[shape->ndim + 1] = get_columns (b, transb);
  shape->ndim += 2;
  return TRUE;
}

static gboolean
multiply (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulate,
          RensaArray *y, GError **error)
{
  if (y->count == 0)
    return TRUE;
  if (get_columns (a, transa) == 0 && accumulate)
    return TRUE;
  if (get_columns (a, transa) == 0)
    return bias == NULL ? rensa_array_fill (y, 0, error) : rensa_array_assign (y, bias, error);

  return RENSA_RUN (a, matmul, a, b, transa, transb, bias, accumulate, y, error);
}

/* Converts all arrays to the dtype of @y. */
static gboolean
multiply_cast (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulate,
               RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) work_a = rensa_array_cast (a, y->dtype, error);
  g_autoptr (RensaArray) work_b = work_a == NULL ? NULL : rensa_array_cast (b, y->dtype, error);
  g_autoptr (RensaArray) work_bias = work_b == NULL ? NULL : rensa_array_cast (bias, y->dtype, error);

  return work_b != NULL && (bias == NULL || work_bias != NULL)
         && multiply (work_a, work_b, transa, transb, work_bias, accumulate, y, error);
}

/* Converts all arrays to the dtype @dtype of the result, or to the one that the backend entry
 * requires for it. */
static RensaArray *
multiply_as (RensaDtype dtype, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias,
             GError **error)
{
  const RensaDtype work = rensa_entry_dtype (a, dtype);
  RensaShape shape;

  if (!find_shape (a, b, transa, transb, &shape, error))
    return NULL;

  g_autoptr (RensaArray) y = rensa_new_beside (a, work, &shape, error);
  if (y == NULL || !multiply_cast (a, b, transa, transb, bias, FALSE, y, error) || !rensa_convert (&y, dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_matmul_arrays (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, GError **error)
{
  if (a == NULL || b == NULL || !rensa_require_floating ("matmul", a, error)
      || !rensa_require_floating ("matmul", b, error))
    return NULL;

  return multiply_as (rensa_dtype_promote (a->dtype, b->dtype), a, b, transa, transb, NULL, error);
}

gboolean
rensa_matmul_into (RensaArray *y, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias,
                   gboolean accumulate, GError **error)
{
  static const char place[] = "matmul_into";
  RensaShape shape;

  if (y == NULL || a == NULL || b == NULL || !rensa_require_floating (place, y, error)
      || !rensa_require_floating (place, a, error) || !rensa_require_floating (place, b, error)
      || !find_shape (a, b, transa, transb, &shape, error)
      || !rensa_require_shape (place, "y", &shape, &y->shape, error)
      || (bias != NULL
          && !rensa_require_shape (place, "bias", &RENSA_SHAPE (shape.dims[shape.ndim - 1]), &bias->shape, error)))
    return FALSE;
  if (y->dtype == rensa_entry_dtype (y, y->dtype))
    return multiply_cast (a, b, transa, transb, bias, accumulate, y, error);

  g_autoptr (RensaArray) product = multiply_as (y->dtype, a, b, transa, transb, bias, error);

  return accumulate ? rensa_array_accumulate (y, product, error) : rensa_array_assign (y, product, error);
}

RensaArray *
rensa_linear_forward (RensaArray *x, RensaArray *W, RensaArray *b, GError **error)
{
  static const char place[] = "linear";

  if (x == NULL || W == NULL || !rensa_require_ndim (place, "x", &x->shape, 2, error)
      || !rensa_require_ndim (place, "W", &W->shape, 2, error) || !rensa_require_floating (place, x, error)
      || !rensa_require_floating (place, W, error)
      || (b != NULL
          && (!rensa_require_floating (place, b, error)
              || !rensa_require_shape (place, "b", &RENSA_SHAPE (W->shape.dims[0]), &b->shape, error))))
    return NULL;

  const RensaDtype dtype = rensa_dtype_promote (x->dtype, W->dtype);
  return multiply_as (b == NULL ? dtype : rensa_dtype_promote (dtype, b->dtype), x, W, FALSE, TRUE, b, error);
}
