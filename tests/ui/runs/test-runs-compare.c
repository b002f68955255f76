/* test-runs-compare.c: the comparison of runs.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "runs-fixture.h"
#include "studio-plot-private.h"
#include "studio-runs-compare.h"
#include "ui-fixture.h"

/* The curves in the plots of the comparison, plot by plot: "3 3". */
static char *
count_curves (RunsFixture *fixture)
{
  GtkWidget *paned = runs_find (runs_find (fixture->page, STUDIO_TYPE_RUNS_COMPARE), GTK_TYPE_PANED);
  g_autoptr (GString) text = g_string_new (NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (gtk_paned_get_start_child (GTK_PANED (paned))); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_string_append_printf (text, "%s%u", text->len > 0 ? " " : "", STUDIO_PLOT (child)->lines->len);
  return g_strdup (text->str);
}

static gboolean
has_curves (RunsFixture *fixture, const char *curves)
{
  g_autofree char *found = count_curves (fixture);

  return g_str_equal (found, curves);
}

/* One run shows its curves, several are compared, and the comparison may take the page; none shows nothing. */
static void
test_compare (RunsFixture *fixture, gconstpointer data)
{
  GtkWidget *compare = runs_find (fixture->page, STUDIO_TYPE_RUNS_COMPARE);
  GtkWidget *view = runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW);

  g_assert_false (gtk_widget_get_visible (compare));
  runs_select (fixture, 0, 1);
  g_assert_true (gtk_widget_get_visible (compare));
  WAIT_FOR (has_curves (fixture, "1 1"));
  gtk_widget_activate_action (fixture->page, "runs.compare", NULL);
  runs_settle ();
  g_assert_true (gtk_widget_get_mapped (view));
  runs_select (fixture, 0, 2);
  WAIT_FOR (has_curves (fixture, "2 2"));
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.compare", NULL));
  runs_settle ();
  g_assert_false (gtk_widget_get_mapped (view));
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.compare", NULL));
  runs_settle ();
  g_assert_true (gtk_widget_get_mapped (view));
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (runs_get_shown (fixture)));
  g_assert_false (gtk_widget_get_visible (compare));
}

/* A run that was not trained on the CPU says so beside its curves. */
static void
test_device (RunsFixture *fixture, gconstpointer data)
{
  runs_select (fixture, 1, 1);
  WAIT_FOR (ui_find_text (fixture->page, "Trained on NVIDIA H100 (cuda:0)") != NULL);
  runs_select (fixture, 0, 1);
  WAIT_FOR (has_curves (fixture, "1 1"));
  g_assert_null (ui_find_text (fixture->page, "Trained on cpu"));
  runs_select (fixture, 0, 2);
  WAIT_FOR (ui_find_text (fixture->page, "device") != NULL);
}

static void
add_runs (RunsFixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    runs_add (fixture->store, "one more", "SGD", "cpu", 0.5);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
  runs_settle ();
}

static void
select_all (RunsFixture *fixture)
{
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (runs_get_shown (fixture)));
}

static void
test_many (RunsFixture *fixture, gconstpointer data)
{
  add_runs (fixture, 27);
  select_all (fixture);
  WAIT_FOR (has_curves (fixture, "30 30"));
}

/* Nothing is read before a person can go on; of very many runs as many are compared as can be told apart, and that is said. */
static void
test_most (RunsFixture *fixture, gconstpointer data)
{
  g_autofree char *at_once = NULL;

  add_runs (fixture, 117);
  select_all (fixture);
  at_once = count_curves (fixture);
  g_assert_cmpstr (at_once, ==, "");
  WAIT_FOR (has_curves (fixture, "100 100"));
  WAIT_FOR (ui_find_text (fixture->page, "These runs have the same settings.\nComparing the first 100 of 120 runs.")
            != NULL);
  /* What is chosen next takes the place of what is still read. */
  select_all (fixture);
  runs_select (fixture, 0, 1);
  WAIT_FOR (has_curves (fixture, "1 1"));
}

