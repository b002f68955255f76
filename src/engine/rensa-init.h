/* rensa-init.h: initialization of the engine.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds all components to the registry; must be called once before anything else, from one thread.
 * Further calls do nothing. */
void rensa_init (void);

/* Restricts the calling thread to computing alone. For threads that run next to a training
 * thread: OpenMP's helper threads of a second thread, even if idle, make the helper threads of
 * the first go to sleep ten times as early, because together they outnumber the cores. */
void rensa_init_side_thread (void);

G_END_DECLS
