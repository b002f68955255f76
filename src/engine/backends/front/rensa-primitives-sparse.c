/* rensa-primitives-sparse.c: products with sparse matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

/* Checks that @matrices has one matrix for each sparse matrix in @row. */
static gboolean
require_matrices (const char *place, const char *what, RensaArray *matrices, RensaArray *row, GError **error)
{
  RensaShape batch = row->shape;
  RensaShape found = matrices->shape;

  batch.ndim--;
  found.ndim -= 2;
  return rensa_require_ndim (place, what, &matrices->shape, row->shape.ndim + 1, error)
         && rensa_require_shape (place, what, &batch, &found, error);
}

static gboolean
require_fitting (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, GError **error)
{
  static const char place[] = "multiply_sparse";

  return rensa_require_floating (place, data, error) && rensa_require_same_dtype (place, data, b, error)
         && rensa_require_shape (place, "row", &data->shape, &row->shape, error)
         && rensa_require_shape (place, "col", &data->shape, &col->shape, error)
         && require_matrices (place, "b", b, data, error);
}

static gboolean
require_rows (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col, GError **error)
{
  static const char place[] = "sample_product";
  RensaShape columns = left->shape;

  if (!rensa_require_floating (place, left, error) || !rensa_require_same_dtype (place, left, right, error)
      || !rensa_require_shape (place, "col", &row->shape, &col->shape, error)
      || !require_matrices (place, "left", left, row, error) || !require_matrices (place, "right", right, row, error))
    return FALSE;

  columns.dims[columns.ndim - 2] = right->shape.dims[columns.ndim - 2];
  return rensa_require_shape (place, "right", &columns, &right->shape, error);
}

static RensaArray *
prepare (RensaArray *array, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) cast = rensa_array_cast (array, dtype, error);

  return rensa_array_contiguous (cast, error);
}

RensaArray *
rensa_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, gint64 n_rows, GError **error)
{
  if (data == NULL || row == NULL || col == NULL || b == NULL || !require_fitting (data, row, col, b, error))
    return NULL;

  const RensaDtype work = rensa_dtype_widen (data->dtype);
  RensaShape shape = b->shape;
  shape.dims[shape.ndim - 2] = n_rows;
  g_autoptr (RensaArray) work_data = prepare (data, work, error);
  g_autoptr (RensaArray) work_row = work_data == NULL ? NULL : prepare (row, RENSA_INT64, error);
  g_autoptr (RensaArray) work_col = work_row == NULL ? NULL : prepare (col, RENSA_INT64, error);
  g_autoptr (RensaArray) work_b = work_col == NULL ? NULL : prepare (b, work, error);
  g_autoptr (RensaArray) y = work_b == NULL ? NULL : rensa_full_beside (b, work, &shape, 0, error);

  if (y == NULL || (data->count > 0 && !RENSA_RUN (y, multiply_sparse, work_data, work_row, work_col, work_b, y, error))
      || !rensa_convert (&y, data->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_sample_product (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col, GError **error)
{
  if (left == NULL || right == NULL || row == NULL || col == NULL || !require_rows (left, right, row, col, error))
    return NULL;

  const RensaDtype work = rensa_dtype_widen (left->dtype);
  g_autoptr (RensaArray) work_left = prepare (left, work, error);
  g_autoptr (RensaArray) work_right = work_left == NULL ? NULL : prepare (right, work, error);
  g_autoptr (RensaArray) work_row = work_right == NULL ? NULL : prepare (row, RENSA_INT64, error);
  g_autoptr (RensaArray) work_col = work_row == NULL ? NULL : prepare (col, RENSA_INT64, error);
  g_autoptr (RensaArray) y = work_col == NULL ? NULL : rensa_new_beside (left, work, &row->shape, error);

  if (y == NULL || (y->count > 0 && !RENSA_RUN (y, sample_product, work_left, work_right, work_row, work_col, y, error))
      || !rensa_convert (&y, left->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}
