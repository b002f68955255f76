/* cpu-map.c: runs map kernels over arrays of any strides and dtypes.
 * SPDX-License-Identifier: MIT */

#include "cpu-cast-loops.h"
#include "cpu-walk.h"

#include <string.h>

/* Rows shorter than this are gathered into tiles first: a call of a loop costs more than copying them.  So is what has another
 * dtype than the loop. */
#define SHORT_ROW 96
#define TILE 512

typedef struct
{
  const RensaKernel *kernel;
  RensaMapLoop loop;
  const double *params;
  gsize size;                                 /* of an element in the loop */
  gsize sizes[RENSA_KERNEL_MAX_ARGS];         /* … in the arrays */
  RensaCastLoop casts[RENSA_KERNEL_MAX_ARGS]; /* between the two; NULL for arguments of the loop's own dtype */
  guint cast_args;                            /* bit a: argument a has another dtype */
} Map;

typedef struct
{
  const Map *map;
  guint args;   /* bit a: argument a goes through its buffer */
  gint64 place; /* of the next element */
  gboolean is_output;
  char (*buffers)[TILE * sizeof (double)];
} Tile;

static void
run_loop (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Map *map = closure;

  map->loop (n, data, strides, map->params);
}

static inline void
copy_strided (char *to, gint64 to_stride, const char *from, gint64 from_stride, gint64 n, gsize size)
{
  if (from_stride == (gint64) size && to_stride == (gint64) size)
    memcpy (to, from, n * size);
  else if (size == sizeof (float))
    for (gint64 i = 0; i < n; i++)
      *(float *) (to + i * to_stride) = *(const float *) (from + i * from_stride);
  else
    for (gint64 i = 0; i < n; i++)
      *(double *) (to + i * to_stride) = *(const double *) (from + i * from_stride);
}

static void
move_run (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  Tile *tile = closure;
  const Map *map = tile->map;
  const gint64 size = (gint64) map->size;

  for (guint args = tile->args; args != 0; args &= args - 1)
    {
      const int arg = __builtin_ctz (args);
      char *place = tile->buffers[arg] + tile->place * size;

      if (tile->is_output && map->casts[arg] != NULL)
        map->casts[arg](n, place, size, data[arg], strides[arg]);
      else if (tile->is_output)
        copy_strided (data[arg], strides[arg], place, size, n, map->size);
      else if (map->casts[arg] != NULL)
        map->casts[arg](n, data[arg], strides[arg], place, size);
      else
        copy_strided (place, size, data[arg], strides[arg], n, map->size);
    }

  tile->place += n;
}

/* Whether argument @arg lies in memory in the order of the walk, without gaps. */
static gboolean
is_linear (const RensaWalk *walk, int arg, gsize size)
{
  gint64 stride = (gint64) size;

  for (int axis = walk->ndim - 1; axis >= 0; axis--)
    {
      if (walk->strides[axis][arg] != stride)
        return FALSE;
      stride *= walk->shape[axis];
    }

  return TRUE;
}

static void
run_tiles (const RensaWalk *walk, const Map *map, gint64 first, gint64 n)
{
  char buffers[RENSA_KERNEL_MAX_ARGS][TILE * sizeof (double)] __attribute__ ((aligned (64)));
  const guint outputs = ~0u << map->kernel->n_inputs;
  char *data[RENSA_KERNEL_MAX_ARGS];
  gint64 strides[RENSA_KERNEL_MAX_ARGS];
  guint gathered = map->cast_args;

  for (int arg = 0; arg < walk->n_args; arg++)
    {
      gathered |= is_linear (walk, arg, map->size) ? 0 : 1u << arg;
      strides[arg] = (gint64) map->size;
    }

  for (const gint64 end = first + n; first < end; first += TILE)
    {
      const gint64 length = MIN (TILE, end - first);
      Tile inputs = { map, gathered & ~outputs, 0, FALSE, buffers };
      Tile results = { map, gathered & outputs, 0, TRUE, buffers };

      for (int arg = 0; arg < walk->n_args; arg++)
        data[arg] = gathered >> arg & 1 ? buffers[arg] : walk->data[arg] + first * (gint64) map->size;

      rensa_walk_range (walk, first, length, move_run, &inputs);
      map->loop (length, data, strides, map->params);
      if (results.args != 0)
        rensa_walk_range (walk, first, length, move_run, &results);
    }
}

