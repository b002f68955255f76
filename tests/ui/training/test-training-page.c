/* test-training-page.c: a run on the training page.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>

#include "folder.h"
#include "rensa-edit.h"
#include "rensa-init.h"
#include "studio-log-table.h"
#include "studio-panels.h"
#include "studio-plot.h"
#include "studio-project.h"
#include "studio-run.h"
#include "studio-training-page.h"
#include "studio-training-plots.h"
#include "studio-training-settings.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioProject *project;
  StudioRun *run;
  GtkWidget *window;
  GtkWidget *page;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = ui_load_example ("moons.rensa");
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_set (document, "stop.period=3", &error));
  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, &error);
  g_assert_no_error (error);
  fixture->project = studio_project_new (document, NULL);
  fixture->page = g_object_new (STUDIO_TYPE_TRAINING_PAGE, "project", fixture->project, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->run);
  g_object_unref (fixture->project);
  g_object_unref (fixture->store);
  test_folder_free (fixture->folder);
}

static void
start (Fixture *fixture, gboolean paused)
{
  g_autoptr (GError) error = NULL;

  fixture->run =
      studio_run_start (fixture->store, studio_project_get_document (fixture->project), NULL, NULL, paused, &error);
  g_assert_no_error (error);
  g_object_set (fixture->page, "run", fixture->run, NULL);
}

static void
wait_for_state (Fixture *fixture, RensaWorkerState state)
{
  WAIT_FOR (studio_run_get_state (fixture->run) == state);
  studio_run_update (fixture->run);
}

static void
find_all (GtkWidget *root, GType type, GPtrArray *found)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    g_ptr_array_add (found, root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    find_all (child, type, found);
}

static GtkWidget *
find (GtkWidget *root, GType type)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  find_all (root, type, found);
  return found->len > 0 ? found->pdata[0] : NULL;
}

/* How many figures stand after the point; -1 where there is no number. */
static int
count_decimals (const char *text)
{
  const char *point = strchr (text, '.');

  if (!g_ascii_isdigit (text[0]) || point == NULL)
    return -1;
  return (int) strspn (point + 1, "0123456789");
}

/* Every value of a column of measured values has as many decimals as the others; rows are children of the list. */
static void
assert_aligned (GtkWidget *list, guint column)
{
  int decimals = -1;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *cell = gtk_widget_get_first_child (row);
      int n;

      for (guint i = 0; i < column && cell != NULL; i++)
        cell = gtk_widget_get_next_sibling (cell);
      if (cell == NULL)
        continue;
      n = count_decimals (gtk_label_get_text (GTK_LABEL (find (cell, GTK_TYPE_LABEL))));
      g_assert_cmpint (n, >=, 0);
      g_assert_true (decimals < 0 || n == decimals);
      decimals = n;
    }
  g_assert_cmpint (decimals, >=, 3);
}

static const char *
get_title (GListModel *columns, guint i)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

  return gtk_column_view_column_get_title (column);
}

static void
test_run (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) plots = g_ptr_array_new ();
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  GtkColumnView *log;

  start (fixture, FALSE);
  wait_for_state (fixture, RENSA_WORKER_FINISHED);

  find_all (fixture->page, STUDIO_TYPE_PLOT, plots);
  g_assert_cmpuint (plots->len, ==, 2);
  g_object_get (plots->pdata[0], "title", &first, NULL);
  g_object_get (plots->pdata[1], "title", &second, NULL);
  g_assert_cmpstr (first, ==, "loss");
  g_assert_cmpstr (second, ==, "accuracy");

  log = GTK_COLUMN_VIEW (find (find (fixture->page, STUDIO_TYPE_LOG_TABLE), GTK_TYPE_COLUMN_VIEW));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (log))), ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (log)), >=, 6);
  g_assert_cmpstr (get_title (gtk_column_view_get_columns (log), 0), ==, "epoch");
  g_assert_cmpstr (get_title (gtk_column_view_get_columns (log), 1), ==, "iteration");
  assert_aligned (find (GTK_WIDGET (log), GTK_TYPE_LIST_VIEW), 2);
  assert_aligned (find (GTK_WIDGET (log), GTK_TYPE_LIST_VIEW), 3);
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (find (fixture->page, GTK_TYPE_PROGRESS_BAR))), ==,
                     1);
}

