/* test-model-page.c: palette, canvas and inspector together.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"
#include "studio-attr-form.h"
#include "studio-canvas.h"
#include "studio-first-steps.h"
#include "studio-inspector.h"
#include "studio-model-page.h"
#include "studio-palette.h"
#include "studio-panes.h"
#include "studio-problem-list.h"
#include "studio-selection-panel.h"
#include "ui-fixture.h"

typedef struct
{
  StudioProject *project;
  GtkWidget *window;
  GtkWidget *page;
  GtkWidget *canvas;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->project = ui_project_new_mlp ();
  fixture->page = studio_model_page_new ();
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  g_object_set (fixture->page, "project", fixture->project, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  WAIT_FOR (gtk_widget_get_width (fixture->page) > 0);
  fixture->canvas = ui_find (fixture->page, STUDIO_TYPE_CANVAS, NULL);
  studio_project_wait_for_analysis (fixture->project);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->project);
}

static char *
get_inspected (Fixture *fixture)
{
  char *path;

  g_object_get (ui_find (fixture->page, STUDIO_TYPE_INSPECTOR, NULL), "path", &path, NULL);
  return path;
}

static void
test_status (Fixture *fixture, gconstpointer data)
{
  g_autofree char *totals = NULL;
  GtkWidget *problems;

  WAIT_FOR (ui_find_text (fixture->page, "no problems") != NULL);
  problems = gtk_widget_get_ancestor (ui_find_text (fixture->page, "no problems"), GTK_TYPE_MENU_BUTTON);
  g_assert_false (gtk_widget_is_sensitive (problems));
  totals = g_strdup (
      gtk_label_get_label (GTK_LABEL (ui_find (gtk_widget_get_parent (problems), GTK_TYPE_LABEL, "numeric"))));
  g_assert_true (g_str_has_prefix (totals, "22 parameters · "));
  g_assert_true (g_str_has_suffix (totals, " per batch of 10"));

  g_assert_true (studio_project_set (fixture->project, "model.l2.in_size", "9", NULL));
  studio_project_wait_for_analysis (fixture->project);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (problems)), ==, "1 problem");
  g_assert_true (gtk_widget_is_sensitive (problems));
}

/* What several nodes have together, and what can be done with them. */
static void
test_several (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel;

  WAIT_FOR (ui_find_text (fixture->page, "no problems") != NULL);
  gtk_widget_activate_action (fixture->canvas, "canvas.select-all", NULL);
  panel = ui_find (fixture->page, STUDIO_TYPE_SELECTION_PANEL, NULL);
  g_assert_nonnull (panel);
  g_assert_nonnull (ui_find_text (panel, "4 nodes"));
  g_assert_nonnull (ui_find_text (panel, "22"));
  g_assert_nonnull (ui_find_text (panel, "Linear"));
  g_assert_false (
      gtk_widget_is_sensitive (gtk_widget_get_ancestor (ui_find_text (panel, "Group into Chain"), GTK_TYPE_BUTTON)));

  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "l1");
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_SELECTION_PANEL, NULL));
  gtk_widget_activate_action_variant (fixture->canvas, "canvas.extend", g_variant_new_int32 (GTK_DIR_DOWN));
  panel = ui_find (fixture->page, STUDIO_TYPE_SELECTION_PANEL, NULL);
  g_assert_nonnull (ui_find_text (panel, "2 nodes"));
  ui_click (gtk_widget_get_ancestor (ui_find_text (panel, "Group into Chain"), GTK_TYPE_BUTTON));
  g_assert_null (
      rensa_network_find_node (rensa_document_get_network (studio_project_get_document (fixture->project)), "l1"));
  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_SELECTION_PANEL, NULL));
}

static void
assert_units (Fixture *fixture, const char *first, const char *second)
{
  g_autofree char *l1 = ui_get_value (fixture->project, "model.l1", "out_size");
  g_autofree char *l2 = ui_get_value (fixture->project, "model.l2", "out_size");

  g_assert_cmpstr (l1, ==, first);
  g_assert_cmpstr (l2, ==, second);
}

