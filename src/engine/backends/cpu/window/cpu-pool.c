/* cpu-pool.c: pooling, its gradients, and gathering at the positions of maxima.
 * SPDX-License-Identifier: MIT */

#include "cpu-pool-private.h"

#include <math.h>

/* Arrays of one operation other than x, all of y's shape. */
typedef struct
{
  RensaPoolPlane y;
  RensaPoolPlane index;
  gboolean with_index;
  double scale;
  gint64 n_bad; /* number of invalid places */
} Job;

static inline int
get_type (const RensaPoolPlane *plane)
{
  return plane->size == sizeof (double);
}

static inline char *
get_address (const RensaPool *pool, const RensaPoolPlane *plane, const RensaPoolPart *part)
{
  return plane->data + rensa_pool_locate (pool, plane, part, part->at[0]) * plane->size;
}

/* Returns the strides of @plane, which has y's shape, along the block. */
static inline RensaPoolStrides
get_strides (const RensaPool *pool, const RensaPoolPlane *plane)
{
  return rensa_pool_order (pool, plane->s[0], plane->c);
}

/* Returns the strides of x along the block, between windows. */
static inline RensaPoolStrides
get_x_strides (const RensaPool *pool)
{
  return rensa_pool_order (pool, pool->x.s[0] * pool->stride[0], pool->x.c);
}

/* Intermediate results of one part before they are stored. */
typedef struct
{
  union
  {
    float f[RENSA_POOL_BLOCK];
    double d[RENSA_POOL_BLOCK];
  } values;
  gint32 places[RENSA_POOL_BLOCK];
  gint64 row;
} Block;

static void
clear_block (Block *block, const RensaPool *pool, const RensaPoolPart *part, double initial, gboolean with_places)
{
  const gint64 n = part->n_w * part->n_c;

  block->row = pool->channels_inside ? part->n_c : part->n_w;
  if (get_type (&pool->x))
    for (gint64 i = 0; i < n; i++)
      block->values.d[i] = initial;
  else
    for (gint64 i = 0; i < n; i++)
      block->values.f[i] = (float) initial;
  for (gint64 i = 0; i < n && with_places; i++)
    block->places[i] = -1;
}

static inline RensaPoolStrides
get_block_strides (const Block *block)
{
  return (RensaPoolStrides){ .s1 = block->row, .s0 = 1 };
}

/* Returns the element of the block for the first window of @reach. */
static inline gint64
get_first (const Block *block, const RensaPool *pool, const RensaPoolReach *reach)
{
  return pool->channels_inside ? reach->first * block->row : reach->first;
}

static void
store_values (const Block *block, const RensaPool *pool, const RensaPoolPart *part, const RensaPoolPlane *y,
              double scale)
{
  const RensaPoolExtent extent = rensa_pool_order_extent (pool, part->n_w, part->n_c);

  RENSA_CPU_LOOPS (rensa_cpu_pool_loops)
      ->store[get_type (y)](extent, &block->values, get_block_strides (block), scale, get_address (pool, y, part),
                            get_strides (pool, y));
}

/* A window entirely in the padding has no place; it counts as the first. */
static void
store_places (const Block *block, const RensaPool *pool, const RensaPoolPart *part, const RensaPoolPlane *index)
{
  const RensaPoolExtent extent = rensa_pool_order_extent (pool, part->n_w, part->n_c);
  const RensaPoolStrides strides = get_strides (pool, index);
  gint64 *places = (gint64 *) get_address (pool, index, part);

  for (gint64 j = 0; j < extent.n1; j++)
    for (gint64 i = 0; i < extent.n0; i++)
      places[j * strides.s1 + i * strides.s0] = MAX (block->places[j * block->row + i], 0);
}

/* Processes one place at a time, each for all windows of the part. */
static void
find_by_place (const RensaPool *pool, const RensaPoolPart *part, Block *block, gboolean with_places)
{
  const RensaPoolMaxLoop loop = RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->max[get_type (&pool->x)];
  const RensaPoolStrides x_strides = get_x_strides (pool);
  RensaPoolReach reach = { .place = -1 };

  clear_block (block, pool, part, -INFINITY, with_places);
  while (rensa_pool_next (pool, part, &reach))
    {
      const gint64 first = get_first (block, pool, &reach);

      loop (rensa_pool_order_extent (pool, reach.n_w, part->n_c), pool->x.data + reach.x * pool->x.size, x_strides,
            (gint32) reach.place, block->row, (char *) &block->values + first * pool->x.size,
            with_places ? block->places + first : NULL);
    }
}

