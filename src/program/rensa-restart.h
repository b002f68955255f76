/* rensa-restart.h: restart of the program by itself.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * rensa_restart_with_short_spinning:
 * @argv: arguments of main ()
 *
 * Must be the first call in main (). By default, an OpenMP thread that waits for the others spins
 * for milliseconds. If another program uses one of the cores, that keeps the awaited thread from
 * running, and training takes twenty times as long. libgomp reads the limit when it is loaded, so
 * this function executes the program again with a limit set and does not return in that case; it
 * returns if the environment already sets a waiting policy. About 10 µs of spinning are worthwhile,
 * since the next loop usually starts sooner.
 */
void rensa_restart_with_short_spinning (char **argv);

G_END_DECLS