/* The plot that is alone has the room of two. */
static void
test_one_plot (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) plots = g_ptr_array_new ();
  GtkWidget *box;

  g_assert_true (studio_project_set (fixture->project, "accuracy", "null", NULL));
  start (fixture, FALSE);
  wait_for_state (fixture, RENSA_WORKER_FINISHED);
  find_all (fixture->page, STUDIO_TYPE_PLOT, plots);
  g_assert_cmpuint (plots->len, ==, 1);
  box = gtk_widget_get_ancestor (plots->pdata[0], GTK_TYPE_FLOW_BOX);
  g_assert_cmpuint (gtk_flow_box_get_max_children_per_line (GTK_FLOW_BOX (box)), ==, 1);
}

static int
get_panels_width (Fixture *fixture)
{
  GtkWidget *panels = find (fixture->page, STUDIO_TYPE_PANELS);

  return panels != NULL ? gtk_widget_get_width (panels) : 0;
}

/* In a wide window what the model says has more than its least room, and most of it when a person wants so. */
static void
test_room (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GtkWidget) page = g_object_ref (fixture->page);

  /* Not the other window, which may just be getting its first size. */
  gtk_window_set_child (GTK_WINDOW (fixture->window), NULL);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1240, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), page);
  gtk_window_present (GTK_WINDOW (fixture->window));
  start (fixture, TRUE);
  wait_for_state (fixture, RENSA_WORKER_PAUSED);
  WAIT_FOR (get_panels_width (fixture) > 330);
  g_object_set (find (fixture->page, STUDIO_TYPE_PANELS), "is-large", TRUE, NULL);
  WAIT_FOR (get_panels_width (fixture) > 540);
  g_object_set (find (fixture->page, STUDIO_TYPE_PANELS), "is-large", FALSE, NULL);
  WAIT_FOR (get_panels_width (fixture) < 400);
  studio_run_stop (fixture->run);
  wait_for_state (fixture, RENSA_WORKER_STOPPED);
}

static GtkWidget *
find_row (GtkWidget *root, const char *title)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  find_all (root, ADW_TYPE_ACTION_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (adw_preferences_row_get_title (rows->pdata[i]), title))
      return rows->pdata[i];
  return NULL;
}

/* While it trains the optimizer may change, the stop trigger may not. */
static void
test_locks (Fixture *fixture, gconstpointer data)
{
  GtkWidget *optimizer = find_row (fixture->page, "Adam");
  GtkWidget *stop = find_row (fixture->page, "3 epochs");

  g_assert_nonnull (optimizer);
  g_assert_true (gtk_widget_is_sensitive (stop));
  start (fixture, TRUE);
  wait_for_state (fixture, RENSA_WORKER_PAUSED);
  g_assert_true (gtk_widget_is_sensitive (optimizer));
  g_assert_false (gtk_widget_is_sensitive (stop));
  studio_run_stop (fixture->run);
  wait_for_state (fixture, RENSA_WORKER_STOPPED);
  g_assert_true (gtk_widget_is_sensitive (stop));
}

static void
assert_event (Fixture *fixture, guint i, const char *expected)
{
  g_autoptr (StudioEvent) event = g_list_model_get_item (studio_run_get_events (fixture->run), i);

  g_assert_cmpstr (studio_event_get_text (event), ==, expected);
}

