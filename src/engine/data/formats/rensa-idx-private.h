/* rensa-idx-private.h: array file format of MNIST.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* The array of such a file in host memory, so that any thread can read it. */
typedef struct
{
  RensaType type;
  guint8 *bytes;
} RensaIdx;

/* Reads a file, compressed with gzip or not. RENSA_ERROR_IO, or RENSA_ERROR_FORMAT naming the file:
 * wrong magic number, sizes that overflow or exceed the file, missing or excess data, damaged
 * compression. */
gboolean rensa_idx_read (RensaIdx *idx, const char *path, GError **error);
void rensa_idx_clear (RensaIdx *idx);

/* Reads @n files in parallel. The error is that of the first invalid file. */
gboolean rensa_idx_read_all (RensaIdx *idxs, const char *const *paths, int n, GError **error);

/* Converts labels to int32, one for each of @n images. RENSA_ERROR_FORMAT if the labels are not
 * integers on one axis, if their number differs from that of the images, or if one is negative. */
RensaArray *rensa_idx_make_labels (const RensaIdx *labels, const char *path, gint64 n, gint64 *n_classes,
                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaIdx, rensa_idx_clear)

G_END_DECLS
