/* cpu-pool-loops.h: what pooling does to a block of windows.
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

/* Per element: where x, or any NaN, beats @best, @best takes it and @places, where it is not NULL, takes @place; so
 * does the first x for a place that is still -1.  Rows of @best and @places are @row elements apart. */
typedef void (*RensaPoolMaxLoop) (RensaPoolExtent extent, gconstpointer x, RensaPoolStrides x_strides, gint32 place,
                                  gint64 row, gpointer best, gint32 *places);

/* The places of a window that lie within x: their numbers and their distances from the first of them. */
typedef struct
{
  int n;
  gint32 places[RENSA_POOL_MAX_REACHED];
  gint64 offsets[RENSA_POOL_MAX_REACHED];
} RensaPoolReached;

/* The same for @n_windows windows, @step elements apart, that all reach @reached, and their @n_channels channels,
 * which lie side by side in x, @best and @places: all places of a window at once, so that its maximum stays in
 * registers. */
typedef void (*RensaPoolMaxWindows) (gint64 n_windows, gint64 n_channels, gconstpointer x, gint64 step,
                                     const RensaPoolReached *reached, gpointer best, gint32 *places);

/* target += source * scale */
typedef void (*RensaPoolAddLoop) (RensaPoolExtent extent, gconstpointer source, RensaPoolStrides source_strides,
                                  double scale, gpointer target, RensaPoolStrides target_strides);

/* target = source * scale */
typedef RensaPoolAddLoop RensaPoolStoreLoop;

#define RENSA_POOL_LANES 16

/* What is known of one window: lane i of the i-th, the i + 16-th, … element of each of its rows. */
typedef struct
{
  union
  {
    float f[RENSA_POOL_LANES];
    double d[RENSA_POOL_LANES];
  } values;
  gint32 places[RENSA_POOL_LANES];
} RensaPoolLanes;

/* The maximum of lanes and @n elements, which lie side by side and have places @place, @place + 1, …  It begins with
 * -infinity at place -1. */
typedef void (*RensaPoolMaxAlong) (gint64 n, gconstpointer x, gint32 place, RensaPoolLanes *lanes);
/* The sum, which begins with 0. */
typedef void (*RensaPoolSumAlong) (gint64 n, gconstpointer x, RensaPoolLanes *lanes);
/* All lanes become element @i of @values and, where it is not NULL, of @places. */
typedef void (*RensaPoolJoin) (const RensaPoolLanes *lanes, gint64 i, gpointer values, gint32 *places);

/* Each of @n elements of @source, multiplied by @scale, stands @times times in @target. */
typedef void (*RensaPoolRepeat) (gint64 n, gint64 times, gconstpointer source, gint64 stride, double scale,
                                 gpointer target);

/* Spatial axes are counted from the last one, which is axis 0, so that there is always one to go along. */

/* One place of a window: its coordinates and its distance in elements of x from the window's beginning. */
typedef struct
{
  gint64 at[RENSA_WINDOW_MAX_AXES];
  gint64 offset;
} RensaPoolTap;

/* A block of windows, of which element (0, 0) begins at coordinates @start of x, along @n axes, @offset elements from its data. */
typedef struct
{
  RensaPoolExtent extent;
  RensaPoolStrides offsets;     /* from window to window, in elements of x */
  RensaPoolStrides coordinates; /* from window to window, in coordinates of the last axis */
  gint64 offset;
  int n;
  gint64 start[RENSA_WINDOW_MAX_AXES];
  const gint64 *in;
  gint64 n_taps;
  const RensaPoolTap *taps;
  gboolean inside; /* no window reaches into the padding */
} RensaPoolBlock;

/* For each window, adds y to the element of x that its place names (scatter) or reads it into y (gather; 0 in the
 * padding).  Returns the number of places that no window has. */
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
