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

/* Rows of @width points of red, green and blue, of which a row begins every @stride bytes. */
typedef struct
{
  guint8 *bytes;
  int width;
  int height;
  gsize stride;
} RensaPoints3;

/* @box of @from, brought to the size of @to: each point is the mean of those that it covers, weighted by a triangle that
 * is as wide as two points of the larger raster. FALSE where there is no memory. */
gboolean rensa_picture_scale (const RensaPoints3 *from, const RensaPictureBox *box, const RensaPoints3 *to);

G_END_DECLS
