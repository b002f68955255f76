/* cpu-normalize-layout.c: memory order of normalization, and passes over it.
 * SPDX-License-Identifier: MIT */

#include "cpu-normalize-loops.h"
#include "cpu-normalize-private.h"

/* Rows are summed in pieces of about this many elements, regardless of the number of threads. */
#define PIECE 16384
#define MAX_PIECES 64

/* Lists the axes of extent other than 1, outermost in memory first. */
static int
sort_axes (RensaArray *x, int *axes)
{
  int n = 0;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    {
      int at = n;

      if (x->shape.dims[axis] == 1)
        continue;
      for (; at > 0 && x->strides[axes[at - 1]] < x->strides[axis]; at--)
        axes[at] = axes[at - 1];
      axes[at] = axis;
      n++;
    }

  return n;
}

/* Consumes the axes from @i on that are (or are not) in @mask; returns the product of their extents. */
static gint64
take_axes (RensaArray *x, const int *axes, int n, guint mask, gboolean in_mask, int *i)
{
  gint64 product = 1;

  for (; *i < n && ((mask >> axes[*i]) & 1) == (guint) in_mask; (*i)++)
    product *= x->shape.dims[axes[*i]];

  return product;
}

/* TRUE if the memory order of the remaining axes is that of the shape. */
static gboolean
keeps_order (const int *axes, int n, guint mask)
{
  int last = -1;

  for (int i = 0; i < n; i++)
    if (((mask >> axes[i]) & 1) == 0)
      {
        if (axes[i] < last)
          return FALSE;
        last = axes[i];
      }

  return TRUE;
}

static gboolean
find_layout (RensaArray *x, guint mask, RensaNormalizeLayout *layout)
{
  int axes[RENSA_MAX_NDIM];
  const int n = sort_axes (x, axes);
  int i = 0;

  if (!rensa_array_is_dense (x) || !keeps_order (axes, n, mask))
    return FALSE;

  layout->n_outer = take_axes (x, axes, n, mask, FALSE, &i);
  layout->n_rows = take_axes (x, axes, n, mask, TRUE, &i);
  layout->n_channels = take_axes (x, axes, n, mask, FALSE, &i);
  layout->n_inner = take_axes (x, axes, n, mask, TRUE, &i);

  /* (channels, inner) is equivalent to (outer, rows), but summed in longer pieces. */
  if (layout->n_channels == 1 && layout->n_inner == 1)
    {
      layout->n_channels = layout->n_outer;
      layout->n_inner = layout->n_rows;
      layout->n_outer = layout->n_rows = 1;
    }
  return i == n;
}

RensaArray *
rensa_normalize_arrange (RensaArray *x, guint mask, RensaNormalizeLayout *layout, GError **error)
{
  RensaShape shape = { .ndim = x->shape.ndim };
  int back[RENSA_MAX_NDIM];
  int n = 0;

  if (find_layout (x, mask, layout))
    return rensa_array_ref (x);

  for (guint in_mask = 0; in_mask < 2; in_mask++)
    for (int axis = 0; axis < x->shape.ndim; axis++)
      if (((mask >> axis) & 1) == in_mask)
        {
          back[axis] = n;
          shape.dims[n++] = x->shape.dims[axis];
        }

  g_autoptr (RensaArray) memory = rensa_new_beside (x, x->dtype, &shape, error);
  g_autoptr (RensaArray) copy = memory != NULL ? rensa_array_view_transpose (memory, back) : NULL;
  if (copy == NULL || !rensa_cpu_assign (copy, x, error))
    return NULL;

  find_layout (copy, mask, layout);
  return g_steal_pointer (&copy);
}

RensaArray *
rensa_normalize_take_like (RensaArray *array, RensaArray *x, GError **error)
{
  gboolean same = TRUE;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    same = same && (x->shape.dims[axis] == 1 || array->strides[axis] == x->strides[axis]);
  if (same)
    return rensa_array_ref (array);

  g_autoptr (RensaArray) copy = rensa_array_new_ordered (x->dtype, &x->shape, x, error);
  if (copy == NULL || !rensa_cpu_assign (copy, array, error))
    return NULL;

  return g_steal_pointer (&copy);
}

static inline gpointer
get_element (RensaArray *array, gint64 i)
{
  return array != NULL ? (char *) array->data + i * (gint64) rensa_dtype_get_size (array->dtype) : NULL;
}

static void
sum_runs (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, const double *centre, double *sums)
{
  const RensaRunSums loop = RENSA_CPU_LOOPS (rensa_cpu_normalize_loops)->run_sums[x->dtype == RENSA_FLOAT64];
  const gint64 n_statistics = layout->n_outer * layout->n_channels;
  const int n_threads = rensa_cpu_get_threads ((double) x->count * 2);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 i = 0; i < n_statistics; i++)
    {
      const gint64 outer = i / layout->n_channels;
      double pair[2] = { 0, 0 };

      for (gint64 row = 0; row < layout->n_rows; row++)
        {
          const gint64 at =
              ((outer * layout->n_rows + row) * layout->n_channels + i % layout->n_channels) * layout->n_inner;

          loop (layout->n_inner, get_element (x, at), get_element (gy, at), centre[i], pair);
        }
      sums[i] = pair[0];
      sums[n_statistics + i] = pair[1];
    }
}

