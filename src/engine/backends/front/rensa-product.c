/* rensa-product.c: description of a matrix product, common to all devices.
 * SPDX-License-Identifier: MIT */

#include "rensa-product-private.h"

gboolean
rensa_product_check (const char *place, gint64 m, gint64 n, gint64 k, GError **error)
{
  if (MAX (MAX (m, n), k) <= G_MAXINT)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s expects sizes of at most %d: found a product of (%lld, %lld) and (%lld, %lld)"), place,
                   G_MAXINT, (long long) m, (long long) k, (long long) k, (long long) n);
  return FALSE;
}

/* TRUE if elements in rows of @n_columns elements are contiguous, and rows are @row_step bytes
 * apart; the stride of a single row is ignored, and so is that of the elements in a single column. */
static gboolean
get_leading (gint64 n_rows, gint64 n_columns, gint64 row_step, gint64 column_step, gint64 size, gint64 *ld)
{
  const gint64 least = MAX (n_columns, 1);

  if (n_columns > 1 && column_step != size)
    return FALSE;

  *ld = n_rows > 1 ? row_step / size : least;
  return *ld >= least && *ld <= G_MAXINT && (n_rows <= 1 || row_step % size == 0);
}

/* Describes the last two axes of @array, as they are or transposed. */
static gboolean
get_factor (RensaArray *array, gboolean transpose, RensaFactor *factor)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);
  const int last = array->shape.ndim - 1;
  const gint64 *dims = array->shape.dims;
  const gint64 *strides = array->strides;

  factor->data = array->data;
  factor->transposed = transpose;
  if (get_leading (dims[last - 1], dims[last], strides[last - 1], strides[last], size, &factor->ld))
    return TRUE;

  factor->transposed = !transpose;
  return get_leading (dims[last], dims[last - 1], strides[last], strides[last - 1], size, &factor->ld);
}

/* Packs @array if the product does not support its strides; *@kept holds the copy. */
static gboolean
take_factor (RensaArray *array, gboolean transpose, RensaFactor *factor, RensaArray **kept, GError **error)
{
  *kept = get_factor (array, transpose, factor) ? rensa_array_ref (array) : rensa_array_contiguous (array, error);

  return *kept != NULL && (*kept == array || get_factor (*kept, transpose, factor));
}

/* Computes the stride in bytes between matrices along the batch axes; 0 along broadcast axes. */
static void
get_steps (RensaArray *array, const RensaShape *batch, gint64 *steps)
{
  const int missing = batch->ndim - (array->shape.ndim - 2);

  for (int axis = 0; axis < batch->ndim; axis++)
    steps[axis] = axis < missing || array->shape.dims[axis - missing] == 1 ? 0 : array->strides[axis - missing];
}

/* If all products of the last batch axis share b and their a and c are contiguous, merges them into
 * one product. */
static void
merge_rows (RensaMatrixProduct *self)
{
  const gint64 size = (gint64) rensa_dtype_get_size (self->dtype);

  while (self->batch.ndim > 0)
    {
      const int last = self->batch.ndim - 1;
      const gint64 m = self->m * self->batch.dims[last];

      if (self->a.transposed || self->b_steps[last] != 0 || self->a_steps[last] != self->m * self->a.ld * size
          || self->c_steps[last] != self->m * self->ldc * size || m > G_MAXINT)
        return;

      self->m = m;
      self->batch.ndim = last;
    }
}

/* FALSE if the product cannot be written with the strides of @y. */
static gboolean
set_result (RensaMatrixProduct *self, RensaArray *y)
{
  const int last = y->shape.ndim - 1;

  self->m = y->shape.dims[last - 1];
  self->n = y->shape.dims[last];
  self->c = y->data;
  self->batch.ndim = last - 1;
  for (int axis = 0; axis < last - 1; axis++)
    {
      self->batch.dims[axis] = y->shape.dims[axis];
      self->c_steps[axis] = y->strides[axis];
    }
  return get_leading (self->m, self->n, y->strides[last - 1], y->strides[last],
                      (gint64) rensa_dtype_get_size (y->dtype), &self->ldc);
}

/* Computes the product in a contiguous array, then copies it. */
static gboolean
multiply_apart (RensaMultiply multiply, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb,
                RensaArray *bias, gboolean accumulate, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) product = rensa_new_beside (y, y->dtype, &y->shape, error);

  return product != NULL && rensa_product_run (multiply, a, b, transa, transb, bias, FALSE, product, error)
         && (accumulate ? rensa_get_backend (y)->accumulate (y, product, error)
                        : rensa_get_backend (y)->assign (y, product, error));
}

gboolean
rensa_product_run (RensaMultiply multiply, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb,
                   RensaArray *bias, gboolean accumulate, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) kept_a = NULL;
  g_autoptr (RensaArray) kept_b = NULL;
  const int last = y->shape.ndim - 1;
  RensaMatrixProduct self = {
    .dtype = y->dtype,
    .k = a->shape.dims[a->shape.ndim - (transa ? 2 : 1)],
    .accumulate = accumulate,
  };

  if (!rensa_product_check ("matmul", y->shape.dims[last - 1], y->shape.dims[last], self.k, error))
    return FALSE;
  if (!set_result (&self, y))
    return multiply_apart (multiply, a, b, transa, transb, bias, accumulate, y, error);
  if (!take_factor (a, transa, &self.a, &kept_a, error) || !take_factor (b, transb, &self.b, &kept_b, error))
    return FALSE;

  if (bias != NULL)
    {
      self.bias = bias->data;
      self.bias_step = bias->strides[0] / (gint64) rensa_dtype_get_size (bias->dtype);
    }
  get_steps (kept_a, &self.batch, self.a_steps);
  get_steps (kept_b, &self.batch, self.b_steps);
  merge_rows (&self);
  return multiply (&self, y, bias, error);
}
