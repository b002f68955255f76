/* rensa-gzip-private.h: files that may be compressed with gzip, from front to end.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <zlib.h>

G_BEGIN_DECLS

/* No more than this comes out of one byte of compressed data. */
#define RENSA_DEFLATE_RATIO 1032

/* @n_most: bytes that may come out of it, at most. */
typedef struct
{
  gzFile file;
  char *place;
  guint64 n_most;
  guint64 n_read;
} RensaGzip;

/* @gzip: zero before.  RENSA_ERROR_IO, RENSA_ERROR_FORMAT. */
gboolean rensa_gzip_open (RensaGzip *gzip, const char *path, GError **error);
void rensa_gzip_clear (RensaGzip *gzip);

/* Exactly @n bytes.  RENSA_ERROR_FORMAT where the file ends before, or is damaged. */
gboolean rensa_gzip_read (RensaGzip *gzip, gpointer bytes, guint64 n, GError **error);
/* Passes over @n bytes. */
gboolean rensa_gzip_skip (RensaGzip *gzip, guint64 n, GError **error);
/* Whether the file ends here, soundly: the checksum is compared when the end is met.  RENSA_ERROR_FORMAT. */
gboolean rensa_gzip_check_end (RensaGzip *gzip, const char *beyond, GError **error);

/* RENSA_ERROR_FORMAT: PLACE: WHAT.  Returns FALSE. */
gboolean rensa_gzip_fail (const RensaGzip *gzip, const char *what, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaGzip, rensa_gzip_clear)

G_END_DECLS
