/* studio-plot-describe.c: describes the plot in words.
 * SPDX-License-Identifier: MIT */

#include "studio-format.h"
#include "studio-plot-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define VALUE_DIGITS 4
/* The trend uses the last 1/TREND_PART of the points. */
#define TREND_PART 5
#define MAX_TREND_POINTS 1000
/* Smaller relative changes count as steady. */
#define STEADY 0.01
/* Minimum time between two descriptions, in microseconds. */
#define INTERVAL (G_USEC_PER_SEC / 4)

static double
get_mean (const double *values, gsize n)
{
  double sum = 0;
  gsize n_finite = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (!isfinite (values[i]))
        continue;
      sum += values[i];
      n_finite++;
    }
  return n_finite > 0 ? sum / (double) n_finite : NAN;
}

/* Compares the later half of the last points with the earlier half; returns NULL if there is
 * nothing to compare. */
static const char *
get_trend (RensaSeries *series)
{
  const gsize n = rensa_series_get_n_points (series);
  const gsize half = MIN (MAX (n / TREND_PART, 2), MAX_TREND_POINTS) / 2;
  const double *values = rensa_series_get_values (series);
  double before;
  double after;

  if (n < 2)
    return NULL;
  before = get_mean (values + n - 2 * half, half);
  after = get_mean (values + n - half, half);
  if (!isfinite (before) || !isfinite (after))
    return NULL;
  if (fabs (after - before) <= STEADY * MAX (fabs (after), fabs (before)))
    return _ ("steady");
  return after < before ? _ ("falling") : _ ("rising");
}

static char *
describe_place (StudioPlot *self, double place)
{
  g_autofree char *digits =
      studio_format_local (rensa_plot_format_value (place, self->x_axis == RENSA_SERIES_ITERATION ? 15 : VALUE_DIGITS));

  switch (self->x_axis)
    {
    case RENSA_SERIES_EPOCH:
      return g_strdup_printf (_ ("at epoch %s"), digits);
    case RENSA_SERIES_ELAPSED:
      return g_strdup_printf (_ ("after %s s"), digits);
    case RENSA_SERIES_ITERATION:
    default:
      return g_strdup_printf (_ ("at iteration %s"), digits);
    }
}

/* "main/loss 0.31 at iteration 400, falling" */
static char *
describe_latest (StudioPlot *self, const StudioPlotCurve *curve)
{
  const gsize n = rensa_series_get_n_points (curve->series);
  const char *trend = get_trend (curve->series);
  g_autofree char *value = NULL;
  g_autofree char *place = NULL;

  if (n == 0)
    return g_strdup_printf (_ ("%s has no values yet"), curve->name);
  value = studio_format_local (rensa_plot_format_value (rensa_series_get_values (curve->series)[n - 1], VALUE_DIGITS));
  place = describe_place (self, rensa_series_get_places (curve->series, self->x_axis)[n - 1]);
  if (trend == NULL)
    return g_strdup_printf ("%s %s %s", curve->name, value, place);
  return g_strdup_printf ("%s %s %s, %s", curve->name, value, place, trend);
}

/* "at iteration 200: main/loss 0.42; …" */
static char *
describe_reading (StudioPlot *self)
{
  g_auto (StudioPlotPicture) picture = { 0 };
  g_autofree char *place = describe_place (self, self->hover);
  GString *text = g_string_new (place);

  studio_plot_picture_init (&picture, self);
  for (guint i = 0; i < picture.plot.n_curves; i++)
    {
      g_autofree char *digits = NULL;
      double value;

      if (!rensa_plot_read (&picture.plot, i, self->hover, &value))
        continue;
      digits = studio_format_local (rensa_plot_format_value (value, VALUE_DIGITS));
      g_string_append_printf (text, "%s%s %s", i == 0 ? ": " : "; ", picture.plot.curves[i].name, digits);
    }
  return g_string_free (text, FALSE);
}

/* "alpha = 0.005 at iteration 312": the last change made during the run. */
static void
append_last_mark (StudioPlot *self, GString *text)
{
  g_autofree char *place = NULL;
  const StudioPlotMark *mark;

  if (self->marks->len == 0)
    return;
  mark = &g_array_index (self->marks, StudioPlotMark, self->marks->len - 1);
  place = describe_place (self, mark->places[self->x_axis]);
  g_string_append_printf (text, "; %s %s", mark->text, place);
}

char *
studio_plot_describe (StudioPlot *self)
{
  GString *text;

  if (self->is_told)
    return describe_reading (self);
  if (self->lines->len == 0)
    return g_strdup (_ ("No values yet"));

  text = g_string_new (NULL);
  for (guint i = 0; i < self->lines->len; i++)
    {
      g_autofree char *part = describe_latest (self, &g_array_index (self->lines, StudioPlotLine, i).curve);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", part);
    }
  append_last_mark (self, text);
  return g_string_free (text, FALSE);
}

static void
update_now (StudioPlot *self)
{
  g_autofree char *description = studio_plot_describe (self);

  self->described_at = g_get_monotonic_time ();
  if (g_strcmp0 (description, self->description) == 0)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  g_free (self->description);
  self->description = g_steal_pointer (&description);
}

static gboolean
update_later (gpointer data)
{
  StudioPlot *self = data;

  self->describe_later = 0;
  update_now (self);
  return G_SOURCE_REMOVE;
}

void
studio_plot_update_description (StudioPlot *self)
{
  const gint64 wait = self->described_at + INTERVAL - g_get_monotonic_time ();

  if (self->describe_later != 0)
    return;
  if (wait > 0)
    self->describe_later = g_timeout_add ((guint) (wait / 1000) + 1, update_later, self);
  else
    update_now (self);
}
