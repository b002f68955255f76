/* test-runs-page.c: the page of the runs.
 * SPDX-License-Identifier: MIT */

#include "runs-fixture.h"
#include "studio-differences.h"
#include "studio-runs-column.h"
#include "studio-runs-edit.h"
#include "studio-runs-legend.h"
#include "studio-runs-page-private.h"
#include "ui-fixture.h"

static void
test_newest_first (RunsFixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 3);
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "Größer");
  g_assert_cmpstr (runs_get_name_at (fixture, 2), ==, "small net");
}

static void
test_filter (RunsFixture *fixture, gconstpointer data)
{
  runs_filter (fixture, "sgd net");
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 1);
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "large net");
  runs_filter (fixture, "GRÖSSER");
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "Größer");
  runs_filter (fixture, "h100");
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 1);
  runs_filter (fixture, "nowhere");
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 0);
  runs_filter (fixture, "");
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 3);
}

static void
test_delete (RunsFixture *fixture, gconstpointer data)
{
  runs_select (fixture, 0, 2);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.delete", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 1);
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "small net");
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.undelete", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 3);
}

static void
test_star (RunsFixture *fixture, gconstpointer data)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (runs_get_shown (fixture), 1);

  runs_select (fixture, 1, 1);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.star", NULL));
  g_assert_true (rensa_run_get_starred (run));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (runs_find (fixture->page, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 1);
  g_assert_cmpstr (runs_get_name_at (fixture, 0), ==, "large net");
}

static void
ignore (int number, gpointer data)
{
}

/* The name of a setting in which runs differ is not cut in a narrow place, however long the runs' names are. */
static void
test_settings_are_whole (RunsFixture *fixture, gconstpointer data)
{
  char *values[] = { (char *) "0.0003", (char *) "0.001", NULL };
  StudioDifference difference = {
    .path = (char *) "optimizer.alpha", .name = (char *) "alpha", .n = 2, .values = values
  };
  g_autoptr (GPtrArray) differences = g_ptr_array_new ();
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *path;

  g_ptr_array_add (differences, &difference);
  for (guint i = 0; i < 2; i++)
    g_ptr_array_add (runs, g_list_model_get_item (runs_get_shown (fixture), i));
  gtk_window_set_default_size (GTK_WINDOW (window), 260, 300);
  gtk_window_set_child (GTK_WINDOW (window), studio_runs_legend_new (runs, differences, ignore, NULL));
  gtk_window_present (GTK_WINDOW (window));
  WAIT_FOR (gtk_widget_get_mapped (window) && gtk_widget_get_width (window) > 0);
  runs_settle ();
  path = gtk_grid_get_child_at (GTK_GRID (runs_find (window, GTK_TYPE_GRID)), 0, 1);
  g_assert_cmpint (gtk_widget_get_width (path), >, 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (path))));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
note (gboolean *is_dismissed)
{
  *is_dismissed = TRUE;
}

