/* test-component-dialog.c: choosing components in dialogs.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-values.h"
#include "rensa-init.h"
#include "studio-attr-form.h"
#include "studio-component-dialog.h"
#include "studio-component-list.h"
#include "ui-fixture.h"

static GtkListBox *
get_list (GtkWidget *dialog)
{
  return GTK_LIST_BOX (ui_find (ui_find (dialog, STUDIO_TYPE_COMPONENT_LIST, NULL), GTK_TYPE_LIST_BOX, NULL));
}

/* By the title, which stands first. */
static GtkListBoxRow *
find_row (GtkWidget *dialog, const char *title)
{
  GtkWidget *label = ui_find_text (GTK_WIDGET (get_list (dialog)), title);

  return label != NULL ? GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW)) : NULL;
}

static void
on_entered (GString *log, const char *path, const char *text)
{
  g_string_append_printf (log, "%s=%s;", path, text);
}

static void
test_type (void)
{
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  GtkWidget *dialog = studio_component_dialog_new (project, RENSA_COMPONENT_OPTIMIZER_HOOK, "hooks.0", NULL);
  g_autoptr (GString) log = g_string_new (NULL);
  GtkWidget *form;

  g_signal_connect_swapped (dialog, "entered", G_CALLBACK (on_entered), log);
  gtk_window_present (GTK_WINDOW (dialog));
  form = ui_find (dialog, STUDIO_TYPE_ATTR_FORM, NULL);
  g_assert_true (gtk_list_box_get_selected_row (get_list (dialog)) == find_row (dialog, "Weight Decay"));
  g_assert_nonnull (studio_attr_form_get_control (STUDIO_ATTR_FORM (form), "rate"));

  gtk_list_box_select_row (get_list (dialog), find_row (dialog, "Gradient Clipping"));
  g_assert_cmpstr (log->str, ==, "hooks.0=GradientClipping(threshold=1.0);");
  g_assert_nonnull (studio_attr_form_get_control (STUDIO_ATTR_FORM (form), "threshold"));
  g_assert_nonnull (ui_find_text (dialog, "Gradient Clipping"));

  studio_project_undo (project);
  g_assert_true (gtk_list_box_get_selected_row (get_list (dialog)) == find_row (dialog, "Weight Decay"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What most people take for such labels comes first, and what does not fit them comes last. */
static void
test_order (void)
{
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  RensaAnalysis *analysis = studio_project_wait_for_analysis (project);
  GtkWidget *dialog = studio_component_dialog_new (project, RENSA_COMPONENT_FUNCTION, "loss", NULL);
  GtkListBoxRow *fitting;
  GtkListBoxRow *unfit;

  gtk_window_present (GTK_WINDOW (dialog));
  fitting = find_row (dialog, "softmax_cross_entropy");
  unfit = find_row (dialog, "mean_squared_error");
  g_assert_cmpint (
      rensa_analysis_rank (analysis, rensa_registry_find (RENSA_COMPONENT_FUNCTION, "softmax_cross_entropy", NULL)), ==,
      2);
  g_assert_cmpint (gtk_list_box_row_get_index (fitting), <=, 1);
  g_assert_cmpint (gtk_list_box_row_get_index (unfit), >, gtk_list_box_row_get_index (find_row (dialog, "Hinge Loss")));
  g_assert_true (gtk_list_box_get_selected_row (get_list (dialog)) == fitting);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Only what measures can be a loss or an accuracy; an accuracy can be left out. */
static void
test_measures (void)
{
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  GtkWidget *loss = studio_component_dialog_new (project, RENSA_COMPONENT_FUNCTION, "loss", NULL);
  GtkWidget *accuracy = studio_component_dialog_new (project, RENSA_COMPONENT_FUNCTION, "accuracy", NULL);

  gtk_window_present (GTK_WINDOW (loss));
  gtk_window_present (GTK_WINDOW (accuracy));
  g_assert_nonnull (find_row (loss, "mean_squared_error"));
  g_assert_null (find_row (loss, "relu"));
  g_assert_null (find_row (loss, "accuracy"));
  g_assert_null (find_row (loss, "None"));
  gtk_list_box_select_row (get_list (accuracy), find_row (accuracy, "None"));
  g_assert_null (rensa_document_get (studio_project_get_document (project), "accuracy"));
  g_assert_true (gtk_list_box_get_selected_row (get_list (accuracy)) == find_row (accuracy, "None"));
  gtk_window_destroy (GTK_WINDOW (loss));
  gtk_window_destroy (GTK_WINDOW (accuracy));
}

static void
test_trigger (void)
{
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  GtkWidget *dialog = studio_component_dialog_new (project, RENSA_COMPONENT_EXTENSION, "extensions.1", NULL);
  GtkWidget *choice;

  gtk_window_present (GTK_WINDOW (dialog));
  /* The attribute of a LogReport is not the trigger of the extension. */
  g_assert_true (studio_project_set (project, "extensions.1.attrs.trigger", "IntervalTrigger(period=5)", NULL));
  choice = ui_find (ui_find (dialog, ADW_TYPE_PREFERENCES_GROUP, NULL), GTK_TYPE_DROP_DOWN, NULL);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (choice)), ==, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 1);
  g_assert_nonnull (rensa_document_get (studio_project_get_document (project), "extensions.1.trigger"));
  studio_project_undo (project);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (choice)), ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What stands beside an extension, and not among its attributes. */
static void
test_settings (void)
{
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  GtkWidget *dialog = studio_component_dialog_new (project, RENSA_COMPONENT_EXTENSION, "extensions.1", NULL);
  GtkWidget *before;

  gtk_window_present (GTK_WINDOW (dialog));
  before = ui_find (dialog, GTK_TYPE_SWITCH, NULL);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (before)));
  gtk_switch_set_active (GTK_SWITCH (before), TRUE);
  WAIT_FOR (rensa_document_get (studio_project_get_document (project), "extensions.1.call_before_training") != NULL);
  studio_project_undo (project);
  WAIT_FOR (!gtk_switch_get_active (GTK_SWITCH (before)));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
on_chosen (const char *name, gpointer data)
{
  g_string_append (data, name);
}

static void
test_chooser (void)
{
  g_autoptr (GString) chosen = g_string_new (NULL);
  GtkWidget *dialog =
      studio_component_chooser_new (RENSA_COMPONENT_OPTIMIZER_HOOK, "Add Hook", NULL, on_chosen, chosen, NULL);
  GtkWidget *search;

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  search = ui_find (dialog, GTK_TYPE_SEARCH_ENTRY, NULL);
  g_assert_false (gtk_widget_is_sensitive (ui_find (dialog, GTK_TYPE_BUTTON, "suggested-action")));
  gtk_editable_set_text (GTK_EDITABLE (search), "ridge");
  WAIT_FOR (find_row (dialog, "Gradient Clipping") == NULL);
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (chosen->str, ==, "WeightDecay");
  WAIT_FOR (dialog == NULL);
}

/* Those that do not fit the project come last and say why; the second line of a row never repeats the first. */
static void
test_extensions (void)
{
  g_autoptr (GString) chosen = g_string_new (NULL);
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  RensaAnalysis *analysis = studio_project_wait_for_analysis (project);
  GtkWidget *dialog =
      studio_component_chooser_new (RENSA_COMPONENT_EXTENSION, "Add Extension", analysis, on_chosen, chosen, NULL);
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_EXTENSION, &n);
  int n_fit = 0;

  gtk_window_present (GTK_WINDOW (dialog));
  for (guint i = 0; i < n; i++)
    n_fit += rensa_analysis_get_misfit (analysis, components[i]) == NULL ? 1 : 0;
  g_assert_cmpint (n_fit, >, 0);
  g_assert_cmpint (n_fit, <, n);
  for (guint i = 0; i < n; i++)
    {
      GtkListBoxRow *row = find_row (dialog, components[i]->title != NULL ? components[i]->title : components[i]->name);
      const char *misfit = rensa_analysis_get_misfit (analysis, components[i]);
      GtkWidget *second = gtk_widget_get_last_child (gtk_list_box_row_get_child (row));

      g_assert_cmpint (gtk_list_box_row_get_index (row) >= n_fit, ==, misfit != NULL);
      if (misfit != NULL)
        g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (second)), ==, misfit);
      else if (second != gtk_widget_get_first_child (gtk_list_box_row_get_child (row)))
        g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (second)), ==, components[i]->name);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Steps that do not fit a table come last with a sentence; what varies examples comes after what prepares them; what was chosen lately is
 * first among equals. */
