/* test-plot.c: curves as pictures.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "plot-fixture.h"

static void
colours (void)
{
  const double x[] = { 1, 2, 3 };
  const double y[4][3] = { { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 } };
  RensaPlotCurve curves[4];
  cairo_surface_t *surface;

  for (int i = 0; i < 4; i++)
    curves[i] = (RensaPlotCurve){ .name = "curve", .x = x, .y = y[i], .n = 3, .colour = i, .is_dashed = i == 1 };
  surface = draw_plot (&(RensaPlot){ .curves = curves, .n_curves = 4, .grid = TRUE });
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (i))), >, 100);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (4))), ==, 0);
  /* Gaps make the dashed one lighter than its neighbour. */
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (1))), <,
                    count_all (surface, to_rgb (rensa_plot_get_colour (0))));
  cairo_surface_destroy (surface);
}

static double
get_luminance (const double *colour)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint k = 0; k < 3; k++)
    sum += weights[k] * (colour[k] <= 0.03928 ? colour[k] / 12.92 : pow ((colour[k] + 0.055) / 1.055, 2.4));
  return sum;
}

/* Of text and lines that are to be seen, WCAG asks for 4.5. */
static void
contrast_on_dark (void)
{
  static const double ground[] = { 0.14, 0.14, 0.14 };

  for (guint i = 0; i < 7; i++)
    {
      double tint[3];

      rensa_plot_get_tint (i, TRUE, tint);
      g_assert_cmpfloat ((get_luminance (tint) + 0.05) / (get_luminance (ground) + 0.05), >=, 4.5);
      rensa_plot_get_tint (i, FALSE, tint);
      g_assert_cmpmem (tint, sizeof tint, rensa_plot_get_colour (i), sizeof tint);
    }
}

/* One that is faded leaves the others as they are, and none of its own colour. */
static void
faded (void)
{
  const double x[] = { 1, 2, 3 };
  const double y[2][3] = { { 1, 1, 1 }, { 2, 2, 2 } };
  RensaPlotCurve curves[] = { { .name = "a", .x = x, .y = y[0], .n = 3, .colour = 0, .is_faded = TRUE },
                              { .name = "b", .x = x, .y = y[1], .n = 3, .colour = 1 } };
  cairo_surface_t *surface = draw_plot (&(RensaPlot){ .curves = curves, .n_curves = 2 });

  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), ==, 0);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (1))), >, 100);
  cairo_surface_destroy (surface);
}

/* One point out of a million. */
static void
spike_is_seen (void)
{
  const gsize n = 1000000;
  g_autofree double *x = g_new (double, n);
  g_autofree double *y = g_new0 (double, n);
  RensaPlotCurve curve = { .name = "loss", .x = x, .y = y, .n = n };
  const RensaPlot plot = { .curves = &curve, .n_curves = 1, .hide_labels = TRUE };
  cairo_surface_t *surface;

  for (gsize i = 0; i < n; i++)
    x[i] = i;
  y[n / 3] = 10;
  surface = draw_plot (&plot);
  g_assert_cmpuint (count_pixels (surface, to_rgb (rensa_plot_get_colour (0)), 0, PLOT_SCALE * 15,
                                  PLOT_SCALE * PLOT_WIDTH, PLOT_SCALE * PLOT_HEIGHT / 2),
                    >, PLOT_SCALE * PLOT_HEIGHT / 4);
  cairo_surface_destroy (surface);
}

/* How much of the way from @low up to @high of the left axis has the colour, near the point at @x. */
static double
measure_spike (cairo_surface_t *surface, guint rgb, double x, double low, double high)
{
  const int left = MAX ((int) floor (rensa_plot_axis_place (&drawn_layout.x, x - 1) * PLOT_SCALE) - 3, 0);
  const int right =
      MIN ((int) ceil (rensa_plot_axis_place (&drawn_layout.x, x + 1) * PLOT_SCALE) + 4, PLOT_WIDTH * PLOT_SCALE);
  const int top = (int) (rensa_plot_axis_place (&drawn_layout.left, high) * PLOT_SCALE);
  const int bottom = (int) (rensa_plot_axis_place (&drawn_layout.left, low) * PLOT_SCALE);
  int n = 0;

  for (int y = top; y < bottom; y++)
    n += count_pixels (surface, rgb, left, y, right, y + 1) > 0;
  return (double) n / (bottom - top);
}

