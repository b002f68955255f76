/* rensa-picture.h: examples that are pictures, and pictures in files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-drawing.h"

G_BEGIN_DECLS

/**
 * RensaFit: how the pictures of a data set were brought to one size, where their proportions are others.
 * @RENSA_FIT_NONE: they are none of files; nobody should open one
 * @RENSA_FIT_CROP: it covers the frame; what is left over at two sides is cut off
 * @RENSA_FIT_PAD: all of it is in the frame, between two black bars
 * @RENSA_FIT_STRETCH: its proportions become those of the frame
 */
typedef enum
{
  RENSA_FIT_NONE,
  RENSA_FIT_CROP,
  RENSA_FIT_PAD,
  RENSA_FIT_STRETCH,
} RensaFit;

/**
 * RensaPicture: how to show the first field of an example, and how to make one by hand.
 * @n_channels: 0 where examples are no pictures; else the elements are those of an array (n_channels, height, width)
 * @height: in points
 * @width: in points
 * @white: the value of the brightest point
 * @drawing: how the examples were drawn
 * @fit: how they were made of files
 * @black: the value of the darkest point; it and @white are equal where nobody knows them
 * @is_deep: channels of files are read with 16 bits, in guint16, not with 8
 */
typedef struct
{
  gint64 n_channels;
  gint64 height;
  gint64 width;
  double white;
  RensaDrawing drawing;
  RensaFit fit;
  double black;
  gboolean is_deep;
} RensaPicture;

/* What an array that says nothing about itself looks like: a picture where it has three axes, of 1 or 3 channels, or two, and 8 rows and
 * columns or more. */
RensaPicture rensa_picture_guess (const RensaType *type);

/* How many numbers one is. */
static inline gsize
rensa_picture_get_size (const RensaPicture *picture)
{
  return (gsize) picture->n_channels * (gsize) picture->height * (gsize) picture->width;
}

/* Of one channel of one point, as it is read from a file. */
static inline gsize
rensa_picture_get_n_each (const RensaPicture *picture)
{
  return picture->is_deep ? sizeof (guint16) : sizeof (guint8);
}

/* Of one picture, as it is read from a file. */
static inline gsize
rensa_picture_get_n_bytes (const RensaPicture *picture)
{
  return rensa_picture_get_size (picture) * rensa_picture_get_n_each (picture);
}

/* What white is in these bytes. */
static inline guint
rensa_picture_get_top (const RensaPicture *picture)
{
  return picture->is_deep ? G_MAXUINT16 : G_MAXUINT8;
}

/* Number @i of these bytes. */
static inline guint
rensa_picture_get_number (const RensaPicture *picture, const guint8 *bytes, gsize i)
{
  return picture->is_deep ? ((const guint16 *) (gconstpointer) bytes)[i] : bytes[i];
}

/**
 * rensa_picture_read:
 * @path: PNG, JPEG, BMP, TIFF, PNM, GIF, of which the first frame counts, or, where the system has it, WebP; told by its first bytes
 * @picture: what is to become of it: 3 channels are red, green and blue, 1 is their luma, 0.299 R + 0.587 G + 0.114 B
 * (ITU-R BT.601)
 * @bytes: as many as rensa_picture_get_n_bytes () says, aligned for guint16 where @picture is deep; white is
 * rensa_picture_get_top ()
 *
 * Turned as its Exif data say, and laid on white where it lets something through. A helper decodes it (rensa-helper.h).
 * RENSA_ERROR_IO where the file cannot be read or the helper not be started, RENSA_ERROR_NOT_FOUND where the helper is not installed,
 * RENSA_ERROR_FORMAT where the file holds no picture or a spoiled one, RENSA_ERROR_NO_MEMORY where it is too large.
 */
gboolean rensa_picture_read (const char *path, const RensaPicture *picture, guint8 *bytes, GError **error);

/* Whether the name is one of a picture, by its ending. */
gboolean rensa_picture_is_name (const char *name);

G_END_DECLS