/* Adds the partial sums of each outer index, in order. */
static void
add_pieces (const RensaNormalizeLayout *layout, gint64 n_pieces, const double *partial, double *sums)
{
  const gint64 n = layout->n_channels;
  const gint64 n_statistics = layout->n_outer * n;

  for (gint64 outer = 0; outer < layout->n_outer; outer++)
    for (gint64 piece = 0; piece < n_pieces; piece++)
      {
        const double *pair = partial + (outer * n_pieces + piece) * 2 * n;

        for (gint64 c = 0; c < n; c++)
          {
            sums[outer * n + c] += pair[c];
            sums[n_statistics + outer * n + c] += pair[n + c];
          }
      }
}

static gboolean
sum_columns (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, const double *centre, double *sums,
             GError **error)
{
  const RensaColumnSums loop = RENSA_CPU_LOOPS (rensa_cpu_normalize_loops)->column_sums[x->dtype == RENSA_FLOAT64];
  const gint64 n = layout->n_channels;
  const gint64 wanted = CLAMP (layout->n_rows * n / PIECE, 1, MAX_PIECES);
  const gint64 length = (layout->n_rows + wanted - 1) / wanted;
  const gint64 n_pieces = (layout->n_rows + length - 1) / length;
  const gint64 n_tasks = layout->n_outer * n_pieces;
  const int n_threads = rensa_cpu_get_threads ((double) x->count * 2);
  g_autoptr (RensaArray) partial = rensa_full_beside (x, RENSA_FLOAT64, &RENSA_SHAPE (n_tasks, 2, n), 0, error);

  if (partial == NULL)
    return FALSE;

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 i = 0; i < n_tasks; i++)
    {
      const gint64 outer = i / n_pieces;
      const gint64 row = i % n_pieces * length;
      const gint64 at = (outer * layout->n_rows + row) * n;

      loop (MIN (length, layout->n_rows - row), n, get_element (x, at), get_element (gy, at), centre + outer * n,
            (double *) partial->data + i * 2 * n);
    }

  add_pieces (layout, n_pieces, partial->data, sums);
  return TRUE;
}

gboolean
rensa_normalize_sum (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, const double *centre,
                     double *sums, GError **error)
{
  const gint64 n_statistics = layout->n_outer * layout->n_channels;

  for (gint64 i = 0; i < 2 * n_statistics; i++)
    sums[i] = 0;
  if (layout->n_inner == 1)
    return sum_columns (layout, x, gy, centre, sums, error);

  sum_runs (layout, x, gy, centre, sums);
  return TRUE;
}

static void
apply_runs (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, RensaArray *factors, RensaArray *y)
{
  const RensaRunApply loop = RENSA_CPU_LOOPS (rensa_cpu_normalize_loops)->run_apply[x->dtype == RENSA_FLOAT64];
  const gint64 n_statistics = layout->n_outer * layout->n_channels;
  const gint64 n_runs = n_statistics * layout->n_rows;
  const int n_threads = rensa_cpu_get_threads ((double) x->count * 2);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 i = 0; i < n_runs; i++)
    {
      const gint64 outer = i / layout->n_channels / layout->n_rows;
      const gint64 statistic = outer * layout->n_channels + i % layout->n_channels;
      const gint64 at = i * layout->n_inner;

      loop (layout->n_inner, get_element (x, at), get_element (gy, at), get_element (factors, statistic), n_statistics,
            get_element (y, at));
    }
}

static void
apply_columns (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, RensaArray *factors, RensaArray *y)
{
  const RensaColumnApply loop = RENSA_CPU_LOOPS (rensa_cpu_normalize_loops)->column_apply[x->dtype == RENSA_FLOAT64];
  const gint64 n = layout->n_channels;
  const gint64 length = MAX (PIECE / n, 1);
  const gint64 n_pieces = (layout->n_rows + length - 1) / length;
  const gint64 n_tasks = layout->n_outer * n_pieces;
  const int n_threads = rensa_cpu_get_threads ((double) x->count * 2);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 i = 0; i < n_tasks; i++)
    {
      const gint64 outer = i / n_pieces;
      const gint64 row = i % n_pieces * length;
      const gint64 at = (outer * layout->n_rows + row) * n;

      loop (MIN (length, layout->n_rows - row), n, get_element (x, at), get_element (gy, at),
            get_element (factors, outer * n), layout->n_outer * n, get_element (y, at));
    }
}

void
rensa_normalize_apply (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, RensaArray *factors,
                       RensaArray *y)
{
  if (layout->n_inner == 1)
    apply_columns (layout, x, gy, factors, y);
  else
    apply_runs (layout, x, gy, factors, y);
}
