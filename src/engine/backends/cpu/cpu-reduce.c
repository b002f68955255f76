/* cpu-reduce.c: sums, products, extremes and where they stand.
 *
 * Where the elements that belong together lie next to each other, each result is made from blocks; where those that do
 * not belong together do, whole rows are added up.  In both, the order of additions follows from the shape alone.
 * SPDX-License-Identifier: MIT */

#include "cpu-reduce-private.h"

#include <string.h>

/* Elements of a block; its loops work side by side, and the blocks are joined in pairs. */
#define BLOCK 1024
/* At most so many groups of blocks are made at once, by several threads. */
#define MAX_GROUPS 256
#define BLOCKS_OF_GROUP 64
/* Sequences of so few elements go by rows, so many side by side. */
#define SHORT 16
#define MANY_COLUMNS 64

typedef struct
{
  RensaReduce *reduce;
  char *to;
  gint64 place;
} Gather;

static void
gather_run (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  Gather *gather = closure;
  const gint64 size = gather->reduce->work_size;

  gather->reduce->load (n, data[0], strides[0], gather->to + gather->place * size, size);
  gather->place += n;
}

/* Elements first … first + n - 1 of the sequence at @x, contiguous and of the type to work in. */
static gconstpointer
get_block (RensaReduce *reduce, char *x, gint64 first, gint64 n, gpointer buffer)
{
  RensaWalk *sequence = &reduce->reduced;

  if (reduce->is_direct && sequence->ndim == 1 && sequence->strides[0][0] == reduce->work_size)
    return x + first * reduce->work_size;

  RensaWalk here = *sequence;
  Gather gather = { reduce, buffer, 0 };

  here.data[0] = x;
  rensa_walk_range (&here, first, n, gather_run, &gather);
  return buffer;
}

static gboolean
is_better (const RensaReduce *reduce, const RensaPartial *a, const RensaPartial *b)
{
  const gboolean wants_max = reduce->reduction == RENSA_REDUCE_MAX || reduce->reduction == RENSA_REDUCE_ARGMAX;

  if (reduce->work == RENSA_WORK_INT)
    return wants_max ? a->i > b->i : a->i < b->i;
  if (b->d != b->d)
    return FALSE;

  return a->d != a->d || (wants_max ? a->d > b->d : a->d < b->d);
}

/* @a, then @b. */
static void
join (const RensaReduce *reduce, RensaPartial *a, const RensaPartial *b)
{
  switch (reduce->reduction)
    {
    case RENSA_REDUCE_SUM:
    case RENSA_REDUCE_SUM_SQUARE:
    case RENSA_REDUCE_N_NOT_FINITE:
      a->d += b->d;
      a->i = (gint64) ((guint64) a->i + (guint64) b->i);
      break;
    case RENSA_REDUCE_PROD:
      a->d *= b->d;
      a->i = (gint64) ((guint64) a->i * (guint64) b->i);
      break;
    case RENSA_REDUCE_MAX:
    case RENSA_REDUCE_MIN:
    case RENSA_REDUCE_ARGMAX:
    case RENSA_REDUCE_ARGMIN:
      if (is_better (reduce, b, a))
        *a = *b;
      break;
    }
}

/* Blocks first … end - 1, joined in pairs, then pairs of pairs: like counting in binary. */
static void
reduce_blocks (RensaReduce *reduce, char *x, gint64 first, gint64 end, RensaPartial *result)
{
  double buffer[BLOCK] __attribute__ ((aligned (64)));
  RensaPartial waiting[64];
  int n_waiting = 0;

  for (gint64 block = first; block < end; block++)
    {
      const gint64 n = MIN (BLOCK, reduce->reduced.count - block * BLOCK);
      gconstpointer data = get_block (reduce, x, block * BLOCK, n, buffer);
      RensaPartial *partial = &waiting[n_waiting++];

      *partial = (RensaPartial){ 0 };
      reduce->loops->block[reduce->reduction][reduce->work](n, data, partial);
      if (reduce->reduction == RENSA_REDUCE_ARGMAX || reduce->reduction == RENSA_REDUCE_ARGMIN)
        partial->at = block * BLOCK + reduce->loops->find[reduce->work](n, data, partial);

      for (gint64 done = block - first + 1; done % 2 == 0; done /= 2, n_waiting--)
        join (reduce, &waiting[n_waiting - 2], &waiting[n_waiting - 1]);
    }

  for (; n_waiting > 1; n_waiting--)
    join (reduce, &waiting[n_waiting - 2], &waiting[n_waiting - 1]);
  *result = waiting[0];
}

static void
store (RensaReduce *reduce, const RensaPartial *partial, char *y)
{
  const gpointer values[] = { (gpointer) &partial->d, (gpointer) &partial->i, (gpointer) &partial->at };

  reduce->store (1, values[reduce->result], 0, y, 0);
}

static void
reduce_sequences (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  RensaReduce *reduce = closure;
  const gint64 n_blocks = (reduce->reduced.count + BLOCK - 1) / BLOCK;

  for (gint64 i = 0; i < n; i++)
    {
      RensaPartial partial;

      reduce_blocks (reduce, data[RENSA_KEPT_X] + i * strides[RENSA_KEPT_X], 0, n_blocks, &partial);
      store (reduce, &partial, data[RENSA_KEPT_Y] + i * strides[RENSA_KEPT_Y]);
    }
}

