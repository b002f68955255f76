/* studio-surface.c: outputs of a model over a plane, or along a line.
 * SPDX-License-Identifier: MIT */

#include "studio-surface.h"

#include <math.h>

#include "rensa-plot.h"

/* Opacity of a class's color at probability 1; points of the same color remain visible. */
#define STRENGTH 0.45
/* Maximum number of cells painted per evaluated point, in each direction. */
#define MOST_FINER 8

void
studio_surface_clear (StudioSurface *surface)
{
  g_clear_pointer (&surface->values, g_free);
}

/* Points are at the centers of the grid's cells. */
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

double
studio_surface_get_probability (const float *values, guint n, guint class)
{
  if (n > 1)
    return class < n ? values[class] : 0;
  return class == 1 ? values[0] : 1 - values[0];
}

/* Paints a pixel for each point, the top row first; premultiplied as Cairo requires. */
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

/* Interpolates the output at (@column, @row), between evaluated points. If one of these is not
 * finite, uses only the nearest. */
static void
interpolate (const StudioSurface *surface, double column, double row, float *values)
{
  const guint n = surface->n_outputs;
  const guint left = (guint) CLAMP (column, 0, surface->n_columns - 1);
  const guint low = (guint) CLAMP (row, 0, surface->n_rows - 1);
  const guint right = MIN (left + 1, surface->n_columns - 1), high = MIN (low + 1, surface->n_rows - 1);
  const float x = (float) CLAMP (column - left, 0, 1), y = (float) CLAMP (row - low, 0, 1);
  const float *a = surface->values + (low * surface->n_columns + left) * n;
  const float *b = surface->values + (low * surface->n_columns + right) * n;
  const float *c = surface->values + (high * surface->n_columns + left) * n;
  const float *d = surface->values + (high * surface->n_columns + right) * n;
  const float *nearest = y < 0.5f ? (x < 0.5f ? a : b) : (x < 0.5f ? c : d);

  for (guint i = 0; i < n; i++)
    {
      values[i] = (1 - y) * ((1 - x) * a[i] + x * b[i]) + y * ((1 - x) * c[i] + x * d[i]);
      if (!isfinite (values[i]))
        values[i] = nearest[i];
    }
}

/* Resamples the plane to cells of about a pixel, so that borders are smooth; the caller frees its values. */
static StudioSurface
refine (const StudioSurface *surface, double width, double height)
{
  const guint across = (guint) CLAMP (ceil (width / surface->n_columns), 1, MOST_FINER);
  const guint up = (guint) CLAMP (ceil (height / surface->n_rows), 1, MOST_FINER);
  StudioSurface fine = *surface;

  fine.n_columns *= across;
  fine.n_rows *= up;
  fine.values = g_new (float, fine.n_columns *fine.n_rows *fine.n_outputs);
  for (guint row = 0; row < fine.n_rows; row++)
    for (guint column = 0; column < fine.n_columns; column++)
      interpolate (surface, (column + 0.5) / across - 0.5, (row + 0.5) / up - 0.5,
                   fine.values + (row * fine.n_columns + column) * fine.n_outputs);
  return fine;
}

/* Returns the fraction of the path from point @a to point @b, which have different classes, at
 * which both classes have equal values. */
static double
find_crossing (const StudioSurface *surface, const int *classes, guint a, guint b)
{
  const guint n = surface->n_outputs;
  const float *from = surface->values + a * n, *to = surface->values + b * n;
  double before, after;

  if (classes[a] < 0 || classes[b] < 0)
    return 0.5;
  before = n == 1 ? from[0] - 0.5 : from[classes[a]] - from[classes[b]];
  after = n == 1 ? to[0] - 0.5 : to[classes[a]] - to[classes[b]];
  return before != after ? CLAMP (before / (before - after), 0, 1) : 0.5;
}

/* Finds the points where the border crosses the sides of the square of four points whose lower left
 * is @corner, in units of the square. */
static guint
find_crossings (const StudioSurface *surface, const int *classes, guint corner, double points[4][2])
{
  const guint right = corner + 1, up = corner + surface->n_columns, both = up + 1;
  guint n = 0;

  if (classes[corner] != classes[right])
    points[n][0] = find_crossing (surface, classes, corner, right), points[n++][1] = 0;
  if (classes[right] != classes[both])
    points[n][0] = 1, points[n++][1] = find_crossing (surface, classes, right, both);
  if (classes[up] != classes[both])
    points[n][0] = find_crossing (surface, classes, up, both), points[n++][1] = 1;
  if (classes[corner] != classes[up])
    points[n][0] = 0, points[n++][1] = find_crossing (surface, classes, corner, up);
  return n;
}

/* Draws a line from side to side of each square of four points. If more than two classes meet, all
 * lines lead to the center. */
static void
draw_borders (const StudioSurface *surface, const int *classes, cairo_t *cr, double x, double y, double width,
              double height)
{
  const double cell_width = width / surface->n_columns, cell_height = height / surface->n_rows;

  for (guint row = 0; row + 1 < surface->n_rows; row++)
    for (guint column = 0; column + 1 < surface->n_columns; column++)
      {
        const double left = x + (column + 0.5) * cell_width, low = y + height - (row + 0.5) * cell_height;
        double points[4][2];
        const guint n = find_crossings (surface, classes, row * surface->n_columns + column, points);

        for (guint i = 0; i<n; i += n> 2 ? 1 : 2)
          {
            const double end_x = n > 2 ? 0.5 : points[1][0], end_y = n > 2 ? 0.5 : points[1][1];

            cairo_move_to (cr, left + points[i][0] * cell_width, low - points[i][1] * cell_height);
            cairo_line_to (cr, left + end_x * cell_width, low - end_y * cell_height);
          }
      }
  cairo_stroke (cr);
}

void
studio_surface_draw (const StudioSurface *surface, cairo_t *cr, double x, double y, double width, double height)
{
  StudioSurface fine = refine (surface, width, height);
  g_autofree int *classes = g_new (int, fine.n_columns *fine.n_rows);
  cairo_surface_t *image = paint (&fine, classes);

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, width / fine.n_columns, height / fine.n_rows);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  draw_borders (&fine, classes, cr, x, y, width, height);
  cairo_restore (cr);
  cairo_surface_destroy (image);
  studio_surface_clear (&fine);
}
