/* rensa-start.h: start of a program: its threads, its language and the folders of its data.
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

/* Returns the folder @built of the build tree that the program belongs to, or otherwise the folder
 * @installed below share/ of the prefix where it is installed. */
char *rensa_find_data_folder (const char *built, const char *installed);
/* Sets the user's locale and finds the translations of all texts. */
void rensa_set_locale (void);

G_END_DECLS
