/* cpu-scan.c: cumulative sums, products and recurrences along one axis.
 *
 * If the axis is innermost in memory, each row is scanned separately; otherwise each row is
 * combined with the preceding one, which is vectorized. If there are too few rows for the threads,
 * they are split into blocks: the totals of all blocks are computed first, then each block starting
 * from the total of the preceding ones.
 * SPDX-License-Identifier: MIT */

#include "cpu-walk.h"
#include "k-order.h"
#include "rensa-memory.h"

/* Number of columns scanned at a time, so that the previous results are still in the first-level cache. */
#define COLUMNS 1024
/* Cost per element: each has to wait for the preceding one. */
#define COST 10

typedef struct
{
  RensaScan scan;
  gint64 length;
  gint64 steps[3]; /* strides in bytes along the axis: x, factor, y */
} Scan;

typedef void (*ScanLoop) (const Scan *scan, gint64 n, char *const *data, const gint64 *strides);
typedef double (*TotalLoop) (const Scan *scan, const char *x, gint64 n);
typedef void (*BlockLoop) (const Scan *scan, const char *x, char *y, gint64 n, double before);

#define AT(type, base, offset) (*(type *) ((base) + (offset)))

/* y[i] = join of y[i - 1] and x[i], for n rows of scan->length elements. */
#define DEFINE_ROWS(name, type, join)                                                                   \
  static void name##_rows_##type (const Scan *scan, gint64 n, char *const *data, const gint64 *strides) \
  {                                                                                                     \
    for (gint64 row = 0; row < n; row++)                                                                \
      {                                                                                                 \
        const char *x = data[0] + row * strides[0];                                                     \
        const char *factor = data[1] + row * strides[1];                                                \
        char *y = data[2] + row * strides[2];                                                           \
        type total = AT (const type, x, 0);                                                             \
                                                                                                        \
        AT (type, y, 0) = total;                                                                        \
        for (gint64 i = 1; i < scan->length; i++)                                                       \
          {                                                                                             \
            const type value = AT (const type, x, i * scan->steps[0]);                                  \
            const type by = AT (const type, factor, i * scan->steps[1]);                                \
                                                                                                        \
            (void) by;                                                                                  \
            total = join (total, value, by);                                                            \
            AT (type, y, i * scan->steps[2]) = total;                                                   \
          }                                                                                             \
      }                                                                                                 \
  }

/* The same for several rows at once; vectorized if the rows of n elements are contiguous. */
#define DEFINE_COLUMNS(name, type, join)                                                                               \
  static void name##_row_##type (gint64 n, const type *before, const type *x, const type *factor, type *y)             \
  {                                                                                                                    \
    for (gint64 j = 0; j < n; j++)                                                                                     \
      y[j] = join (before[j], x[j], factor[j]);                                                                        \
  }                                                                                                                    \
                                                                                                                       \
  static void name##_columns_##type (const Scan *scan, gint64 n, char *const *data, const gint64 *strides)             \
  {                                                                                                                    \
    const gint64 size = sizeof (type);                                                                                 \
                                                                                                                       \
    if (strides[0] != size || strides[1] != size || strides[2] != size)                                                \
      {                                                                                                                \
        name##_rows_##type (scan, n, data, strides);                                                                   \
        return;                                                                                                        \
      }                                                                                                                \
                                                                                                                       \
    for (gint64 j = 0; j < n; j++)                                                                                     \
      AT (type, data[2], j *size) = AT (const type, data[0], j *size);                                                 \
    for (gint64 i = 1; i < scan->length; i++)                                                                          \
      name##_row_##type (n, (const type *) (data[2] + (i - 1) * scan->steps[2]),                                       \
                         (const type *) (data[0] + i * scan->steps[0]), (const type *) (data[1] + i * scan->steps[1]), \
                         (type *) (data[2] + i * scan->steps[2]));                                                     \
  }

