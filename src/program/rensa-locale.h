/* rensa-locale.h: language of the program, and folders of its data.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the folder @built of the build tree that the program belongs to, or otherwise the folder
 * @installed below share/ of the prefix where it is installed. */
char *rensa_find_data_folder (const char *built, const char *installed);
/* Sets the user's locale and finds the translations of all texts. */
void rensa_set_locale (void);

G_END_DECLS
