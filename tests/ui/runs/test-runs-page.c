/* test-runs-page.c: the table of runs.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>

#include "folder.h"
#include "rensa-init.h"
#include "studio-differences.h"
#include "studio-plot-private.h"
#include "studio-runs-column.h"
#include "studio-runs-compare.h"
#include "studio-runs-edit.h"
#include "studio-runs-legend.h"
#include "studio-runs-page.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  GtkWidget *window;
  GtkWidget *page;
} Fixture;

static void
describe (RensaRecorder *recorder)
{
  static const RensaReportKey loss = { (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS };
  static const RensaReportKey accuracy = { (char *) "validation/main/accuracy", 11, 5, RENSA_MEASURE_SCORE };

  rensa_recorder_describe (recorder, &loss);
  rensa_recorder_describe (recorder, &accuracy);
}

/* A finished run with ten values of each of two keys. */
static void
add_run (RensaStore *store, const char *name, const char *optimizer, const char *device, double last)
{
  const RensaRunStart start = {
    .name = name,
    .document = "{ \"format\": 1, \"name\": \"x\", \"optimizer\": { \"type\": \"Adam\" } }",
    .dataset = "strokes",
    .optimizer = optimizer,
    .device = device,
    .n_links = 3,
    .n_params = 1000,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (store, &start, &error);

  g_assert_no_error (error);
  describe (recorder);
  for (int i = 1; i <= 10; i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i, i / 5.0, i, 1.0 / i);
      rensa_recorder_add_value (recorder, "validation/main/accuracy", i, i / 5.0, i, last * i / 10);
    }
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED, NULL);
}

/* What the writer has done comes to the objects through the main context. */
static void
wait_until_finished (RensaStore *store)
{
  GListModel *runs = rensa_store_get_runs (store);

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);

      while (rensa_run_is_active (run))
        g_main_context_iteration (NULL, TRUE);
    }
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, &error);
  g_assert_no_error (error);
  add_run (fixture->store, "small net", "Adam", "cpu", 0.5);
  add_run (fixture->store, "large net", "SGD", "NVIDIA H100 (cuda:0)", 0.9);
  add_run (fixture->store, "Größer", "SGD", "", 0.7);
  rensa_store_flush (fixture->store, &error);
  g_assert_no_error (error);
  wait_until_finished (fixture->store);

  fixture->page = g_object_new (STUDIO_TYPE_RUNS_PAGE, "store", fixture->store, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (fixture->page);
  g_object_unref (fixture->store);
  test_folder_free (fixture->folder);
}

/* Widgets of a template, found by their type. */
static GtkWidget *
find (GtkWidget *root, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GListModel *
get_shown (Fixture *fixture)
{
  return G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (find (fixture->page, GTK_TYPE_COLUMN_VIEW))));
}

static const char *
get_name_at (Fixture *fixture, guint position)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (get_shown (fixture), position);

  return run != NULL ? rensa_run_get_name (run) : NULL;
}

static void
select_positions (Fixture *fixture, guint first, guint n)
{
  gtk_selection_model_select_range (GTK_SELECTION_MODEL (get_shown (fixture)), first, n, TRUE);
}

static void
filter (Fixture *fixture, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find (fixture->page, GTK_TYPE_SEARCH_ENTRY)), text);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_newest_first (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "Größer");
  g_assert_cmpstr (get_name_at (fixture, 2), ==, "small net");
}

static void
test_filter (Fixture *fixture, gconstpointer data)
{
  filter (fixture, "sgd net");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "large net");
  filter (fixture, "GRÖSSER");
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "Größer");
  filter (fixture, "h100");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  filter (fixture, "nowhere");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 0);
  filter (fixture, "");
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
}

static void
test_delete (Fixture *fixture, gconstpointer data)
{
  select_positions (fixture, 0, 2);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.delete", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "small net");
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.undelete", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
}

