/* cpu-sparse.c: products with sparse matrices in coordinate form.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"
#include "cpu-sparse-loops.h"

typedef struct
{
  gint64 n_batch;
  RensaSparsePlaces places; /* places in the first matrix */
} Entries;

/* -1 means no element. */
static gboolean
check_places (const char *name, const gint64 *places, gint64 n, gint64 extent, GError **error)
{
  for (gint64 i = 0; i < n; i++)
    if (places[i] < -1 || places[i] >= extent)
      return rensa_refuse_index (name, -1, extent - 1, places[i], error);

  return TRUE;
}

static Entries
get_entries (RensaArray *row, RensaArray *col)
{
  const gint64 n = row->shape.dims[row->shape.ndim - 1];

  return (Entries){ row->count / n, { n, row->data, col->data } };
}

/* Returns @n entries of @matrix, starting at @first. */
static RensaSparsePlaces
get_places (const Entries *entries, gint64 matrix, gint64 first, gint64 n)
{
  const gint64 start = matrix * entries->places.n + first;

  return (RensaSparsePlaces){ n, entries->places.row + start, entries->places.col + start };
}

static inline char *
get_place (RensaArray *array, gint64 i)
{
  return (char *) array->data + i * (gint64) rensa_dtype_get_size (array->dtype);
}

/* Columns @first … @first + @n - 1. */
static void
multiply_columns (const Entries *entries, RensaArray *data, RensaArray *b, RensaArray *y, gint64 first, gint64 n)
{
  const RensaSparseMultiplyLoop multiply =
      RENSA_CPU_LOOPS (rensa_cpu_sparse_loops)->multiply[y->dtype == RENSA_FLOAT64];
  const gint64 n_columns = y->shape.dims[y->shape.ndim - 1];

  for (gint64 matrix = 0; matrix < entries->n_batch; matrix++)
    {
      const RensaSparsePlaces places = get_places (entries, matrix, 0, entries->places.n);

      multiply (&places, get_place (data, matrix * places.n),
                get_place (b, b->count / entries->n_batch * matrix + first), n_columns, n,
                get_place (y, y->count / entries->n_batch * matrix + first));
    }
}

/* All arrays are C-contiguous, row and col int64, and y is zero. Threads split columns, so that no
 * two of them write to the same element and additions are in the order of the entries. */
gboolean
rensa_cpu_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, RensaArray *y,
                           GError **error)
{
  const int last = y->shape.ndim - 1;
  const Entries entries = get_entries (row, col);
  const gint64 n_columns = y->shape.dims[last];
  const int n_threads = rensa_cpu_get_threads ((double) data->count * n_columns);

  if (!check_places ("row", row->data, row->count, y->shape.dims[last - 1], error)
      || !check_places ("col", col->data, col->count, b->shape.dims[last - 1], error))
    return FALSE;

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (n_columns, 16, &first, &n);
    if (n > 0)
      multiply_columns (&entries, data, b, y, first, n);
  }

  return TRUE;
}

/* Computes entries @first … @first + @n - 1, numbered across all matrices. */
static void
sample_entries (const Entries *entries, RensaArray *left, RensaArray *right, RensaArray *y, gint64 first, gint64 n)
{
  const RensaSparseSampleLoop sample = RENSA_CPU_LOOPS (rensa_cpu_sparse_loops)->sample[y->dtype == RENSA_FLOAT64];
  const gint64 length = left->shape.dims[left->shape.ndim - 1];

  while (n > 0)
    {
      const gint64 matrix = first / entries->places.n;
      const gint64 start = first % entries->places.n;
      const RensaSparsePlaces places = get_places (entries, matrix, start, MIN (n, entries->places.n - start));

      sample (&places, get_place (left, left->count / entries->n_batch * matrix),
              get_place (right, right->count / entries->n_batch * matrix), length, get_place (y, first));
      first += places.n;
      n -= places.n;
    }
}

/* All arrays are C-contiguous, row and col int64. */
gboolean
rensa_cpu_sample_product (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col, RensaArray *y,
                          GError **error)
{
  const int last = left->shape.ndim - 1;
  const Entries entries = get_entries (row, col);
  const gint64 length = left->shape.dims[last];
  const int n_threads = rensa_cpu_get_threads ((double) y->count * length);

  if (!check_places ("row", row->data, row->count, left->shape.dims[last - 1], error)
      || !check_places ("col", col->data, col->count, right->shape.dims[last - 1], error))
    return FALSE;

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (y->count, MAX (1, RENSA_CPU_CHUNK / MAX (length, 1)), &first, &n);
    sample_entries (&entries, left, right, y, first, n);
  }

  return TRUE;
}
