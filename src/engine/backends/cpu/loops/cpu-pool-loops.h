/* cpu-pool-loops.h: pooling of a block of windows.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

#define RENSA_POOL_MAX_REACHED 64

/* A block of n1 rows of n0 elements; strides in elements. */
typedef struct
{
  gint64 n1;
  gint64 n0;
} RensaPoolExtent;

typedef struct
{
  gint64 s1;
  gint64 s0;
} RensaPoolStrides;

/* Per element: if x is larger than @best or is NaN, it replaces @best, and @place replaces @places,
 * if not NULL; the first x also does so for a place that is still -1. Rows of @best and @places are
 * @row elements apart. */
typedef void (*RensaPoolMaxLoop) (RensaPoolExtent extent, gconstpointer x, RensaPoolStrides x_strides, gint32 place,
                                  gint64 row, gpointer best, gint32 *places);

/* Places of a window that are within x: their numbers and their distances from the first of them. */
typedef struct
{
  int n;
  gint32 places[RENSA_POOL_MAX_REACHED];
  gint64 offsets[RENSA_POOL_MAX_REACHED];
} RensaPoolReached;

/* The same for @n_windows windows, @step elements apart, that all have the places @reached, and for
 * their @n_channels channels, adjacent in x, @best and @places: all places of a window at once, so
 * that its maximum stays in registers. */
typedef void (*RensaPoolMaxWindows) (gint64 n_windows, gint64 n_channels, gconstpointer x, gint64 step,
                                     const RensaPoolReached *reached, gpointer best, gint32 *places);

/* target += source * scale */
typedef void (*RensaPoolAddLoop) (RensaPoolExtent extent, gconstpointer source, RensaPoolStrides source_strides,
                                  double scale, gpointer target, RensaPoolStrides target_strides);

/* target = source * scale */
typedef RensaPoolAddLoop RensaPoolStoreLoop;

#define RENSA_POOL_LANES 16

/* Partial results of one window: lane i covers the i-th, the i + 16-th, … element of each of its rows. */
typedef struct
{
  union
  {
    float f[RENSA_POOL_LANES];
    double d[RENSA_POOL_LANES];
  } values;
  gint32 places[RENSA_POOL_LANES];
} RensaPoolLanes;

/* Updates the maximum of the lanes with @n adjacent elements at places @place, @place + 1, … The
 * initial value is -infinity at place -1. */
typedef void (*RensaPoolMaxAlong) (gint64 n, gconstpointer x, gint32 place, RensaPoolLanes *lanes);
/* Updates the sum, whose initial value is 0. */
typedef void (*RensaPoolSumAlong) (gint64 n, gconstpointer x, RensaPoolLanes *lanes);
/* Combines all lanes in element @i of @values and, if not NULL, of @places. */
typedef void (*RensaPoolJoin) (const RensaPoolLanes *lanes, gint64 i, gpointer values, gint32 *places);

/* Writes each of @n elements of @source, multiplied by @scale, @times times to @target. */
typedef void (*RensaPoolRepeat) (gint64 n, gint64 times, gconstpointer source, gint64 stride, double scale,
                                 gpointer target);

/* Spatial axes are numbered from the last one, which is axis 0, so that axis 0 always exists. */

/* One place of a window: its coordinates and its distance from the start of the window, in elements of x. */
typedef struct
{
  gint64 at[RENSA_WINDOW_MAX_AXES];
  gint64 offset;
} RensaPoolTap;

/* A block of windows; element (0, 0) begins at coordinates @start of x along @n axes, @offset
 * elements from its data. */
typedef struct
{
  RensaPoolExtent extent;
  RensaPoolStrides offsets;     /* between windows, in elements of x */
  RensaPoolStrides coordinates; /* between windows, in coordinates of the last axis */
  gint64 offset;
  int n;
  gint64 start[RENSA_WINDOW_MAX_AXES];
  const gint64 *in;
  gint64 n_taps;
  const RensaPoolTap *taps;
  gboolean inside; /* no window extends into the padding */
} RensaPoolBlock;

/* For each window, adds y to the element of x at its place (scatter) or reads that element into y
 * (gather; 0 in the padding). Returns the number of invalid places. */
typedef gint64 (*RensaPoolMoveLoop) (const RensaPoolBlock *block, gpointer x, gpointer y, RensaPoolStrides y_strides,
                                     const gint64 *places, RensaPoolStrides places_strides);

typedef struct
{
  RensaPoolMaxLoop max[2]; /* float, double */
  RensaPoolMaxWindows max_windows[2];
  RensaPoolAddLoop add[2];
  RensaPoolStoreLoop store[2];
  RensaPoolRepeat repeat[2];
  RensaPoolMaxAlong max_along[2];
  RensaPoolSumAlong sum_along[2];
  RensaPoolJoin join_max[2];
  RensaPoolJoin join_sum[2];
  RensaPoolMoveLoop scatter[2];
  RensaPoolMoveLoop gather[2];
} RensaCpuPoolLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuPoolLoops, rensa_cpu_pool_loops);

G_END_DECLS
