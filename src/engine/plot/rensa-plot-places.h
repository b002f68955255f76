/* rensa-plot-places.h: positions of names next to points.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} RensaPlotBox;

/**
 * rensa_plot_place_names:
 * @boxes: boxes of @n points; @x and @y are the coordinates of the points, @width and @height the
 *   sizes of their names
 * @frame: frame in which to keep the names
 * @gap: distance between a point and its name
 *
 * Sets @x and @y of each box to the upper left corner of its name: next to the point if no other
 * name or point is there, otherwise a little farther away; if nothing is free, at the position that
 * hides least. Names are placed in order.
 */
void rensa_plot_place_names (RensaPlotBox *boxes, guint n, const RensaPlotBox *frame, double gap);
double rensa_plot_box_get_overlap (const RensaPlotBox *a, const RensaPlotBox *b);

G_END_DECLS
