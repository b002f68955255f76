/* rensa-init.h: making the engine ready.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Enters all components into the registry; to be called once before anything else, from one thread. Further calls
 * do nothing. */
void rensa_init (void);

/**
 * rensa_limit_spinning:
 * @argv: of main ()
 *
 * For programs, first thing in main (). A thread of OpenMP that waits for the others spins for milliseconds unless it is
 * told otherwise. Where another program takes one of the cores, that keeps the thread it waits for from running: training
 * then takes twenty times as long. libgomp reads the limit when it is loaded, so the program starts itself anew with it.
 * About 10 µs of spinning are worth their while, since the next loop usually comes sooner.
 */
void rensa_limit_spinning (char **argv);

G_END_DECLS