/* The total of n elements, and their cumulative results from an initial value. */
#define DEFINE_BLOCKS(name, type, identity, operator, join)                                           \
  static double name##_total_##type (const Scan *scan, const char *x, gint64 n)                       \
  {                                                                                                   \
    type lanes[K_SCAN_LANES];                                                                         \
    gint64 i = 0;                                                                                     \
    double total = identity;                                                                          \
                                                                                                      \
    for (int lane = 0; lane < K_SCAN_LANES; lane++)                                                   \
      lanes[lane] = identity;                                                                         \
    for (; i + K_SCAN_LANES <= n; i += K_SCAN_LANES)                                                  \
      for (int lane = 0; lane < K_SCAN_LANES; lane++)                                                 \
        lanes[lane] operator AT (const type, x, (i + lane) * scan->steps[0]);                         \
    for (; i < n; i++)                                                                                \
      lanes[0] operator AT (const type, x, i * scan->steps[0]);                                       \
    for (int lane = 0; lane < K_SCAN_LANES; lane++)                                                   \
      total operator lanes[lane];                                                                     \
    return total;                                                                                     \
  }                                                                                                   \
                                                                                                      \
  static void name##_block_##type (const Scan *scan, const char *x, char *y, gint64 n, double before) \
  {                                                                                                   \
    type total = (type) before;                                                                       \
                                                                                                      \
    for (gint64 i = 0; i < n; i++)                                                                    \
      {                                                                                               \
        total = join (total, AT (const type, x, i * scan->steps[0]), 0);                              \
        AT (type, y, i * scan->steps[2]) = total;                                                     \
      }                                                                                               \
  }

#define ADD(total, value, by) ((total) + (value))
#define MULTIPLY(total, value, by) ((total) * (value))
#define CONTINUE(total, value, by) ((by) * (total) + (value))

#define DEFINE_ALL(type)                      \
  DEFINE_ROWS (sum, type, ADD)                \
  DEFINE_COLUMNS (sum, type, ADD)             \
  DEFINE_BLOCKS (sum, type, 0, +=, ADD)       \
  DEFINE_ROWS (prod, type, MULTIPLY)          \
  DEFINE_COLUMNS (prod, type, MULTIPLY)       \
  DEFINE_BLOCKS (prod, type, 1, *=, MULTIPLY) \
  DEFINE_ROWS (linear, type, CONTINUE)        \
  DEFINE_COLUMNS (linear, type, CONTINUE)

DEFINE_ALL (float)
DEFINE_ALL (double)

static const struct
{
  ScanLoop rows[2];
  ScanLoop columns[2];
  TotalLoop total[2];
  BlockLoop block[2];
} loops[] = {
  [RENSA_SCAN_SUM] = { { sum_rows_float, sum_rows_double },
                       { sum_columns_float, sum_columns_double },
                       { sum_total_float, sum_total_double },
                       { sum_block_float, sum_block_double } },
  [RENSA_SCAN_PROD] = { { prod_rows_float, prod_rows_double },
                        { prod_columns_float, prod_columns_double },
                        { prod_total_float, prod_total_double },
                        { prod_block_float, prod_block_double } },
  [RENSA_SCAN_LINEAR] = { { linear_rows_float, linear_rows_double },
                          { linear_columns_float, linear_columns_double },
                          { NULL, NULL },
                          { NULL, NULL } },
};

/* A block of a row. */
typedef struct
{
  const char *x;
  char *y;
  gint64 n;
} Block;

static Block
locate_block (const Scan *scan, const RensaWalk *rows, gint64 row, gint64 first)
{
  Block block = {
    .x = rows->data[0] + first * scan->steps[0],
    .y = rows->data[2] + first * scan->steps[2],
    .n = MIN (K_SCAN_BLOCK, scan->length - first),
  };

  for (int axis = rows->ndim - 1; axis >= 0; axis--)
    {
      const gint64 at = row % rows->shape[axis];

      row /= rows->shape[axis];
      block.x += at * rows->strides[axis][0];
      block.y += at * rows->strides[axis][2];
    }

  return block;
}

