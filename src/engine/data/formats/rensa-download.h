/* rensa-download.h: files from the net, kept in a folder.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How many bytes have come, of how many in all (0: not known).  Called in the thread that downloads. */
typedef void (*RensaDownloadProgress) (guint64 n_received, guint64 n_total, gpointer data);

/* Fetches @url into the file @path, whose folder is made where it does not exist, and waits for it: for a worker
 * thread.  Redirects are followed.  The file is written aside and appears at @path only when it is whole, on the
 * disk, and has the SHA-256 @sha256 (in hexadecimal digits; NULL: not checked).  @size: how many bytes it has;
 * with the first one too many the server is left alone (0: not known, then as many as it says).  Where both are known, what
 * has come is kept as "PATH.part" when the connection is cut or the download is cancelled, and the next call goes on from
 * there, if the server can.  @cancellable and
 * @progress may be NULL.
 *
 * RENSA_ERROR_CANCELLED; RENSA_ERROR_FORMAT where the checksum is another one; RENSA_ERROR_IO, naming the address
 * and the reason, for everything else: no connection, an answer other than 200, a connection that is cut, a full
 * disk. */
gboolean rensa_download (const char *url, const char *sha256, guint64 size, const char *path, GCancellable *cancellable,
                         RensaDownloadProgress progress, gpointer data, GError **error);

G_END_DECLS
