/* rensa-picture-scale.h: rasters of pixels, and their scaling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Part of a picture, in pixels; borders may cross pixels. */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} RensaPictureBox;

/* Rows of @width pixels of red, green and blue, with a distance of @stride bytes. A channel has
 * @n_each bytes: 1 is a guint8, 2 a guint16, and their largest value is white. */
typedef struct
{
  guint8 *bytes;
  int width;
  int height;
  gsize stride;
  gsize n_each;
} RensaPoints3;

/* Scales @box of @from to the size of @to: each pixel is the mean of those that it covers, weighted
 * by a triangle as wide as two pixels of the larger raster. Both have the same number of bytes per
 * channel. FALSE if memory is insufficient. */
gboolean rensa_picture_scale (const RensaPoints3 *from, const RensaPictureBox *box, const RensaPoints3 *to);

G_END_DECLS