/* Each loss of a step has rows of its own, and what a dialog of them sets the run gets. */
static void
test_losses (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StudioProject) pair = ui_project_new_pair ();
  g_autoptr (StudioProject) other = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (fixture->page, "project", pair, NULL);
  g_set_object (&fixture->project, pair);
  g_assert_nonnull (ui_find_text (fixture->page, "Optimizer (first)"));
  g_assert_nonnull (ui_find_text (fixture->page, "Hooks (second)"));
  g_assert_nonnull (ui_find_text (fixture->page, "WeightDecay"));
  g_assert_null (ui_find_text (fixture->page, "Optimizer"));

  start (fixture, TRUE);
  wait_for_state (fixture, RENSA_WORKER_PAUSED);
  g_assert_true (studio_run_set (fixture->run, "losses.second.optimizer.alpha", "0.25", &error));
  g_assert_true (studio_run_set (fixture->run, "losses.second.hooks.0.rate", "0.5", &error));
  g_assert_no_error (error);
  g_assert_false (studio_run_set (fixture->run, "losses.third.optimizer.alpha", "0.25", NULL));
  while (g_list_model_get_n_items (studio_run_get_events (fixture->run)) < 2)
    {
      g_main_context_iteration (NULL, FALSE);
      studio_run_update (fixture->run);
    }
  assert_event (fixture, 0, "second: Learning Rate = 0.25");
  assert_event (fixture, 1, "second · WeightDecay: rate = 0.5");
  /* The project is otherwise. */
  g_assert_nonnull (find_row (fixture->page, "Adam"));
  g_assert_nonnull (ui_find_text (fixture->page, "Learning Rate 0.25\nProject: Learning Rate 0.001"));
  studio_run_stop (fixture->run);
  wait_for_state (fixture, RENSA_WORKER_STOPPED);

  /* One without a step has the usual rows. */
  other = ui_project_new_mlp ();
  g_object_set (fixture->page, "run", NULL, "project", other, NULL);
  g_assert_nonnull (ui_find_text (fixture->page, "Optimizer"));
  g_assert_null (ui_find_text (fixture->page, "Optimizer (first)"));
  g_object_set (fixture->page, "project", pair, NULL);
}

static void
wait_for_subtitle (GtkWidget *page, const char *title, const char *expected)
{
  WAIT_FOR (g_strcmp0 (adw_action_row_get_subtitle (ADW_ACTION_ROW (find_row (page, title))), expected) == 0);
}

static void
check_button (GtkWidget *page, const char *action)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  find_all (page, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (gtk_widget_get_child_visible (buttons->pdata[i])
        && g_strcmp0 (gtk_actionable_get_action_name (buttons->pdata[i]), action) == 0)
      return;
  g_error ("There is no button for %s", action);
}

/* A run that goes on is described as it is; where the project is otherwise, that is said. A stopped one can go on here, and
 * then still is what it was. */
static void
test_differences (Fixture *fixture, gconstpointer data)
{
  static const char live[] = "Learning Rate 0\nProject: Learning Rate 0.01";
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaRun) record = NULL;

  g_assert_true (studio_project_set (fixture->project, "stop.period", "1000000", &error));
  start (fixture, TRUE);
  wait_for_state (fixture, RENSA_WORKER_PAUSED);
  g_assert_true (studio_run_set (fixture->run, "optimizer.alpha", "0", &error));
  wait_for_subtitle (fixture->page, "Adam", live);
  check_button (fixture->page, "run.resume");
  studio_run_stop (fixture->run);
  wait_for_state (fixture, RENSA_WORKER_STOPPED);
  wait_for_subtitle (fixture->page, "Adam", "Learning Rate 0.01\nThis run: Learning Rate 0");
  check_button (fixture->page, "run.resume");

  record = g_object_ref (studio_run_get_record (fixture->run));
  g_object_unref (fixture->run);
  fixture->run = studio_run_continue (fixture->store, record, NULL, FALSE, &error);
  g_assert_no_error (error);
  g_object_set (fixture->page, "run", fixture->run, NULL);
  wait_for_subtitle (fixture->page, "Adam", live);
  check_button (fixture->page, "run.pause");
  g_assert_true (studio_project_set (fixture->project, "optimizer.alpha", "0", &error));
  wait_for_subtitle (fixture->page, "Adam", "Learning Rate 0");
}