/* Ctrl+Z of the page is the toast's Undo, and the toast goes with it. */
static void
test_undo (RunsFixture *fixture, gconstpointer data)
{
  gboolean is_dismissed = FALSE;
  g_autofree char *before = NULL;
  g_autofree char *label = NULL;
  g_autofree char *after = NULL;

  g_object_get (fixture->page, "undo-label", &before, NULL);
  g_assert_null (before);
  runs_select (fixture, 0, 2);
  g_assert_true (gtk_widget_activate_action (fixture->page, "runs.delete", NULL));
  g_object_get (fixture->page, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Delete 2 runs");
  g_signal_connect_swapped (STUDIO_RUNS_PAGE (fixture->page)->toast, "dismissed", G_CALLBACK (note), &is_dismissed);
  g_assert_true (gtk_widget_activate_action (fixture->page, "page.undo", NULL));
  g_assert_true (is_dismissed);
  g_assert_cmpuint (g_list_model_get_n_items (runs_get_shown (fixture)), ==, 3);
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
assert_cell (RunsFixture *fixture, guint position, const char *id, const char *text)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (runs_get_shown (fixture), position);
  g_autoptr (StudioRunSettings) settings = studio_run_settings_new (fixture->store);
  const StudioRunsColumn *column = find_column (id);
  const StudioRunsCell cell = { run, settings, studio_runs_column_get_path (column) };
  g_autofree char *found = column->format (&cell);

  g_assert_cmpstr (found, ==, text);
}

/* A run that ended in NaN says so, one that reports no loss says nothing. */
static void
test_not_finite (RunsFixture *fixture, gconstpointer data)
{
  const RensaRunStart start = { .name = "exploded", .document = "{ \"format\": 1 }" };
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (fixture->store, &start, NULL);

  assert_cell (fixture, 0, "last-loss", "");
  runs_describe (recorder);
  rensa_recorder_add_value (recorder, "main/loss", 1, 1, 1, 2);
  rensa_recorder_add_value (recorder, "main/loss", 2, 1, 2, NAN);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  runs_wait_until_finished (fixture->store);
  assert_cell (fixture, 0, "name", "exploded");
  assert_cell (fixture, 0, "state", "Finished, not finite");
  assert_cell (fixture, 0, "last-loss", "NaN");
  assert_cell (fixture, 0, "best-metric", "");
  assert_cell (fixture, 1, "state", "Finished");
  assert_cell (fixture, 1, "last-loss", "0.1");
}

/* What differs comes first; a target that nobody knows here is left out. */
static void
test_proofs (RunsFixture *fixture, gconstpointer data)
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
test_settings (RunsFixture *fixture, gconstpointer data)
{
  assert_cell (fixture, 0, "learning-rate", "0.001");
  assert_cell (fixture, 0, "data.iterator.batch_size", "");
}

/* Another run with a document, and a change of its learning rate while it ran. */
static void
add_changed (RunsFixture *fixture, const char *document, const char *what)
{
  const RensaRunStart start = { .name = "changed", .document = document, .dataset = "csv" };
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (fixture->store, &start, NULL);

  rensa_recorder_add_event (recorder, 12, 1, 1, what, "0.25");
  rensa_recorder_add_event (recorder, 24, 2, 2, what, "0.125");
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  runs_wait_until_finished (fixture->store);
}

/* What was changed while the run went on is told, from what it was to what it became, wherever the document has it. */
static void
test_changes (RunsFixture *fixture, gconstpointer data)
{
  add_changed (fixture, "{ \"format\": 1, \"optimizer\": { \"type\": \"Adam\" } }", "optimizer.alpha");
  assert_cell (fixture, 0, "learning-rate", "0.001 → 0.125");
  add_changed (
      fixture,
      "{ \"format\": 2, \"losses\": [ { \"node\": \"a\", \"optimizer\": { \"type\": \"SGD\", \"attrs\": { \"lr\": 0.5 "
      "} } } ] }",
      "losses.0.optimizer.lr");
  assert_cell (fixture, 0, "learning-rate", "0.5 → 0.125");
}

/* Of a run that goes on, changes are told as they come. */
static void
test_live_change (RunsFixture *fixture, gconstpointer data)
{
  const RensaRunStart start = { .name = "live",
                                .document = "{ \"format\": 1, \"optimizer\": { \"type\": \"Adam\" } }" };
  g_autoptr (StudioRunSettings) settings = studio_run_settings_new (fixture->store);
  g_autoptr (RensaRecorder) recorder = rensa_store_begin (fixture->store, &start, NULL);
  RensaRun *run = rensa_recorder_get_run (recorder);

  g_assert_true (rensa_store_flush (fixture->store, NULL));
  g_assert_cmpstr (studio_run_settings_get (settings, run, STUDIO_LEARNING_RATE), ==, "0.001");
  rensa_recorder_add_event (recorder, 12, 1, 1, "optimizer.alpha", "0.25");
  g_assert_true (rensa_store_flush (fixture->store, NULL));
  WAIT_FOR (!g_str_equal (studio_run_settings_get (settings, run, STUDIO_LEARNING_RATE), "0.001"));
  g_assert_cmpstr (studio_run_settings_get (settings, run, STUDIO_LEARNING_RATE), ==, "0.001 → 0.25");
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  runs_wait_until_finished (fixture->store);
}

/* Data from a file are called as the file, and found by that. */
static void
test_data_file (RunsFixture *fixture, gconstpointer data)
{
  static const char *const words[] = { "iris", NULL };
  g_autoptr (StudioRunSettings) settings = studio_run_settings_new (fixture->store);
  g_autoptr (RensaRun) run = NULL;

  add_changed (
      fixture,
      "{ \"format\": 1, \"data\": { \"dataset\": { \"type\": \"csv\", \"attrs\": { \"path\": \"flowers/iris.csv\" } } } }",
      "optimizer.alpha");
  assert_cell (fixture, 0, "dataset", "iris.csv");
  assert_cell (fixture, 1, "dataset", "strokes");
  run = g_list_model_get_item (runs_get_shown (fixture), 0);
  g_assert_false (studio_runs_match (run, settings, words));
  studio_run_settings_get (settings, run, "data.dataset.path");
  g_assert_true (studio_runs_match (run, settings, words));
}

/* Runs that began within a minute are told apart by their seconds, and all by their numbers. */
static void
test_minutes (RunsFixture *fixture, gconstpointer data)
{
  GListModel *runs = rensa_store_get_runs (fixture->store);
  g_autoptr (StudioRunSettings) settings = studio_run_settings_new (fixture->store);
  const gint64 minute = 60 * G_USEC_PER_SEC;

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);
      gboolean is_shared = FALSE;

      for (guint k = 0; k < g_list_model_get_n_items (runs); k++)
        {
          g_autoptr (RensaRun) other = g_list_model_get_item (runs, k);

          is_shared =
              is_shared || (k != i && rensa_run_get_started (other) / minute == rensa_run_get_started (run) / minute);
        }
      g_assert_cmpint (studio_run_settings_shares_minute (settings, run), ==, is_shared);
    }
  assert_cell (fixture, 0, "number", "3");
  assert_cell (fixture, 2, "number", "1");
}

