/* test-runs-table.c: the table of the runs.
 * SPDX-License-Identifier: MIT */

#include "runs-fixture.h"
#include "ui-fixture.h"

static GtkAdjustment *
get_scrolling (RunsFixture *fixture)
{
  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW)));
}

/* Frames come until the list has rows to scroll. */
static void
scroll_to_end (RunsFixture *fixture)
{
  GtkAdjustment *scrolling = get_scrolling (fixture);

  WAIT_FOR (gtk_adjustment_get_upper (scrolling) >= 2 * gtk_adjustment_get_page_size (scrolling));
  gtk_adjustment_set_value (scrolling, gtk_adjustment_get_upper (scrolling) / 2);
  runs_wait_for_frames (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (scrolling), >, 0);
}

static void
assert_top (RunsFixture *fixture)
{
  runs_wait_for_frames (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (get_scrolling (fixture)), ==, 0);
}

static void
sort_by (RunsFixture *fixture, const char *title, GtkSortType order)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW));
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        gtk_column_view_sort_by_column (view, column, order);
    }
}

/* Of another order or choice the first rows are seen, wherever the list was and wherever the row at its top has gone. */
static void
test_top (RunsFixture *fixture, gconstpointer data)
{
  for (int i = 0; i < 197; i++)
    {
      g_autofree char *name = g_strdup_printf ("run %03d", i);

      runs_add (fixture->store, name, "SGD", "cpu", 0.5);
    }
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
  runs_settle ();
  sort_by (fixture, "Name", GTK_SORT_ASCENDING);
  assert_top (fixture);
  sort_by (fixture, "Name", GTK_SORT_DESCENDING);
  assert_top (fixture);
  scroll_to_end (fixture);
  sort_by (fixture, "Started", GTK_SORT_ASCENDING);
  assert_top (fixture);
  scroll_to_end (fixture);
  runs_filter (fixture, "run");
  assert_top (fixture);
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (runs_get_shown (fixture)));
  gtk_widget_activate_action (fixture->page, "runs.star", NULL);
  scroll_to_end (fixture);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (runs_find (fixture->page, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  assert_top (fixture);
}

/* Rows follow those that are seen, but a key may mean all of them, as Ctrl+A does. */
static void
test_key (RunsFixture *fixture, gconstpointer data)
{
  GtkWidget *view = runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (view);
  gboolean is_taken = TRUE;

  for (int i = 0; i < 97; i++)
    runs_add (fixture->store, "one more", "SGD", "cpu", 0.5);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
  runs_settle ();
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (runs_find (fixture->page, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (runs_find (fixture->page, GTK_TYPE_TOGGLE_BUTTON)), FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 40);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_a, 0, GDK_CONTROL_MASK, &is_taken);
    }
  g_assert_false (is_taken);
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 100);
}

/* Whoever scrolls before the next frame, as a wheel does, scrolls rows that have their heights. A warning of GTK fails the test. */
static void
test_scroll_at_once (RunsFixture *fixture, gconstpointer data)
{
  for (int i = 0; i < 197; i++)
    runs_add (fixture->store, "one more", "SGD", "cpu", 0.5);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
  runs_settle ();
  for (int i = 0; i < 4; i++)
    {
      scroll_to_end (fixture);
      gtk_selection_model_select_all (GTK_SELECTION_MODEL (runs_get_shown (fixture)));
      sort_by (fixture, i % 2 == 0 ? "Name" : "Started", GTK_SORT_DESCENDING);
      gtk_adjustment_set_value (get_scrolling (fixture), 100 * (i + 1));
      g_assert_cmpfloat (gtk_adjustment_get_value (get_scrolling (fixture)), ==, 100 * (i + 1));
      runs_select (fixture, 150, 1);
      runs_wait_for_frames (fixture);
    }
}

static GtkWidget *
find_title (GtkWidget *header, const char *text)
{
  for (GtkWidget *title = gtk_widget_get_first_child (header); title != NULL;
       title = gtk_widget_get_next_sibling (title))
    if (ui_find_text (title, text) != NULL)
      return title;
  g_assert_not_reached ();
}

/* As a click does that another gesture, GTK's own, does not see where it is taken; FALSE where none takes it. */
static gboolean
click (RunsFixture *fixture, const char *title)
{
  GtkWidget *header = gtk_widget_get_first_child (runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (find_title (header, title));

  runs_wait_for_frames (fixture);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        {
          g_signal_emit_by_name (controller, "released", 1, 4.0, 4.0);
          return TRUE;
        }
    }
  return FALSE;
}

/* The best comes first: the highest accuracy at the first click, the lowest loss as GTK has it. */
static void
test_best_first (RunsFixture *fixture, gconstpointer data)
{
  g_assert_true (click (fixture, "Best Accuracy"));
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "large net");
  g_assert_cmpstr (runs_get_name_at (fixture, 2), ==, "small net");
  sort_by (fixture, "Best Accuracy", GTK_SORT_ASCENDING);
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "small net");
  /* A second click is GTK's. */
  g_assert_true (click (fixture, "Best Accuracy"));
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "small net");
  g_assert_false (click (fixture, "Last Loss"));
}

int
main (int argc, char **argv)
{
  runs_tests_init (&argc, &argv);
  ADD_RUNS_TEST ("/ui/runs/table/top", test_top);
  ADD_RUNS_TEST ("/ui/runs/table/scroll-at-once", test_scroll_at_once);
  ADD_RUNS_TEST ("/ui/runs/table/key", test_key);
  ADD_RUNS_TEST ("/ui/runs/table/best-first", test_best_first);
  return g_test_run ();
}
