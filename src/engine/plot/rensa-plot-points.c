/* rensa-plot-points.c: points and values read from curves.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>

#include "rensa-format.h"

void
rensa_plot_get_points (const RensaPlot *plot, const RensaPlotCurve *curve, RensaPlotPoints *points)
{
  if (curve->series == NULL)
    {
      *points = (RensaPlotPoints){ curve->x, curve->y, curve->n, NULL };
      return;
    }
  *points = (RensaPlotPoints){
    .x = rensa_series_get_places (curve->series, plot->x_axis),
    .y = rensa_series_get_values (curve->series),
    .n = rensa_series_get_n_points (curve->series),
    .pyramid = rensa_series_get_pyramid (curve->series),
  };
}

const RensaPlotPoints *
rensa_plot_line_get_points (const RensaPlotLine *line)
{
  return line->smoothed.pyramid != NULL ? &line->smoothed : &line->raw;
}

gsize
rensa_plot_find_first (const double *x, gsize n, double place)
{
  gsize low = 0;
  gsize high = n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (x[middle] < place)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gsize
rensa_plot_find_end (const double *x, gsize n, double place)
{
  return rensa_plot_find_first (x, n, nextafter (place, INFINITY));
}

/* Skips points that cannot be shown on a logarithmic axis. */
static gsize
find_start (const RensaPlot *plot, const RensaPlotPoints *points)
{
  return plot->x.is_log ? rensa_plot_find_end (points->x, points->n, 0) : 0;
}

gboolean
rensa_plot_get_extent (const RensaPlot *plot, double *low, double *high)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < plot->n_curves; i++)
    {
      RensaPlotPoints points;
      gsize start;

      rensa_plot_get_points (plot, &plot->curves[i], &points);
      start = find_start (plot, &points);
      if (start == points.n)
        continue;
      *low = has_any ? MIN (*low, points.x[start]) : points.x[start];
      *high = has_any ? MAX (*high, points.x[points.n - 1]) : points.x[points.n - 1];
      has_any = TRUE;
    }
  return has_any;
}

gboolean
rensa_plot_find_place (const RensaPlot *plot, double x, RensaPlotSide side, double *place)
{
  double distance = INFINITY;

  for (guint i = 0; i < plot->n_curves; i++)
    {
      RensaPlotPoints points;
      gsize after;
      gsize before;

      rensa_plot_get_points (plot, &plot->curves[i], &points);
      after = rensa_plot_find_first (points.x, points.n, x);
      before = rensa_plot_find_end (points.x, points.n, x);
      if (side >= RENSA_PLOT_NEAREST && after < points.n && points.x[after] - x < distance)
        {
          distance = points.x[after] - x;
          *place = points.x[after];
        }
      if (side <= RENSA_PLOT_NEAREST && before > 0 && x - points.x[before - 1] < distance)
        {
          distance = x - points.x[before - 1];
          *place = points.x[before - 1];
        }
    }
  return isfinite (distance);
}

gboolean
rensa_plot_find_read (const RensaPlot *plot, guint curve, double x, double *place, double *value)
{
  const RensaPlotCurve *self = &plot->curves[curve];
  RensaPlotPoints points;
  gsize end;

  rensa_plot_get_points (plot, self, &points);
  end = rensa_plot_find_end (points.x, points.n, x);
  if (end == 0)
    return FALSE;

  *place = points.x[end - 1];
  *value = self->smoothed != NULL ? rensa_smoothed_get_values (self->smoothed)[end - 1] : points.y[end - 1];
  return TRUE;
}

gboolean
rensa_plot_read (const RensaPlot *plot, guint curve, double x, double *value)
{
  double place;

  return rensa_plot_find_read (plot, curve, x, &place, value);
}

static gsize
count_not_positive (const RensaPlotPoints *points, gsize start)
{
  RensaSeriesRange range;
  gsize n = 0;

  if (points->pyramid != NULL)
    {
      rensa_pyramid_get_range (points->pyramid, points->y, start, points->n, &range);
      return range.n_not_positive;
    }
  for (gsize i = start; i < points->n; i++)
    n += points->y[i] <= 0 && isfinite (points->y[i]);
  return n;
}

gsize
rensa_plot_count_left_out (const RensaPlot *plot)
{
  gsize n = 0;

  for (guint i = 0; i < plot->n_curves; i++)
    {
      const RensaPlotCurve *curve = &plot->curves[i];
      const RensaPlotView *view = curve->is_right ? &plot->right : &plot->left;
      RensaPlotPoints points;
      gsize start;

      rensa_plot_get_points (plot, curve, &points);
      start = find_start (plot, &points);
      n += start + (view->is_log ? count_not_positive (&points, start) : 0);
    }
  return n;
}

char *
rensa_plot_format_value (double value, int digits)
{
  if (isfinite (value))
    return rensa_format_digits (value, digits);
  return g_strdup (isnan (value) ? "NaN" : value > 0 ? "∞" : "−∞");
}