static void
test_star (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (get_shown (fixture), 1);

  select_positions (fixture, 1, 1);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.star", NULL));
  g_assert_true (rensa_run_get_starred (run));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (fixture->page, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 1);
  g_assert_cmpstr (get_name_at (fixture, 0), ==, "large net");
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* The curves in the plots of the comparison, plot by plot: "3 3". */
static char *
count_curves (Fixture *fixture)
{
  GtkWidget *paned = find (find (fixture->page, STUDIO_TYPE_RUNS_COMPARE), GTK_TYPE_PANED);
  g_autoptr (GString) text = g_string_new (NULL);

  settle ();
  for (GtkWidget *child = gtk_widget_get_first_child (gtk_paned_get_start_child (GTK_PANED (paned))); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_string_append_printf (text, "%s%u", text->len > 0 ? " " : "", STUDIO_PLOT (child)->lines->len);
  return g_strdup (text->str);
}

static void
assert_curves (Fixture *fixture, const char *curves)
{
  g_autofree char *found = count_curves (fixture);

  g_assert_cmpstr (found, ==, curves);
}

/* One run shows its curves, several are compared, and the comparison may take the page; none shows nothing. */
static void
test_compare (Fixture *fixture, gconstpointer data)
{
  GtkWidget *compare = find (fixture->page, STUDIO_TYPE_RUNS_COMPARE);
  GtkWidget *view = find (fixture->page, GTK_TYPE_COLUMN_VIEW);

  g_assert_false (gtk_widget_get_visible (compare));
  select_positions (fixture, 0, 1);
  g_assert_true (gtk_widget_get_visible (compare));
  assert_curves (fixture, "1 1");
  gtk_widget_activate_action (fixture->page, "runs.compare", NULL);
  settle ();
  g_assert_true (gtk_widget_get_mapped (view));
  select_positions (fixture, 0, 2);
  assert_curves (fixture, "2 2");
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.compare", NULL));
  settle ();
  g_assert_false (gtk_widget_get_mapped (view));
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.compare", NULL));
  settle ();
  g_assert_true (gtk_widget_get_mapped (view));
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (get_shown (fixture)));
  g_assert_false (gtk_widget_get_visible (compare));
}

/* A run that was not trained on the CPU says so beside its curves. */
static void
test_device (Fixture *fixture, gconstpointer data)
{
  select_positions (fixture, 1, 1);
  g_assert_nonnull (ui_find_text (fixture->page, "Trained on NVIDIA H100 (cuda:0)"));
  select_positions (fixture, 0, 1);
  g_assert_null (ui_find_text (fixture->page, "Trained on cpu"));
  select_positions (fixture, 0, 2);
  g_assert_nonnull (ui_find_text (fixture->page, "device"));
}

/* The name of a setting in which runs differ is not cut in a narrow place, however long the runs' names are. */
static void
test_settings_are_whole (Fixture *fixture, gconstpointer data)
{
  char *values[] = { (char *) "0.0003", (char *) "0.001", NULL };
  StudioDifference difference = { .path = (char *) "optimizer.alpha", .n = 2, .values = values };
  g_autoptr (GPtrArray) differences = g_ptr_array_new ();
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *path;

  g_ptr_array_add (differences, &difference);
  for (guint i = 0; i < 2; i++)
    g_ptr_array_add (runs, g_list_model_get_item (get_shown (fixture), i));
  gtk_window_set_default_size (GTK_WINDOW (window), 260, 300);
  gtk_window_set_child (GTK_WINDOW (window), studio_runs_legend_new (runs, differences));
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (window) || gtk_widget_get_width (window) == 0)
    g_main_context_iteration (NULL, TRUE);
  settle ();
  path = gtk_grid_get_child_at (GTK_GRID (find (window, GTK_TYPE_GRID)), 0, 1);
  g_assert_cmpint (gtk_widget_get_width (path), >, 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (path))));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* As many as are chosen. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  for (int i = 0; i < 27; i++)
    add_run (fixture->store, "one more", "SGD", "cpu", 0.5);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  wait_until_finished (fixture->store);
  settle ();
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (get_shown (fixture)));
  assert_curves (fixture, "30 30");
}