static void
test_steps (void)
{
  g_autoptr (GString) chosen = g_string_new (NULL);
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  RensaAnalysis *analysis = studio_project_wait_for_analysis (project);
  GtkWidget *dialog =
      studio_component_chooser_new (RENSA_COMPONENT_TRANSFORM, "Add Step", analysis, on_chosen, chosen, NULL);
  GtkWidget *again;
  int crop;

  gtk_window_present (GTK_WINDOW (dialog));
  crop = gtk_list_box_row_get_index (find_row (dialog, "Center Crop"));
  g_assert_cmpint (gtk_list_box_row_get_index (find_row (dialog, "Normalize")), ==, 0);
  g_assert_cmpint (gtk_list_box_row_get_index (find_row (dialog, "Noise")), <, crop);
  g_assert_nonnull (
      rensa_analysis_get_misfit (analysis, rensa_registry_find (RENSA_COMPONENT_TRANSFORM, "CenterCrop", NULL)));
  gtk_list_box_select_row (GTK_LIST_BOX (gtk_widget_get_parent (GTK_WIDGET (find_row (dialog, "Scale to Range")))),
                           find_row (dialog, "Scale to Range"));
  gtk_widget_activate_action (dialog, "chooser.choose", NULL);
  g_assert_cmpstr (chosen->str, ==, "ScaleRange");

  again = studio_component_chooser_new (RENSA_COMPONENT_TRANSFORM, "Add Step", analysis, on_chosen, chosen, NULL);
  gtk_window_present (GTK_WINDOW (again));
  g_assert_cmpint (gtk_list_box_row_get_index (find_row (again, "Scale to Range")), ==, 0);
  gtk_window_destroy (GTK_WINDOW (again));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add_func ("/ui/common/component-dialog/type", test_type);
  g_test_add_func ("/ui/common/component-dialog/order", test_order);
  g_test_add_func ("/ui/common/component-dialog/measures", test_measures);
  g_test_add_func ("/ui/common/component-dialog/trigger", test_trigger);
  g_test_add_func ("/ui/common/component-dialog/settings", test_settings);
  g_test_add_func ("/ui/common/component-dialog/chooser", test_chooser);
  g_test_add_func ("/ui/common/component-dialog/extensions", test_extensions);
  g_test_add_func ("/ui/common/component-dialog/steps", test_steps);
  return g_test_run ();
}
