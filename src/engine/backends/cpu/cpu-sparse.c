/* cpu-sparse.c: products with sparse matrices in coordinate form.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

typedef struct
{
  gint64 n_batch;
  gint64 n_entries; /* of one matrix */
  gint64 n_rows;
  gint64 n_inner;
  gint64 n_columns;
  const gint64 *row;
  const gint64 *col;
  RensaArray *data;
  RensaArray *b;
  RensaArray *y;
} Product;

/* -1 stands for no element. */
static gboolean
check_places (const char *name, const gint64 *places, gint64 n, gint64 extent, GError **error)
{
  for (gint64 i = 0; i < n; i++)
    if (places[i] < -1 || places[i] >= extent)
      return rensa_refuse_index (name, -1, extent - 1, places[i], error);

  return TRUE;
}

#define DEFINE_PRODUCT(type)                                                                            \
  static void multiply_##type (const Product *product, gint64 first, gint64 n)                          \
  {                                                                                                     \
    for (gint64 i = 0; i < product->n_batch * product->n_entries; i++)                                  \
      {                                                                                                 \
        const gint64 matrix = i / product->n_entries;                                                   \
        const gint64 to = (matrix * product->n_rows + product->row[i]) * product->n_columns + first;    \
        const gint64 from = (matrix * product->n_inner + product->col[i]) * product->n_columns + first; \
        const type factor = ((const type *) product->data->data)[i];                                    \
                                                                                                        \
        if (product->row[i] < 0 || product->col[i] < 0)                                                 \
          continue;                                                                                     \
        for (gint64 j = 0; j < n; j++)                                                                  \
          ((type *) product->y->data)[to + j] += factor * ((const type *) product->b->data)[from + j];  \
      }                                                                                                 \
  }

DEFINE_PRODUCT (float)
DEFINE_PRODUCT (double)

/* All arrays are C-contiguous, row and col int64, and y holds zeros.  Threads share columns, so that no two of them
 * meet and the order of addition is that of the entries. */
gboolean
rensa_cpu_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, RensaArray *y,
                           GError **error)
{
  const int last = data->shape.ndim - 1;
  const Product product = {
    .n_batch = data->count / data->shape.dims[last],
    .n_entries = data->shape.dims[last],
    .n_rows = y->shape.dims[last],
    .n_inner = b->shape.dims[last],
    .n_columns = y->shape.dims[last + 1],
    .row = row->data,
    .col = col->data,
    .data = data,
    .b = b,
    .y = y,
  };
  const int n_threads = rensa_cpu_get_threads ((double) data->count * product.n_columns);

  if (!check_places ("row", product.row, row->count, product.n_rows, error)
      || !check_places ("col", product.col, col->count, product.n_inner, error))
    return FALSE;

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (product.n_columns, 16, &first, &n);
    if (n > 0)
      (y->dtype == RENSA_FLOAT32 ? multiply_float : multiply_double) (&product, first, n);
  }

  return TRUE;
}