/* Ctrl+Z of the page is the toast's Undo. */
static void
test_undo (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *label = NULL;
  g_autofree char *after = NULL;

  g_object_get (fixture->page, "undo-label", &before, NULL);
  g_assert_null (before);
  select_positions (fixture, 0, 2);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.delete", NULL));
  g_object_get (fixture->page, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Delete 2 runs");
  g_assert_true (gtk_widget_activate_action (fixture->page, "page.undo", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (get_shown (fixture)), ==, 3);
  g_object_get (fixture->page, "undo-label", &after, NULL);
  g_assert_null (after);
}

static const StudioRunsColumn *
find_column (const char *id)
{
  guint n;
  const StudioRunsColumn *columns = studio_runs_list_columns (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (columns[i].id, id))
      return &columns[i];
  g_assert_not_reached ();
}

static void
assert_cell (Fixture *fixture, guint position, const char *id, const char *text)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (get_shown (fixture), position);
  g_autoptr (StudioRunSettings) settings = studio_run_settings_new (fixture->store);
  const StudioRunsColumn *column = find_column (id);
  const StudioRunsCell cell = { run, settings, studio_runs_column_get_path (column) };
  g_autofree char *found = column->format (&cell);

  g_assert_cmpstr (found, ==, text);
}

/* A run that ended in NaN says so, one that reports no loss says nothing. */
static void
test_not_finite (Fixture *fixture, gconstpointer data)
{
  const RensaRunStart start = { .name = "exploded", .document = "{ \"format\": 1 }" };
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (fixture->store, &start, NULL);

  assert_cell (fixture, 0, "last-loss", "");
  describe (recorder);
  rensa_recorder_add_value (recorder, "main/loss", 1, 1, 1, 2);
  rensa_recorder_add_value (recorder, "main/loss", 2, 1, 2, NAN);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED, NULL);
  wait_until_finished (fixture->store);
  assert_cell (fixture, 0, "name", "exploded");
  assert_cell (fixture, 0, "state", "Finished, not finite");
  assert_cell (fixture, 0, "last-loss", "NaN");
  assert_cell (fixture, 0, "best-metric", "");
  assert_cell (fixture, 1, "state", "Finished");
  assert_cell (fixture, 1, "last-loss", "0.1");
}

/* What differs comes first; a target that nobody knows here is left out. */
static void
test_proofs (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (fixture->store), 0);

  assert_cell (fixture, 0, "proofs", "");
  rensa_store_set_proof (fixture->store, run, "onnx", 10, TRUE);
  rensa_store_set_proof (fixture->store, run, "c", 10, FALSE);
  rensa_store_set_proof (fixture->store, run, "fortran", 10, TRUE);
  assert_cell (fixture, 0, "proofs", "C Program (differs), ONNX Model");
  rensa_store_set_proof (fixture->store, run, "c", 10, TRUE);
  assert_cell (fixture, 0, "proofs", "ONNX Model, C Program");
}

/* What the document does not say is as it is by default. */
static void
test_settings (Fixture *fixture, gconstpointer data)
{
  assert_cell (fixture, 0, "learning-rate", "0.001");
  assert_cell (fixture, 0, "data.iterator.batch_size", "");
}

/* A row may be drawn before the store's thread has written the document of its run. */
static void
test_settings_of_new_run (Fixture *fixture, gconstpointer data)
{
  const char *document = "{ \"format\": 1, \"optimizer\": { \"type\": \"SGD\", \"attrs\": { \"lr\": 0.5 } } }";
  const RensaRunStart start = { .name = "new", .document = document };
  g_autoptr (StudioRunSettings) settings = studio_run_settings_new (fixture->store);
  g_autoptr (RensaRun) run = NULL;
  g_autoptr (RensaRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;

  recorder = rensa_store_begin (fixture->store, &start, &error);
  g_assert_no_error (error);
  run = g_object_ref (rensa_recorder_get_run (recorder));
  studio_run_settings_get (settings, run, STUDIO_LEARNING_RATE);
  g_assert_true (rensa_store_flush (fixture->store, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (studio_run_settings_get (settings, run, STUDIO_LEARNING_RATE), ==, "0.5");
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED, NULL);
  wait_until_finished (fixture->store);
}

static void
assert_shown (Fixture *fixture, const char *id, gboolean is_shown)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) columns = NULL;

  g_object_get (fixture->page, "columns", &text, NULL);
  columns = g_strsplit (text, " ", -1);
  g_assert_cmpint (g_strv_contains ((const char *const *) columns, id), ==, is_shown);
}

/* The rows take all of the table, whatever columns are hidden; where they never do, time runs out. */
static void
assert_no_gap (Fixture *fixture)
{
  GtkWidget *view = find (fixture->page, GTK_TYPE_COLUMN_VIEW);
  GtkWidget *rows = find (view, GTK_TYPE_LIST_VIEW);

  /* The frame that lays it out comes later. */
  while (gtk_widget_get_width (view) == 0 || gtk_widget_get_width (rows) < gtk_widget_get_width (view))
    g_main_context_iteration (NULL, TRUE);
}

