/* cpu-reduce-rows.c: reductions over outer axes, whole rows at a time.
 * SPDX-License-Identifier: MIT */

#include "cpu-reduce-private.h"

#include <math.h>
#include <string.h>

/* Number of columns that are reduced together, in the first-level cache. */
#define TILE 512
typedef double Totals[TILE]; /* or float, or gint64 */

typedef struct
{
  RensaReduce *reduce;
  RensaRowsLoop loop; /* x into totals */
  RensaRowsLoop join; /* totals into totals */
  gint64 n;           /* number of columns in the current tile */
  gint64 column_stride;
  int n_levels;
  gint64 counts[K_MAX_LEVELS];
  Totals totals[K_MAX_LEVELS];
  Totals buffer;
} Tile;

static void
clear (const Tile *tile, gpointer totals)
{
  static const double identities[] = {
    [RENSA_REDUCE_SUM] = 0,         [RENSA_REDUCE_SUM_SQUARE] = 0, [RENSA_REDUCE_PROD] = 1,
    [RENSA_REDUCE_MAX] = -INFINITY, [RENSA_REDUCE_MIN] = INFINITY,
  };
  const double identity = identities[tile->reduce->plan.reduction];
  const gint64 integer = !isinf (identity) ? (gint64) identity : identity < 0 ? G_MININT64 : G_MAXINT64;

  if (tile->reduce->work == RENSA_WORK_FLOAT)
    for (gint64 j = 0; j < tile->n; j++)
      ((float *) totals)[j] = (float) identity;
  else if (tile->reduce->work == RENSA_WORK_DOUBLE)
    for (gint64 j = 0; j < tile->n; j++)
      ((double *) totals)[j] = identity;
  else
    for (gint64 j = 0; j < tile->n; j++)
      ((gint64 *) totals)[j] = integer;
}

/* Adds full totals to the next level. */
static void
carry (Tile *tile)
{
  for (int level = 0; tile->counts[level] >= K_ROWS_OF_TOTAL && level + 1 < K_MAX_LEVELS; level++)
    {
      if (level + 1 == tile->n_levels)
        clear (tile, tile->totals[tile->n_levels++]);
      tile->join (1, 0, tile->n, tile->totals[level], tile->totals[level + 1]);
      clear (tile, tile->totals[level]);
      tile->counts[level] = 0;
      tile->counts[level + 1]++;
    }
}

static void
add_rows (gint64 n_rows, char *const *data, const gint64 *strides, gpointer closure)
{
  Tile *tile = closure;
  RensaReduce *reduce = tile->reduce;
  const gboolean is_direct = reduce->is_direct && tile->column_stride == reduce->work_size;

  for (gint64 row = 0; row < n_rows;)
    {
      const gint64 n = is_direct ? MIN (n_rows - row, K_ROWS_OF_TOTAL - tile->counts[0]) : 1;
      char *x = data[0] + row * strides[0];

      if (!is_direct)
        reduce->load (tile->n, x, tile->column_stride, (char *) tile->buffer, reduce->work_size);
      tile->loop (n, strides[0], tile->n, is_direct ? x : (char *) tile->buffer, tile->totals[0]);
      tile->counts[0] += n;
      row += n;
      carry (tile);
    }
}

/* Adds rows first … first + n - 1 of the columns at @x to the totals of level 0. */
static void
reduce_tile (Tile *tile, char *x, gint64 first, gint64 n)
{
  RensaWalk rows = tile->reduce->plan.reduced;

  rows.data[0] = x;
  memset (tile->counts, 0, sizeof tile->counts);
  tile->n_levels = 1;
  clear (tile, tile->totals[0]);
  rensa_walk_range (&rows, first, n, add_rows, tile);
  for (int level = 1; level < tile->n_levels; level++)
    tile->join (1, 0, tile->n, tile->totals[level], tile->totals[0]);
}

static void
init_tile (Tile *tile, RensaReduce *reduce)
{
  const RensaReduction joining =
      reduce->plan.reduction == RENSA_REDUCE_SUM_SQUARE ? RENSA_REDUCE_SUM : reduce->plan.reduction;

  tile->reduce = reduce;
  tile->loop = reduce->loops->rows[reduce->plan.reduction][reduce->work];
  tile->join = reduce->loops->rows[joining][reduce->work];
  tile->column_stride = reduce->plan.kept.strides[reduce->plan.kept.ndim - 1][RENSA_KEPT_X];
}

