/* test-plot.c: curves as pictures.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-plot-axis-private.h"
#include "rensa-plot.h"
#include "training-fixture.h"

#define WIDTH 400
#define HEIGHT 240
#define SCALE 2
#define RED 0xc01c28

static void
ticks (void)
{
  static const struct
  {
    double low, high, n;
    gboolean whole;
    double step;
    const char *text;
  } facts[] = {
    { 0, 1, 5, TRUE, 0.2, "0.0 0.2 0.4 0.6 0.8 1.0" },
    { 0.13, 1.97, 5, TRUE, 0.5, "0.0 0.5 1.0 1.5 2.0" },
    { -3, 12, 4, TRUE, 5, "-5 0 5 10 15" },
    { 600, 12000, 6, FALSE, 2000, "2,000 4,000 6,000 8,000 10,000 12,000" },
    { 1e-4, 3e-4, 2, TRUE, 1e-4, "0.0001 0.0002 0.0003" },
    { 2, 2, 2, TRUE, 1, "1 2 3" },
    { 1, 0, 2, TRUE, 0.5, "0.0 0.5 1.0" },
    { -1e308, 1e308, 2, TRUE, 1e300, "-1e+300 0 1e+300" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      RensaPlotAxis axis = { 0 };
      g_autoptr (GString) text = g_string_new (NULL);
      double value;

      rensa_plot_axis_init (&axis, facts[i].low, facts[i].high, facts[i].n, facts[i].whole);
      for (guint j = 0; rensa_plot_axis_get_tick (&axis, j, &value); j++)
        {
          g_autofree char *tick = rensa_plot_axis_format (&axis, value);

          g_string_append_printf (text, "%s%s", j > 0 ? " " : "", tick);
        }
      g_assert_cmpfloat_with_epsilon (axis.step / facts[i].step, 1, 1e-9);
      g_assert_cmpstr (text->str, ==, facts[i].text);
    }
}

/* In fine pixels, so that every line has some that are of its colour alone. */
static cairo_surface_t *
draw (const RensaPlot *plot)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH * SCALE, HEIGHT * SCALE);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, SCALE, SCALE);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  rensa_plot_draw (plot, cr, WIDTH, HEIGHT);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint
to_rgb (const double *colour)
{
  return (guint) round (colour[0] * 255) << 16 | (guint) round (colour[1] * 255) << 8 | (guint) round (colour[2] * 255);
}

/* How many pixels of exactly this colour lie in the rectangle. */
static guint
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

static guint
count_all (cairo_surface_t *surface, guint rgb)
{
  return count_pixels (surface, rgb, 0, 0, cairo_image_surface_get_width (surface),
                       cairo_image_surface_get_height (surface));
}

static void
colours (void)
{
  const double x[] = { 1, 2, 3 };
  const double y[4][3] = { { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 } };
  RensaPlotCurve curves[4];
  cairo_surface_t *surface;

  for (int i = 0; i < 4; i++)
    curves[i] = (RensaPlotCurve){ .name = "curve", .x = x, .y = y[i], .n = 3, .is_dashed = i == 1 };
  surface = draw (&(RensaPlot){ .curves = curves, .n_curves = 4, .grid = TRUE });
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (i))), >, 100);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (4))), ==, 0);
  /* Gaps make the dashed one lighter than its neighbour. */
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (1))), <,
                    count_all (surface, to_rgb (rensa_plot_get_colour (0))));
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
  const RensaPlot plot = { .curves = &curve, .n_curves = 1 };
  cairo_surface_t *surface;

  for (gsize i = 0; i < n; i++)
    x[i] = i;
  y[n / 3] = 10;
  surface = draw (&plot);
  g_assert_cmpuint (
      count_pixels (surface, to_rgb (rensa_plot_get_colour (0)), 0, SCALE * 15, SCALE * WIDTH, SCALE * HEIGHT / 2), >,
      SCALE * HEIGHT / 4);
  cairo_surface_destroy (surface);
}

