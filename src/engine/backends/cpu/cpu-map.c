/* cpu-map.c: runs map and index kernels over arrays of any strides and dtypes.
 * SPDX-License-Identifier: MIT */

#include "cpu-cast-loops.h"
#include "cpu-walk.h"

#include <string.h>

/* Shorter rows are first gathered into tiles: calling a loop costs more than copying them.
 * Arguments whose dtype differs from the loop's are gathered as well. */
#define SHORT_ROW 96
#define TILE 512
/* Shorter rows are copied column by column. */
#define FEW_COLUMNS 8

G_STATIC_ASSERT (K_MAX_NDIM == RENSA_MAX_NDIM);

/* Several times the number of kernels, so that most lookups succeed at the first probe. */
#define N_SLOTS 2048

/* Hash table with open addressing: each row is at the slot of its kernel's address, or at the next
 * free one. */
static const RensaCpuKernel *slots[N_SLOTS];
static guint n_taken;

static guint
find_slot (const RensaKernel *kernel)
{
  guint i = (guintptr) kernel / sizeof *kernel % N_SLOTS;

  while (slots[i] != NULL && slots[i]->kernel != kernel)
    i = (i + 1) % N_SLOTS;
  return i;
}

void
rensa_cpu_add_kernels (const RensaCpuKernel *rows, guint n)
{
  n_taken += n;
  g_assert (n_taken <= N_SLOTS / 2);

  for (guint i = 0; i < n; i++)
    slots[find_slot (rows[i].kernel)] = &rows[i];
}

const RensaCpuLoops *
rensa_cpu_get_loops (const RensaKernel *kernel)
{
  return &slots[find_slot (kernel)]->loops[rensa_cpu_get_isa ()];
}

typedef struct
{
  const RensaKernel *kernel;
  RensaMapLoop loop;
  const double *params;
  gsize size;                         /* size of an element in the loop */
  gsize sizes[RENSA_KERNEL_MAX_ARGS]; /* … in the arrays */
  RensaCastLoop
      casts[RENSA_KERNEL_MAX_ARGS]; /* conversions between the two; NULL for arguments with the loop's dtype */
  guint cast_args;                  /* bit a: argument a has another dtype */
} Map;

/* State of copying elements into or out of buffers. */
typedef struct
{
  const Map *map;
  guint args;   /* bit a: argument a goes through its buffer */
  gint64 place; /* index of the next element */
  gboolean is_output;
  char (*buffers)[TILE * sizeof (double)];
  gint64 n_columns;             /* consecutive elements for each element of the walk, … */
  const gint64 *column_strides; /* … and the distance between them */
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

/* Copies @n elements of one argument; in the buffer they are @step bytes apart. */
static inline void
move_column (const Map *map, int arg, gboolean is_output, gint64 n, char *buffer, gint64 step, char *data,
             gint64 stride)
{
  char *const to = is_output ? data : buffer;
  const char *const from = is_output ? buffer : data;
  const gint64 to_stride = is_output ? stride : step;
  const gint64 from_stride = is_output ? step : stride;

  if (map->casts[arg] != NULL)
    map->casts[arg](n, from, from_stride, to, to_stride);
  else
    copy_strided (to, to_stride, from, from_stride, n, map->size);
}

static void
move_run (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  Tile *tile = closure;
  const gint64 size = (gint64) tile->map->size;

  for (guint args = tile->args; args != 0; args &= args - 1)
    {
      const int arg = __builtin_ctz (args);

      for (gint64 column = 0; column < tile->n_columns; column++)
        move_column (tile->map, arg, tile->is_output, n, tile->buffers[arg] + (tile->place + column) * size,
                     tile->n_columns * size, data[arg] + column * tile->column_strides[arg], strides[arg]);
    }

  tile->place += n * tile->n_columns;
}

/* Returns the number of columns that are copied one by one because their rows would be too short; else 1. */
static gint64
count_columns (const RensaWalk *walk)
{
  const gint64 row = walk->shape[walk->ndim - 1];

  return walk->ndim > 1 && row <= FEW_COLUMNS ? row : 1;
}

/* @first and @n are multiples of the number of columns. */
static void
run_tiles (const RensaWalk *walk, const Map *map, gint64 first, gint64 n)
{
  char buffers[RENSA_KERNEL_MAX_ARGS][TILE * sizeof (double)] __attribute__ ((aligned (64)));
  const gint64 n_columns = count_columns (walk);
  const gint64 *column_strides = walk->strides[walk->ndim - 1];
  const guint outputs = ~0u << map->kernel->n_inputs;
  RensaWalk rows = *walk;
  char *data[RENSA_KERNEL_MAX_ARGS];
  gint64 strides[RENSA_KERNEL_MAX_ARGS];
  guint gathered = map->cast_args;

  rows.ndim -= n_columns > 1;
  for (int arg = 0; arg < walk->n_args; arg++)
    {
      gathered |= rensa_walk_is_linear (walk, arg, map->size) ? 0 : 1u << arg;
      strides[arg] = (gint64) map->size;
    }

  for (const gint64 end = first + n; first < end; first += TILE / n_columns * n_columns)
    {
      const gint64 length = MIN (TILE / n_columns * n_columns, end - first);
      Tile inputs = { map, gathered & ~outputs, 0, FALSE, buffers, n_columns, column_strides };
      Tile results = { map, gathered & outputs, 0, TRUE, buffers, n_columns, column_strides };

      for (int arg = 0; arg < walk->n_args; arg++)
        data[arg] = gathered >> arg & 1 ? buffers[arg] : walk->data[arg] + first * (gint64) map->size;

      rensa_walk_range (&rows, first / n_columns, length / n_columns, move_run, &inputs);
      map->loop (length, data, strides, map->params);
      if (results.args != 0)
        rensa_walk_range (&rows, first / n_columns, length / n_columns, move_run, &results);
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

    rensa_cpu_get_share (walk->count, RENSA_CPU_CHUNK * count_columns (walk), &first, &n);
    run_share (walk, map, first, n);
  }
}

/* Handles the common case, for which planning a walk would take longer than processing small arrays. */
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
  const RensaCpuLoops *loops = rensa_cpu_get_loops (kernel);
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

static void
get_view (RensaArray *array, RensaKernelView *view)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);

  view->data = array->data;
  view->ndim = array->shape.ndim;
  for (int axis = 0; axis < view->ndim; axis++)
    {
      view->shape[axis] = array->shape.dims[axis];
      view->strides[axis] = array->strides[axis] / size;
    }
}

gboolean
rensa_cpu_index_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs,
                     const double *params, GError **error)
{
  const RensaCpuLoops *loops = rensa_cpu_get_loops (kernel);
  const RensaIndexLoop loop = outputs[0]->dtype == RENSA_FLOAT32 ? loops->index_float : loops->index_double;
  const RensaShape *shape = &outputs[0]->shape;
  const gint64 count = outputs[0]->count;
  /* Index kernels are not vectorized. */
  const int n_threads = rensa_cpu_get_threads ((double) count * kernel->cost * 10);
  RensaKernelView views[RENSA_KERNEL_MAX_ARGS];
  gpointer results[RENSA_KERNEL_MAX_ARGS];

  for (int i = 0; i < kernel->n_inputs; i++)
    get_view (inputs[i], &views[i]);
  for (int i = 0; i < kernel->n_outputs; i++)
    results[i] = outputs[i]->data;

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (count, 64, &first, &n);
    loop (first, n, shape->ndim, shape->dims, views, results, params);
  }

  return TRUE;
}
