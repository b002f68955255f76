/* rensa-file-array.h: append-only bytes, most of them in a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* At most the last RENSA_FILE_ARRAY_MAX_HELD bytes are in memory; earlier ones are in an unnamed
 * file, which the system deletes when the process ends. As long as no folder is set, or its disk is
 * full, all bytes are in memory. */
typedef struct _RensaFileArray RensaFileArray;

#define RENSA_FILE_ARRAY_MAX_HELD (64 << 10)

RensaFileArray *rensa_file_array_new (void);
void rensa_file_array_free (RensaFileArray *array);

/* Sets the folder of the file. Further calls have no effect once the file has been created. */
void rensa_file_array_set_folder (RensaFileArray *array, const char *folder);
void rensa_file_array_append (RensaFileArray *array, gconstpointer bytes, gsize n);

guint64 rensa_file_array_get_size (RensaFileArray *array);
/* Returns the number of bytes that are in memory. */
gsize rensa_file_array_get_n_held (RensaFileArray *array);
/* Copies @n bytes starting at @offset, all of which must have been appended; RENSA_ERROR_IO if the
 * file cannot be read. */
gboolean rensa_file_array_read (RensaFileArray *array, guint64 offset, gpointer bytes, gsize n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaFileArray, rensa_file_array_free)

G_END_DECLS