/* However much or little of the million is in the view. */
static void
spike_is_seen_at_any_zoom (void)
{
  const guint n = 1000000;
  const guint at = 654321;
  const guint blue = to_rgb (rensa_plot_get_colour (0));
  g_autoptr (RensaSeries) series = rensa_series_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  RensaPlotCurve curve = { .name = "loss", .series = series };
  RensaPlot plot = { .curves = &curve, .n_curves = 1, .hide_labels = TRUE };

  for (guint i = 0; i < n; i++)
    rensa_series_append (series, i, i, i, i == at ? 10 : 0);
  for (guint i = 0; i < 40; i++)
    {
      const double before = pow (10, 5.8 * g_rand_double (random));
      const double after = pow (10, 5.5 * g_rand_double (random));
      cairo_surface_t *surface;

      curve.is_dashed = i % 4 < 2;
      plot.x.is_log = i % 2;
      plot.x.low = at - before;
      plot.x.high = at + after;
      surface = draw_plot (&plot);
      /* Few points are a dashed line, with gaps in a spike too. */
      g_assert_cmpfloat (measure_spike (surface, blue, at, 1, 9), >, curve.is_dashed ? 0.5 : 0.99);
      cairo_surface_destroy (surface);
    }
}

static void
not_finite_is_marked (void)
{
  const double x[] = { 0, 1, 2, 3, 4 };
  double y[] = { 5, NAN, 5, INFINITY, 5 };
  RensaPlotCurve curve = { .name = "loss", .x = x, .y = y, .n = 5 };
  const RensaPlot plot = { .curves = &curve, .n_curves = 1, .hide_labels = TRUE };
  cairo_surface_t *surface = draw_plot (&plot);
  guint n_marked;

  /* Points without neighbours are dots, and there is no line. */
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), <, 80 * PLOT_SCALE * PLOT_SCALE);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), >=, 3);
  n_marked = count_all (surface, RED);
  g_assert_cmpuint (n_marked, >=, 20);
  cairo_surface_destroy (surface);

  y[3] = 5;
  surface = draw_plot (&plot);
  g_assert_cmpuint (count_all (surface, RED), ==, n_marked / 2);
  cairo_surface_destroy (surface);
}

/* One value among a million, in a series. */
static void
not_finite_is_marked_at_any_zoom (void)
{
  g_autoptr (RensaSeries) series = rensa_series_new ();
  const RensaPlotCurve curve = { .name = "loss", .series = series };
  RensaPlot plot = { .curves = &curve, .n_curves = 1, .hide_labels = TRUE };

  for (guint i = 0; i < 1000000; i++)
    rensa_series_append (series, i, i, i, i == 500000 ? NAN : 1);
  for (double reach = 500000; reach > 10; reach /= 7)
    {
      cairo_surface_t *surface;
      int x;

      plot.x = (RensaPlotView){ .low = 500000 - reach, .high = 500000 + reach / 2 };
      surface = draw_plot (&plot);
      x = (int) (rensa_plot_axis_place (&drawn_layout.x, 500000) * PLOT_SCALE);
      g_assert_cmpuint (count_pixels (surface, RED, x - 7, 0, x + 8, PLOT_SCALE * PLOT_HEIGHT), >, 10);
      g_assert_cmpuint (count_pixels (surface, RED, 0, 0, x - 8, PLOT_SCALE * PLOT_HEIGHT), ==, 0);
      cairo_surface_destroy (surface);
      plot.x = (RensaPlotView){ .low = 500000 + reach / 10, .high = 500000 + reach };
      surface = draw_plot (&plot);
      g_assert_cmpuint (count_all (surface, RED), ==, 0);
      cairo_surface_destroy (surface);
    }
}

/* Where a horizontal line of this colour is, in the units of the drawing. */
static double
find_level (cairo_surface_t *surface, guint rgb)
{
  const int left = (int) (drawn_layout.x.start + 5) * PLOT_SCALE;
  const int right = (int) (drawn_layout.x.start + drawn_layout.x.length - 5) * PLOT_SCALE;
  double sum = 0;
  guint n = 0;

  for (int y = 0; y < PLOT_HEIGHT * PLOT_SCALE; y++)
    {
      const guint found = count_pixels (surface, rgb, left, y, right, y + 1);

      sum += found * (y + 0.5) / PLOT_SCALE;
      n += found;
    }
  g_assert_cmpuint (n, >, 100);
  return sum / n;
}

