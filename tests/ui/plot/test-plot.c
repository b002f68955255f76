/* test-plot.c: the widget that shows curves.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "rensa-error.h"
#include "studio-plot-private.h"
#include "wait-for.h"

#define N_POINTS 400

typedef struct
{
  GtkWidget *window;
  StudioPlot *plot;
  RensaSeries *loss;
  RensaSeries *validation;
} Fixture;

static void
append (Fixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const gsize at = rensa_series_get_n_points (fixture->loss) + 1;

      rensa_series_append (fixture->loss, at, at / 100.0, at / 10.0, 1.0 / at);
      if (at % 100 == 0)
        rensa_series_append (fixture->validation, at, at / 100.0, at / 10.0, 2.0 / at);
    }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->loss = rensa_series_new ();
  fixture->validation = rensa_series_new ();
  fixture->window = gtk_window_new ();
  fixture->plot = STUDIO_PLOT (studio_plot_new ());
  g_object_set (fixture->plot, "title", "loss", NULL);
  /* Wherever the pointer is, it reads nothing. */
  gtk_widget_set_can_target (fixture->plot->area, FALSE);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->plot));
  studio_plot_set_curves (
      fixture->plot,
      (StudioPlotCurve[]){
          { .name = "main/loss", .series = fixture->loss },
          { .name = "validation, \"main\"/loss", .series = fixture->validation, .colour = 1, .is_dashed = TRUE },
      },
      2);
  append (fixture, N_POINTS);
  studio_plot_refresh (fixture->plot);
  gtk_window_present (GTK_WINDOW (fixture->window));
  WAIT_FOR (fixture->plot->layout.x.length > 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  rensa_series_unref (fixture->loss);
  rensa_series_unref (fixture->validation);
}

/* The view after the next frame. */
static const RensaPlotLayout *
redraw (Fixture *fixture)
{
  fixture->plot->layout.x.length = 0;
  gtk_widget_queue_draw (fixture->plot->area);
  WAIT_FOR (fixture->plot->layout.x.length > 0);
  return &fixture->plot->layout;
}

static gboolean
is_zoomed (Fixture *fixture)
{
  gboolean zoomed;

  g_object_get (fixture->plot, "is-zoomed", &zoomed, NULL);
  return zoomed;
}

static void
activate (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->plot), action, NULL));
}

/* Names and words */

static void
accessible (Fixture *fixture, gconstpointer data)
{
  gtk_test_accessible_assert_property (fixture->plot, GTK_ACCESSIBLE_PROPERTY_LABEL, "Plot of loss");
  WAIT_FOR (fixture->plot->description != NULL && strstr (fixture->plot->description, "400") != NULL);
  gtk_test_accessible_assert_property (
      fixture->plot, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "main/loss 0.0025 at iteration 400, falling; validation, \"main\"/loss 0.005 at iteration 400, falling");
  gtk_test_accessible_assert_property (fixture->plot->menu_button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Plot Menu");

  rensa_series_append (fixture->loss, 401, 4.01, 40.1, NAN);
  studio_plot_refresh (fixture->plot);
  WAIT_FOR (g_str_has_prefix (fixture->plot->description, "main/loss NaN at iteration 401"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->plot), "plot.x-axis", "s", "time");
  WAIT_FOR (g_str_has_prefix (fixture->plot->description, "main/loss NaN after 40.1 s"));
}

static void
trends (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    double values[4];
    const char *words;
  } facts[] = {
    { { 1, 1, 1, 1 }, "a 1 at iteration 3, steady" },
    { { 1, 2, 1, 2 }, "a 2 at iteration 3, rising" },
    { { 4, 3, 2, 1 }, "a 1 at iteration 3, falling" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autoptr (RensaSeries) series = rensa_series_new ();
      g_autofree char *words = NULL;

      for (guint j = 0; j < 4; j++)
        rensa_series_append (series, j, j, j, facts[i].values[j]);
      studio_plot_set_curves (fixture->plot, &(StudioPlotCurve){ .name = "a", .series = series }, 1);
      words = studio_plot_describe (fixture->plot);
      g_assert_cmpstr (words, ==, facts[i].words);
    }
}

/* View */

static void
grows_until_zoomed (Fixture *fixture, gconstpointer data)
{
  const RensaPlotLayout *layout = redraw (fixture);
  double low;
  double high;

  g_assert_cmpfloat (layout->x.low, ==, 1);
  g_assert_cmpfloat (layout->x.high, ==, N_POINTS);
  append (fixture, 100);
  studio_plot_refresh (fixture->plot);
  g_assert_cmpfloat (redraw (fixture)->x.high, ==, N_POINTS + 100);

  activate (fixture, "plot.zoom-in");
  g_assert_true (is_zoomed (fixture));
  layout = redraw (fixture);
  low = layout->x.low;
  high = layout->x.high;
  g_assert_cmpfloat_with_epsilon (high - low, (N_POINTS + 99) / 1.5, 1e-6);
  append (fixture, 100);
  studio_plot_refresh (fixture->plot);
  g_assert_cmpfloat (redraw (fixture)->x.low, ==, low);
  g_assert_cmpfloat (fixture->plot->layout.x.high, ==, high);

  activate (fixture, "plot.reset");
  g_assert_false (is_zoomed (fixture));
  g_assert_cmpfloat (redraw (fixture)->x.high, ==, N_POINTS + 200);
}

static void
zooms_at_a_place (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 5; i++)
    {
      const RensaPlotAxis axis = redraw (fixture)->x;
      const double x = axis.start + axis.length * 0.8;

      studio_plot_zoom (fixture->plot, x, 100, 0.5, FALSE);
      g_assert_cmpfloat_with_epsilon (fixture->plot->x.high - fixture->plot->x.low, (axis.high - axis.low) / 2, 1e-6);
      g_assert_cmpfloat_with_epsilon (fixture->plot->x.low + 0.8 * (axis.high - axis.low) / 2,
                                      rensa_plot_axis_get_value (&axis, x), 1e-6);
    }
  /* Far out is all that there is, and the automatic view again. */
  redraw (fixture);
  studio_plot_zoom (fixture->plot, fixture->plot->layout.x.start + 10, 100, 1000, FALSE);
  g_assert_false (is_zoomed (fixture));
}

