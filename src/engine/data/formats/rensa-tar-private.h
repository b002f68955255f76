/* rensa-tar-private.h: the files of a tar archive, one after the other.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-gzip-private.h"

G_BEGIN_DECLS

/**
 * RensaTar: an archive, compressed with gzip or not, as POSIX describes it ("ustar") and as GNU tar writes it.
 * @name: of the file that is there, without the folders that it stood in: nothing is ever written by that name
 * @size: of that file
 */
typedef struct
{
  RensaGzip gzip;
  char *name;
  guint64 size;
  guint64 n_left; /* bytes of the file and of the padding behind it that nobody has read */
} RensaTar;

/* @tar: zero before. */
gboolean rensa_tar_open (RensaTar *tar, const char *path, GError **error);
void rensa_tar_clear (RensaTar *tar);

/* Goes to the next regular file; folders, links and what else there may be are passed over.  @is_there is FALSE at the end.
 * RENSA_ERROR_FORMAT: a header whose checksum is another one, a size that the archive cannot hold, an end that comes too
 * early. */
gboolean rensa_tar_next (RensaTar *tar, gboolean *is_there, GError **error);
/* @n bytes of the file that is there, of which as many are left. */
gboolean rensa_tar_read (RensaTar *tar, gpointer bytes, guint64 n, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTar, rensa_tar_clear)

G_END_DECLS