static void
levels (void)
{
  const double x[] = { 1, 2 };
  const double y[3][2] = { { 0.1, 0.1 }, { 10, 10 }, { 700, 700 } };
  RensaPlotCurve curves[3];
  const guint blue = to_rgb (rensa_plot_get_colour (0));
  const guint green = to_rgb (rensa_plot_get_colour (2));
  RensaPlot plot = { .curves = curves, .n_curves = 3, .hide_labels = TRUE };
  cairo_surface_t *surface;

  for (guint i = 0; i < 3; i++)
    curves[i] = (RensaPlotCurve){ .name = "a", .x = x, .y = y[i], .n = 2, .colour = i, .is_right = i == 2 };
  plot.left = (RensaPlotView){ .low = 0, .high = 10 };
  plot.right = (RensaPlotView){ .low = 0, .high = 1000 };
  surface = draw_plot (&plot);
  g_assert_cmpfloat (drawn_layout.right.high, ==, 1000);
  g_assert_cmpfloat_with_epsilon (find_level (surface, blue), drawn_layout.left.start + drawn_layout.left.length * 0.01,
                                  0.6);
  g_assert_cmpfloat_with_epsilon (find_level (surface, green), drawn_layout.left.start + drawn_layout.left.length * 0.7,
                                  0.6);
  cairo_surface_destroy (surface);

  plot.left = (RensaPlotView){ .is_log = TRUE, .low = 0.01, .high = 100 };
  surface = draw_plot (&plot);
  g_assert_cmpfloat_with_epsilon (find_level (surface, blue), drawn_layout.left.start + drawn_layout.left.length * 0.25,
                                  0.6);
  g_assert_cmpfloat_with_epsilon (find_level (surface, to_rgb (rensa_plot_get_colour (1))),
                                  drawn_layout.left.start + drawn_layout.left.length * 0.75, 0.6);
  g_assert_cmpfloat_with_epsilon (find_level (surface, green), drawn_layout.left.start + drawn_layout.left.length * 0.7,
                                  0.6);
  cairo_surface_destroy (surface);
}

static void
logarithms_leave_out (void)
{
  const double x[] = { 0, 1, 2, 3, 4 };
  const double y[] = { 1, 0, -1, 0.1, NAN };
  const RensaPlotCurve curve = { .name = "a", .x = x, .y = y, .n = 5 };
  RensaPlot plot = { .curves = &curve, .n_curves = 1, .hide_labels = TRUE };
  cairo_surface_t *surface;

  g_assert_cmpuint (rensa_plot_count_left_out (&plot), ==, 0);
  plot.left.is_log = TRUE;
  g_assert_cmpuint (rensa_plot_count_left_out (&plot), ==, 2);
  plot.x.is_log = TRUE;
  g_assert_cmpuint (rensa_plot_count_left_out (&plot), ==, 3);
  surface = draw_plot (&plot);
  g_assert_cmpfloat (drawn_layout.x.low, ==, 1);
  g_assert_cmpfloat_with_epsilon (drawn_layout.left.low, 0.05, 0.05);
  g_assert_cmpfloat (drawn_layout.left.high, <=, 0.2);
  cairo_surface_destroy (surface);
}

/* Pixels of a colour that is seen through to 35 % on white, but for rounding. */
static guint
count_pale (cairo_surface_t *surface, const double *colour)
{
  guint n = 0;

  for (guint i = 0; i < 27; i++)
    {
      const int steps[] = { (int) (i % 3) - 1, (int) (i / 3 % 3) - 1, (int) (i / 9) - 1 };
      double mixed[3];

      for (guint j = 0; j < 3; j++)
        mixed[j] = 0.65 + 0.35 * colour[j] + steps[j] / 255.0;
      n += count_all (surface, to_rgb (mixed));
    }
  return n;
}

/* The pale raw curve and the smoothed one over it. */
static void
smoothed_is_drawn_over (void)
{
  g_autoptr (RensaSeries) series = rensa_series_new ();
  g_autoptr (RensaSmoothed) smoothed = NULL;
  RensaPlotCurve curve = { .name = "a", .series = series };
  RensaPlot plot = { .curves = &curve, .n_curves = 1, .hide_labels = TRUE, .smoothed_word = "smoothed" };
  cairo_surface_t *surface;
  guint n_raw;

  for (guint i = 0; i < 5000; i++)
    rensa_series_append (series, i, i, i, i % 2);
  surface = draw_plot (&plot);
  n_raw = count_all (surface, to_rgb (rensa_plot_get_colour (0)));
  g_assert_cmpuint (count_pale (surface, rensa_plot_get_colour (0)), ==, 0);
  cairo_surface_destroy (surface);

  curve.smoothed = smoothed = rensa_smoothed_new (series, 0.95);
  surface = draw_plot (&plot);
  g_assert_cmpuint (count_pale (surface, rensa_plot_get_colour (0)), >, n_raw / 2);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), <, n_raw / 4);
  cairo_surface_destroy (surface);
}

