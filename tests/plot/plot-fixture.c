/* plot-fixture.c: what a picture shows.
 * SPDX-License-Identifier: MIT */

#include "plot-fixture.h"

#include <math.h>

guint
to_rgb (const double *colour)
{
  return (guint) round (colour[0] * 255) << 16 | (guint) round (colour[1] * 255) << 8 | (guint) round (colour[2] * 255);
}

guint
count_pixels (cairo_surface_t *surface, guint rgb, int x0, int y0, int x1, int y1)
{
  const guchar *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = y0; y < y1; y++)
    {
      for (int x = x0; x < x1; x++)
        n += (((const guint32 *) (gconstpointer) (data + y * stride))[x] & 0xffffff) == rgb;
    }
  return n;
}

guint
count_all (cairo_surface_t *surface, guint rgb)
{
  return count_pixels (surface, rgb, 0, 0, cairo_image_surface_get_width (surface),
                       cairo_image_surface_get_height (surface));
}

RensaPlotLayout drawn_layout;

cairo_surface_t *
draw_plot (const RensaPlot *plot)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, PLOT_WIDTH * PLOT_SCALE, PLOT_HEIGHT * PLOT_SCALE);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, PLOT_SCALE, PLOT_SCALE);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  rensa_plot_draw (plot, cr, PLOT_WIDTH, PLOT_HEIGHT, &drawn_layout);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
