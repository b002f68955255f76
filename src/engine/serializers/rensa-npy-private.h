/* rensa-npy-private.h: the form of one array in a file, NumPy's "npy".
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-npy-header-private.h"

G_BEGIN_DECLS

/* Whether @n_data_bytes follow @header, as it says.  RENSA_ERROR_FORMAT else, with a sentence that starts in lower case, for the caller to put file and
 * key before it. */
gboolean rensa_npy_check (const RensaNpyHeader *header, guint64 n_data_bytes, GError **error);
/* Reads @data, which is overwritten; *@value is cleared first.  Arrays of numbers, 0-d text, and None as NumPy pickles it, which is
 * recognised by its bytes: nothing is ever unpickled. */
gboolean rensa_npy_read (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, RensaValue *value, GError **error);

/* The texts of an array as numbers, int32: @numbers (char * to GINT_TO_POINTER) knows them, or takes each new one with the next
 * number.  @data is overwritten. */
RensaArray *rensa_npy_read_texts (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, GHashTable *numbers,
                                  GError **error);

/* The bytes of such a file, to be freed with g_free () or free ().  RENSA_ERROR_INVALID for text that is not UTF-8. */
guint8 *rensa_npy_write (const RensaValue *value, gsize *n_bytes, GError **error);

G_END_DECLS
