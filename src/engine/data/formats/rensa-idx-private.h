/* rensa-idx-private.h: the array files of MNIST.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* The array of such a file in host memory, so that any thread may read it. */
typedef struct
{
  RensaType type;
  guint8 *bytes;
} RensaIdx;

/* Reads a file, compressed with gzip or not.  RENSA_ERROR_IO, or RENSA_ERROR_FORMAT naming the file: another magic
 * number, sizes that overflow or that the file cannot hold, an end that comes too early or too late, damaged
 * compression. */
gboolean rensa_idx_read (RensaIdx *idx, const char *path, GError **error);
void rensa_idx_clear (RensaIdx *idx);

/* Reads @n files at once.  The error is that of the first bad one. */
gboolean rensa_idx_read_all (RensaIdx *idxs, const char *const *paths, int n, GError **error);

/* One label for each of @n images, as int32.  RENSA_ERROR_FORMAT where the labels are not one axis of whole
 * numbers, where there are more or fewer of them than images, and where one is negative. */
RensaArray *rensa_idx_make_labels (const RensaIdx *labels, const char *path, gint64 n, gint64 *n_classes,
                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaIdx, rensa_idx_clear)

G_END_DECLS
