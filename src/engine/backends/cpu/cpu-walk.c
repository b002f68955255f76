/* cpu-walk.c: element-wise traversal of several arrays broadcast to one shape.
 * SPDX-License-Identifier: MIT */

#include "cpu-walk.h"

/* Sets @data to the element at index @at of the walk. */
static void
seek (const RensaWalk *walk, const gint64 *at, char **data)
{
  for (int arg = 0; arg < walk->n_args; arg++)
    {
      data[arg] = walk->data[arg];
      for (int axis = 0; axis < walk->ndim; axis++)
        data[arg] += at[axis] * walk->strides[axis][arg];
    }
}

void
rensa_walk_range (const RensaWalk *walk, gint64 first, gint64 n, RensaWalkRun run, gpointer closure)
{
  const int inner = walk->ndim - 1;
  gint64 at[RENSA_MAX_NDIM];
  char *data[RENSA_WALK_MAX_ARGS];

  if (n == 0)
    return;
  for (int axis = inner; axis >= 0; axis--)
    {
      at[axis] = first % walk->shape[axis];
      first /= walk->shape[axis];
    }

  while (n > 0)
    {
      const gint64 length = MIN (n, walk->shape[inner] - at[inner]);

      seek (walk, at, data);
      run (length, data, walk->strides[inner], closure);
      n -= length;
      at[inner] = 0;
      for (int axis = inner - 1; axis >= 0 && ++at[axis] == walk->shape[axis]; axis--)
        at[axis] = 0;
    }
}

void
rensa_walk_all_in (const RensaWalk *walk, gint64 grain, double cost, RensaWalkRun run, gpointer closure)
{
  const int n_threads = rensa_cpu_get_threads ((double) walk->count * cost);

  if (n_threads == 1)
    {
      rensa_walk_range (walk, 0, walk->count, run, closure);
      return;
    }

#pragma omp parallel num_threads(n_threads)
  {
    gint64 first, n;

    rensa_cpu_get_share (walk->count, grain, &first, &n);
    rensa_walk_range (walk, first, n, run, closure);
  }
}

void
rensa_walk_all (const RensaWalk *walk, double cost, RensaWalkRun run, gpointer closure)
{
  rensa_walk_all_in (walk, RENSA_CPU_CHUNK, cost, run, closure);
}