static void
reading (void)
{
  const double x[] = { 1, 2, 4 };
  const double y[] = { 10, 20, 40 };
  const double few_x[] = { 3 };
  const double few_y[] = { 7 };
  const RensaPlotCurve curves[] = { { .name = "a", .x = x, .y = y, .n = 3 },
                                    { .name = "b", .x = few_x, .y = few_y, .n = 1 } };
  const RensaPlot plot = { .curves = curves, .n_curves = 2, .hide_labels = TRUE };
  double found;

  g_assert_true (rensa_plot_find_place (&plot, 2.9, RENSA_PLOT_NEAREST, &found));
  g_assert_cmpfloat (found, ==, 3);
  g_assert_true (rensa_plot_find_place (&plot, 2.9, RENSA_PLOT_BEFORE, &found));
  g_assert_cmpfloat (found, ==, 2);
  g_assert_true (rensa_plot_find_place (&plot, 3.1, RENSA_PLOT_AFTER, &found));
  g_assert_cmpfloat (found, ==, 4);
  g_assert_false (rensa_plot_find_place (&plot, 4.1, RENSA_PLOT_AFTER, &found));
  g_assert_true (rensa_plot_read (&plot, 0, 3, &found));
  g_assert_cmpfloat (found, ==, 20);
  g_assert_false (rensa_plot_read (&plot, 1, 2, &found));
  g_assert_true (rensa_plot_get_extent (&plot, &found, &(double){ 0 }));
  g_assert_cmpfloat (found, ==, 1);
}

/* From too small for anything to large, with all that a plot can have. */
static void
sizes (void)
{
  static const int shapes[][2] = { { 1, 1 }, { 40, 300 }, { 120, 80 }, { 200, 120 }, { 400, 200 }, { 1200, 600 } };
  const double hover = 1500;
  const RensaPlotMark mark = { 1000, "alpha = 0.01" };
  g_autoptr (RensaSeries) series = rensa_series_new ();
  g_autoptr (RensaSmoothed) smoothed = rensa_smoothed_new (series, 0.9);
  RensaPlotCurve curves[12];
  RensaPlot plot = { curves, 12, &mark, 1, .hover = &hover, .x_title = "time", .note = "note", .smoothed_word = "s" };

  for (guint i = 0; i < 5000; i++)
    rensa_series_append (series, i, i, i, i % 700 == 3 ? NAN : sin (i));
  for (guint i = 0; i < 12; i++)
    curves[i] =
        (RensaPlotCurve){ "a name of some length", series, .smoothed = smoothed, .colour = i, .is_right = i > 8 };
  for (guint i = 0; i < 4 * G_N_ELEMENTS (shapes); i++)
    {
      const int *shape = shapes[i / 4];
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, shape[0], shape[1]);
      cairo_t *cr = cairo_create (surface);

      plot.is_dark = i & 1;
      plot.left.is_log = plot.x.is_log = (i & 2) != 0;
      plot.x_axis = i & 2 ? RENSA_SERIES_ELAPSED : RENSA_SERIES_ITERATION;
      rensa_plot_draw (&plot, cr, shape[0], shape[1], &drawn_layout);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpint (drawn_layout.x.length > 0, ==, i / 4 > 1);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static void
odd_plots (void)
{
  const double x[] = { 7 };
  const double y[] = { NAN };
  const RensaPlotCurve curves[] = {
    { .name = "nothing" },
    { .name = "a name that is much longer than the picture is wide, which must not hurt", .x = x, .y = y, .n = 1 },
  };

  cairo_surface_destroy (draw_plot (&(RensaPlot){ .n_curves = 0 }));
  cairo_surface_destroy (
      draw_plot (&(RensaPlot){ .curves = curves, .n_curves = 2, .x_title = "epoch", .is_dark = TRUE }));
}

/* Curves are as wide whatever the last value, their names standing inside; many names stand above. */
static void
width_is_constant (void)
{
  const double lasts[] = { 1, 0.123456, 123456, 0.5 };
  const double x[] = { 1, 2, 3 };
  double start = 0;
  double length = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lasts); i++)
    {
      const double y[] = { 0, 1, lasts[i] };
      const RensaPlotCurve curve = { .name = "training", .x = x, .y = y, .n = 3 };
      const RensaPlot plot = { .curves = &curve, .n_curves = 1, .left = { .low = 0, .high = 1 } };

      cairo_surface_destroy (draw_plot (&plot));
      g_assert_cmpfloat (drawn_layout.x.start + drawn_layout.x.length, >, PLOT_WIDTH - 20);
      if (i > 0)
        g_assert_cmpfloat (drawn_layout.x.start, ==, start);
      if (i > 0)
        g_assert_cmpfloat (drawn_layout.x.length, ==, length);
      start = drawn_layout.x.start;
      length = drawn_layout.x.length;
    }
}