typedef struct
{
  gint64 n_columns;
  gint64 n_tiles;  /* tiles of the columns */
  gint64 n_groups; /* groups of the rows */
  gint64 group;    /* number of rows in each group but the last */
  char *partials;  /* n_groups tables like y, with the working type; NULL if there is one group */
} Plan;

/* Returns the first element of run @outer, column @column, of x or y. */
static char *
get_place (const RensaWalk *kept, gint64 outer, gint64 column, int arg)
{
  char *data = kept->data[arg] + column * kept->strides[kept->ndim - 1][arg];

  for (int axis = kept->ndim - 2; axis >= 0; axis--)
    {
      data += outer % kept->shape[axis] * kept->strides[axis][arg];
      outer /= kept->shape[axis];
    }

  return data;
}

/* Unit i is group i % n_groups of tile i / n_groups. */
static void
reduce_unit (Tile *tile, const Plan *plan, gint64 unit)
{
  RensaReduce *reduce = tile->reduce;
  const RensaWalk *kept = &reduce->plan.kept;
  const gint64 group = unit % plan->n_groups;
  const gint64 outer = unit / plan->n_groups / plan->n_tiles;
  const gint64 column = unit / plan->n_groups % plan->n_tiles * TILE;
  const gint64 first = group * plan->group;

  tile->n = MIN (TILE, plan->n_columns - column);
  reduce_tile (tile, get_place (kept, outer, column, RENSA_KEPT_X), first,
               MIN (plan->group, reduce->plan.reduced.count - first));

  if (plan->partials != NULL)
    memcpy (plan->partials + ((group * kept->count) + outer * plan->n_columns + column) * reduce->work_size,
            tile->totals[0], tile->n * reduce->work_size);
  else
    reduce->store_row (tile->n, (char *) tile->totals[0], reduce->work_size,
                       get_place (kept, outer, column, RENSA_KEPT_Y), kept->strides[kept->ndim - 1][RENSA_KEPT_Y]);
}

static void
join_groups (RensaReduce *reduce, const Plan *plan)
{
  const RensaWalk *kept = &reduce->plan.kept;
  const gint64 size = reduce->work_size;
  Tile tile;

  init_tile (&tile, reduce);
  for (gint64 i = 0; i < kept->count / plan->n_columns * plan->n_tiles; i++)
    {
      const gint64 outer = i / plan->n_tiles;
      const gint64 column = i % plan->n_tiles * TILE;
      const char *partials = plan->partials + (outer * plan->n_columns + column) * size;

      tile.n = MIN (TILE, plan->n_columns - column);
      clear (&tile, tile.totals[0]);
      tile.join (plan->n_groups, kept->count * size, tile.n, partials, tile.totals[0]);
      reduce->store_row (tile.n, (char *) tile.totals[0], size, get_place (kept, outer, column, RENSA_KEPT_Y),
                         kept->strides[kept->ndim - 1][RENSA_KEPT_Y]);
    }
}

gboolean
rensa_cpu_reduce_rows (RensaReduce *reduce, GError **error)
{
  const RensaWalk *kept = &reduce->plan.kept;
  const gint64 n_rows = reduce->plan.reduced.count;
  const int n_threads = rensa_cpu_get_threads ((double) kept->count * n_rows);
  RensaBuffer *buffer = NULL;
  Plan plan = { .n_columns = kept->shape[kept->ndim - 1] };

  plan.n_tiles = (plan.n_columns + TILE - 1) / TILE;
  plan.group = rensa_reduce_plan_get_group (&reduce->plan, &plan.n_groups);
  if (plan.n_groups > 1)
    {
      buffer = rensa_buffer_new (&rensa_cpu_device, plan.n_groups * kept->count * reduce->work_size, error);
      if (buffer == NULL)
        return FALSE;
      plan.partials = buffer->data;
    }

  const gint64 n_units = kept->count / plan.n_columns * plan.n_tiles * plan.n_groups;
#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    Tile tile;

    init_tile (&tile, reduce);
#pragma omp for schedule(static)
    for (gint64 unit = 0; unit < n_units; unit++)
      reduce_unit (&tile, &plan, unit);
  }

  if (buffer != NULL)
    {
      join_groups (reduce, &plan);
      rensa_buffer_unref (buffer);
    }

  return TRUE;
}
