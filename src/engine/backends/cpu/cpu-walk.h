/* cpu-walk.h: goes through several arrays of one broadcast shape, element by element.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"

G_BEGIN_DECLS

/* A program has more arrays than a kernel. */
#define RENSA_WALK_MAX_ARGS (RENSA_PROGRAM_MAX_INPUTS + RENSA_PROGRAM_MAX_OUTPUTS)

/* The axes that are left after those of extent 1 are dropped, the rest ordered by stride (so that the innermost
 * steps through memory), and those joined that all arrays allow to be walked as one.  At least one axis is left. */
typedef struct
{
  int n_args;
  int ndim;
  gint64 count;
  gint64 shape[RENSA_MAX_NDIM];
  gint64 strides[RENSA_MAX_NDIM][RENSA_WALK_MAX_ARGS]; /* bytes */
  char *data[RENSA_WALK_MAX_ARGS];
} RensaWalk;

/* n elements of each argument, stride bytes apart. */
typedef void (*RensaWalkRun) (gint64 n, char *const *data, const gint64 *strides, gpointer closure);

/* The last argument decides most about the order of axes.  Each array must broadcast to @shape. */
void rensa_walk_init (RensaWalk *walk, const RensaShape *shape, RensaArray *const *arrays, int n_arrays);

/* By hand: start, add axes from the outermost on, finish.  @strides has one entry for each argument.  An axis that
 * is not @ordered stays inside of those that were added before. */
void rensa_walk_start (RensaWalk *walk, int n_args);
void rensa_walk_add_axis (RensaWalk *walk, gint64 extent, const gint64 *strides, gboolean ordered);
void rensa_walk_finish (RensaWalk *walk);

/* Calls @run for elements @first … @first + @n - 1 in the order of the walk, one innermost run at a time. */
void rensa_walk_range (const RensaWalk *walk, gint64 first, gint64 n, RensaWalkRun run, gpointer closure);

/* The same for all elements, on several threads where @cost (additions an element) makes that worth while. */
void rensa_walk_all (const RensaWalk *walk, double cost, RensaWalkRun run, gpointer closure);

/* As above, with work cut at multiples of @grain elements instead of RENSA_CPU_CHUNK. */
void rensa_walk_all_in (const RensaWalk *walk, gint64 grain, double cost, RensaWalkRun run, gpointer closure);

/* Whether argument @arg, whose elements have @size bytes, lies in memory in the order of the walk, without gaps. */
gboolean rensa_walk_is_linear (const RensaWalk *walk, int arg, gsize size);

/* The stride in bytes of axis @axis of @shape in @array, which broadcasts to it. */
gint64 rensa_walk_get_stride (RensaArray *array, const RensaShape *shape, int axis);

G_END_DECLS
