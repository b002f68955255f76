/* rensa-init.h: making the engine ready.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Enters all components into the registry; to be called once before anything else, from one thread. Further calls
 * do nothing. */
void rensa_init (void);

/* The calling thread computes alone from now on.  For threads beside one that trains: OpenMP's helpers of a second thread,
 * though they sleep, make those of the first sleep ten times as early, because together they are more than the cores. */
void rensa_init_side_thread (void);

G_END_DECLS