/* Several nodes of one type have their settings together: what is entered is set in all, and undone in all. */
static void
test_common_settings (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel;
  GtkWidget *form;
  GtkWidget *entry;

  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "relu1");
  gtk_widget_activate_action (fixture->canvas, "canvas.delete", NULL);
  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "l1");
  gtk_widget_activate_action_variant (fixture->canvas, "canvas.extend", g_variant_new_int32 (GTK_DIR_DOWN));
  assert_units (fixture, "4", "2");
  panel = ui_find (fixture->page, STUDIO_TYPE_SELECTION_PANEL, NULL);
  form = ui_find (panel, STUDIO_TYPE_ATTR_FORM, NULL);
  g_assert_nonnull (ui_find_text (panel, "Changes apply to all selected nodes. They differ in out_size."));
  entry = studio_attr_form_get_control (STUDIO_ATTR_FORM (form), "out_size");
  gtk_editable_set_text (GTK_EDITABLE (entry), "7");
  g_signal_emit_by_name (entry, "activate");
  assert_units (fixture, "7", "7");
  g_assert_nonnull (ui_find_text (panel, "Changes apply to all selected nodes."));
  studio_project_undo (fixture->project);
  assert_units (fixture, "4", "2");

  /* The value that the first has already. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "4");
  g_signal_emit_by_name (entry, "activate");
  assert_units (fixture, "4", "4");

  gtk_widget_activate_action (fixture->canvas, "canvas.select-all", NULL);
  g_assert_null (ui_find (panel, STUDIO_TYPE_ATTR_FORM, NULL));
}

static void
test_selection (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;
  GtkWidget *popover;

  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "l1");
  path = get_inspected (fixture);
  g_assert_cmpstr (path, ==, "l1");

  /* A problem leads to its node. */
  g_assert_true (studio_project_set (fixture->project, "model.l2.in_size", "9", NULL));
  studio_project_wait_for_analysis (fixture->project);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (
      GTK_MENU_BUTTON (gtk_widget_get_ancestor (ui_find_text (fixture->page, "1 problem"), GTK_TYPE_MENU_BUTTON))));
  gtk_popover_popup (GTK_POPOVER (popover));
  g_signal_emit_by_name (ui_find (popover, STUDIO_TYPE_PROBLEM_LIST, NULL), "activated", "l2");
  g_assert_cmpstr (studio_canvas_get_selected (STUDIO_CANVAS (fixture->canvas)), ==, "l2");
}

static void
test_palette (Fixture *fixture, gconstpointer data)
{
  const RensaModel *model;

  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "l2");
  g_signal_emit_by_name (ui_find (fixture->page, STUDIO_TYPE_PALETTE, NULL), "activated", "relu");
  model = rensa_network_get_model (rensa_document_get_network (studio_project_get_document (fixture->project)));
  g_assert_cmpuint (model->nodes->len, ==, 5);
  g_assert_cmpstr (rensa_model_get_node (model, 4)->type, ==, "relu");
  WAIT_FOR (studio_canvas_get_selected (STUDIO_CANVAS (fixture->canvas)) != NULL);
}

/* The renamed node stays the selected one. */
static void
test_rename (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry;

  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "l1");
  entry = ui_find (fixture->page, GTK_TYPE_ENTRY, "inspector-name");
  gtk_editable_set_text (GTK_EDITABLE (entry), "hidden");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (studio_canvas_get_selected (STUDIO_CANVAS (fixture->canvas)), ==, "hidden");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "hidden");
  g_assert_true (gtk_widget_get_mapped (entry));
}

/* The page does without a project, and takes another. */
static void
test_projects (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StudioProject) other = ui_project_new_mlp ();

  studio_canvas_select (STUDIO_CANVAS (fixture->canvas), "l1");
  g_object_set (fixture->page, "project", NULL, NULL);
  g_assert_null (ui_find_text (fixture->page, "no problems"));
  g_object_set (fixture->page, "project", other, NULL);
  studio_project_wait_for_analysis (other);
  g_assert_nonnull (ui_find_text (fixture->page, "no problems"));
}

static GtkWidget *
find_step (Fixture *fixture, const char *title)
{
  GtkWidget *label = ui_find_text (ui_find (fixture->page, STUDIO_TYPE_FIRST_STEPS, NULL), title);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON) : NULL;
}

static gboolean
is_checked (GtkWidget *step)
{
  return ui_find (step, GTK_TYPE_IMAGE, NULL) != NULL;
}

