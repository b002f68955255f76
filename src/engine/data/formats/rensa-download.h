/* rensa-download.h: downloads into a folder.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reports the number of bytes received, and the total (0: unknown). Called in the downloading thread. */
typedef void (*RensaDownloadProgress) (guint64 n_received, guint64 n_total, gpointer data);

/* Fetches @url into the file @path, creating its folder if necessary, and waits for it: for a
 * worker thread. Redirects are followed. The data is written to a temporary file, which is moved to
 * @path only when it is complete, on disk, and has the SHA-256 @sha256 (in hexadecimal digits;
 * NULL: not checked). @size: size in bytes; the download stops at the first excess byte (0:
 * unknown, then the size that the server reports). If both are known, an interrupted or cancelled
 * download is kept as "PATH.part", and the next call resumes it if the server supports that.
 * @cancellable and
 * @progress may be NULL.
 *
 * RENSA_ERROR_CANCELLED; RENSA_ERROR_FORMAT if the checksum differs; RENSA_ERROR_IO with the URL
 * and the reason for everything else: no connection, a status other than 200, an interrupted
 * connection, a full disk. */
gboolean rensa_download (const char *url, const char *sha256, guint64 size, const char *path, GCancellable *cancellable,
                         RensaDownloadProgress progress, gpointer data, GError **error);

G_END_DECLS
