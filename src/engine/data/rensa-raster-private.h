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

/* The regular files of an archive. */
typedef struct _RensaZip RensaZip;

/* RENSA_ERROR_IO, RENSA_ERROR_FORMAT: no archive, parts that overlap. */
RensaZip *rensa_zip_open (const char *path, GError **error);
void rensa_zip_free (RensaZip *zip);
guint rensa_zip_get_n (RensaZip *zip);
const char *rensa_zip_get_name (RensaZip *zip, guint i);
/* RENSA_ERROR_NOT_FOUND. */
gboolean rensa_zip_find (RensaZip *zip, const char *name, guint *i, GError **error);
/* RENSA_ERROR_FORMAT: damaged, encrypted, or larger than it can be. */
guint8 *rensa_zip_read (RensaZip *zip, guint i, gsize *n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaZip, rensa_zip_free)

G_END_DECLS
