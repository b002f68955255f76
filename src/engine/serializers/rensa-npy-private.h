/* rensa-npy-private.h: NumPy's "npy" format for a single array.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-npy-header-private.h"

G_BEGIN_DECLS

/* Checks that @n_data_bytes follow @header, as it specifies. Otherwise RENSA_ERROR_FORMAT with a
 * sentence that starts in lower case, so that the caller can prefix file and key. */
gboolean rensa_npy_check (const RensaNpyHeader *header, guint64 n_data_bytes, GError **error);
/* Reads @data, which is overwritten; *@value is cleared first. Accepts arrays of numbers, 0-d text,
 * and None as pickled by NumPy, which is recognized by its bytes: nothing is ever unpickled. */
gboolean rensa_npy_read (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, RensaValue *value, GError **error);

/* Converts an array of texts to numbers, int32: looks them up in @numbers (char * to
 * GINT_TO_POINTER), and adds each new one with the next number. @data is overwritten. */
RensaArray *rensa_npy_read_texts (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, GHashTable *numbers,
                                  GError **error);

/* Returns the bytes of such a file, to be freed with g_free () or free (). RENSA_ERROR_INVALID for
 * text that is not UTF-8. */
guint8 *rensa_npy_write (const RensaValue *value, gsize *n_bytes, GError **error);

G_END_DECLS
