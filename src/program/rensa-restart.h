/* rensa-restart.h: a program that starts itself again.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * rensa_restart_with_short_spinning:
 * @argv: of main ()
 *
 * First thing in main (). A thread of OpenMP that waits for the others spins for milliseconds unless it is told otherwise.
 * Where another program takes one of the cores, that keeps the thread it waits for from running: training then takes
 * twenty times as long. libgomp reads the limit when it is loaded, so this executes the program anew with it, and does
 * not return then; it returns where the environment already says how to wait. About 10 µs of spinning are worth their
 * while, since the next loop usually comes sooner.
 */
void rensa_restart_with_short_spinning (char **argv);

G_END_DECLS
