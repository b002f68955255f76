/* cpu-reduce.c: sums, products, extremes and their positions; softmax.
 *
 * If the elements of a sequence are adjacent in memory, each result is combined from blocks; if
 * elements of different sequences are adjacent, whole rows are added. In both cases, the order of
 * additions depends only on the shape.
 * SPDX-License-Identifier: MIT */

#include "cpu-reduce-private.h"

#include "cpu-softmax-loops.h"

#include <string.h>

/* Approximate cost of exp () and the two passes for one element. */
#define SOFTMAX_COST 15
/* Maximum number of block groups computed at once, by several threads. */
#define MAX_GROUPS 256
#define BLOCKS_OF_GROUP 64

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

/* Returns elements first … first + n - 1 of the sequence at @x, contiguous and with the working type. */
static gconstpointer
get_block (RensaReduce *reduce, char *x, gint64 first, gint64 n, gpointer buffer)
{
  RensaWalk *sequence = &reduce->plan.reduced;

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
  const gboolean wants_max =
      reduce->plan.reduction == RENSA_REDUCE_MAX || reduce->plan.reduction == RENSA_REDUCE_ARGMAX;

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
  switch (reduce->plan.reduction)
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

/* Reduces blocks first … end - 1, combined in pairs, then pairs of pairs, as in binary counting. */
static void
reduce_blocks (RensaReduce *reduce, char *x, gint64 first, gint64 end, RensaPartial *result)
{
  double buffer[K_REDUCE_BLOCK] __attribute__ ((aligned (64)));
  RensaPartial waiting[64];
  int n_waiting = 0;

  for (gint64 block = first; block < end; block++)
    {
      const gint64 n = MIN (K_REDUCE_BLOCK, reduce->plan.reduced.count - block * K_REDUCE_BLOCK);
      gconstpointer data = get_block (reduce, x, block * K_REDUCE_BLOCK, n, buffer);
      RensaPartial *partial = &waiting[n_waiting++];

      *partial = (RensaPartial){ 0 };
      reduce->loops->block[reduce->plan.reduction][reduce->work](n, data, partial);
      if (reduce->plan.is_place)
        partial->at = block * K_REDUCE_BLOCK + reduce->loops->find[reduce->work](n, data, partial);

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
  const gint64 n_blocks = (reduce->plan.reduced.count + K_REDUCE_BLOCK - 1) / K_REDUCE_BLOCK;

  for (gint64 i = 0; i < n; i++)
    {
      RensaPartial partial;

      reduce_blocks (reduce, data[RENSA_KEPT_X] + i * strides[RENSA_KEPT_X], 0, n_blocks, &partial);
      store (reduce, &partial, data[RENSA_KEPT_Y] + i * strides[RENSA_KEPT_Y]);
    }
}

/* The number of blocks in a group is a power of two, so that the pairs are the same as without groups. */
static void
reduce_groups (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  RensaReduce *reduce = closure;
  const gint64 n_blocks = (reduce->plan.reduced.count + K_REDUCE_BLOCK - 1) / K_REDUCE_BLOCK;
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

/* Selects the loops for the plan. */
static void
choose_loops (RensaReduce *reduce, RensaDtype x_dtype, RensaDtype y_dtype)
{
  const RensaCpuCastLoops *casts = RENSA_CPU_LOOPS (rensa_cpu_cast_loops);
  const RensaDtype work = reduce->plan.work;
  const gboolean is_number = work != RENSA_INT64 && reduce->plan.reduction != RENSA_REDUCE_N_NOT_FINITE;

  reduce->work = work == RENSA_INT64 ? RENSA_WORK_INT : work == RENSA_FLOAT64 ? RENSA_WORK_DOUBLE : RENSA_WORK_FLOAT;
  reduce->result = reduce->plan.is_place ? RENSA_RESULT_AT : is_number ? RENSA_RESULT_D : RENSA_RESULT_I;
  reduce->is_direct = x_dtype == work;
  reduce->work_size = (gint64) rensa_dtype_get_size (work);
  reduce->load = casts->cast[x_dtype][work];
  reduce->store = casts->cast[reduce->result == RENSA_RESULT_D ? RENSA_FLOAT64 : RENSA_INT64][y_dtype];
  reduce->store_row = casts->cast[work][y_dtype];
}

gboolean
rensa_cpu_reduce (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error)
{
  RensaReduce reduce = { .loops = RENSA_CPU_LOOPS (rensa_cpu_reduce_loops) };

  rensa_reduce_plan_init (&reduce.plan, reduction, x, mask, y);
  choose_loops (&reduce, x->dtype, y->dtype);
  if (reduce.plan.by_rows)
    return rensa_cpu_reduce_rows (&reduce, error);

  const double work = (double) reduce.plan.reduced.count;
  if (reduce.plan.reduced.count > K_REDUCE_BLOCK * BLOCKS_OF_GROUP && reduce.plan.kept.count < 8
      && rensa_cpu_get_threads (work) > 1)
    rensa_walk_range (&reduce.plan.kept, 0, reduce.plan.kept.count, reduce_groups, &reduce);
  else
    rensa_walk_all_in (&reduce.plan.kept, MAX (1, RENSA_CPU_CHUNK / reduce.plan.reduced.count), work, reduce_sequences,
                       &reduce);

  return TRUE;
}

typedef struct
{
  RensaSoftmaxLoop loop;
  gint64 n;
  gint64 x_stride;
  gint64 y_stride;
  gboolean log;
} Softmax;

static void
run_rows (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Softmax *softmax = closure;

  softmax->loop (n, softmax->n, data[0], (gint64[]){ strides[0], softmax->x_stride }, data[1],
                 (gint64[]){ strides[1], softmax->y_stride }, softmax->log);
}

gboolean
rensa_cpu_softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error)
{
  const RensaCpuSoftmaxLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_softmax_loops);
  Softmax softmax = {
    .loop = x->dtype == RENSA_FLOAT32 ? loops->softmax_float : loops->softmax_double,
    .n = x->shape.dims[axis],
    .x_stride = x->strides[axis],
    .y_stride = y->strides[axis],
    .log = log,
  };
  RensaWalk rows;

  rensa_walk_start (&rows, 2);
  for (int other = 0; other < x->shape.ndim; other++)
    if (other != axis)
      rensa_walk_add_axis (&rows, x->shape.dims[other], (gint64[]){ x->strides[other], y->strides[other] }, TRUE);
  rensa_walk_finish (&rows);
  rows.data[0] = x->data;
  rows.data[1] = y->data;

  rensa_walk_all_in (&rows, MAX (1, RENSA_CPU_CHUNK / softmax.n), (double) softmax.n * SOFTMAX_COST, run_rows,
                     &softmax);
  return TRUE;
}
