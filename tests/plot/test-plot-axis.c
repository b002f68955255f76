/* test-plot-axis.c: ticks, and from values to places and back.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-axis.h"

static char *
list_ticks (const RensaPlotAxis *axis, const char *between)
{
  GString *text = g_string_new (NULL);
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (axis, i, &value); i++)
    {
      g_autofree char *tick = rensa_plot_axis_format (axis, value);

      g_string_append_printf (text, "%s%s", i > 0 ? between : "", tick);
    }
  return g_string_free (text, FALSE);
}

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
      g_autofree char *text = NULL;

      rensa_plot_axis_init (&axis, facts[i].low, facts[i].high, facts[i].n, facts[i].whole);
      text = list_ticks (&axis, " ");
      g_assert_cmpfloat_with_epsilon (axis.step / facts[i].step, 1, 1e-9);
      g_assert_cmpstr (text, ==, facts[i].text);
    }
}

static void
ticks_of_logarithms_and_times (void)
{
  static const struct
  {
    RensaPlotUnit unit;
    gboolean is_log;
    double low, high, n;
    gboolean whole;
    const char *text;
  } facts[] = {
    { RENSA_PLOT_NUMBERS, TRUE, 0.03, 40, 5, TRUE, "0.01 | 0.1 | 1 | 10 | 100" },
    { RENSA_PLOT_NUMBERS, TRUE, 0.03, 4, 8, TRUE, "0.02 | 0.05 | 0.1 | 0.2 | 0.5 | 1 | 2 | 5" },
    { RENSA_PLOT_NUMBERS, TRUE, 1e-9, 1, 3, TRUE, "1e-9 | 1e-6 | 0.001 | 1" },
    { RENSA_PLOT_COUNTS, TRUE, 1, 30000, 6, FALSE, "1 | 10 | 100 | 1,000 | 10,000" },
    { RENSA_PLOT_NUMBERS, TRUE, 0.31, 0.78, 5, TRUE, "0.3 | 0.4 | 0.5 | 0.6 | 0.7 | 0.8" },
    { RENSA_PLOT_NUMBERS, TRUE, 1, 0, 4, TRUE, "0.1 | 0.2 | 0.5 | 1" },
    { RENSA_PLOT_COUNTS, FALSE, 1, 3, 10, FALSE, "1 | 2 | 3" },
    { RENSA_PLOT_SECONDS, FALSE, 0, 1, 4, FALSE, "0.0 s | 0.5 s | 1.0 s" },
    { RENSA_PLOT_SECONDS, FALSE, 0, 55, 4, FALSE, "0 s | 15 s | 30 s | 45 s" },
    { RENSA_PLOT_SECONDS, FALSE, 0, 300, 4, FALSE, "0 s | 2 min | 4 min" },
    { RENSA_PLOT_SECONDS, FALSE, 0, 10000, 6, FALSE, "0 s | 30 min | 1 h | 1 h 30 min | 2 h | 2 h 30 min" },
    { RENSA_PLOT_SECONDS, FALSE, 90000, 400000, 4, FALSE, "2 d | 3 d | 4 d" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      RensaPlotAxis axis = { .unit = facts[i].unit, .is_log = facts[i].is_log };
      g_autofree char *text = NULL;

      rensa_plot_axis_init (&axis, facts[i].low, facts[i].high, facts[i].n, facts[i].whole);
      text = list_ticks (&axis, " | ");
      g_assert_cmpstr (text, ==, facts[i].text);
    }
}

static void
places_and_values (void)
{
  RensaPlotAxis axis = { .is_log = TRUE, .start = 100, .length = -80 };

  rensa_plot_axis_init (&axis, 0.01, 100, 4, TRUE);
  g_assert_cmpfloat_with_epsilon (rensa_plot_axis_place (&axis, 0.01), 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (rensa_plot_axis_place (&axis, 1), 60, 1e-9);
  g_assert_cmpfloat_with_epsilon (rensa_plot_axis_place (&axis, 100), 20, 1e-9);
  g_assert_cmpfloat_with_epsilon (rensa_plot_axis_get_value (&axis, 40), 10, 1e-9);
  /* Beyond the end. */
  g_assert_cmpfloat_with_epsilon (rensa_plot_axis_get_value (&axis, 0), 1000, 1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/plot-axis/ticks", ticks);
  g_test_add_func ("/plot/plot-axis/ticks-of-logarithms-and-times", ticks_of_logarithms_and_times);
  g_test_add_func ("/plot/plot-axis/places", places_and_values);
  return g_test_run ();
}