static void
not_finite_is_marked (void)
{
  const double x[] = { 0, 1, 2, 3, 4 };
  double y[] = { 5, NAN, 5, INFINITY, 5 };
  RensaPlotCurve curve = { .name = "loss", .x = x, .y = y, .n = 5 };
  const RensaPlot plot = { .curves = &curve, .n_curves = 1 };
  cairo_surface_t *surface = draw (&plot);
  guint n_marked;

  /* Points without neighbours are dots, and there is no line. */
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), <, 80 * SCALE * SCALE);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), >=, 3);
  n_marked = count_all (surface, RED);
  g_assert_cmpuint (n_marked, >=, 20);
  cairo_surface_destroy (surface);

  y[3] = 5;
  surface = draw (&plot);
  g_assert_cmpuint (count_all (surface, RED), ==, n_marked / 2);
  cairo_surface_destroy (surface);
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

  cairo_surface_destroy (draw (&(RensaPlot){ .n_curves = 0 }));
  cairo_surface_destroy (draw (&(RensaPlot){ .curves = curves, .n_curves = 2, .x_title = "epoch", .is_dark = TRUE }));
}

static void
ignore_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
}

static void
assert_well_formed (const char *xml)
{
  const GMarkupParser parser = { .text = ignore_text };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, xml, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

static RensaTrainer *
plotting_trainer_new (const char *out, const char *extension)
{
  RensaTrainer *trainer = TRAINER (.length = 5, .out = out);
  g_autoptr (RensaDataset) dataset = examples_new (6);

  rensa_trainer_set_validation (trainer, dataset, 6);
  extend (trainer, "Evaluator", NULL);
  extend (trainer, extension, NULL);
  return trainer;
}

#define Y_KEYS "y_keys='main/loss, validation/main/loss'"

static void
report_draws_png (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = plotting_trainer_new (out, "PlotReport(" Y_KEYS ", x_key=epoch)");
  g_autofree char *path = g_build_filename (out, "plot.png", NULL);
  cairo_surface_t *surface;

  run_trainer (trainer);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (0))), >, 500);
  g_assert_cmpuint (count_all (surface, to_rgb (rensa_plot_get_colour (1))), >, 300);
  g_assert_cmpuint (count_all (surface, RED), ==, 0);
  cairo_surface_destroy (surface);
  test_folder_free (out);
}

static void
report_draws_svg_and_pdf (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = plotting_trainer_new (out, "PlotReport(" Y_KEYS ", filename=loss.svg)");
  g_autofree char *svg = NULL;
  g_autofree char *pdf = NULL;

  extend (trainer, "PlotReport(" Y_KEYS ", filename=loss.PDF)", NULL);
  run_trainer (trainer);
  svg = read_text (out, "loss.svg");
  assert_well_formed (svg);
  g_assert_nonnull (strstr (svg, "<svg"));
  g_assert_nonnull (strstr (svg, "stroke-dasharray"));
  pdf = read_text (out, "loss.PDF");
  g_assert_true (g_str_has_prefix (pdf, "%PDF-"));
  test_folder_free (out);
}

static void
report_refuses_other_forms (void)
{
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = "nowhere");
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "PlotReport(y_keys=a, filename=a.bmp)", NULL);
  g_autoptr (RensaAttrs) incomplete = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "PlotReport", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_trainer_extend (trainer, attrs, NULL, NULL, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "a.bmp");
  g_assert_false (rensa_trainer_extend (trainer, incomplete, NULL, every (1, "epoch"), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "y_keys");
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/plot/ticks", ticks);
  g_test_add_func ("/training/plot/colours", colours);
  g_test_add_func ("/training/plot/spike", spike_is_seen);
  g_test_add_func ("/training/plot/not-finite", not_finite_is_marked);
  g_test_add_func ("/training/plot/odd", odd_plots);
  add_leak_checked_test ("/training/plot/report/png", report_draws_png);
  add_leak_checked_test ("/training/plot/report/svg-and-pdf", report_draws_svg_and_pdf);
  add_leak_checked_test ("/training/plot/report/other-forms", report_refuses_other_forms);
  return g_test_run ();
}