/* An empty project has three steps and nothing red; each is checked off where it is done, by undo, too. */
static void
test_first_steps (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("Untitled");
  g_autoptr (StudioProject) project = studio_project_new (document, NULL);
  GtkWidget *problems;

  g_assert_null (ui_find (fixture->page, STUDIO_TYPE_FIRST_STEPS, NULL));
  g_object_set (fixture->page, "project", project, NULL);
  studio_project_wait_for_analysis (project);
  g_assert_cmpuint (rensa_analysis_count_mistakes (studio_project_get_analysis (project)), ==, 0);
  g_assert_false (rensa_analysis_is_trainable (studio_project_get_analysis (project)));
  problems = gtk_widget_get_ancestor (ui_find_text (fixture->page, "not ready yet"), GTK_TYPE_MENU_BUTTON);
  g_assert_false (gtk_widget_has_css_class (problems, "error"));
  g_assert_null (ui_find (fixture->page, GTK_TYPE_IMAGE, "error"));
  g_assert_false (is_checked (find_step (fixture, "Choose Data")));
  g_assert_false (is_checked (find_step (fixture, "Add Layers")));
  g_assert_false (gtk_widget_is_sensitive (find_step (fixture, "Train")));

  g_assert_true (studio_project_set (project, "data.dataset", "moons", NULL));
  g_assert_true (is_checked (find_step (fixture, "Choose Data")));
  studio_canvas_add_after_selected (STUDIO_CANVAS (fixture->canvas), "Linear");
  g_assert_true (is_checked (find_step (fixture, "Add Layers")));
  g_assert_true (gtk_widget_is_sensitive (find_step (fixture, "Train")));
  studio_project_undo (project);
  g_assert_false (is_checked (find_step (fixture, "Add Layers")));
  g_assert_true (is_checked (find_step (fixture, "Choose Data")));

  g_assert_nonnull (ui_find_text (find_step (fixture, "Choose Data"), "Moons"));
  g_assert_true (studio_project_set (project, "data.dataset", "csv(path='folder/plants.csv')", NULL));
  g_assert_nonnull (ui_find_text (find_step (fixture, "Choose Data"), "plants.csv"));
}

static gboolean
is_sheet (GtkWidget *panes, const char *property)
{
  gboolean value;

  g_object_get (panes, property, &value, NULL);
  return value;
}

static void
check_panes (int width, gboolean start_is_sheet, gboolean end_is_sheet)
{
  GtkWidget *start = gtk_label_new ("start");
  GtkWidget *end = gtk_label_new ("end");
  GtkWidget *panes = g_object_new (STUDIO_TYPE_PANES, "start-threshold", 300, "end-threshold", 500, "start", start,
                                   "middle", gtk_label_new ("middle"), "end", end, NULL);
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), width, 200);
  gtk_window_set_child (GTK_WINDOW (window), panes);
  gtk_window_present (GTK_WINDOW (window));
  WAIT_FOR (gtk_widget_get_width (panes) > 0 && is_sheet (panes, "end-is-sheet") == end_is_sheet
            && is_sheet (panes, "start-is-sheet") == start_is_sheet);

  /* A sheet begins hidden, and comes when it is asked for. */
  WAIT_FOR (gtk_widget_get_mapped (start) == !start_is_sheet && gtk_widget_get_mapped (end) == !end_is_sheet);
  g_object_set (panes, "show-start", TRUE, "show-end", TRUE, NULL);
  WAIT_FOR (gtk_widget_get_mapped (start) && gtk_widget_get_mapped (end));
  g_object_set (panes, "show-start", FALSE, "show-end", FALSE, NULL);
  WAIT_FOR (!gtk_widget_get_mapped (start) && !gtk_widget_get_mapped (end));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_panes (void)
{
  check_panes (600, FALSE, FALSE);
  check_panes (500, FALSE, FALSE);
  check_panes (499, FALSE, TRUE);
  check_panes (250, TRUE, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add_func ("/ui/model/panes/thresholds", test_panes);
#define ADD(name, func) g_test_add ("/ui/model/model-page/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("status", test_status);
  ADD ("selection", test_selection);
  ADD ("several", test_several);
  ADD ("palette", test_palette);
  ADD ("rename", test_rename);
  ADD ("projects", test_projects);
  ADD ("first-steps", test_first_steps);
  ADD ("common-settings", test_common_settings);
#undef ADD
  return g_test_run ();
}
