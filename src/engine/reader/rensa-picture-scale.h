/* rensa-picture-scale.h: rasters of points, and their sizes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Part of a picture, in its points; borders may run through points. */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} RensaPictureBox;

/* Rows of @width points of red, green and blue, of which a row begins every @stride bytes. A channel has @n_each bytes: 1 is a guint8,
 * 2 a guint16, and their largest value is white. */
typedef struct
{
  guint8 *bytes;
  int width;
  int height;
  gsize stride;
  gsize n_each;
} RensaPoints3;

/* @box of @from, brought to the size of @to: each point is the mean of those that it covers, weighted by a triangle that
 * is as wide as two points of the larger raster. Both have as many bytes a channel. FALSE where there is no memory. */
gboolean rensa_picture_scale (const RensaPoints3 *from, const RensaPictureBox *box, const RensaPoints3 *to);

G_END_DECLS