static void
zooms_to_a_rectangle (Fixture *fixture, gconstpointer data)
{
  const RensaPlotLayout before = *redraw (fixture);
  const double left = before.x.start + 100;
  const double top = before.left.start - 200;
  const double middle = rensa_plot_axis_get_value (&before.left, top);

  studio_plot_zoom_to (fixture->plot, (double[]){ left, top }, (double[]){ left + 50, top + 5 });
  g_assert_cmpfloat_with_epsilon (fixture->plot->x.low, rensa_plot_axis_get_value (&before.x, (int) left), 1e-9);
  g_assert_cmpfloat (fixture->plot->left.low, ==, fixture->plot->left.high);
  redraw (fixture);

  studio_plot_reset (fixture->plot);
  redraw (fixture);
  studio_plot_zoom_to (fixture->plot, (double[]){ left + 50, top + 60 }, (double[]){ left, top });
  g_assert_cmpfloat (fixture->plot->x.low, <, fixture->plot->x.high);
  g_assert_cmpfloat_with_epsilon (fixture->plot->left.high, middle, 0.02);
  redraw (fixture);
  g_assert_cmpfloat_with_epsilon (fixture->plot->layout.left.high, middle, 0.02);

  /* A click is no rectangle. */
  studio_plot_reset (fixture->plot);
  studio_plot_zoom_to (fixture->plot, (double[]){ left, top }, (double[]){ left + 2, top + 2 });
  g_assert_false (is_zoomed (fixture));
}

static void
pans_within_what_there_is (Fixture *fixture, gconstpointer data)
{
  RensaPlotLayout layout;
  double width;

  activate (fixture, "plot.zoom-in");
  activate (fixture, "plot.zoom-in");
  layout = *redraw (fixture);
  width = layout.x.high - layout.x.low;
  studio_plot_pan (fixture->plot, &layout, -layout.x.length / 10, 0);
  g_assert_cmpfloat_with_epsilon (redraw (fixture)->x.low, layout.x.low + width / 10, 1e-6);
  studio_plot_pan (fixture->plot, &layout, -10 * layout.x.length, 0);
  g_assert_cmpfloat_with_epsilon (redraw (fixture)->x.high, N_POINTS, 1e-6);
  g_assert_cmpfloat_with_epsilon (fixture->plot->layout.x.high - fixture->plot->layout.x.low, width, 1e-6);
}

/* Sends a key the way the widget gets it. */
static void
press (Fixture *fixture, guint key, GdkModifierType state)
{
  GListModel *controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->plot));
  gboolean found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (!GTK_IS_KEYVAL_TRIGGER (trigger) || gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) != key
              || gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) != state)
            continue;
          found = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (fixture->plot),
                                                gtk_shortcut_get_arguments (shortcut));
        }
    }
  g_object_unref (controllers);
  g_assert_true (found);
}

