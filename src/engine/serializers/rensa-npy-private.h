/* rensa-npy-private.h: the form of one array in a file, NumPy's "npy".
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-values-private.h"

G_BEGIN_DECLS

/* Reads a whole "npy" file of @n_bytes; *@value is cleared first.  Versions 1 to 3 of the header, the dtypes of
 * arrays, 0-d text, and None as NumPy pickles it, which is recognised by its bytes: nothing is ever unpickled.
 * Fortran order only where @fortran_order.  RENSA_ERROR_FORMAT for anything else, with a sentence that starts in
 * lower case, for the caller to put file and key before it. */
gboolean rensa_npy_read (const guint8 *bytes, gsize n_bytes, gboolean fortran_order, RensaValue *value, GError **error);

/* The bytes of such a file, to be freed with g_free () or free ().  RENSA_ERROR_INVALID for text that is not UTF-8. */
guint8 *rensa_npy_write (const RensaValue *value, gsize *n_bytes, GError **error);

G_END_DECLS
