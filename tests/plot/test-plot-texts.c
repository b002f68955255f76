/* test-plot-texts.c: what is written beside curves.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "plot-fixture.h"

static double
measure_text (gpointer data, const char *text)
{
  return 7 * (double) strlen (text);
}

/* Where it stands, by the text. */
static void
note_text (gpointer texts, cairo_t *cr, const char *text)
{
  double *place = g_new (double, 2);

  cairo_get_current_point (cr, &place[0], &place[1]);
  g_hash_table_insert (texts, g_strdup (text), place);
}

/* The title of the axis takes the place of no number. */
static void
last_tick_is_written (void)
{
  static const double ends[] = { 4, 60, 400, 2000, 50000 };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const double x[] = { 0, ends[i] };
      const double y[] = { 1, 2 };
      const RensaPlotCurve curve = { .name = "loss", .x = x, .y = y, .n = 2 };
      g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      const RensaPlotWriter writer = { 15, measure_text, note_text, texts };
      double last = 0;
      double value;
      g_autofree char *number = NULL;
      const double *place;
      const double *title;

      cairo_surface_destroy (
          draw_plot (&(RensaPlot){ .curves = &curve, .n_curves = 1, .x_title = "iteration", .writer = &writer }));
      for (guint j = 0; rensa_plot_axis_get_tick (&drawn_layout.x, j, &value); j++)
        last = value;
      number = rensa_plot_axis_format (&drawn_layout.x, last);
      place = g_hash_table_lookup (texts, number);
      title = g_hash_table_lookup (texts, "iteration");
      g_assert_nonnull (place);
      g_assert_nonnull (title);
      g_assert_cmpfloat (place[0] + measure_text (NULL, number), <=, PLOT_WIDTH);
      g_assert_cmpfloat (title[1], >=, place[1] + 15);
    }
}

/* Keeps what was written, a line each. */
static void
keep_text (gpointer data, cairo_t *cr, const char *text)
{
  g_string_append_printf (data, "%s\n", text);
}

static char *
mark_number (char *number)
{
  char *marked = g_strdup_printf ("<%s>", number);

  g_free (number);
  return marked;
}

/* Ticks, the latest value and what is read go the same way; what is no number does not. */
static void
numbers_of_a_locale (void)
{
  const double x[] = { 0, 1000, 2000 };
  const double y[] = { 0.5, 0.25, 0.125 };
  const double hover = 1000;
  const RensaPlotCurve curve = { .name = "loss", .x = x, .y = y, .n = 3 };
  g_autoptr (GString) texts = g_string_new ("\n");
  const RensaPlotWriter writer = { .height = 15, .measure = measure_text, .show = keep_text, .data = texts };
  cairo_surface_t *surface = draw_plot (&(RensaPlot){ .curves = &curve,
                                                      .n_curves = 1,
                                                      .writer = &writer,
                                                      .hover = &hover,
                                                      .x_title = "iteration",
                                                      .localize = mark_number });

  g_test_message ("%s", texts->str);
  g_assert_nonnull (strstr (texts->str, "\n<1,000>\n"));
  g_assert_nonnull (strstr (texts->str, "<0.125>"));
  g_assert_nonnull (strstr (texts->str, "\n<0.25>\n"));
  g_assert_null (strstr (texts->str, "<loss"));
  g_assert_null (strstr (texts->str, " 0.125"));
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/plot-texts/numbers-of-a-locale", numbers_of_a_locale);
  g_test_add_func ("/plot/plot-texts/last-tick", last_tick_is_written);
  return g_test_run ();
}
