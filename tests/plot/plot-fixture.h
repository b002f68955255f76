/* plot-fixture.h: what a picture shows.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plot.h"

/* Of marks for what is not finite or cut off. */
#define RED 0xc01c28

/* A colour of rensa_plot_get_colour () as 0xRRGGBB. */
guint to_rgb (const double *colour);
/* How many pixels of exactly this colour lie in the rectangle, or in all of the picture. */
guint count_pixels (cairo_surface_t *surface, guint rgb, int x0, int y0, int x1, int y1);
guint count_all (cairo_surface_t *surface, guint rgb);

/* The size of what is drawn; in fine pixels, so that every line has some that are of its colour alone. */
#define PLOT_WIDTH 400
#define PLOT_HEIGHT 240
#define PLOT_SCALE 2

cairo_surface_t *draw_plot (const RensaPlot *plot);
extern RensaPlotLayout drawn_layout; /* of the last drawing */
