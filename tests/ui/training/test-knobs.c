/* test-knobs.c: settings that are changed beside the curves.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <math.h>

#include "folder.h"
#include "rensa-init.h"
#include "studio-knobs.h"
#include "studio-plot.h"
#include "studio-training-page.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  RensaStore *store;
  StudioProject *project;
  StudioRun *run;
  GtkWidget *page;
  GtkWidget *window;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = ui_load_example ("moons.rensa");
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_set (document, "stop.period=1000000", &error));
  fixture->folder = test_folder_new ();
  fixture->store = rensa_store_open (fixture->folder, &error);
  g_assert_no_error (error);
  fixture->project = studio_project_new (document, NULL);
  fixture->page = g_object_new (STUDIO_TYPE_TRAINING_PAGE, "project", fixture->project, NULL);
  fixture->window = ui_show (fixture->page);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  if (fixture->run != NULL)
    {
      studio_run_stop (fixture->run);
      WAIT_FOR (!studio_run_is_live (fixture->run));
    }
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->run);
  g_object_unref (fixture->project);
  g_object_unref (fixture->store);
  test_folder_free (fixture->folder);
}

static void
start (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  fixture->run =
      studio_run_start (fixture->store, studio_project_get_document (fixture->project), NULL, NULL, TRUE, &error);
  g_assert_no_error (error);
  g_object_set (fixture->page, "run", fixture->run, NULL);
  WAIT_FOR (studio_run_get_state (fixture->run) == RENSA_WORKER_PAUSED);
}

/* The entry in the row of that title. */
static GtkEditable *
find_entry (Fixture *fixture, const char *title)
{
  GtkWidget *label = ui_find_text (ui_find (fixture->page, STUDIO_TYPE_KNOBS, NULL), title);

  g_assert_nonnull (label);
  return GTK_EDITABLE (ui_find (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW), GTK_TYPE_ENTRY, NULL));
}

static void
type (Fixture *fixture, const char *title, const char *text)
{
  GtkEditable *entry = find_entry (fixture, title);

  gtk_editable_set_text (entry, text);
  g_signal_emit_by_name (entry, "activate");
}

static gboolean
has_value (Fixture *fixture, const char *path, const char *name, const char *expected)
{
  g_autofree char *value = ui_get_value (fixture->project, path, name);

  return g_strcmp0 (value, expected) == 0;
}

static gboolean
run_has (Fixture *fixture, const char *path, const char *expected)
{
  struct json_object *json;

  studio_run_update (fixture->run);
  json = rensa_document_get (studio_run_get_settings (fixture->run), path);
  return json != NULL && g_str_equal (json_object_to_json_string (json), expected);
}

/* The run gets the rate at once, in the page that shows its curves; undo changes both back. */
static void
test_rate (Fixture *fixture, gconstpointer data)
{
  const guint n_windows = g_list_model_get_n_items (gtk_window_get_toplevels ());

  start (fixture);
  studio_run_step (fixture->run);
  WAIT_FOR (ui_find (fixture->page, STUDIO_TYPE_PLOT, NULL) != NULL);
  type (fixture, "Learning Rate", "0.25");
  g_assert_true (has_value (fixture, "optimizer", "alpha", "0.25"));
  WAIT_FOR (run_has (fixture, "optimizer.attrs.alpha", "0.25"));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, n_windows);
  g_assert_true (gtk_widget_get_mapped (ui_find (fixture->page, STUDIO_TYPE_PLOT, NULL)));
  studio_project_undo (fixture->project);
  g_assert_true (has_value (fixture, "optimizer", "alpha", "0.01"));
  WAIT_FOR (run_has (fixture, "optimizer.attrs.alpha", "0.01"));
  WAIT_FOR (g_str_equal (gtk_editable_get_text (find_entry (fixture, "Learning Rate")), "0.01"));
}

/* The slider goes by powers of ten, and one movement is one change. */
static void
test_slider (Fixture *fixture, gconstpointer data)
{
  GtkRange *slider = GTK_RANGE (ui_find (fixture->page, GTK_TYPE_SCALE, NULL));

  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (slider), -2, 1e-9);
  start (fixture);
  gtk_range_set_value (slider, -2.5);
  gtk_range_set_value (slider, -3);
  g_assert_cmpstr (gtk_editable_get_text (find_entry (fixture, "Learning Rate")), ==, "0.001");
  WAIT_FOR (run_has (fixture, "optimizer.attrs.alpha", "0.001"));
  g_assert_true (has_value (fixture, "optimizer", "alpha", "0.001"));
  g_assert_cmpuint (g_list_model_get_n_items (studio_run_get_events (fixture->run)), ==, 1);
  studio_project_undo (fixture->project);
  WAIT_FOR (fabs (gtk_range_get_value (slider) + 2) < 1e-9);
}

