/* test-model-tabs.c: a training step and its models, one at a time.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"
#include "studio-canvas.h"
#include "studio-inspector.h"
#include "studio-model-page.h"
#include "studio-model-tabs.h"
#include "studio-problem-list.h"
#include "studio-step-panel.h"
#include "ui-fixture.h"

typedef struct
{
  StudioProject *project;
  GtkWidget *window;
  GtkWidget *page;
  StudioCanvas *canvas;
  GtkWidget *tabs;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->project = data != NULL ? ui_project_new_pair () : ui_project_new_mlp ();
  fixture->page = studio_model_page_new ();
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  g_object_set (fixture->page, "project", fixture->project, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  WAIT_FOR (gtk_widget_get_width (fixture->page) > 0);
  fixture->canvas = STUDIO_CANVAS (ui_find (fixture->page, STUDIO_TYPE_CANVAS, NULL));
  fixture->tabs = ui_find (fixture->page, STUDIO_TYPE_MODEL_TABS, NULL);
  studio_project_wait_for_analysis (fixture->project);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->project);
}

static GtkWidget *
find_tab (Fixture *fixture, const char *name)
{
  GtkWidget *label = ui_find_text (fixture->tabs, name);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON) : NULL;
}

static void
assert_scope (Fixture *fixture, const char *scope)
{
  GtkWidget *tab = find_tab (fixture, scope[0] != '\0' ? scope : "Step");

  g_assert_cmpstr (studio_canvas_get_scope (fixture->canvas), ==, scope);
  g_assert_nonnull (tab);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)));
}

static void
do_action (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (fixture->tabs, action, NULL));
}

/* A simple project has none, until its step is opened. */
static void
test_simple (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);

  g_assert_null (fixture->tabs);
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_STEP_PANEL, NULL));
  g_assert_nonnull (ui_find_text (fixture->page, "Edit Step"));
  g_assert_true (rensa_document_open_step (document, NULL));
  studio_project_commit (fixture->project, document, "Edit Step", NULL);
  fixture->tabs = ui_find (fixture->page, STUDIO_TYPE_MODEL_TABS, NULL);
  assert_scope (fixture, "");
  g_assert_nonnull (find_tab (fixture, "predictor"));
  g_assert_nonnull (ui_find (fixture->page, STUDIO_TYPE_STEP_PANEL, NULL));
  g_assert_null (ui_find_text (fixture->page, "Edit Step"));

  studio_canvas_set_scope (fixture->canvas, "predictor");
  assert_scope (fixture, "predictor");
  studio_project_undo (fixture->project);
  g_assert_cmpstr (studio_canvas_get_scope (fixture->canvas), ==, "");
  g_assert_false (gtk_widget_get_visible (fixture->tabs));
}

static void
test_choose (Fixture *fixture, gconstpointer data)
{
  assert_scope (fixture, "");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_tab (fixture, "second")), TRUE);
  assert_scope (fixture, "second");
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_STEP_PANEL, NULL));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_tab (fixture, "Step")), TRUE);
  assert_scope (fixture, "");
  g_assert_nonnull (ui_find (fixture->page, STUDIO_TYPE_STEP_PANEL, NULL));
}

static void
test_add_and_remove (Fixture *fixture, gconstpointer data)
{
  do_action (fixture, "tabs.add");
  assert_scope (fixture, "model1");
  do_action (fixture, "tabs.add");
  assert_scope (fixture, "model2");
  do_action (fixture, "tabs.remove");
  assert_scope (fixture, "");
  g_assert_null (find_tab (fixture, "model2"));

  /* Its call goes with it. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_tab (fixture, "first")), TRUE);
  do_action (fixture, "tabs.remove");
  g_assert_null (
      rensa_network_find_node (rensa_document_get_network (studio_project_get_document (fixture->project)), "a"));
  for (int i = 0; i < 4; i++)
    studio_project_undo (fixture->project);
  assert_scope (fixture, "");
  g_assert_nonnull (find_tab (fixture, "first"));
  g_assert_null (find_tab (fixture, "model1"));
}

static AdwMessageDialog *
open_rename (Fixture *fixture)
{
  g_autoptr (GList) windows = NULL;
  AdwMessageDialog *dialog = NULL;

  do_action (fixture, "tabs.rename");
  windows = gtk_window_list_toplevels ();
  for (GList *window = windows; window != NULL; window = window->next)
    if (ADW_IS_MESSAGE_DIALOG (window->data))
      dialog = window->data;
  g_assert_nonnull (dialog);
  return dialog;
}

static void
test_rename (Fixture *fixture, gconstpointer data)
{
  AdwMessageDialog *dialog;
  GtkEditable *entry;

  studio_canvas_set_scope (fixture->canvas, "first");
  dialog = open_rename (fixture);
  entry = GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "first");
  gtk_editable_set_text (entry, "second");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "rename"));
  g_assert_cmpstr (adw_message_dialog_get_body (dialog), !=, "");
  gtk_editable_set_text (entry, "maker");
  g_assert_true (adw_message_dialog_get_response_enabled (dialog, "rename"));
  adw_message_dialog_response (dialog, "rename");
  gtk_window_destroy (GTK_WINDOW (dialog));
  assert_scope (fixture, "maker");
  g_assert_null (find_tab (fixture, "first"));
}

/* A problem in a model leads there, and one of a model as a whole opens it. */
static void
test_problems (Fixture *fixture, gconstpointer data)
{
  GtkWidget *popover;

  g_assert_true (studio_project_set (fixture->project, "models.second.l.in_size", "9", NULL));
  studio_project_wait_for_analysis (fixture->project);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (
      GTK_MENU_BUTTON (gtk_widget_get_ancestor (ui_find_text (fixture->page, "1 problem"), GTK_TYPE_MENU_BUTTON))));
  gtk_popover_popup (GTK_POPOVER (popover));
  g_signal_emit_by_name (ui_find (popover, STUDIO_TYPE_PROBLEM_LIST, NULL), "activated", "second.l");
  assert_scope (fixture, "second");
  g_assert_cmpstr (studio_canvas_get_selected (fixture->canvas), ==, "second.l");
  studio_canvas_select (fixture->canvas, "first");
  assert_scope (fixture, "first");
}

/* The node that calls a model opens it, and leaving it leads back to that node. */
static void
test_call (Fixture *fixture, gconstpointer data)
{
  studio_canvas_select (fixture->canvas, "b");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->canvas), "canvas.open", NULL));
  assert_scope (fixture, "second");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->canvas), "canvas.escape", NULL));
  assert_scope (fixture, "");
  g_assert_cmpstr (studio_canvas_get_selected (fixture->canvas), ==, "b");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add ("/ui/model/model-tabs/simple", Fixture, NULL, set_up, test_simple, tear_down);
#define ADD(name, func) g_test_add ("/ui/model/model-tabs/" name, Fixture, "pair", set_up, func, tear_down)
  ADD ("choose", test_choose);
  ADD ("add-and-remove", test_add_and_remove);
  ADD ("rename", test_rename);
  ADD ("problems", test_problems);
  ADD ("call", test_call);
#undef ADD
  return g_test_run ();
}
