/* rensa-plot-places.h: where names stand beside points.
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
 * @boxes: of @n points; @x and @y are the points, @width and @height the sizes of their names
 * @frame: in which names stay
 * @gap: between a point and its name
 *
 * Puts into @x and @y of each box where its name has its upper left corner: beside the point where that is free, of all other names and
 * all points, else a little farther off; where nothing is free, at the place that hides least. Names that stand first choose first.
 */
void rensa_plot_place_names (RensaPlotBox *boxes, guint n, const RensaPlotBox *frame, double gap);
double rensa_plot_box_get_overlap (const RensaPlotBox *a, const RensaPlotBox *b);

G_END_DECLS