/* What a run does not take can be set while it trains, and the row says from when on it counts. */
static void
test_later (Fixture *fixture, gconstpointer data)
{
  g_assert_null (ui_find_text (fixture->page, "Takes effect in the next run"));
  start (fixture);
  g_assert_nonnull (ui_find_text (fixture->page, "Takes effect in the next run"));
  type (fixture, "Batch Size", "20");
  type (fixture, "Epochs", "7");
  g_assert_true (has_value (fixture, "data.iterator", "batch_size", "20"));
  g_assert_true (has_value (fixture, "stop", "period", "7.0"));
  g_assert_nonnull (ui_find_text (fixture->page, "Takes effect in the next run · This run: 50"));
  g_assert_true (run_has (fixture, "data.iterator.attrs.batch_size", "50"));
  studio_run_stop (fixture->run);
  WAIT_FOR (ui_find_text (fixture->page, "This run: 50") != NULL);
}

/* A document with several losses has a rate for each, one without a rate has none, and rows follow the stop trigger. */
static void
test_forms (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StudioProject) pair = ui_project_new_pair ();
  g_autoptr (GError) error = NULL;

  g_assert_true (studio_project_set (fixture->project, "optimizer", "AdaDelta", &error));
  g_assert_null (ui_find_text (ui_find (fixture->page, STUDIO_TYPE_KNOBS, NULL), "Learning Rate"));
  g_assert_true (studio_project_set (fixture->project, "stop.unit", "iteration", &error));
  type (fixture, "Iterations", "12");
  g_assert_true (has_value (fixture, "stop", "period", "12.0"));
  g_assert_true (studio_project_set (fixture->project, "stop", "EarlyStoppingTrigger", &error));
  g_assert_null (ui_find_text (ui_find (fixture->page, STUDIO_TYPE_KNOBS, NULL), "Iterations"));
  g_object_set (fixture->page, "project", pair, NULL);
  type (fixture, "Learning Rate (second)", "0.5");
  g_object_set (fixture->page, "project", fixture->project, NULL);
  g_assert_cmpstr (json_object_to_json_string (
                       rensa_document_get (studio_project_get_document (pair), "losses.second.optimizer.attrs.alpha")),
                   ==, "0.5");
}

/* What is refused changes nothing and says why. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  type (fixture, "Batch Size", "0");
  g_assert_true (has_value (fixture, "data.iterator", "batch_size", "50"));
  g_assert_nonnull (ui_find (ui_find (fixture->page, STUDIO_TYPE_KNOBS, NULL), GTK_TYPE_LABEL, "error"));
}

static gboolean
can_see (Fixture *fixture, const char *text)
{
  GtkWidget *label = ui_find_text (fixture->page, text);

  return label != NULL && gtk_widget_get_mapped (label);
}

/* Simple has these, the optimizer by a word, and all else for who asks for it, or is led there by a problem. */
static void
test_simple (Fixture *fixture, gconstpointer data)
{
  GtkWidget *page;

  g_setenv ("RENSA_INTERFACE", "simple", TRUE);
  page = g_object_new (STUDIO_TYPE_TRAINING_PAGE, "project", fixture->project, NULL);
  gtk_window_set_child (GTK_WINDOW (fixture->window), page);
  fixture->page = page;
  g_assert_true (can_see (fixture, "Learning Rate"));
  g_assert_true (can_see (fixture, "Adaptive learning rate (Adam)"));
  g_assert_false (can_see (fixture, "Updater"));
  g_assert_false (can_see (fixture, "Device"));
  g_assert_false (can_see (fixture, "Stop After"));
  g_assert_true (studio_project_set (fixture->project, "stop", "EarlyStoppingTrigger", NULL));
  WAIT_FOR (can_see (fixture, "Stop After"));
  ui_click (ui_find_text (page, "More Settings"));
  WAIT_FOR (can_see (fixture, "Updater") && can_see (fixture, "Device"));
  ui_click (ui_find_text (page, "Fewer Settings"));
  WAIT_FOR (!can_see (fixture, "Updater"));
  studio_training_page_show_setting (STUDIO_TRAINING_PAGE (page), "updater");
  WAIT_FOR (can_see (fixture, "Updater"));
  studio_project_undo (fixture->project);
  start (fixture);
  studio_run_resume (fixture->run);
  WAIT_FOR (can_see (fixture, "loss (validation)"));
  g_assert_null (ui_find_text (page, "main/loss"));
  g_setenv ("RENSA_INTERFACE", "full", TRUE);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  rensa_init ();
  g_test_add ("/ui/training/knobs/rate", Fixture, NULL, setup, test_rate, teardown);
  g_test_add ("/ui/training/knobs/slider", Fixture, NULL, setup, test_slider, teardown);
  g_test_add ("/ui/training/knobs/later", Fixture, NULL, setup, test_later, teardown);
  g_test_add ("/ui/training/knobs/forms", Fixture, NULL, setup, test_forms, teardown);
  g_test_add ("/ui/training/knobs/simple", Fixture, NULL, setup, test_simple, teardown);
  g_test_add ("/ui/training/knobs/refused", Fixture, NULL, setup, test_refused, teardown);
  return g_test_run ();
}