static void
keys (Fixture *fixture, gconstpointer data)
{
  RensaPlotLayout layout;

  press (fixture, GDK_KEY_plus, 0);
  layout = *redraw (fixture);
  g_assert_true (is_zoomed (fixture));
  press (fixture, GDK_KEY_Right, 0);
  g_assert_cmpfloat (redraw (fixture)->x.low, >, layout.x.low);
  press (fixture, GDK_KEY_Left, 0);
  g_assert_cmpfloat_with_epsilon (redraw (fixture)->x.low, layout.x.low, 1e-6);
  press (fixture, GDK_KEY_Up, 0);
  g_assert_cmpfloat (redraw (fixture)->left.low, >, layout.left.low);
  press (fixture, GDK_KEY_Home, 0);
  g_assert_false (is_zoomed (fixture));

  /* From the left end on, with words for those who do not see it. */
  redraw (fixture);
  press (fixture, GDK_KEY_Right, GDK_CONTROL_MASK);
  g_assert_true (fixture->plot->has_hover);
  g_assert_cmpfloat (fixture->plot->hover, ==, 1);
  WAIT_FOR (g_strcmp0 (fixture->plot->description, "at iteration 1: main/loss 1") == 0);
  press (fixture, GDK_KEY_Right, GDK_CONTROL_MASK);
  g_assert_cmpfloat (fixture->plot->hover, >, 1);
  press (fixture, GDK_KEY_Left, GDK_CONTROL_MASK);
  g_assert_cmpfloat (fixture->plot->hover, ==, 1);
  redraw (fixture);
  press (fixture, GDK_KEY_Escape, 0);
  g_assert_false (fixture->plot->has_hover);
}

static void
axes (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->plot, "x-axis", RENSA_SERIES_ELAPSED, NULL);
  g_assert_cmpfloat (redraw (fixture)->x.high, ==, 40);
  activate (fixture, "plot.y-log");
  g_assert_true (redraw (fixture)->left.is_log);
  activate (fixture, "plot.x-log");
  g_assert_cmpfloat_with_epsilon (redraw (fixture)->x.low, 0.1, 1e-12);
  g_object_set (fixture->plot, "smoothing", 0.9, NULL);
  studio_plot_add_mark (fixture->plot, (double[]){ 100, 1, 10 }, "alpha = 0.01");
  redraw (fixture);
  studio_plot_clear_marks (fixture->plot);
  studio_plot_set_curves (fixture->plot, NULL, 0);
  gtk_widget_queue_draw (fixture->plot->area);
  WAIT_FOR (fixture->plot->layout.x.length == 0);
}

/* Files */

static void
assert_number (const char *text, double value)
{
  const double read = g_ascii_strtod (text, NULL);

  g_assert_true ((isnan (read) && isnan (value)) || memcmp (&read, &value, sizeof read) == 0);
}

static void
csv (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "loss.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  g_autoptr (GError) error = NULL;
  const double odd[] = { 1.0 / 3, 1e-308, NAN, -INFINITY, 123456789.123456789 };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    rensa_series_append (fixture->loss, 401 + i, 4.01, 0.1 * i + 41, odd[i]);
  g_assert_true (studio_plot_save (fixture->plot, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  rows = g_strsplit (text, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 1 + N_POINTS + G_N_ELEMENTS (odd) + 4 + 1);
  g_assert_cmpstr (rows[0], ==, "curve,iteration,epoch,elapsed_time,value");
  for (gsize i = 0; i < N_POINTS + G_N_ELEMENTS (odd); i++)
    {
      g_auto (GStrv) fields = g_strsplit (rows[i + 1], ",", -1);

      g_assert_cmpstr (fields[0], ==, "main/loss");
      for (guint j = 0; j < 3; j++)
        assert_number (fields[1 + j], rensa_series_get_places (fixture->loss, (RensaSeriesAxis) j)[i]);
      assert_number (fields[4], rensa_series_get_values (fixture->loss)[i]);
    }
  g_assert_true (
      g_str_has_prefix (rows[1 + N_POINTS + G_N_ELEMENTS (odd)], "\"validation, \"\"main\"\"/loss\",100,1,10,"));
  test_folder_remove (folder);
}

static void
pictures (Fixture *fixture, gconstpointer data)
{
  static const char *const starts[][2] = { { "a.png", "\x89PNG" }, { "a.SVG", "<?xml" }, { "a.pdf", "%PDF" } };
  g_autofree char *folder = test_folder_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *path = g_build_filename (folder, starts[i][0], NULL);
      g_autofree char *bytes = NULL;

      g_assert_true (studio_plot_save (fixture->plot, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
      g_assert_true (g_str_has_prefix (bytes, starts[i][1]));
    }
  test_folder_remove (folder);

  g_assert_false (studio_plot_save (fixture->plot, "/nowhere/a.csv", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_false (studio_plot_save (fixture->plot, "/nowhere/a.bmp", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, ".csv"));
}

#define ADD(path, func) g_test_add ("/ui/plot/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  ADD ("accessible", accessible);
  ADD ("trends", trends);
  ADD ("grows-until-zoomed", grows_until_zoomed);
  ADD ("zoom/place", zooms_at_a_place);
  ADD ("zoom/rectangle", zooms_to_a_rectangle);
  ADD ("pan", pans_within_what_there_is);
  ADD ("keys", keys);
  ADD ("axes", axes);
  ADD ("csv", csv);
  ADD ("pictures", pictures);
  return g_test_run ();
}
