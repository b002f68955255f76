/* test-plot-report.c: reported values as pictures.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "plot-fixture.h"
#include "training-fixture.h"

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

  extend_evaluator (trainer, dataset, 6);
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
  svg = test_file_read (out, "loss.svg");
  assert_well_formed (svg);
  g_assert_nonnull (strstr (svg, "<svg"));
  g_assert_nonnull (strstr (svg, "stroke-dasharray"));
  pdf = test_file_read (out, "loss.PDF");
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
  assert_message_has (&error, RENSA_ERROR_INVALID, "a.bmp");
  g_assert_false (rensa_trainer_extend (trainer, incomplete, NULL, every (1, "epoch"), &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "y_keys");
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/plot-report/png", report_draws_png);
  g_test_add_func ("/training/plot-report/svg-and-pdf", report_draws_svg_and_pdf);
  g_test_add_func ("/training/plot-report/other-forms", report_refuses_other_forms);
  return g_test_run ();
}
