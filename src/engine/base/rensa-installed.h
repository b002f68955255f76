/* rensa-installed.h: the files that are installed with this program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * rensa_find_installed:
 * @places: (array zero-terminated=1): paths, relative to the folder of an installation or of a build
 * @mode: access mode as for access ()
 *
 * Searches the folder of the library that this is part of, or else of the program, and the folders above it.
 *
 * Returns: the first file that can be accessed; NULL if there is none
 */
char *rensa_find_installed (const char *const *places, int mode);

G_END_DECLS