/* A row may be drawn before the store's thread has written the document of its run. */
static void
test_settings_of_new_run (RunsFixture *fixture, gconstpointer data)
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
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  runs_wait_until_finished (fixture->store);
}

static void
assert_shown (RunsFixture *fixture, const char *id, gboolean is_shown)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) columns = NULL;

  g_object_get (fixture->page, "columns", &text, NULL);
  columns = g_strsplit (text, " ", -1);
  g_assert_cmpint (g_strv_contains ((const char *const *) columns, id), ==, is_shown);
}

/* The rows take all of the table, whatever columns are hidden; where they never do, time runs out. */
static void
assert_no_gap (RunsFixture *fixture)
{
  GtkWidget *view = runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW);
  GtkWidget *rows = runs_find (view, GTK_TYPE_LIST_VIEW);

  /* The frame that lays it out comes later. */
  WAIT_FOR (gtk_widget_get_width (view) > 0 && gtk_widget_get_width (rows) >= gtk_widget_get_width (view));
}

/* A name is what a run is known by: its cell, the first that holds text after the number, is wider than any other of its row but the verdict,
 * which is a few words and has room for them, whatever else is shown. */
static void
assert_name_is_widest (RunsFixture *fixture)
{
  GtkWidget *row =
      gtk_widget_get_first_child (runs_find (runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW), GTK_TYPE_LIST_VIEW));
  guint n_verdicts = 0;
  int width = -1;

  for (GtkWidget *cell = gtk_widget_get_first_child (row); cell != NULL; cell = gtk_widget_get_next_sibling (cell))
    {
      GtkWidget *text = runs_find (cell, GTK_TYPE_INSCRIPTION);

      if (text == NULL)
        continue;
      if (gtk_inscription_get_min_chars (GTK_INSCRIPTION (text)) >= 32)
        {
          n_verdicts++;
          continue;
        }
      if (width > 0)
        g_assert_cmpint (gtk_widget_get_width (cell), <, width);
      else
        width = width < 0 ? 0 : gtk_widget_get_width (cell);
    }
  g_assert_cmpint (width, >, 0);
  g_assert_cmpuint (n_verdicts, ==, 1);
}