/* Processes all places of several windows at once; FALSE if that is not possible: the channels must
 * be adjacent in memory and all windows must have the same places. */
static gboolean
find_by_window (const RensaPool *pool, const RensaPoolPart *part, Block *block, gboolean with_places)
{
  RensaPoolReach reach = { .place = -1 };
  RensaPoolReached reached = { .n = 0 };
  gint64 first = 0;

  if (!pool->channels_inside || pool->x.c != 1 || pool->n_taps > RENSA_POOL_MAX_REACHED)
    return FALSE;

  while (rensa_pool_next (pool, part, &reach))
    {
      if (reach.n_w != part->n_w)
        return FALSE;
      if (reached.n == 0)
        first = reach.x;
      reached.places[reached.n] = (gint32) reach.place;
      reached.offsets[reached.n++] = reach.x - first;
    }
  if (reached.n == 0)
    return FALSE;

  block->row = part->n_c;
  RENSA_CPU_LOOPS (rensa_cpu_pool_loops)
      ->max_windows[get_type (&pool->x)](part->n_w, part->n_c, pool->x.data + first * pool->x.size,
                                         pool->stride[0] * pool->x.s[0], &reached, &block->values,
                                         with_places ? block->places : NULL);
  return TRUE;
}

/* Updates the lanes of a window with a row; the caller initializes them. */
static void
max_lanes (const RensaPool *pool, const RensaPoolRow *row, RensaPoolLanes *lanes)
{
  RENSA_CPU_LOOPS (rensa_cpu_pool_loops)
      ->max_along[get_type (&pool->x)](row->n, pool->x.data + row->x * pool->x.size,
                                       (gint32) (row->row * pool->kernel[0] + row->first), lanes);
}

static void
sum_lanes (const RensaPool *pool, const RensaPoolRow *row, RensaPoolLanes *lanes)
{
  RENSA_CPU_LOOPS (rensa_cpu_pool_loops)
      ->sum_along[get_type (&pool->x)](row->n, pool->x.data + row->x * pool->x.size, lanes);
}

static RensaPoolLanes
new_lanes (const RensaPool *pool, double initial)
{
  RensaPoolLanes lanes;

  for (int lane = 0; lane < RENSA_POOL_LANES; lane++)
    {
      lanes.places[lane] = -1;
      if (get_type (&pool->x))
        lanes.values.d[lane] = initial;
      else
        lanes.values.f[lane] = (float) initial;
    }

  return lanes;
}

/* Processes one window at a time, along its rows; @add accumulates a row in the lanes, @join
 * combines them in one element. */
static void
reduce_along_rows (const RensaPool *pool, const RensaPoolPart *part, double initial,
                   void (*add) (const RensaPool *pool, const RensaPoolRow *row, RensaPoolLanes *lanes),
                   RensaPoolJoin join, Block *block, gboolean with_places)
{
  const RensaPoolLanes start = new_lanes (pool, initial);

  block->row = part->n_w;
  for (gint64 i = 0; i < part->n_c * part->n_w; i++)
    {
      RensaPoolRow row = { .row = -1 };
      RensaPoolLanes lanes = start;

      while (
          rensa_pool_next_row (pool, part, part->c + i / part->n_w, part->at[0] + i % part->n_w, pool->kernel[0], &row))
        add (pool, &row, &lanes);
      join (&lanes, i, &block->values, with_places ? block->places : NULL);
    }
}

static void
find_along_rows (const RensaPool *pool, const RensaPoolPart *part, Block *block, gboolean with_places)
{
  reduce_along_rows (pool, part, -INFINITY, max_lanes,
                     RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->join_max[get_type (&pool->x)], block, with_places);
}

static void
run_max (const RensaPool *pool, const RensaPoolPart *part, gpointer closure)
{
  const Job *job = closure;
  Block block;

  if (pool->along_rows)
    find_along_rows (pool, part, &block, job->with_index);
  else if (!find_by_window (pool, part, &block, job->with_index))
    find_by_place (pool, part, &block, job->with_index);
  store_values (&block, pool, part, &job->y, 1);
  if (job->with_index)
    store_places (&block, pool, part, &job->index);
}

