/* rensa-zip-private.h: files in ZIP archives.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The regular files of an archive; can be used from any thread. */
typedef struct _RensaZip RensaZip;

/* RENSA_ERROR_IO, RENSA_ERROR_FORMAT: not an archive, overlapping parts. */
RensaZip *rensa_zip_open (const char *path, GError **error);
RensaZip *rensa_zip_ref (RensaZip *zip);
void rensa_zip_unref (RensaZip *zip);
guint rensa_zip_get_n (RensaZip *zip);
/* Returns the name in UTF-8. */
const char *rensa_zip_get_name (RensaZip *zip, guint i);
/* Returns the size in bytes that the archive declares. */
guint64 rensa_zip_get_size (RensaZip *zip, guint i);
/* RENSA_ERROR_NOT_FOUND. */
gboolean rensa_zip_find (RensaZip *zip, const char *name, guint *i, GError **error);
/* RENSA_ERROR_FORMAT: damaged, encrypted, or larger than possible. */
guint8 *rensa_zip_read (RensaZip *zip, guint i, gsize *n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaZip, rensa_zip_unref)

G_END_DECLS