#define N_LONG 1000

/* A robust axis leaves out what is rare and far from all the rest, marks where it is, and nothing else. */
static void
outliers (void)
{
  static const struct
  {
    const char *what;
    guint at; /* where the spike begins */
    guint n;
    double spike;
    gboolean is_cut;
    gboolean was_cut; /* in the drawing before */
  } cases[] = {
    { "none", 0, 0, 0, FALSE },           { "one", 500, 1, 1260, TRUE },
    { "downwards", 500, 1, -1260, TRUE }, { "several", 500, 12, 1260, TRUE },
    { "near", 500, 1, 3, FALSE },         { "many", 500, 200, 1260, FALSE },
    { "beginning", 0, 40, 1260, FALSE },  { "not finite", 500, 1, INFINITY, FALSE },
    { "not far", 500, 1, 5.5, FALSE },    { "stays", 500, 1, 5.5, TRUE, TRUE },
    { "ends", 500, 1, 3, FALSE, TRUE },
  };
  g_autofree double *x = g_new (double, N_LONG);
  g_autofree double *y = g_new (double, N_LONG);

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      RensaPlotCurve curve = { .name = "loss", .x = x, .y = y, .n = N_LONG };
      RensaPlot plot = { .curves = &curve, .n_curves = 1, .left = { .is_robust = TRUE }, .hide_labels = TRUE };
      cairo_surface_t *surface;
      int top;

      plot.was_cut = cases[c].was_cut;
      for (guint i = 0; i < N_LONG; i++)
        {
          const gboolean is_spike = i >= cases[c].at && i < cases[c].at + cases[c].n;

          x[i] = i;
          y[i] = is_spike ? cases[c].spike : 2.3 * exp (-(double) i / 150) + 0.1;
        }
      g_test_message ("%s", cases[c].what);
      surface = draw_plot (&plot);
      g_assert_cmpint (drawn_layout.is_cut, ==, cases[c].is_cut);
      if (cases[c].is_cut)
        {
          const gboolean is_above = cases[c].spike > 0;

          g_assert_cmpfloat (drawn_layout.left.high - drawn_layout.left.low, <, 10);
          top = (int) (PLOT_SCALE * (drawn_layout.left.start + (is_above ? drawn_layout.left.length : -8)));
          g_assert_cmpuint (count_pixels (surface, to_rgb (rensa_plot_get_colour (0)), 0, top, PLOT_SCALE * PLOT_WIDTH,
                                          top + PLOT_SCALE * 7),
                            >, 20);
        }
      cairo_surface_destroy (surface);
      plot.left.is_robust = FALSE;
      cairo_surface_destroy (draw_plot (&plot));
      g_assert_false (drawn_layout.is_cut);
      if (cases[c].n > 0 && isfinite (cases[c].spike))
        g_assert_cmpfloat (MAX (drawn_layout.left.high, -drawn_layout.left.low), >=, fabs (cases[c].spike));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/plot/colours", colours);
  g_test_add_func ("/plot/plot/contrast-on-dark", contrast_on_dark);
  g_test_add_func ("/plot/plot/faded", faded);
  g_test_add_func ("/plot/plot/width-is-constant", width_is_constant);
  g_test_add_func ("/plot/plot/outliers", outliers);
  g_test_add_func ("/plot/plot/spike", spike_is_seen);
  g_test_add_func ("/plot/plot/spike/zoom", spike_is_seen_at_any_zoom);
  g_test_add_func ("/plot/plot/not-finite", not_finite_is_marked);
  g_test_add_func ("/plot/plot/not-finite/zoom", not_finite_is_marked_at_any_zoom);
  g_test_add_func ("/plot/plot/levels", levels);
  g_test_add_func ("/plot/plot/left-out", logarithms_leave_out);
  g_test_add_func ("/plot/plot/smoothed", smoothed_is_drawn_over);
  g_test_add_func ("/plot/plot/reading", reading);
  g_test_add_func ("/plot/plot/sizes", sizes);
  g_test_add_func ("/plot/plot/odd", odd_plots);
  return g_test_run ();
}
