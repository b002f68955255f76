/* rensa-picture-deep.h: pictures with 16 bits per channel, which GdkPixbuf would reduce to 8.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture-scale.h"

G_BEGIN_DECLS

/* Returns TRUE if a picture of that size should be decoded. */
typedef gboolean (*RensaPictureSizeCheck) (int width, int height, gpointer data);

typedef enum
{
  RENSA_DEEP_NONE, /* the file has fewer bits, or GdkPixbuf should report its error */
  RENSA_DEEP_DECODED,
  RENSA_DEEP_REFUSED, /* rejected by the check */
  RENSA_DEEP_NO_MEMORY,
} RensaDeepAnswer;

/* Bytes of a file and the decoded picture: @samples are red, green, blue and opacity of each pixel. */
typedef struct
{
  const guint8 *bytes;
  gsize n;
  RensaPictureSizeCheck check;
  gpointer data;
  int width;
  int height;
  gboolean is_premultiplied;
  guint16 *samples;
} RensaDeepPicture;

/* Decodes PNG, TIFF or PNM. If the answer is RENSA_DEEP_DECODED, @points are blended with white,
 * and their bytes belong to the caller. */
RensaDeepAnswer rensa_picture_deep_decode (RensaDeepPicture *self, RensaPoints3 *points);

/* Checks the size and allocates @samples, all of them white; returns RENSA_DEEP_DECODED on success. */
RensaDeepAnswer rensa_picture_deep_begin (RensaDeepPicture *self, gint64 width, gint64 height);

/* Implementations for the formats: as above, for @bytes of that format. */
RensaDeepAnswer rensa_picture_deep_decode_png (RensaDeepPicture *self);
RensaDeepAnswer rensa_picture_deep_decode_tiff (RensaDeepPicture *self);
RensaDeepAnswer rensa_picture_deep_decode_pnm (RensaDeepPicture *self);

G_END_DECLS
