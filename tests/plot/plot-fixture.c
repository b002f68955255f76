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
