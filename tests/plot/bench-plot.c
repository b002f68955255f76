/* bench-plot.c: how long a picture of ten long curves takes, while its view moves.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <stdlib.h>

#include "rensa-plot.h"

#define N_CURVES 10
#define N_POINTS 1000000
#define N_FRAMES 120
#define WIDTH 1200
#define HEIGHT 600

/* A falling curve with noise, from a generator of its own so that every run draws the same. */
static RensaSeries *
make_series (guint number)
{
  RensaSeries *series = rensa_series_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (number);

  for (guint i = 0; i < N_POINTS; i++)
    {
      const double noise = g_rand_double (random) + g_rand_double (random) - 1;

      rensa_series_append (series, i, i / 600.0, i / 1000.0, (1 + 0.1 * number) * exp (-i / 2e5) + 0.05 + 0.04 * noise);
    }
  return series;
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Moves and zooms at random: between all there is and a hundred points. */
static void
move (RensaPlotView *view, GRand *random, gboolean is_log)
{
  const double length = N_POINTS * pow (10, -4 * g_rand_double (random));
  const double start = g_rand_double (random) * (N_POINTS - length);

  *view = (RensaPlotView){ .is_log = is_log, .low = MAX (start, 1), .high = start + length };
}

static void
measure (const char *name, RensaPlot *plot, gboolean moves)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  double times[N_FRAMES];

  for (guint i = 0; i < N_FRAMES; i++)
    {
      const gint64 start = g_get_monotonic_time ();
      cairo_t *cr = cairo_create (surface);

      if (moves)
        move (&plot->x, random, plot->x.is_log);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      rensa_plot_draw (plot, cr, WIDTH, HEIGHT, NULL);
      cairo_destroy (cr);
      times[i] = (double) (g_get_monotonic_time () - start) / 1000;
    }
  qsort (times, N_FRAMES, sizeof *times, compare);
  g_print ("%-28s median %6.2f ms   max %6.2f ms\n", name, times[N_FRAMES / 2], times[N_FRAMES - 1]);
  cairo_surface_destroy (surface);
}

int
main (void)
{
  RensaPlotCurve curves[N_CURVES] = { 0 };
  RensaPlot plot = { .curves = curves, .n_curves = N_CURVES, .x_title = "iteration", .smoothed_word = "smoothed" };
  gint64 start;

  for (guint i = 0; i < N_CURVES; i++)
    curves[i] = (RensaPlotCurve){ .name = "main/loss", .series = make_series (i), .colour = i, .is_dashed = i % 2 };
  g_print ("%d curves of %d points, %d x %d pixels\n", N_CURVES, N_POINTS, WIDTH, HEIGHT);
  measure ("whole", &plot, FALSE);
  measure ("pan and zoom", &plot, TRUE);
  plot.x = (RensaPlotView){ .is_log = TRUE };
  plot.left.is_log = TRUE;
  measure ("whole, logarithmic", &plot, FALSE);
  measure ("pan and zoom, logarithmic", &plot, TRUE);

  start = g_get_monotonic_time ();
  for (guint i = 0; i < N_CURVES; i++)
    {
      curves[i].smoothed = rensa_smoothed_new (curves[i].series, 0.99);
      rensa_smoothed_get_values (curves[i].smoothed);
    }
  g_print ("%-28s once   %6.2f ms\n", "smoothing all points", (double) (g_get_monotonic_time () - start) / 1000);
  measure ("pan and zoom, both smoothed", &plot, TRUE);
  plot.x = (RensaPlotView){ 0 };
  plot.left.is_log = FALSE;
  measure ("whole, smoothed", &plot, FALSE);
  measure ("pan and zoom, smoothed", &plot, TRUE);

  for (guint i = 0; i < N_CURVES; i++)
    {
      rensa_smoothed_free (curves[i].smoothed);
      rensa_series_unref ((RensaSeries *) curves[i].series);
    }
  return EXIT_SUCCESS;
}
