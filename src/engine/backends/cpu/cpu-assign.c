/* cpu-assign.c: fills, copies, casts and in-place addition.
 * SPDX-License-Identifier: MIT */

#include "cpu-cast-loops.h"
#include "cpu-walk.h"
#include "k.h"
#include "rensa-backends-kernels.h"

#include <string.h>

/* Side of the square tiles of a transposed copy: both sides of a tile fit in the first-level cache. */
#define SQUARE 32
/* Shorter rows are copied column by column. */
#define SHORT_ROW 8

typedef struct
{
  RensaCastLoop cast;
  gint64 bytes; /* size of an element if both dtypes are the same; else 0 */
} Copy;

static void
copy_run (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Copy *copy = closure;

  if (strides[0] == copy->bytes && strides[1] == copy->bytes)
    memcpy (data[1], data[0], n * copy->bytes);
  else
    copy->cast (n, data[0], strides[0], data[1], strides[1]);
}

/* Returns the axis with the smallest source stride if it is not the innermost one of the walk; else -1. */
static int
find_transposed_axis (const RensaWalk *walk)
{
  const int inner = walk->ndim - 1;
  int narrowest = -1;

  for (int axis = 0; axis < inner; axis++)
    if (walk->strides[axis][0] != 0
        && (narrowest < 0 || ABS (walk->strides[axis][0]) < ABS (walk->strides[narrowest][0])))
      narrowest = axis;

  if (narrowest < 0 || walk->strides[inner][0] == 0
      || ABS (walk->strides[narrowest][0]) >= ABS (walk->strides[inner][0]) || walk->shape[narrowest] < 4)
    return -1;

  return narrowest;
}

/* Returns the axis to be copied together with the innermost one; -1 if rows are long and contiguous
 * enough on their own. */
static int
find_second_axis (const RensaWalk *walk)
{
  const int next = walk->ndim - 2;
  const int transposed = find_transposed_axis (walk);

  if (transposed < 0 && next >= 0 && walk->shape[next + 1] <= SHORT_ROW && walk->shape[next] >= SQUARE)
    return next;
  return transposed;
}

/* Moves @axis next to the innermost one. */
static void
bring_inside (RensaWalk *walk, int axis)
{
  const gint64 extent = walk->shape[axis];
  gint64 strides[RENSA_KERNEL_MAX_ARGS];

  memcpy (strides, walk->strides[axis], sizeof strides);
  for (; axis < walk->ndim - 2; axis++)
    {
      walk->shape[axis] = walk->shape[axis + 1];
      memcpy (walk->strides[axis], walk->strides[axis + 1], sizeof strides);
    }

  walk->shape[axis] = extent;
  memcpy (walk->strides[axis], strides, sizeof strides);
}

/* Copies rows first … first + n - 1 of the matrix formed by the two innermost axes. If there are
 * few columns, they are copied one by one. */
static void
copy_square_rows (const RensaWalk *walk, const Copy *copy, char *const *data, gint64 first, gint64 n)
{
  const gint64 *rows = walk->strides[walk->ndim - 2];
  const gint64 *columns = walk->strides[walk->ndim - 1];
  const gint64 n_columns = walk->shape[walk->ndim - 1];

  if (n_columns < SQUARE / 2)
    {
      for (gint64 column = 0; column < n_columns; column++)
        copy->cast (n, data[0] + first * rows[0] + column * columns[0], rows[0],
                    data[1] + first * rows[1] + column * columns[1], rows[1]);
      return;
    }

  for (gint64 column = 0; column < n_columns; column += SQUARE)
    {
      const gint64 length = MIN (SQUARE, n_columns - column);

      for (gint64 row = first; row < first + n; row++)
        copy->cast (length, data[0] + row * rows[0] + column * columns[0], columns[0],
                    data[1] + row * rows[1] + column * columns[1], columns[1]);
    }
}

/* Bands of SQUARE rows, numbered across all matrices. */
static void
copy_bands (const RensaWalk *walk, const Copy *copy, gint64 first, gint64 n)
{
  const gint64 n_rows = walk->shape[walk->ndim - 2];
  const gint64 n_bands = (n_rows + SQUARE - 1) / SQUARE;

  for (gint64 band = first; band < first + n; band++)
    {
      const gint64 row = band % n_bands * SQUARE;
      gint64 matrix = band / n_bands;
      char *data[2] = { walk->data[0], walk->data[1] };

      for (int axis = walk->ndim - 3; axis >= 0; axis--)
        {
          data[0] += matrix % walk->shape[axis] * walk->strides[axis][0];
          data[1] += matrix % walk->shape[axis] * walk->strides[axis][1];
          matrix /= walk->shape[axis];
        }
      copy_square_rows (walk, copy, data, row, MIN (SQUARE, n_rows - row));
    }
}