/* A run with losses of training and of a validation. */
static void
add_validated (RensaStore *store)
{
  static const RensaReportKey reports[] = { { (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS },
                                            { (char *) "validation/main/loss", 11, 5, RENSA_MEASURE_LOSS } };
  const RensaRunStart start = { .name = "validated", .document = "{ \"format\": 1 }" };
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (store, &start, NULL);

  for (guint k = 0; k < G_N_ELEMENTS (reports); k++)
    {
      rensa_recorder_describe (recorder, &reports[k]);
      rensa_recorder_add_value (recorder, reports[k].key, 1, 1, 1, 2);
    }
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
}

/* Of many runs with a validation its curves alone are shown, until those of training are asked for. */
static void
test_training (RunsFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 9; i++)
    add_validated (fixture->store);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
  runs_filter (fixture, "validated");
  runs_select (fixture, 0, 2);
  WAIT_FOR (has_curves (fixture, "4"));
  select_all (fixture);
  WAIT_FOR (has_curves (fixture, "9"));
  WAIT_FOR (ui_find_text (fixture->page, "These runs have the same settings.") != NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (gtk_widget_get_ancestor (
                                   ui_find_text (fixture->page, "Training Curves"), GTK_TYPE_CHECK_BUTTON)),
                               TRUE);
  WAIT_FOR (has_curves (fixture, "18"));
}

static GtkGrid *
find_legend (RunsFixture *fixture)
{
  return GTK_GRID (runs_find (runs_find (fixture->page, STUDIO_TYPE_RUNS_COMPARE), GTK_TYPE_GRID));
}

static GtkEventController *
find_motion (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        return controller;
    }
  g_assert_not_reached ();
}

/* The best run comes first, called by its number, with what it reached; where the pointer is, its curves stand out. */
static void
test_legend (RunsFixture *fixture, gconstpointer data)
{
  static const char *const heads[] = { "━━ #2\nlarge net\naccuracy 0.9", "━━ #3\nGrößer\naccuracy 0.7",
                                       "━━ #1\nsmall net\naccuracy 0.5" };
  StudioPlot *plot;
  GtkEventController *motion;

  select_all (fixture);
  WAIT_FOR (ui_find_text (fixture->page, "1 setting differs") != NULL);
  for (int i = 0; i < (int) G_N_ELEMENTS (heads); i++)
    g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (find_legend (fixture), i + 1, 0))), ==,
                     heads[i]);
  plot = STUDIO_PLOT (runs_find (fixture->page, STUDIO_TYPE_PLOT));
  motion = find_motion (gtk_grid_get_child_at (find_legend (fixture), 2, 1));
  g_signal_emit_by_name (motion, "enter", 1.0, 1.0);
  g_assert_cmpint (plot->highlighted, ==, 1);
  g_signal_emit_by_name (motion, "leave");
  g_assert_cmpint (plot->highlighted, ==, -1);
}

/* One run alone has two colours for training and validation. */
static void
test_colours (RunsFixture *fixture, gconstpointer data)
{
  StudioPlot *plot;

  add_validated (fixture->store);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
  runs_filter (fixture, "validated");
  runs_select (fixture, 0, 1);
  WAIT_FOR (has_curves (fixture, "2"));
  plot = STUDIO_PLOT (runs_find (fixture->page, STUDIO_TYPE_PLOT));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (g_array_index (plot->lines, StudioPlotLine, i).curve.colour, ==, i);
}

int
main (int argc, char **argv)
{
  runs_tests_init (&argc, &argv);
  ADD_RUNS_TEST ("/ui/runs/compare/shown", test_compare);
  ADD_RUNS_TEST ("/ui/runs/compare/device", test_device);
  ADD_RUNS_TEST ("/ui/runs/compare/many", test_many);
  ADD_RUNS_TEST ("/ui/runs/compare/most", test_most);
  ADD_RUNS_TEST ("/ui/runs/compare/training", test_training);
  ADD_RUNS_TEST ("/ui/runs/compare/legend", test_legend);
  ADD_RUNS_TEST ("/ui/runs/compare/colours", test_colours);
  return g_test_run ();
}