gboolean
rensa_cpu_pool_max (RensaArray *x, const RensaWindow *window, RensaArray *y, RensaArray *index, GError **error)
{
  g_auto (RensaPool) pool = { 0 };
  Job job = { .with_index = index != NULL };

  if (!rensa_pool_init (&pool, x, &y->shape, window, error))
    return FALSE;

  job.y = rensa_pool_get_plane (y);
  if (index != NULL)
    job.index = rensa_pool_get_plane (index);
  rensa_pool_run (&pool, FALSE, run_max, &job);
  return TRUE;
}

static RensaPoolBlock
get_block (const RensaPool *pool, const RensaPoolPart *part)
{
  RensaPoolBlock block = {
    .extent = rensa_pool_order_extent (pool, part->n_w, part->n_c),
    .offsets = get_x_strides (pool),
    .coordinates = rensa_pool_order (pool, pool->stride[0], 0),
    .offset = part->x,
    .n = pool->n,
    .in = pool->in,
    .n_taps = pool->n_taps,
    .taps = pool->taps,
    .inside = pool->inside,
  };

  for (int i = 0; i < pool->n; i++)
    block.start[i] = part->at[i] * pool->stride[i] - pool->pad[i];

  return block;
}

static void
move (const RensaPool *pool, const RensaPoolPart *part, Job *job, RensaPoolMoveLoop loop)
{
  const RensaPoolBlock block = get_block (pool, part);
  const gint64 n_bad = loop (&block, pool->x.data, get_address (pool, &job->y, part), get_strides (pool, &job->y),
                             (const gint64 *) get_address (pool, &job->index, part), get_strides (pool, &job->index));

  if (n_bad > 0)
#pragma omp atomic
    job->n_bad += n_bad;
}

static void
run_scatter (const RensaPool *pool, const RensaPoolPart *part, gpointer closure)
{
  move (pool, part, closure, RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->scatter[get_type (&pool->x)]);
}

static void
run_gather (const RensaPool *pool, const RensaPoolPart *part, gpointer closure)
{
  move (pool, part, closure, RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->gather[get_type (&pool->x)]);
}

static gboolean
check_places (const Job *job, const RensaPool *pool, GError **error)
{
  if (job->n_bad == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s expects indices from 0 to %lld, the positions in a window; invalid indices found: %lld"),
                   "pool", (long long) pool->n_taps - 1, (long long) job->n_bad);
  return FALSE;
}

gboolean
rensa_cpu_pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window, RensaArray *gx,
                            GError **error)
{
  g_auto (RensaPool) pool = { 0 };
  Job job = { .y = rensa_pool_get_plane (gy), .index = rensa_pool_get_plane (index) };

  if (!rensa_pool_init (&pool, gx, &gy->shape, window, error) || (!pool.dense && !rensa_cpu_fill (gx, 0, error)))
    return FALSE;

  rensa_pool_run (&pool, TRUE, run_scatter, &job);
  return check_places (&job, &pool, error);
}

gboolean
rensa_cpu_pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, RensaArray *y, GError **error)
{
  g_auto (RensaPool) pool = { 0 };
  Job job = { .index = rensa_pool_get_plane (index) };

  if (!rensa_pool_init (&pool, x, &index->shape, window, error))
    return FALSE;

  job.y = rensa_pool_get_plane (y);
  rensa_pool_run (&pool, FALSE, run_gather, &job);
  return check_places (&job, &pool, error);
}

/* Processes one place at a time, as for maxima. */
static void
sum_by_place (const RensaPool *pool, const RensaPoolPart *part, Block *block)
{
  const RensaPoolAddLoop loop = RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->add[get_type (&pool->x)];
  const RensaPoolStrides x_strides = get_x_strides (pool);
  RensaPoolReach reach = { .place = -1 };

  clear_block (block, pool, part, 0, FALSE);
  while (rensa_pool_next (pool, part, &reach))
    loop (rensa_pool_order_extent (pool, reach.n_w, part->n_c), pool->x.data + reach.x * pool->x.size, x_strides, 1,
          (char *) &block->values + get_first (block, pool, &reach) * pool->x.size, get_block_strides (block));
}

static void
run_sum (const RensaPool *pool, const RensaPoolPart *part, gpointer closure)
{
  const Job *job = closure;
  Block block;

  if (pool->along_rows)
    reduce_along_rows (pool, part, 0, sum_lanes, RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->join_sum[get_type (&pool->x)],
                       &block, FALSE);
  else
    sum_by_place (pool, part, &block);
  store_values (&block, pool, part, &job->y, job->scale);
}

