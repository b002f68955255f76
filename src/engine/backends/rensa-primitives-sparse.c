/* rensa-primitives-sparse.c: products with sparse matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static gboolean
require_fitting (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, GError **error)
{
  static const char place[] = "multiply_sparse";
  RensaShape batch = data->shape;
  RensaShape b_batch = b->shape;

  batch.ndim--;
  b_batch.ndim -= 2;
  return rensa_require_floating (place, data, error) && rensa_require_same_dtype (place, data, b, error)
         && rensa_require_ndim (place, "b", &b->shape, data->shape.ndim + 1, error)
         && rensa_require_shape (place, "row", &data->shape, &row->shape, error)
         && rensa_require_shape (place, "col", &data->shape, &col->shape, error)
         && rensa_require_shape (place, "b", &batch, &b_batch, error);
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

  const RensaDtype work = rensa_work_dtype (data->dtype);
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
