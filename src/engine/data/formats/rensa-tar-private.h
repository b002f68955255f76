/* rensa-tar-private.h: sequential reading of tar archives.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-gzip-private.h"

G_BEGIN_DECLS

/**
 * RensaTar: an archive, with or without gzip compression, in the POSIX format ("ustar") or that of
 * GNU tar.
 * @name: name of the current file without its folders: it is never used for writing
 * @size: size of that file
 */
typedef struct
{
  RensaGzip gzip;
  char *name;
  guint64 size;
  guint64 n_left; /* unread bytes of the file and its padding */
} RensaTar;

/* @tar: zero before. */
gboolean rensa_tar_open (RensaTar *tar, const char *path, GError **error);
void rensa_tar_clear (RensaTar *tar);

/* Advances to the next regular file; folders, links and others are skipped. @is_there is FALSE at
 * the end. RENSA_ERROR_FORMAT: wrong header checksum, a size that exceeds the archive, truncated
 * archive. */
gboolean rensa_tar_next (RensaTar *tar, gboolean *is_there, GError **error);
/* Reads @n bytes of the current file, which must have that many left. */
gboolean rensa_tar_read (RensaTar *tar, gpointer bytes, guint64 n, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTar, rensa_tar_clear)

G_END_DECLS
