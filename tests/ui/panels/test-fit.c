/* test-fit.c: predictions of numbers beside what they are.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <math.h>

#include "panels-fixture.h"
#include "rensa-init.h"
#include "studio-data-scatter.h"
#include "studio-fit.h"
#include "studio-panels.h"
#include "ui-fixture.h"

static const float labels[] = { 1, 2, 3, 4, NAN };

static void
measure (const float *predictions, guint expected_n, double expected_error, double expected_r2)
{
  double error, r2;

  g_assert_cmpuint (studio_fit_measure (labels, predictions, G_N_ELEMENTS (labels), &error, &r2), ==, expected_n);
  g_assert_true (expected_n == 0 ? isnan (error) : fabs (error - expected_error) < 1e-12);
  g_assert_true (isnan (expected_r2) ? isnan (r2) : fabs (r2 - expected_r2) < 1e-12);
}

/* By hand: the labels' mean is 2.5, their squares about it sum up to 5. */
static void
test_measure (void)
{
  measure ((const float[]){ 1, 2, 3, 4, 5 }, 4, 0, 1);
  measure ((const float[]){ 1, 2, 3, 5, 5 }, 4, 0.25, 0.8);
  measure ((const float[]){ 2.5, 2.5, 2.5, 2.5, 0 }, 4, 1, 0);
  measure ((const float[]){ 4, 3, 2, 1, 0 }, 4, 2, -3);
  measure ((const float[]){ 1, NAN, INFINITY, NAN, 0 }, 1, 0, NAN);
  measure ((const float[]){ NAN, NAN, NAN, NAN, 0 }, 0, NAN, NAN);
}

static void
set_up (Desk *desk, gconstpointer setting)
{
  const char *const settings[] = { "stop.period=3", NULL };

  desk_set_up (desk, "waves.rensa", settings);
  if (setting != NULL)
    {
      g_autofree char *file = g_build_filename (desk->folder, "house.csv", NULL);
      g_autofree char *dataset = g_strdup_printf ("csv(path='%s')", file);
      g_autoptr (GString) table = g_string_new ("size,rooms,price\n");
      g_autoptr (GError) error = NULL;

      for (int i = 0; i < 50; i++)
        g_string_append_printf (table, "%d.5,%d,%d.25\n", 40 + 3 * i, 1 + i % 5, 100 + 7 * i);
      g_assert_true (g_file_set_contents (file, table->str, -1, &error));
      g_assert_true (studio_project_set (desk->project, "data.dataset", dataset, &error));
      g_assert_true (studio_project_set (desk->project, "data.iterator.batch_size", "10", &error));
      g_assert_no_error (error);
    }
  desk_show (desk, g_object_new (STUDIO_TYPE_PANELS, "project", desk->project, NULL));
}

static const char *
get_summary (Desk *desk)
{
  GtkWidget *fit = ui_find (desk->panel, STUDIO_TYPE_FIT, NULL);
  GtkWidget *label = fit != NULL ? ui_find (fit, GTK_TYPE_LABEL, "numeric") : NULL;

  return label != NULL ? gtk_label_get_label (GTK_LABEL (label)) : "";
}

/* A table of numbers has predictions beside its curves, of the validation examples, while it trains and afterwards. */
static void
test_table (Desk *desk, gconstpointer data)
{
  g_autofree char *before = NULL;

  desk_train (desk, TRUE);
  WAIT_FOR (desk_is_available (desk) && strstr (get_summary (desk), "validation examples: off by ") != NULL);
  g_assert_null (ui_find (desk->panel, STUDIO_TYPE_DATA_SCATTER, NULL));
  before = g_strdup (get_summary (desk));
  studio_run_step (desk->run);
  WAIT_FOR (!g_str_equal (get_summary (desk), before));
  studio_run_stop (desk->run);
  WAIT_FOR (!studio_run_is_live (desk->run));
}

/* A curve of one input has both. */
static void
test_curve (Desk *desk, gconstpointer data)
{
  desk_train (desk, FALSE);
  WAIT_FOR (!studio_run_is_live (desk->run) && desk_is_available (desk));
  g_assert_nonnull (ui_find (desk->panel, STUDIO_TYPE_DATA_SCATTER, NULL));
  ui_click (gtk_widget_get_ancestor (ui_find_text (desk->panel, "Predictions"), GTK_TYPE_BUTTON));
  WAIT_FOR (strstr (get_summary (desk), "R² ") != NULL);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv);
  adw_init ();
  rensa_init ();
  g_test_add_func ("/ui/panels/fit/measure", test_measure);
  g_test_add ("/ui/panels/fit/table", Desk, "table", set_up, test_table, desk_tear_down);
  g_test_add ("/ui/panels/fit/curve", Desk, NULL, set_up, test_curve, desk_tear_down);
  return g_test_run ();
}