/* Columns of facts and of any setting, and what is usual is there at first. */
static void
test_columns (RunsFixture *fixture, gconstpointer data)
{
  assert_shown (fixture, "learning-rate", TRUE);
  assert_shown (fixture, "tags", TRUE);
  assert_shown (fixture, "note", TRUE);
  assert_shown (fixture, "seed", FALSE);
  assert_no_gap (fixture);
  assert_name_is_widest (fixture);
  g_object_set (fixture->page, "columns", "name seed optimizer.type", NULL);
  runs_settle ();
  assert_shown (fixture, "seed", TRUE);
  assert_shown (fixture, "optimizer.type", TRUE);
  assert_shown (fixture, "tags", FALSE);
  assert_no_gap (fixture);
}

/* Settings in which runs differ have columns by themselves, if they are few and nobody has chosen. */
static void
test_differing (RunsFixture *fixture, gconstpointer data)
{
  const char *documents[] = { "{ \"format\": 1, \"seed\": 1, \"stop\": \"a\" }",
                              "{ \"format\": 1, \"seed\": 2, \"stop\": \"a\" }" };

  g_object_set (fixture->page, "store", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    add_changed (fixture, documents[i], "optimizer.alpha");
  g_object_set (fixture->page, "store", fixture->store, NULL);
  runs_settle ();
  assert_shown (fixture, "seed", TRUE);
  assert_shown (fixture, "optimizer.alpha", FALSE);
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
test_edit (RunsFixture *fixture, gconstpointer data)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (runs_get_shown (fixture), 0);
  GtkWidget *text;
  GtkWidget *note;

  studio_runs_edit (fixture->page, fixture->store, run);
  runs_settle ();
  text = runs_find (GTK_WIDGET (find_dialog ()), GTK_TYPE_TEXT);
  note = runs_find (GTK_WIDGET (find_dialog ()), GTK_TYPE_TEXT_VIEW);
  gtk_editable_set_text (GTK_EDITABLE (text), "renamed");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (note)), "first\nsecond\n", -1);
  g_signal_emit_by_name (text, "activate");
  /* Its button is seen to be pressed for a moment. */
  WAIT_FOR (find_dialog () == NULL);
  g_assert_cmpstr (rensa_run_get_name (run), ==, "renamed");
  g_assert_cmpstr (rensa_run_get_note (run), ==, "first\nsecond");
}

/* The row has the focus after a click, and the list inside has a name. */
static void
test_focus (RunsFixture *fixture, gconstpointer data)
{
  GtkWidget *view = runs_find (fixture->page, GTK_TYPE_COLUMN_VIEW);

  runs_settle ();
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (runs_find (view, GTK_TYPE_LIST_VIEW)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Runs");
  g_assert_false (gtk_widget_get_focusable (runs_find (runs_find (view, GTK_TYPE_LIST_VIEW), GTK_TYPE_BUTTON)));
}

int
main (int argc, char **argv)
{
  runs_tests_init (&argc, &argv);
  ADD_RUNS_TEST ("/ui/runs/page/newest-first", test_newest_first);
  ADD_RUNS_TEST ("/ui/runs/page/filter", test_filter);
  ADD_RUNS_TEST ("/ui/runs/page/delete", test_delete);
  ADD_RUNS_TEST ("/ui/runs/page/undo", test_undo);
  ADD_RUNS_TEST ("/ui/runs/page/star", test_star);
  ADD_RUNS_TEST ("/ui/runs/page/settings-are-whole", test_settings_are_whole);
  ADD_RUNS_TEST ("/ui/runs/page/proofs", test_proofs);
  ADD_RUNS_TEST ("/ui/runs/page/not-finite", test_not_finite);
  ADD_RUNS_TEST ("/ui/runs/page/settings", test_settings);
  ADD_RUNS_TEST ("/ui/runs/page/settings-of-new-run", test_settings_of_new_run);
  ADD_RUNS_TEST ("/ui/runs/page/changes", test_changes);
  ADD_RUNS_TEST ("/ui/runs/page/live-change", test_live_change);
  ADD_RUNS_TEST ("/ui/runs/page/data-file", test_data_file);
  ADD_RUNS_TEST ("/ui/runs/page/minutes", test_minutes);
  ADD_RUNS_TEST ("/ui/runs/page/columns", test_columns);
  ADD_RUNS_TEST ("/ui/runs/page/differing", test_differing);
  ADD_RUNS_TEST ("/ui/runs/page/edit", test_edit);
  ADD_RUNS_TEST ("/ui/runs/page/focus", test_focus);
  return g_test_run ();
}
