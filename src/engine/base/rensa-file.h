/* rensa-file.h: reading files that somebody else made.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Opens a regular file for reading, and tells how many bytes it has; folders, pipes, sockets and devices, which block
 * or never end, are refused with a sentence.  -1 with RENSA_ERROR_IO.  The caller closes it. */
int rensa_file_open (const char *path, guint64 *n_bytes, GError **error);

/* All of it, with a zero behind, to be freed with g_free ().  RENSA_ERROR_FORMAT where it has more than @most bytes,
 * which is seen before anything is read; RENSA_ERROR_NO_MEMORY. */
char *rensa_file_read (const char *path, guint64 most, gsize *n_bytes, GError **error);

/* Removes the folder with all that is in it; links are removed, not followed. What cannot be removed stays. */
void rensa_file_remove_folder (const char *path);

/* @path as valid UTF-8 without line breaks, and cut in the middle where it is very long, to be shown or to make a name of. */
char *rensa_file_dup_shown_name (const char *path);
/* The same of the last part of @path. */
char *rensa_file_dup_shown_basename (const char *path);

/* Checks that a document can name the file, since JSON holds only UTF-8; otherwise fails with RENSA_ERROR_INVALID. */
gboolean rensa_file_check_name (const char *path, GError **error);

G_END_DECLS