static void
copy_squares (const RensaWalk *walk, const Copy *copy)
{
  const gint64 n_rows = walk->shape[walk->ndim - 2];
  const gint64 n_matrices = walk->count / (n_rows * walk->shape[walk->ndim - 1]);
  const gint64 n_bands = (n_rows + SQUARE - 1) / SQUARE * n_matrices;
  const int n_threads = rensa_cpu_get_threads ((double) walk->count * 8);

  if (n_threads == 1)
    {
      copy_bands (walk, copy, 0, n_bands);
      return;
    }

#pragma omp parallel num_threads(n_threads)
  {
    gint64 first, n;

    rensa_cpu_get_share (n_bands, 1, &first, &n);
    copy_bands (walk, copy, first, n);
  }
}

gboolean
rensa_cpu_assign (RensaArray *target, RensaArray *source, GError **error)
{
  const RensaCpuCastLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_cast_loops);
  Copy copy = {
    .cast = loops->cast[source->dtype][target->dtype],
    .bytes = source->dtype == target->dtype ? (gint64) rensa_dtype_get_size (source->dtype) : 0,
  };
  RensaWalk walk;

  rensa_walk_init (&walk, &target->shape, (RensaArray *[]){ source, target }, 2);

  const int second = find_second_axis (&walk);
  if (second >= 0)
    {
      bring_inside (&walk, second);
      copy_squares (&walk, &copy);
      return TRUE;
    }

  rensa_walk_all (&walk, 1, copy_run, &copy);
  return TRUE;
}

typedef struct
{
  gint64 bytes;
  guint64 bits;
  gboolean is_zero;
} Fill;

static void
fill_run (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Fill *fill = closure;

  if (fill->is_zero && strides[0] == fill->bytes)
    memset (data[0], 0, n * fill->bytes);
  else if (fill->bytes == 4 && strides[0] == 4)
    for (gint64 i = 0; i < n; i++)
      ((guint32 *) data[0])[i] = (guint32) fill->bits;
  else if (fill->bytes == 8)
    for (gint64 i = 0; i < n; i++)
      *(guint64 *) (data[0] + i * strides[0]) = fill->bits;
  else if (fill->bytes == 4)
    for (gint64 i = 0; i < n; i++)
      *(guint32 *) (data[0] + i * strides[0]) = (guint32) fill->bits;
  else if (fill->bytes == 2)
    for (gint64 i = 0; i < n; i++)
      *(guint16 *) (data[0] + i * strides[0]) = (guint16) fill->bits;
  else
    for (gint64 i = 0; i < n; i++)
      *(guint8 *) (data[0] + i * strides[0]) = (guint8) fill->bits;
}

gboolean
rensa_cpu_fill (RensaArray *array, double value, GError **error)
{
  const RensaCpuCastLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_cast_loops);
  Fill fill = { .bytes = (gint64) rensa_dtype_get_size (array->dtype) };
  RensaWalk walk;

  loops->cast[RENSA_FLOAT64][array->dtype](1, (const char *) &value, 0, (char *) &fill.bits, 0);
  fill.is_zero = fill.bits == 0;
  rensa_walk_init (&walk, &array->shape, &array, 1);
  rensa_walk_all (&walk, 0.5, fill_run, &fill);
  return TRUE;
}

/* kernel: accumulate (x, y) -> sum */
KERNEL real
accumulate (real x, real y)
{
  return x + y;
}
/* end kernel */

static void
add_integers (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  /* Unsigned, so that overflow wraps as in NumPy. */
  for (gint64 i = 0; i < n; i++)
    *(guint64 *) (data[1] + i * strides[1]) += *(const guint64 *) (data[0] + i * strides[0]);
}

gboolean
rensa_cpu_accumulate (RensaArray *target, RensaArray *source, GError **error)
{
  if (target->dtype == RENSA_INT64)
    {
      RensaWalk walk;

      rensa_walk_init (&walk, &target->shape, (RensaArray *[]){ source, target }, 2);
      rensa_walk_all (&walk, 1, add_integers, NULL);
      return TRUE;
    }

  return rensa_cpu_map (RENSA_KERNEL_ACCUMULATE, target->dtype, (RensaArray *[]){ target, source }, &target, NULL,
                        error);
}
