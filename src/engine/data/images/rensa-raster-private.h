/* rensa-raster-private.h: pictures with the original size and channels of their files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Decodes to float32 of shape (channels, height, width), not scaled: a PNG keeps its numbers, gray
 * in one channel, also with 16 bits, a palette as its indices, with an alpha channel if there is
 * one; other pictures have three channels of bytes, or four. @place: for error messages.
 * RENSA_ERROR_FORMAT, RENSA_ERROR_NO_MEMORY. */
RensaArray *rensa_raster_decode (const guint8 *bytes, gsize n, const char *place, GError **error);

/* Returns the bytes of picture @i and sets @place to its displayed name; both to be freed with g_free (). */
typedef guint8 *(*RensaRasterRead) (gpointer data, gint64 i, gsize *n, char **place, GError **error);

/* Creates examples of a picture and, if there are @labels (n of them, ownership is taken), its
 * label. Pictures may differ in shape, but a batch can only contain pictures of one shape. */
RensaDataset *rensa_raster_dataset_new (gint64 n, gint32 *labels, RensaRasterRead read, gpointer data,
                                        GDestroyNotify free_data);

G_END_DECLS