/* A group is a power of two of blocks, so that the pairs are the same as without groups. */
static void
reduce_groups (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  RensaReduce *reduce = closure;
  const gint64 n_blocks = (reduce->reduced.count + BLOCK - 1) / BLOCK;
  gint64 group = BLOCKS_OF_GROUP;

  while (n_blocks > group * MAX_GROUPS)
    group *= 2;

  for (gint64 i = 0; i < n; i++)
    {
      char *const x = data[RENSA_KEPT_X] + i * strides[RENSA_KEPT_X];
      const gint64 n_groups = (n_blocks + group - 1) / group;
      RensaPartial partials[MAX_GROUPS];

#pragma omp parallel for schedule(static)
      for (gint64 g = 0; g < n_groups; g++)
        reduce_blocks (reduce, x, g * group, MIN (n_blocks, (g + 1) * group), &partials[g]);

      int n_waiting = 0;
      for (gint64 g = 0; g < n_groups; g++)
        {
          partials[n_waiting++] = partials[g];
          for (gint64 done = g + 1; done % 2 == 0; done /= 2, n_waiting--)
            join (reduce, &partials[n_waiting - 2], &partials[n_waiting - 1]);
        }
      for (; n_waiting > 1; n_waiting--)
        join (reduce, &partials[n_waiting - 2], &partials[n_waiting - 1]);
      store (reduce, &partials[0], data[RENSA_KEPT_Y] + i * strides[RENSA_KEPT_Y]);
    }
}

static void
plan_axes (RensaReduce *reduce, RensaArray *x, guint mask, RensaArray *y)
{
  const gboolean is_arg = reduce->reduction == RENSA_REDUCE_ARGMAX || reduce->reduction == RENSA_REDUCE_ARGMIN;
  const gboolean keepdims = x->shape.ndim == y->shape.ndim;
  int y_axis = 0;

  rensa_walk_start (&reduce->reduced, 1);
  rensa_walk_start (&reduce->kept, 2);
  for (int axis = 0; axis < x->shape.ndim; axis++)
    if (mask >> axis & 1)
      {
        rensa_walk_add_axis (&reduce->reduced, x->shape.dims[axis], &x->strides[axis], !is_arg);
        y_axis += keepdims;
      }
    else
      {
        const gint64 strides[] = { [RENSA_KEPT_Y] = y->strides[y_axis++], [RENSA_KEPT_X] = x->strides[axis] };

        rensa_walk_add_axis (&reduce->kept, x->shape.dims[axis], strides, TRUE);
      }

  rensa_walk_finish (&reduce->reduced);
  rensa_walk_finish (&reduce->kept);
  reduce->kept.data[RENSA_KEPT_X] = x->data;
  reduce->kept.data[RENSA_KEPT_Y] = y->data;
}

static void
plan_types (RensaReduce *reduce, RensaDtype x_dtype, RensaDtype y_dtype)
{
  const RensaCpuCastLoops *casts = RENSA_CPU_LOOPS (rensa_cpu_cast_loops);
  RensaDtype result = RENSA_INT64;
  RensaDtype work = RENSA_INT64;

  reduce->work = RENSA_WORK_INT;
  reduce->result = RENSA_RESULT_I;
  if (rensa_dtype_is_floating (x_dtype))
    {
      work = x_dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : RENSA_FLOAT32;
      reduce->work = x_dtype == RENSA_FLOAT64 ? RENSA_WORK_DOUBLE : RENSA_WORK_FLOAT;
    }
  if (reduce->reduction == RENSA_REDUCE_ARGMAX || reduce->reduction == RENSA_REDUCE_ARGMIN)
    reduce->result = RENSA_RESULT_AT;
  else if (reduce->work != RENSA_WORK_INT && reduce->reduction != RENSA_REDUCE_N_NOT_FINITE)
    {
      reduce->result = RENSA_RESULT_D;
      result = RENSA_FLOAT64;
    }

  reduce->is_direct = x_dtype == work;
  reduce->work_size = (gint64) rensa_dtype_get_size (work);
  reduce->load = casts->cast[x_dtype][work];
  reduce->store = casts->cast[result][y_dtype];
  reduce->store_row = casts->cast[work][y_dtype];
}

/* Whether x steps through memory along an axis that is kept, or so many short sequences lie side by side that it is faster to take
 * the first elements of all, then the second ones, … */
static gboolean
goes_by_rows (const RensaReduce *reduce)
{
  const RensaWalk *kept = &reduce->kept;
  const gint64 n_columns = kept->shape[kept->ndim - 1];
  const gint64 kept_stride = ABS (kept->strides[kept->ndim - 1][RENSA_KEPT_X]);
  const gint64 reduced_stride = ABS (reduce->reduced.strides[reduce->reduced.ndim - 1][0]);

  if (reduce->loops->rows[reduce->reduction][reduce->work] == NULL || reduce->reduced.count == 1)
    return FALSE;
  return kept_stride < reduced_stride ? n_columns > 1 : reduce->reduced.count <= SHORT && n_columns >= MANY_COLUMNS;
}

gboolean
rensa_cpu_reduce (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error)
{
  RensaReduce reduce = { .reduction = reduction, .loops = RENSA_CPU_LOOPS (rensa_cpu_reduce_loops) };

  plan_types (&reduce, x->dtype, y->dtype);
  plan_axes (&reduce, x, mask, y);
  if (goes_by_rows (&reduce))
    return rensa_cpu_reduce_rows (&reduce, error);

  const double work = (double) reduce.reduced.count;
  if (reduce.reduced.count > BLOCK * BLOCKS_OF_GROUP && reduce.kept.count < 8 && rensa_cpu_get_threads (work) > 1)
    rensa_walk_range (&reduce.kept, 0, reduce.kept.count, reduce_groups, &reduce);
  else
    rensa_walk_all_in (&reduce.kept, MAX (1, RENSA_CPU_CHUNK / reduce.reduced.count), work, reduce_sequences, &reduce);

  return TRUE;
}