/* A run of a document with a step is compared with a project that has none, and what is changed while it runs changes both. */
static void
test_run_of_other_form (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) simple = rensa_document_copy (studio_project_get_document (fixture->project));
  g_autoptr (StudioProject) project = studio_project_new (simple, NULL);
  g_autoptr (RensaDocument) opened = studio_project_begin (fixture->project);
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_open_step (opened, &error));
  studio_project_commit (fixture->project, opened, "Edit Step", NULL);
  g_assert_true (studio_project_set (fixture->project, "losses.0.optimizer.alpha", "0.5", &error));
  start (fixture, TRUE);
  wait_for_state (fixture, RENSA_WORKER_PAUSED);
  g_object_set (fixture->page, "project", project, NULL);
  wait_for_subtitle (fixture->page, "Adam", "Learning Rate 0.5\nProject: Learning Rate 0.01");
  studio_run_stop (fixture->run);
  wait_for_state (fixture, RENSA_WORKER_STOPPED);
  wait_for_subtitle (fixture->page, "Adam", "Learning Rate 0.01\nThis run: Learning Rate 0.5");
  g_assert_true (studio_project_set (project, "optimizer.alpha", "0.5", &error));
  wait_for_subtitle (fixture->page, "Adam", "Learning Rate 0.5");
}

/* What runs although the document does not name it is shown. */
static void
test_default_extensions (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);

  json_object_object_del (rensa_document_change (document), "extensions");
  studio_project_commit (fixture->project, document, "Forget", NULL);
  g_assert_nonnull (find_row (fixture->page, "Evaluator"));
  g_assert_nonnull (find_row (fixture->page, "PlotReport"));
}

/* Rows follow the document, undo included. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);
  g_autoptr (GError) error = NULL;

  g_assert_null (find_row (fixture->page, "WeightDecay"));
  g_assert_true (rensa_document_add_component (document, "hooks", "WeightDecay", &error));
  studio_project_commit (fixture->project, document, "Add WeightDecay", NULL);
  g_assert_nonnull (find_row (fixture->page, "WeightDecay"));
  studio_project_undo (fixture->project);
  g_assert_null (find_row (fixture->page, "WeightDecay"));
  g_assert_true (studio_project_set (fixture->project, "stop.period", "7", &error));
  g_assert_nonnull (find_row (fixture->page, "7 epochs"));
}

/* Another run takes the place of the first, with plots of its own; none at all leaves a word. */
static void
test_another_run (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) plots = g_ptr_array_new ();

  start (fixture, FALSE);
  wait_for_state (fixture, RENSA_WORKER_FINISHED);
  g_object_set (fixture->page, "run", NULL, NULL);
  find_all (fixture->page, STUDIO_TYPE_PLOT, plots);
  g_assert_cmpuint (plots->len, ==, 0);
  g_clear_object (&fixture->run);
  start (fixture, FALSE);
  wait_for_state (fixture, RENSA_WORKER_FINISHED);
  find_all (fixture->page, STUDIO_TYPE_PLOT, plots);
  g_assert_cmpuint (plots->len, ==, 2);
}

static gboolean
has_class_below (GtkWidget *widget, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, name) || has_class_below (child, name))
      return TRUE;
  return FALSE;
}

/* A run that cannot begin leaves nothing on the page that goes on. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (studio_project_set (fixture->project, "model.l1.out_size", "100000000000000", &error));
  start (fixture, FALSE);
  WAIT_FOR (!studio_run_is_live (fixture->run));
  g_assert_false (has_class_below (fixture->page, "pulse"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/training/page/run", Fixture, NULL, setup, test_run, teardown);
  g_test_add ("/ui/training/page/one-plot", Fixture, NULL, setup, test_one_plot, teardown);
  g_test_add ("/ui/training/page/room", Fixture, NULL, setup, test_room, teardown);
  g_test_add ("/ui/training/page/locks", Fixture, NULL, setup, test_locks, teardown);
  g_test_add ("/ui/training/page/losses", Fixture, NULL, setup, test_losses, teardown);
  g_test_add ("/ui/training/page/differences", Fixture, NULL, setup, test_differences, teardown);
  g_test_add ("/ui/training/page/run-of-other-form", Fixture, NULL, setup, test_run_of_other_form, teardown);
  g_test_add ("/ui/training/page/default-extensions", Fixture, NULL, setup, test_default_extensions, teardown);
  g_test_add ("/ui/training/page/rows", Fixture, NULL, setup, test_rows, teardown);
  g_test_add ("/ui/training/page/refused", Fixture, NULL, setup, test_refused, teardown);
  g_test_add ("/ui/training/page/another-run", Fixture, NULL, setup, test_another_run, teardown);
  return g_test_run ();
}
