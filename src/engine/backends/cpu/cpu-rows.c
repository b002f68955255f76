/* cpu-rows.c: gathering rows by index, and adding them back.
 * SPDX-License-Identifier: MIT */

#include "cpu-cast-loops.h"
#include "cpu-walk.h"

#include <string.h>

typedef struct
{
  RensaArray *index; /* C-contiguous int64 */
  gint64 ignore;
  gint64 extent;
} Picks;

/* Returns the row of index @i; -1 if it is to be ignored. */
static inline gint64
get_row (const Picks *picks, gint64 i)
{
  const gint64 row = ((const gint64 *) picks->index->data)[i];

  if (row == picks->ignore)
    return -1;
  return row < 0 ? row + picks->extent : row;
}

static gboolean
check_picks (const char *place, const Picks *picks, gboolean wrap, GError **error)
{
  const gint64 *values = picks->index->data;
  const gint64 least = wrap ? -picks->extent : 0;

  for (gint64 i = 0; i < picks->index->count; i++)
    if (values[i] != picks->ignore && (values[i] < least || values[i] >= picks->extent))
      return rensa_refuse_index (place, least, picks->extent - 1, values[i], error);

  return TRUE;
}

typedef struct
{
  Picks picks;
  gint64 stride;      /* stride between rows of x */
  gint64 row_bytes;   /* size of a row of y, and of x if its rows are contiguous */
  RensaWalk elements; /* walk along one row: x, y */
  gboolean is_dense;
  RensaCastLoop copy;
  int n_outer; /* number of axes of x before the indexed one */
  const gint64 *outer_shape;
  const gint64 *outer_strides;
} Take;

static void
copy_elements (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Take *take = closure;

  take->copy (n, data[0], strides[0], data[1], strides[1]);
}

/* Specialization for rows of one element. */
#define TAKE_ELEMENTS(type)                                                     \
  for (gint64 i = first; i < first + n; i++)                                    \
    {                                                                           \
      const gint64 row = get_row (&take->picks, i);                             \
                                                                                \
      ((type *) y)[i] = row < 0 ? 0 : *(const type *) (x + row * take->stride); \
    }

static void
take_elements (const Take *take, const char *x, char *y, gint64 first, gint64 n)
{
  switch (take->row_bytes)
    {
    case 1:
      TAKE_ELEMENTS (guint8)
      break;
    case 2:
      TAKE_ELEMENTS (guint16)
      break;
    case 4:
      TAKE_ELEMENTS (guint32)
      break;
    default:
      TAKE_ELEMENTS (guint64)
      break;
    }
}

static void
take_row (const Take *take, const char *x, char *y)
{
  RensaWalk elements;

  if (take->is_dense)
    {
      memcpy (y, x, take->row_bytes);
      return;
    }

  elements = take->elements;
  elements.data[0] = (char *) x;
  elements.data[1] = y;
  rensa_walk_range (&elements, 0, elements.count, copy_elements, (gpointer) take);
}

/* Gathers rows for indices first … first + n - 1 from one block of x into one of y. */
static void
take_share (const Take *take, const char *x, char *y, gint64 first, gint64 n)
{
  if (take->elements.count == 1)
    {
      take_elements (take, x, y, first, n);
      return;
    }

  for (gint64 i = first; i < first + n; i++)
    {
      const gint64 row = get_row (&take->picks, i);

      if (row < 0)
        memset (y + i * take->row_bytes, 0, take->row_bytes);
      else
        take_row (take, x + row * take->stride, y + i * take->row_bytes);
    }
}

/* Gathers rows, with indices numbered across all blocks. */
static void
take_blocks (const Take *take, const char *x, char *y, gint64 first, gint64 n)
{
  const gint64 n_picks = take->picks.index->count;

  while (n > 0)
    {
      const gint64 start = first % n_picks;
      const gint64 length = MIN (n, n_picks - start);
      const char *block = x;
      gint64 number = first / n_picks;

      for (int axis = take->n_outer - 1; axis >= 0; axis--)
        {
          block += number % take->outer_shape[axis] * take->outer_strides[axis];
          number /= take->outer_shape[axis];
        }
      take_share (take, block, y + (first - start) * take->row_bytes, start, length);
      first += length;
      n -= length;
    }
}

/* y is C-contiguous; its last axes are those of x after @axis. */
gboolean
rensa_cpu_take_rows (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, RensaArray *y,
                     GError **error)
{
  const RensaCpuCastLoops *casts = RENSA_CPU_LOOPS (rensa_cpu_cast_loops);
  const gint64 size = (gint64) rensa_dtype_get_size (x->dtype);
  const int shift = y->shape.ndim - x->shape.ndim;
  Take take = {
    .picks = { index, ignore, x->shape.dims[axis] },
    .stride = x->strides[axis],
    .copy = casts->cast[x->dtype][x->dtype],
    .n_outer = axis,
    .outer_shape = x->shape.dims,
    .outer_strides = x->strides,
  };

  if (!check_picks ("take_rows", &take.picks, wrap, error))
    return FALSE;

  rensa_walk_start (&take.elements, 2);
  for (int i = axis + 1; i < x->shape.ndim; i++)
    rensa_walk_add_axis (&take.elements, x->shape.dims[i], (gint64[]){ x->strides[i], y->strides[shift + i] }, TRUE);
  rensa_walk_finish (&take.elements);
  take.row_bytes = take.elements.count * size;
  take.is_dense = take.elements.ndim == 1 && take.elements.strides[0][0] == size;

  const int n_threads = rensa_cpu_get_threads ((double) y->count);
#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (y->count / take.elements.count, MAX (1, RENSA_CPU_CHUNK / take.elements.count), &first, &n);
    take_blocks (&take, x->data, y->data, first, n);
  }

  return TRUE;
}

typedef struct
{
  Picks picks;
  RensaArray *target;
  RensaArray *rows;
  gint64 row_length;
} Scatter;

/* Adds columns first … first + n - 1 of all rows, in index order. */
static void
add_columns (const Scatter *scatter, gint64 first, gint64 n)
{
  for (gint64 i = 0; i < scatter->picks.index->count; i++)
    {
      const gint64 row = get_row (&scatter->picks, i);
      const gint64 to = row * scatter->row_length + first;
      const gint64 from = i * scatter->row_length + first;

      if (row < 0)
        continue;
      if (scatter->target->dtype == RENSA_FLOAT32)
        for (gint64 j = 0; j < n; j++)
          ((float *) scatter->target->data)[to + j] += ((const float *) scatter->rows->data)[from + j];
      else if (scatter->target->dtype == RENSA_FLOAT64)
        for (gint64 j = 0; j < n; j++)
          ((double *) scatter->target->data)[to + j] += ((const double *) scatter->rows->data)[from + j];
      else
        for (gint64 j = 0; j < n; j++)
          ((guint64 *) scatter->target->data)[to + j] += ((const guint64 *) scatter->rows->data)[from + j];
    }
}

/* Threads split columns, not rows, so that no two of them write to the same element and additions
 * are in index order. */
gboolean
rensa_cpu_scatter_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                        GError **error)
{
  const Scatter scatter = {
    .picks = { index, ignore, target->shape.dims[0] },
    .target = target,
    .rows = rows,
    .row_length = rows->count / index->count,
  };
  const int n_threads = rensa_cpu_get_threads ((double) rows->count);

  if (!check_picks ("add_rows", &scatter.picks, wrap, error))
    return FALSE;

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (scatter.row_length, 32, &first, &n);
    add_columns (&scatter, first, n);
  }

  return TRUE;
}
