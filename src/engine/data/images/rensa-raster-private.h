/* rensa-raster-private.h: pictures as their files have them, of any size and number of channels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* float32 of shape (channels, height, width), not scaled: a PNG keeps its numbers, grey in one channel, of 16 bits too, a palette as its
 * indices, with an alpha channel where there is one; other pictures have three channels of bytes, or four.  @place: for
 * sentences.  RENSA_ERROR_FORMAT, RENSA_ERROR_NO_MEMORY. */
RensaArray *rensa_raster_decode (const guint8 *bytes, gsize n, const char *place, GError **error);

/* The bytes of picture @i, to be freed with g_free (); @place gets what to call it, likewise. */
typedef guint8 *(*RensaRasterRead) (gpointer data, gint64 i, gsize *n, char **place, GError **error);

/* Examples of a picture and, where there are @labels (n of them, taken over), its label.  They may differ in shape; then
 * only those of one shape make a batch. */
RensaDataset *rensa_raster_dataset_new (gint64 n, gint32 *labels, RensaRasterRead read, gpointer data,
                                        GDestroyNotify free_data);

G_END_DECLS
