/* rensa-file-array.h: bytes that are only appended, most of them in a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Memory holds the last RENSA_FILE_ARRAY_MAX_HELD bytes at most; earlier ones lie in a file without a name, which the system removes
 * with the process. Until there is a folder, or while its disk is full, memory holds all of them. */
typedef struct _RensaFileArray RensaFileArray;

#define RENSA_FILE_ARRAY_MAX_HELD (64 << 10)

RensaFileArray *rensa_file_array_new (void);
void rensa_file_array_free (RensaFileArray *array);

/* Where the file lies. A second call changes nothing once the file has been made. */
void rensa_file_array_set_folder (RensaFileArray *array, const char *folder);
void rensa_file_array_append (RensaFileArray *array, gconstpointer bytes, gsize n);

guint64 rensa_file_array_get_size (RensaFileArray *array);
/* How many of the bytes are in memory. */
gsize rensa_file_array_get_n_held (RensaFileArray *array);
/* Copies @n bytes from @offset on, all of which must have been appended; RENSA_ERROR_IO where the file cannot be read. */
gboolean rensa_file_array_read (RensaFileArray *array, guint64 offset, gpointer bytes, gsize n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaFileArray, rensa_file_array_free)

G_END_DECLS
