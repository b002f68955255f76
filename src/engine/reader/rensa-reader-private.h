/* rensa-reader-private.h: what the helper does for each kind of files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* To and from the program that has started the helper; FALSE where it has ended. */
gboolean rensa_reader_put (gconstpointer bytes, gsize n);
gboolean rensa_reader_get (gpointer bytes, gsize n);

/* Until the program wants nothing more. @n_bytes: of the file, where there is one. */
void rensa_reader_serve_hdf5 (guint64 n_bytes);
void rensa_reader_serve_pictures (guint64 n_bytes);

G_END_DECLS