static void
run_share (const RensaWalk *walk, const Map *map, gint64 first, gint64 n)
{
  if (map->cast_args != 0)
    run_tiles (walk, map, first, n);
  else if (walk->ndim == 1)
    {
      char *data[RENSA_KERNEL_MAX_ARGS];

      for (int arg = 0; arg < walk->n_args; arg++)
        data[arg] = walk->data[arg] + first * walk->strides[0][arg];
      map->loop (n, data, walk->strides[0], map->params);
    }
  else if (walk->shape[walk->ndim - 1] < SHORT_ROW)
    run_tiles (walk, map, first, n);
  else
    rensa_walk_range (walk, first, n, run_loop, (gpointer) map);
}

static void
run_walk (const RensaWalk *walk, const Map *map)
{
  const int n_threads = rensa_cpu_get_threads ((double) walk->count * map->kernel->cost);

  if (n_threads == 1)
    {
      run_share (walk, map, 0, walk->count);
      return;
    }

#pragma omp parallel num_threads(n_threads)
  {
    gint64 first, n;

    rensa_cpu_get_share (walk->count, RENSA_CPU_CHUNK, &first, &n);
    run_share (walk, map, first, n);
  }
}

/* The common case, for which planning a walk would cost more than small arrays themselves. */
static gboolean
init_contiguous (RensaWalk *walk, const Map *map, RensaArray *const *arrays, int n_arrays)
{
  const RensaShape *shape = &arrays[n_arrays - 1]->shape;

  for (int arg = 0; arg < n_arrays; arg++)
    {
      if (!rensa_shape_equal (&arrays[arg]->shape, shape) || !rensa_array_is_c_contiguous (arrays[arg]))
        return FALSE;
      walk->data[arg] = arrays[arg]->data;
      walk->strides[0][arg] = (gint64) map->sizes[arg];
    }

  walk->n_args = n_arrays;
  walk->ndim = 1;
  walk->count = walk->shape[0] = arrays[n_arrays - 1]->count;
  return TRUE;
}

static void
init_casts (Map *map, RensaDtype dtype, RensaArray *const *arrays, int n_arrays)
{
  const RensaCpuCastLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_cast_loops);

  for (int arg = 0; arg < n_arrays; arg++)
    {
      const RensaDtype own = arrays[arg]->dtype;

      map->sizes[arg] = rensa_dtype_get_size (own);
      if (own == dtype)
        continue;
      map->cast_args |= 1u << arg;
      map->casts[arg] = arg < map->kernel->n_inputs ? loops->cast[own][dtype] : loops->cast[dtype][own];
    }
}

gboolean
rensa_cpu_map (const RensaKernel *kernel, RensaDtype dtype, RensaArray *const *inputs, RensaArray *const *outputs,
               const double *params, GError **error)
{
  const int n_arrays = kernel->n_inputs + kernel->n_outputs;
  const RensaCpuLoops *loops = &kernel->cpu[rensa_cpu_get_isa ()];
  Map map = {
    .kernel = kernel,
    .loop = dtype == RENSA_FLOAT32 ? loops->map_float : loops->map_double,
    .params = params,
    .size = rensa_dtype_get_size (dtype),
  };
  RensaArray *arrays[RENSA_KERNEL_MAX_ARGS];
  RensaWalk walk;

  memcpy (arrays, inputs, kernel->n_inputs * sizeof (RensaArray *));
  memcpy (arrays + kernel->n_inputs, outputs, kernel->n_outputs * sizeof (RensaArray *));
  init_casts (&map, dtype, arrays, n_arrays);
  if (!init_contiguous (&walk, &map, arrays, n_arrays))
    rensa_walk_init (&walk, &outputs[0]->shape, arrays, n_arrays);

  run_walk (&walk, &map);
  return TRUE;
}
