/* studio-surface.c: what a model says all over a plane, or along a line.
 * SPDX-License-Identifier: MIT */

#include "studio-surface.h"

#include <math.h>

#include "rensa-plot.h"

/* How strong the colour of a class is where the model is sure of it; points of the same colour still stand out. */
#define STRENGTH 0.45

void
studio_surface_clear (StudioSurface *surface)
{
  g_clear_pointer (&surface->values, g_free);
}

/* Places lie in the middle of the grid's cells. */
static double
get_place (const StudioSurface *surface, int axis, guint i)
{
  const guint n = axis == 0 ? surface->n_columns : surface->n_rows;

  return surface->low[axis] + (surface->high[axis] - surface->low[axis]) * (i + 0.5) / n;
}

float *
studio_surface_make_inputs (const StudioSurface *surface)
{
  const guint n_axes = surface->n_rows > 1 ? 2 : 1;
  float *inputs = g_new (float, n_axes * surface->n_columns * surface->n_rows);
  float *at = inputs;

  for (guint row = 0; row < surface->n_rows; row++)
    for (guint column = 0; column < surface->n_columns; column++)
      {
        *at++ = (float) get_place (surface, 0, column);
        if (n_axes == 2)
          *at++ = (float) get_place (surface, 1, row);
      }
  return inputs;
}

int
studio_surface_get_class (const float *values, guint n, double *share)
{
  int best = 0;
  double largest = values[0];

  *share = 0;
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return -1;
  if (n == 1)
    {
      *share = CLAMP (fabs (2 * largest - 1), 0, 1);
      return largest > 0.5;
    }

  for (guint i = 1; i < n; i++)
    if (values[i] > largest)
      {
        largest = values[i];
        best = (int) i;
      }
  *share = CLAMP ((largest - 1.0 / n) / (1 - 1.0 / n), 0, 1);
  return best;
}

/* A pixel for each place, the top row first; premultiplied as Cairo wants it. */
static cairo_surface_t *
paint (const StudioSurface *surface, int *classes)
{
  cairo_surface_t *image =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) surface->n_columns, (int) surface->n_rows);
  guint8 *data = cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image);

  for (guint row = 0; row < surface->n_rows; row++)
    for (guint column = 0; column < surface->n_columns; column++)
      {
        const guint place = row * surface->n_columns + column;
        guint32 *pixel = (guint32 *) (data + (surface->n_rows - 1 - row) * stride) + column;
        double share;

        classes[place] =
            studio_surface_get_class (surface->values + place * surface->n_outputs, surface->n_outputs, &share);
        *pixel = 0;
        if (classes[place] >= 0)
          {
            const double *colour = rensa_plot_get_colour ((guint) classes[place]);
            const double alpha = STRENGTH * (0.15 + 0.85 * share);

            *pixel = (guint32) (alpha * 255) << 24 | (guint32) (alpha * colour[0] * 255) << 16
                     | (guint32) (alpha * colour[1] * 255) << 8 | (guint32) (alpha * colour[2] * 255);
          }
      }
  cairo_surface_mark_dirty (image);
  return image;
}

/* Between places of different classes, where the shares of both are equal would be nearer to the truth; a cell is a few
 * pixels wide, so halfway does. */
static void
draw_borders (const StudioSurface *surface, const int *classes, cairo_t *cr, double x, double y, double width,
              double height)
{
  const double cell_width = width / surface->n_columns, cell_height = height / surface->n_rows;

  for (guint row = 0; row < surface->n_rows; row++)
    for (guint column = 0; column < surface->n_columns; column++)
      {
        const int *here = classes + row * surface->n_columns + column;
        const double right = x + (column + 1) * cell_width, top = y + height - (row + 1) * cell_height;

        if (column + 1 < surface->n_columns && here[0] != here[1])
          {
            cairo_move_to (cr, right, top);
            cairo_line_to (cr, right, top + cell_height);
          }
        if (row + 1 < surface->n_rows && here[0] != here[surface->n_columns])
          {
            cairo_move_to (cr, right - cell_width, top);
            cairo_line_to (cr, right, top);
          }
      }
  cairo_stroke (cr);
}

void
studio_surface_draw (const StudioSurface *surface, cairo_t *cr, double x, double y, double width, double height)
{
  g_autofree int *classes = g_new (int, surface->n_columns * surface->n_rows);
  cairo_surface_t *image = paint (surface, classes);

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, width / surface->n_columns, height / surface->n_rows);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  draw_borders (surface, classes, cr, x, y, width, height);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}
