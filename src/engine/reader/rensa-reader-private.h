/* rensa-reader-private.h: functions of the helper for each kind of file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Write to and read from the program that has started the helper; FALSE if it has ended. */
gboolean rensa_reader_put (gconstpointer bytes, gsize n);
gboolean rensa_reader_get (gpointer bytes, gsize n);

/* Serves requests until the program closes the connection. @n_bytes: size of the file. */
void rensa_reader_serve_hdf5 (guint64 n_bytes);

G_END_DECLS
