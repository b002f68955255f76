/* rensa-gzip-private.h: sequential reading of files that may be compressed with gzip.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <zlib.h>

G_BEGIN_DECLS

/* Maximum compression ratio of deflate. */
#define RENSA_DEFLATE_RATIO 1032

/* @n_most: upper bound of the uncompressed size in bytes. */
typedef struct
{
  gzFile file;
  char *place;
  guint64 n_most;
  guint64 n_read;
} RensaGzip;

/* @gzip: must be zeroed. RENSA_ERROR_IO, RENSA_ERROR_FORMAT. */
gboolean rensa_gzip_open (RensaGzip *gzip, const char *path, GError **error);
void rensa_gzip_clear (RensaGzip *gzip);

/* Reads exactly @n bytes. RENSA_ERROR_FORMAT if the file is too short or damaged. */
gboolean rensa_gzip_read (RensaGzip *gzip, gpointer bytes, guint64 n, GError **error);
/* Passes over @n bytes. */
gboolean rensa_gzip_skip (RensaGzip *gzip, guint64 n, GError **error);
/* Checks that the file ends here and is intact: the checksum is compared at the end. RENSA_ERROR_FORMAT. */
gboolean rensa_gzip_check_end (RensaGzip *gzip, const char *beyond, GError **error);

/* Sets RENSA_ERROR_FORMAT: PLACE: WHAT. Returns FALSE. */
gboolean rensa_gzip_fail (const RensaGzip *gzip, const char *what, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaGzip, rensa_gzip_clear)

G_END_DECLS