/* A name is what a run is known by: its cell, the first that holds text, is wider than any other of its row. */
static void
assert_name_is_widest (Fixture *fixture)
{
  GtkWidget *row = gtk_widget_get_first_child (find (find (fixture->page, GTK_TYPE_COLUMN_VIEW), GTK_TYPE_LIST_VIEW));
  int width = 0;

  for (GtkWidget *cell = gtk_widget_get_first_child (row); cell != NULL; cell = gtk_widget_get_next_sibling (cell))
    {
      if (find (cell, GTK_TYPE_INSCRIPTION) == NULL)
        continue;
      if (width > 0)
        g_assert_cmpint (gtk_widget_get_width (cell), <, width);
      else
        width = gtk_widget_get_width (cell);
    }
  g_assert_cmpint (width, >, 0);
}

/* Columns of facts and of any setting, and what is usual is there at first. */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  assert_shown (fixture, "learning-rate", TRUE);
  assert_shown (fixture, "tags", TRUE);
  assert_shown (fixture, "note", TRUE);
  assert_shown (fixture, "seed", FALSE);
  assert_no_gap (fixture);
  assert_name_is_widest (fixture);
  g_object_set (fixture->page, "columns", "name seed optimizer.type", NULL);
  settle ();
  assert_shown (fixture, "seed", TRUE);
  assert_shown (fixture, "optimizer.type", TRUE);
  assert_shown (fixture, "tags", FALSE);
  assert_no_gap (fixture);
}

static GtkWindow *
find_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *at = windows; at != NULL; at = at->next)
    if (ADW_IS_MESSAGE_DIALOG (at->data))
      return at->data;
  return NULL;
}

/* Enter in a field applies; a note has lines. */
static void
test_edit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (get_shown (fixture), 0);
  GtkWidget *text;
  GtkWidget *note;

  studio_runs_edit (fixture->page, fixture->store, run);
  settle ();
  text = find (GTK_WIDGET (find_dialog ()), GTK_TYPE_TEXT);
  note = find (GTK_WIDGET (find_dialog ()), GTK_TYPE_TEXT_VIEW);
  gtk_editable_set_text (GTK_EDITABLE (text), "renamed");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (note)), "first\nsecond\n", -1);
  g_signal_emit_by_name (text, "activate");
  /* Its button is seen to be pressed for a moment. */
  while (find_dialog () != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (rensa_run_get_name (run), ==, "renamed");
  g_assert_cmpstr (rensa_run_get_note (run), ==, "first\nsecond");
}

/* The row has the focus after a click, and the list inside has a name. */
static void
test_focus (Fixture *fixture, gconstpointer data)
{
  GtkWidget *view = find (fixture->page, GTK_TYPE_COLUMN_VIEW);

  settle ();
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find (view, GTK_TYPE_LIST_VIEW)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Runs");
  g_assert_false (gtk_widget_get_focusable (find (find (view, GTK_TYPE_LIST_VIEW), GTK_TYPE_BUTTON)));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/runs/page/newest-first", Fixture, NULL, setup, test_newest_first, teardown);
  g_test_add ("/ui/runs/page/filter", Fixture, NULL, setup, test_filter, teardown);
  g_test_add ("/ui/runs/page/delete", Fixture, NULL, setup, test_delete, teardown);
  g_test_add ("/ui/runs/page/undo", Fixture, NULL, setup, test_undo, teardown);
  g_test_add ("/ui/runs/page/star", Fixture, NULL, setup, test_star, teardown);
  g_test_add ("/ui/runs/page/compare", Fixture, NULL, setup, test_compare, teardown);
  g_test_add ("/ui/runs/page/device", Fixture, NULL, setup, test_device, teardown);
  g_test_add ("/ui/runs/page/settings-are-whole", Fixture, NULL, setup, test_settings_are_whole, teardown);
  g_test_add ("/ui/runs/page/many", Fixture, NULL, setup, test_many, teardown);
  g_test_add ("/ui/runs/page/proofs", Fixture, NULL, setup, test_proofs, teardown);
  g_test_add ("/ui/runs/page/not-finite", Fixture, NULL, setup, test_not_finite, teardown);
  g_test_add ("/ui/runs/page/settings", Fixture, NULL, setup, test_settings, teardown);
  g_test_add ("/ui/runs/page/settings-of-new-run", Fixture, NULL, setup, test_settings_of_new_run, teardown);
  g_test_add ("/ui/runs/page/columns", Fixture, NULL, setup, test_columns, teardown);
  g_test_add ("/ui/runs/page/edit", Fixture, NULL, setup, test_edit, teardown);
  g_test_add ("/ui/runs/page/focus", Fixture, NULL, setup, test_focus, teardown);
  return g_test_run ();
}
