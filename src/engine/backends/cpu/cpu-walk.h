/* cpu-walk.h: element-wise traversal of several arrays broadcast to one shape.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"
#include "rensa-walk.h"

G_BEGIN_DECLS

/* Processes n elements of each argument, stride bytes apart. */
typedef void (*RensaWalkRun) (gint64 n, char *const *data, const gint64 *strides, gpointer closure);

/* Calls @run for elements @first … @first + @n - 1 in the order of the walk, one innermost run at a time. */
void rensa_walk_range (const RensaWalk *walk, gint64 first, gint64 n, RensaWalkRun run, gpointer closure);

/* The same for all elements, with several threads if @cost (additions per element) makes it worthwhile. */
void rensa_walk_all (const RensaWalk *walk, double cost, RensaWalkRun run, gpointer closure);

/* As above, with work split at multiples of @grain elements instead of RENSA_CPU_CHUNK. */
void rensa_walk_all_in (const RensaWalk *walk, gint64 grain, double cost, RensaWalkRun run, gpointer closure);

G_END_DECLS
