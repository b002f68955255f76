/* rensa-picture-deep.h: pictures with 16 bits a channel, of which GdkPixbuf keeps 8.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture-scale.h"

G_BEGIN_DECLS

/* Whether a picture of that size is to be decoded. */
typedef gboolean (*RensaPictureSizeCheck) (int width, int height, gpointer data);

typedef enum
{
  RENSA_DEEP_NONE, /* the file has fewer bits, or GdkPixbuf may say what is wrong with it */
  RENSA_DEEP_DECODED,
  RENSA_DEEP_REFUSED, /* by the check */
  RENSA_DEEP_NO_MEMORY,
} RensaDeepAnswer;

/* The bytes of a file, and the picture that is made of it: @samples are red, green, blue and opacity of each point. */
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

/* PNG, TIFF or PNM. Where the answer is RENSA_DEEP_DECODED, @points, whose bytes belong to the caller, lie on white. */
RensaDeepAnswer rensa_picture_deep_decode (RensaDeepPicture *self, RensaPoints3 *points);

/* Checks the size and makes @samples, all of them white; the answer is RENSA_DEEP_DECODED where that is possible. */
RensaDeepAnswer rensa_picture_deep_begin (RensaDeepPicture *self, gint64 width, gint64 height);

/* For the formats: as above, of @bytes of that format. */
RensaDeepAnswer rensa_picture_deep_decode_png (RensaDeepPicture *self);
RensaDeepAnswer rensa_picture_deep_decode_tiff (RensaDeepPicture *self);
RensaDeepAnswer rensa_picture_deep_decode_pnm (RensaDeepPicture *self);

G_END_DECLS
