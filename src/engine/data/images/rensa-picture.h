/* rensa-picture.h: examples that are pictures, and pictures in files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-drawing.h"

G_BEGIN_DECLS

/**
 * RensaFit: how pictures with another aspect ratio were fitted to the size of the data set.
 * @RENSA_FIT_NONE: examples do not come from files, so a file cannot be opened as one
 * @RENSA_FIT_CROP: the picture covers the frame; the excess on two sides is cropped
 * @RENSA_FIT_PAD: the whole picture is in the frame, between two black bars
 * @RENSA_FIT_STRETCH: the picture is stretched to the aspect ratio of the frame
 */
typedef enum
{
  RENSA_FIT_NONE,
  RENSA_FIT_CROP,
  RENSA_FIT_PAD,
  RENSA_FIT_STRETCH,
} RensaFit;

/**
 * RensaPicture: how to display the first field of an example, and how to create one manually.
 * @n_channels: 0 if examples are not pictures; otherwise the elements are those of an array
 *   (n_channels, height, width)
 * @height: height in pixels
 * @width: width in pixels
 * @white: value of the brightest pixel
 * @drawing: how the examples were drawn
 * @fit: how files were fitted
 * @black: value of the darkest pixel; equal to @white if both are unknown
 * @is_deep: channels of files are read with 16 bits, in guint16, instead of 8
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

/* Guesses how to display an array without metadata: as a picture if it has three axes with 1 or 3
 * channels, or two axes, and at least 8 rows and columns. */
RensaPicture rensa_picture_guess (const RensaType *type);

/* Number of elements of a picture. */
static inline gsize
rensa_picture_get_size (const RensaPicture *picture)
{
  return (gsize) picture->n_channels * (gsize) picture->height * (gsize) picture->width;
}

/* Size in bytes of one channel of one pixel, as read from a file. */
static inline gsize
rensa_picture_get_n_each (const RensaPicture *picture)
{
  return picture->is_deep ? sizeof (guint16) : sizeof (guint8);
}

/* Size in bytes of one picture, as read from a file. */
static inline gsize
rensa_picture_get_n_bytes (const RensaPicture *picture)
{
  return rensa_picture_get_size (picture) * rensa_picture_get_n_each (picture);
}

/* Value of white in these bytes. */
static inline guint
rensa_picture_get_top (const RensaPicture *picture)
{
  return picture->is_deep ? G_MAXUINT16 : G_MAXUINT8;
}

/* Returns element @i of these bytes. */
static inline guint
rensa_picture_get_number (const RensaPicture *picture, const guint8 *bytes, gsize i)
{
  return picture->is_deep ? ((const guint16 *) (gconstpointer) bytes)[i] : bytes[i];
}

/**
 * rensa_picture_read:
 * @path: PNG, JPEG, BMP, TIFF, PNM, GIF (first frame) or, if the system supports it, WebP; detected
 *   by the first bytes
 * @picture: form of the result: 3 channels are red, green and blue, 1 is their luma, 0.299 R +
 *   0.587 G + 0.114 B (ITU-R BT.601)
 * @bytes: buffer of rensa_picture_get_n_bytes () bytes, aligned for guint16 if @picture is deep;
 *   white is rensa_picture_get_top ()
 *
 * Applies the Exif orientation, and composes transparent pictures over white. A helper decodes the
 * file (rensa-helper.h). RENSA_ERROR_IO if the file cannot be read or the helper cannot be started,
 * RENSA_ERROR_NOT_FOUND if the helper is not installed, RENSA_ERROR_FORMAT if the file is not a
 * picture or damaged, RENSA_ERROR_NO_MEMORY if it is too large.
 */
gboolean rensa_picture_read (const char *path, const RensaPicture *picture, guint8 *bytes, GError **error);

/* Returns TRUE if @name has the file extension of a picture. */
gboolean rensa_picture_is_name (const char *name);

G_END_DECLS
