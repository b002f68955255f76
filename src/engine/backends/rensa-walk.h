/* rensa-walk.h: element-wise traversal of several arrays broadcast to one shape.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives-private.h"
#include "rensa-program.h"

G_BEGIN_DECLS

/* Programs have more arrays than kernels. */
#define RENSA_WALK_MAX_ARGS (RENSA_PROGRAM_MAX_INPUTS + RENSA_PROGRAM_MAX_OUTPUTS)

/* Axes of extent 1 are dropped; the remaining ones are sorted by stride (so that the innermost has
 * the smallest one), and merged if all arrays allow it. At least one axis remains. */
typedef struct
{
  int n_args;
  int ndim;
  gint64 count;
  gint64 shape[RENSA_MAX_NDIM];
  gint64 strides[RENSA_MAX_NDIM][RENSA_WALK_MAX_ARGS]; /* bytes */
  char *data[RENSA_WALK_MAX_ARGS];
} RensaWalk;

/* The last argument has the greatest influence on the order of axes. Each array must broadcast to @shape. */
void rensa_walk_init (RensaWalk *walk, const RensaShape *shape, RensaArray *const *arrays, int n_arrays);

/* Manual construction: start, add axes from the outermost on, finish. @strides has one entry for
 * each argument. An axis that is not @ordered stays inside those added before. */
void rensa_walk_start (RensaWalk *walk, int n_args);
void rensa_walk_add_axis (RensaWalk *walk, gint64 extent, const gint64 *strides, gboolean ordered);
void rensa_walk_finish (RensaWalk *walk);

/* TRUE if argument @arg, with elements of @size bytes, is in memory in the order of the walk,
 * without gaps. */
gboolean rensa_walk_is_linear (const RensaWalk *walk, int arg, gsize size);

/* Returns the stride in bytes of axis @axis of @shape in @array, which broadcasts to it. */
gint64 rensa_walk_get_stride (RensaArray *array, const RensaShape *shape, int axis);

G_END_DECLS
