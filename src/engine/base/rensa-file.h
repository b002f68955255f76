/* rensa-file.h: reading of untrusted files, and the files that are installed with this program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Opens a regular file for reading, and returns its size in bytes; folders, pipes, sockets and
 * devices, which block or never end, are rejected with an error. -1 with RENSA_ERROR_IO. The caller
 * closes it. */
int rensa_file_open (const char *path, guint64 *n_bytes, GError **error);

/* Reads the whole file and appends a zero byte; free with g_free (). RENSA_ERROR_FORMAT if it has
 * more than @most bytes, which is checked before reading; RENSA_ERROR_NO_MEMORY. */
char *rensa_file_read (const char *path, guint64 most, gsize *n_bytes, GError **error);

/* Removes the folder with its contents; links are removed, not followed. Files that cannot be
 * removed are kept. */
void rensa_file_remove_folder (const char *path);

/* Returns @path as valid UTF-8 without line breaks, shortened in the middle if it is very long, for
 * display or as part of a name. */
char *rensa_file_dup_shown_name (const char *path);
/* The same for the last component of @path. */
char *rensa_file_dup_shown_basename (const char *path);

/* Checks that a document can name the file, since JSON holds only UTF-8; otherwise fails with RENSA_ERROR_INVALID. */
gboolean rensa_file_check_name (const char *path, GError **error);

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