/* Replaces the total of each block by the total of all preceding blocks in the same row. */
static void
accumulate_totals (RensaScan scan, double *totals, gint64 n_rows, gint64 n_blocks)
{
  for (gint64 row = 0; row < n_rows; row++)
    {
      double before = scan == RENSA_SCAN_PROD;

      for (gint64 i = row * n_blocks; i < (row + 1) * n_blocks; i++)
        {
          const double own = totals[i];

          totals[i] = before;
          before = scan == RENSA_SCAN_PROD ? before * own : before + own;
        }
    }
}

static gboolean
scan_in_blocks (const Scan *scan, const RensaWalk *rows, gboolean is_double, GError **error)
{
  const TotalLoop run_total = loops[scan->scan].total[is_double];
  const BlockLoop run_block = loops[scan->scan].block[is_double];
  const gint64 n_blocks = (scan->length + K_SCAN_BLOCK - 1) / K_SCAN_BLOCK;
  const gint64 n_tasks = n_blocks * rows->count;
  const int n_threads = rensa_cpu_get_threads ((double) scan->length * COST);
  g_autofree double *totals = rensa_memory_try_new (double, (guint64) n_tasks, "scan", error);

  if (totals == NULL)
    return FALSE;
#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 task = 0; task < n_tasks; task++)
    {
      const Block block = locate_block (scan, rows, task / n_blocks, task % n_blocks * K_SCAN_BLOCK);

      totals[task] = run_total (scan, block.x, block.n);
    }

  accumulate_totals (scan->scan, totals, rows->count, n_blocks);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 task = 0; task < n_tasks; task++)
    {
      const Block block = locate_block (scan, rows, task / n_blocks, task % n_blocks * K_SCAN_BLOCK);

      run_block (scan, block.x, block.y, block.n, totals[task]);
    }
  return TRUE;
}

typedef struct
{
  Scan scan;
  ScanLoop rows;
  ScanLoop columns;
} Closure;

static void
run_rows (gint64 n, char *const *data, const gint64 *strides, gpointer data_closure)
{
  const Closure *closure = data_closure;
  const gboolean across = ABS (strides[2]) < ABS (closure->scan.steps[2]);

  if (!across)
    closure->rows (&closure->scan, n, data, strides);
  for (gint64 first = 0; across && first < n; first += COLUMNS)
    {
      char *const part[] = { data[0] + first * strides[0], data[1] + first * strides[1], data[2] + first * strides[2] };

      closure->columns (&closure->scan, MIN (COLUMNS, n - first), part, strides);
    }
}

/* Without a factor, x is passed instead and not used. */
gboolean
rensa_cpu_scan (RensaScan scan, RensaArray *x, RensaArray *factor, int axis, RensaArray *y, GError **error)
{
  const gboolean is_double = x->dtype == RENSA_FLOAT64;
  RensaArray *const arrays[] = { x, factor != NULL ? factor : x, y };
  Closure closure = {
    .scan = { .scan = scan, .length = x->shape.dims[axis] },
    .rows = loops[scan].rows[is_double],
    .columns = loops[scan].columns[is_double],
  };
  RensaWalk others;

  rensa_walk_start (&others, 3);
  for (int other = 0; other < x->shape.ndim; other++)
    if (other != axis)
      rensa_walk_add_axis (
          &others, x->shape.dims[other],
          (gint64[]){ arrays[0]->strides[other], arrays[1]->strides[other], arrays[2]->strides[other] }, TRUE);
  rensa_walk_finish (&others);
  for (int i = 0; i < 3; i++)
    {
      others.data[i] = arrays[i]->data;
      closure.scan.steps[i] = arrays[i]->strides[axis];
    }

  if (scan != RENSA_SCAN_LINEAR && others.count < K_SCAN_FEW_ROWS && closure.scan.length >= 2 * K_SCAN_BLOCK)
    return scan_in_blocks (&closure.scan, &others, is_double, error);

  rensa_walk_all_in (&others, MAX (1, RENSA_CPU_CHUNK / closure.scan.length), (double) closure.scan.length * COST,
                     run_rows, &closure);
  return TRUE;
}