gboolean
rensa_cpu_pool_sum (RensaArray *x, const RensaWindow *window, double scale, RensaArray *y, GError **error)
{
  g_auto (RensaPool) pool = { 0 };
  Job job = { .scale = scale };

  if (!rensa_pool_init (&pool, x, &y->shape, window, error))
    return FALSE;

  job.y = rensa_pool_get_plane (y);
  rensa_pool_run (&pool, FALSE, run_sum, &job);
  return TRUE;
}

static void
spread_along_rows (const RensaPool *pool, const RensaPoolPart *part, const Job *job)
{
  const RensaPoolAddLoop loop = RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->add[get_type (&pool->x)];

  for (gint64 i = 0; i < part->n_c * part->n_w; i++)
    {
      const gint64 c = i / part->n_w;
      const gint64 w = part->at[0] + i % part->n_w;
      const gint64 y = rensa_pool_locate (pool, &job->y, part, w) + c * job->y.c;
      RensaPoolRow row = { .row = -1 };

      while (rensa_pool_next_row (pool, part, part->c + c, w, pool->kernel[0], &row))
        loop ((RensaPoolExtent){ .n1 = 1, .n0 = row.n }, job->y.data + y * job->y.size, (RensaPoolStrides){ 0 },
              job->scale, pool->x.data + row.x * pool->x.size, (RensaPoolStrides){ .s0 = 1 });
    }
}

/* Expands several windows of a row in a block and adds them to rows of x. */
static void
spread_tiles (const RensaPool *pool, const RensaPoolPart *part, gint64 w, gint64 n_w, const Job *job)
{
  const RensaCpuPoolLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_pool_loops);
  const gint64 y = rensa_pool_locate (pool, &job->y, part, w);
  const gint64 length = n_w * pool->kernel[0];
  RensaPoolRow row = { .row = -1 };
  Block block;

  loops->repeat[get_type (&pool->x)](n_w, pool->kernel[0], job->y.data + y * job->y.size, job->y.s[0], job->scale,
                                     &block.values);
  while (rensa_pool_next_row (pool, part, part->c, w, length, &row))
    loops->add[get_type (&pool->x)]((RensaPoolExtent){ .n1 = 1, .n0 = row.n },
                                    (char *) &block.values + row.first * pool->x.size, (RensaPoolStrides){ .s0 = 1 }, 1,
                                    pool->x.data + row.x * pool->x.size, (RensaPoolStrides){ .s0 = 1 });
}

/* The part has a single channel. */
static void
spread_by_tiles (const RensaPool *pool, const RensaPoolPart *part, const Job *job)
{
  const gint64 at_once = RENSA_POOL_BLOCK / pool->kernel[0];
  const gint64 end = part->at[0] + part->n_w;

  for (gint64 w = part->at[0]; w < end; w += at_once)
    spread_tiles (pool, part, w, MIN (at_once, end - w), job);
}

static void
spread_by_place (const RensaPool *pool, const RensaPoolPart *part, const Job *job)
{
  const RensaPoolAddLoop loop = RENSA_CPU_LOOPS (rensa_cpu_pool_loops)->add[get_type (&pool->x)];
  const RensaPoolStrides y_strides = get_strides (pool, &job->y);
  const RensaPoolStrides x_strides = get_x_strides (pool);
  RensaPoolReach reach = { .place = -1 };

  while (rensa_pool_next (pool, part, &reach))
    {
      const gint64 first = rensa_pool_locate (pool, &job->y, part, part->at[0] + reach.first);

      loop (rensa_pool_order_extent (pool, reach.n_w, part->n_c), job->y.data + first * job->y.size, y_strides,
            job->scale, pool->x.data + reach.x * pool->x.size, x_strides);
    }
}

static void
run_sum_backward (const RensaPool *pool, const RensaPoolPart *part, gpointer closure)
{
  if (pool->along_rows)
    spread_along_rows (pool, part, closure);
  else if (pool->tiled)
    spread_by_tiles (pool, part, closure);
  else
    spread_by_place (pool, part, closure);
}

gboolean
rensa_cpu_pool_sum_backward (RensaArray *gy, const RensaWindow *window, double scale, RensaArray *gx, GError **error)
{
  g_auto (RensaPool) pool = { 0 };
  Job job = { .y = rensa_pool_get_plane (gy), .scale = scale };

  if (!rensa_pool_init (&pool, gx, &gy->shape, window, error) || (!pool.dense && !rensa_cpu_fill (gx, 0, error)))
    return FALSE;

  rensa_pool_run (&pool, TRUE, run_sum_backward, &job);
  return TRUE;
}
