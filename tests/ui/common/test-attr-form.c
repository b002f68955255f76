/* test-attr-form.c: a form for the attributes of a component.
 * SPDX-License-Identifier: MIT */

#include <locale.h>

#include "folder.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-function.h"
#include "rensa-init.h"
#include "studio-attr-form.h"
#include "studio-attr-help.h"
#include "studio-attr-list.h"
#include "studio-format.h"
#include "ui-fixture.h"

typedef struct
{
  StudioProject *project;
  GtkWidget *window;
  GtkWidget *form;
  GString *entered;
} Fixture;

static void
on_entered (Fixture *fixture, const char *path, const char *text)
{
  g_string_append_printf (fixture->entered, "%s=%s;", path, text);
}

static void
set_up (Fixture *fixture, gconstpointer path)
{
  fixture->project = ui_project_new_mlp ();
  fixture->form = studio_attr_form_new ();
  fixture->entered = g_string_new (NULL);
  g_signal_connect_swapped (fixture->form, "entered", G_CALLBACK (on_entered), fixture);
  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), fixture->project, path);
  fixture->window = ui_show (fixture->form);
}

static void
tear_down (Fixture *fixture, gconstpointer path)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->project);
  g_string_free (fixture->entered, TRUE);
}

static GtkWidget *
control_of (Fixture *fixture, const char *name)
{
  return studio_attr_form_get_control (STUDIO_ATTR_FORM (fixture->form), name);
}

static GtkWidget *
row_of (Fixture *fixture, const char *name)
{
  return gtk_widget_get_ancestor (control_of (fixture, name), STUDIO_TYPE_ATTR_ROW);
}

static void
type (Fixture *fixture, const char *name, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (control_of (fixture, name)), text);
}

/* As a person does it who presses Enter after it. */
static void
enter (Fixture *fixture, const char *name, const char *text)
{
  type (fixture, name, text);
  g_signal_emit_by_name (control_of (fixture, name), "activate");
}

static void
assert_shown (Fixture *fixture, const char *name, const char *text)
{
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (control_of (fixture, name))), ==, text);
}

static void
assert_value (Fixture *fixture, const char *path, const char *name, const char *expected)
{
  g_autofree char *value = ui_get_value (fixture->project, path, name);

  g_assert_cmpstr (value, ==, expected);
}

static void
test_refused (Fixture *fixture, gconstpointer path)
{
  GtkWidget *control = control_of (fixture, "n_batch_axes");
  GtkWidget *row = row_of (fixture, "n_batch_axes");
  GtkWidget *sentence;

  type (fixture, "n_batch_axes", "9");
  assert_value (fixture, path, "n_batch_axes", "1");
  g_assert_null (ui_find (row, GTK_TYPE_LABEL, "attr-sentence"));

  g_signal_emit_by_name (control, "activate");
  sentence = ui_find (row, GTK_TYPE_LABEL, "attr-sentence");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (sentence)), ==,
                   "n_batch_axes expects an integer from 1 to 7, but 9 was given.");
  g_assert_true (gtk_widget_has_css_class (control, "error"));
  g_assert_null (ui_find (row_of (fixture, "in_size"), GTK_TYPE_LABEL, "attr-sentence"));

  /* What was refused stays while other values change. */
  enter (fixture, "in_size", "2");
  assert_value (fixture, path, "in_size", "2");
  assert_shown (fixture, "n_batch_axes", "9");
  g_assert_true (gtk_widget_get_visible (sentence));

  enter (fixture, "n_batch_axes", "2");
  assert_value (fixture, path, "n_batch_axes", "2");
  g_assert_false (gtk_widget_get_visible (sentence));
  g_assert_cmpstr (fixture->entered->str, ==, "model.l1.in_size=2;model.l1.n_batch_axes=2;");
}

/* Where the focus goes, a value that is refused goes, too; one that waits is set. */
static void
test_leave (Fixture *fixture, gconstpointer path)
{
  gtk_widget_grab_focus (control_of (fixture, "alpha"));
  type (fixture, "alpha", "many");
  g_signal_emit_by_name (control_of (fixture, "alpha"), "activate");
  g_assert_true (gtk_widget_has_css_class (control_of (fixture, "alpha"), "error"));
  gtk_widget_grab_focus (control_of (fixture, "beta1"));
  WAIT_FOR (!gtk_widget_has_css_class (control_of (fixture, "alpha"), "error"));
  assert_shown (fixture, "alpha", "0.001");

  type (fixture, "beta1", "0.5");
  assert_value (fixture, path, "beta1", "0.9");
  gtk_widget_grab_focus (control_of (fixture, "alpha"));
  WAIT_FOR (fixture->entered->len > 0);
  assert_value (fixture, path, "beta1", "0.5");
}

/* Whoever saves or trains has what stands in the fields. */
static void
test_settle (Fixture *fixture, gconstpointer path)
{
  type (fixture, "alpha", "0.25");
  assert_value (fixture, path, "alpha", "0.001");
  studio_project_settle (fixture->project);
  assert_value (fixture, path, "alpha", "0.25");
  type (fixture, "alpha", "0.5");
  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), fixture->project, "hooks.0");
  assert_value (fixture, path, "alpha", "0.5");
}

static void
run (const char *const *command)
{
  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                NULL, NULL);
}

/* Numbers as they are written in Germany; the machine need not have the locale. */
static gboolean
use_decimal_comma (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "de_DE.UTF-8", NULL);
  const char *const command[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL };

  run (command);
  g_setenv ("LOCPATH", folder, TRUE);
  return setlocale (LC_NUMERIC, "de_DE.UTF-8") != NULL;
}

static void
test_decimal_comma (Fixture *fixture, gconstpointer path)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *long_number = NULL;

  if (use_decimal_comma (folder))
    {
      enter (fixture, "alpha", "0,05");
      assert_value (fixture, path, "alpha", "0.05");
      enter (fixture, "alpha", "0.02");
      studio_attr_form_settle (STUDIO_ATTR_FORM (fixture->form));
      assert_value (fixture, path, "alpha", "0.02");
      assert_shown (fixture, "alpha", "0,02");
      long_number = studio_format_local (g_strdup ("12,345.5"));
      g_assert_cmpstr (long_number, ==, "12.345,5");
      enter (fixture, "alpha", "0,0,5");
      assert_value (fixture, path, "alpha", "0.02");
      setlocale (LC_NUMERIC, "C");
      enter (fixture, "alpha", "0,05");
      assert_value (fixture, path, "alpha", "0.05");
      enter (fixture, "alpha", "1,000");
      assert_value (fixture, path, "alpha", "0.05");
    }
  else
    g_test_skip ("there is no German locale");
  test_folder_remove (folder);
}

/* A pause does what Enter does; but an empty field is not None yet. */
static void
test_pause (Fixture *fixture, gconstpointer path)
{
  type (fixture, "alpha", "1e-");
  WAIT_FOR (ui_find (row_of (fixture, "alpha"), GTK_TYPE_LABEL, "attr-sentence") != NULL);
  type (fixture, "alpha", "1e-2");
  WAIT_FOR (fixture->entered->len > 0);
  g_assert_cmpstr (fixture->entered->str, ==, "optimizer.alpha=1e-2;");
}

static void
test_typing (Fixture *fixture, gconstpointer path)
{
  gtk_widget_grab_focus (control_of (fixture, "alpha"));
  enter (fixture, "alpha", "1e-2");
  gtk_editable_set_position (GTK_EDITABLE (control_of (fixture, "alpha")), 2);
  assert_value (fixture, path, "alpha", "0.01");
  studio_project_wait_for_analysis (fixture->project);

  assert_shown (fixture, "alpha", "1e-2");
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (control_of (fixture, "alpha"))), ==, 2);
  g_assert_true (gtk_widget_has_focus (gtk_widget_get_first_child (control_of (fixture, "alpha"))));
  /* No change, no step of undo. */
  enter (fixture, "alpha", "0.010");
  studio_project_undo (fixture->project);
  assert_value (fixture, path, "alpha", "0.001");
}

static void
test_undo (Fixture *fixture, gconstpointer path)
{
  GtkWidget *control = control_of (fixture, "out_size");

  /* Digit after digit is one step. */
  enter (fixture, "out_size", "1");
  enter (fixture, "out_size", "12");
  enter (fixture, "out_size", "128");
  assert_value (fixture, path, "out_size", "128");
  studio_project_undo (fixture->project);
  assert_shown (fixture, "out_size", "4");
  g_assert_true (control == control_of (fixture, "out_size"));
  studio_project_redo (fixture->project);
  assert_shown (fixture, "out_size", "128");

  g_assert_true (studio_project_set (fixture->project, "model.l1.nobias", "True", NULL));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (control_of (fixture, "nobias"))));
}

static void
test_none (Fixture *fixture, gconstpointer path)
{
  GtkEntry *entry = GTK_ENTRY (control_of (fixture, "in_size"));

  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "None");
  studio_attr_form_set_inferred (STUDIO_ATTR_FORM (fixture->form), "in_size", "auto (784)");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "auto (784)");

  enter (fixture, "in_size", "2");
  assert_value (fixture, path, "in_size", "2");
  enter (fixture, "in_size", "");
  assert_value (fixture, path, "in_size", "None");
}

static void
test_reset (Fixture *fixture, gconstpointer path)
{
  GtkWidget *row = row_of (fixture, "alpha");

  g_assert_null (ui_find (row, GTK_TYPE_BUTTON, "circular"));
  enter (fixture, "alpha", "0.5");
  ui_click (ui_find (row, GTK_TYPE_BUTTON, "circular"));
  assert_value (fixture, path, "alpha", "0.001");
  assert_shown (fixture, "alpha", "0.001");
  g_assert_null (ui_find (row, GTK_TYPE_BUTTON, "circular"));

  /* Also what was refused. */
  enter (fixture, "alpha", "many");
  ui_click (ui_find (row, GTK_TYPE_BUTTON, "circular"));
  assert_shown (fixture, "alpha", "0.001");
  g_assert_null (ui_find (row, GTK_TYPE_LABEL, "attr-sentence"));
}

/* Words that look like something else stay words. */
static void
test_strings (Fixture *fixture, gconstpointer path)
{
  static const char *const typed[] = { "log.json", "'log'", "3", "a=b, c" };

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autoptr (RensaAttrs) attrs = NULL;
      g_autoptr (RensaJson) json = NULL;

      enter (fixture, "filename", typed[i]);
      attrs = rensa_document_get_attrs (studio_project_get_document (fixture->project), path, NULL);
      json = rensa_attrs_get_json (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), "filename"));
      g_assert_cmpstr (json_object_get_string (json), ==, typed[i]);
    }
}

/* The attribute of a LogReport, not the trigger of the extension. */
static void
test_trigger (Fixture *fixture, gconstpointer path)
{
  GtkWidget *period = ui_open_inner (fixture->form, "trigger", "period");
  struct json_object *extension;

  gtk_editable_set_text (GTK_EDITABLE (period), "5");
  g_signal_emit_by_name (period, "activate");
  assert_value (fixture, path, "trigger", "IntervalTrigger(period=5.0)");
  extension = rensa_document_get (studio_project_get_document (fixture->project), "extensions.1");
  g_assert_false (json_object_object_get_ex (extension, "trigger", NULL));
}

/* Another type at the same path has other rows; none remain where the component is gone. */
static void
test_types (Fixture *fixture, gconstpointer path)
{
  g_assert_nonnull (control_of (fixture, "alpha"));
  g_assert_true (studio_project_set (fixture->project, "optimizer", "SGD", NULL));
  g_assert_null (control_of (fixture, "alpha"));
  g_assert_nonnull (control_of (fixture, "lr"));
  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), fixture->project, "hooks.7");
  g_assert_null (control_of (fixture, "lr"));
  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), NULL, NULL);
}

static double
get_left (Fixture *fixture, const char *name)
{
  graphene_rect_t bounds;

  g_assert_true (
      gtk_widget_compute_bounds (gtk_widget_get_parent (control_of (fixture, name)), fixture->form, &bounds));
  return bounds.origin.x;
}

/* Numbers stand below each other, also where some may be None and say so in more words. */
static void
test_aligned (Fixture *fixture, gconstpointer path)
{
  studio_attr_form_set_inferred (STUDIO_ATTR_FORM (fixture->form), "in_size", "auto (784)");
  gtk_window_set_default_size (GTK_WINDOW (gtk_widget_get_root (fixture->form)), 300, 600);
  WAIT_FOR (gtk_widget_get_width (fixture->form) > 0 && gtk_widget_get_width (fixture->form) < 340);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpfloat (get_left (fixture, "in_size"), ==, get_left (fixture, "out_size"));
  g_assert_cmpfloat (get_left (fixture, "in_size"), ==, get_left (fixture, "n_batch_axes"));
}

static GtkListBoxRow *
find_advanced (Fixture *fixture)
{
  GtkWidget *label = ui_find_text (fixture->form, "Advanced");

  return label != NULL ? GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW)) : NULL;
}

static gboolean
has_text (Fixture *fixture, const char *text)
{
  return ui_find_text (fixture->form, text) != NULL;
}

/* What few change is folded, until it is asked for or says something; a short form has it in sight. */
static void
test_advanced (Fixture *fixture, gconstpointer path)
{
  GtkListBoxRow *advanced = find_advanced (fixture);
  GtkWidget *other;

  g_assert_true (has_text (fixture, "alpha"));
  g_assert_false (has_text (fixture, "amsgrad"));
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (advanced)), "row-activated", advanced);
  g_assert_true (has_text (fixture, "amsgrad"));
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (advanced)), "row-activated", advanced);
  g_assert_false (has_text (fixture, "amsgrad"));

  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), fixture->project, "model.l1");
  g_assert_null (find_advanced (fixture));
  g_assert_true (studio_project_set (fixture->project, "optimizer.amsgrad", "true", NULL));
  other = studio_attr_form_new ();
  studio_attr_form_bind (STUDIO_ATTR_FORM (other), fixture->project, path);
  gtk_window_set_child (GTK_WINDOW (fixture->window), other);
  fixture->form = other;
  g_assert_true (has_text (fixture, "amsgrad"));
}

/* The row of the menu beside the entry that stands for @name. */
static GtkWidget *
find_choice (Fixture *fixture, GType type, const char *attr, const char *name)
{
  GtkWidget *button = ui_find (row_of (fixture, attr), GTK_TYPE_MENU_BUTTON, NULL);
  GtkWidget *popover;
  GtkWidget *row;

  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  row = ui_find (popover, type, NULL);
  while (row != NULL && g_strcmp0 (g_object_get_data (G_OBJECT (row), "studio-name"), name) != 0)
    row = gtk_widget_get_next_sibling (row);
  g_assert_nonnull (row);
  return row;
}

static void
add_extension (Fixture *fixture, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  g_autoptr (RensaDocument) document = studio_project_begin (fixture->project);

  g_assert_true (rensa_document_append_component (document, "extensions", attrs, NULL));
  studio_project_commit (fixture->project, document, "Test", NULL);
  WAIT_FOR (studio_project_is_analysed (fixture->project));
}

/* What names something of the project can be chosen from what there is. */
static void
test_choices (Fixture *fixture, gconstpointer path)
{
  GtkWidget *rate;

  add_extension (fixture, "StepShift(attr=lr, gamma=0.5, step=10)");
  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), fixture->project, "extensions.2");
  assert_shown (fixture, "attr", "lr");
  rate = find_choice (fixture, GTK_TYPE_BUTTON, "attr", "alpha");
  g_assert_nonnull (ui_find_text (rate, "Learning Rate"));
  g_signal_emit_by_name (rate, "clicked");
  assert_shown (fixture, "attr", "alpha");
  assert_value (fixture, "extensions.2", "attr", "'alpha'");
}

/* Several: each is added and taken away. */
static void
test_list_of_choices (Fixture *fixture, gconstpointer path)
{
  GtkWidget *loss;

  add_extension (fixture, "PlotReport(y_keys='main/accuracy')");
  studio_attr_form_bind (STUDIO_ATTR_FORM (fixture->form), fixture->project, "extensions.2");
  loss = find_choice (fixture, GTK_TYPE_CHECK_BUTTON, "y_keys", "main/loss");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (loss), TRUE);
  assert_value (fixture, "extensions.2", "y_keys", "'main/accuracy, main/loss'");
  loss = find_choice (fixture, GTK_TYPE_CHECK_BUTTON, "y_keys", "main/loss");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (loss)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (loss), FALSE);
  assert_value (fixture, "extensions.2", "y_keys", "'main/accuracy'");
}

/* In Simple a row bears its title alone; the name of the attribute stays that of its control. */
static void
test_simple (void)
{
  g_autoptr (StudioProject) project = ui_project_new_mlp ();
  GtkWidget *form = studio_attr_form_new ();
  GtkWidget *window;

  g_setenv ("RENSA_INTERFACE", "simple", TRUE);
  window = ui_show (form);
  studio_attr_form_bind (STUDIO_ATTR_FORM (form), project, "optimizer");
  g_assert_nonnull (ui_find_text (form, "Learning Rate"));
  g_assert_null (ui_find_text (form, "alpha"));
  g_assert_nonnull (studio_attr_form_get_control (STUDIO_ATTR_FORM (form), "alpha"));
  gtk_window_destroy (GTK_WINDOW (window));
  g_setenv ("RENSA_INTERFACE", "full", TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
#define ADD(name, path, func) g_test_add ("/ui/common/attr-form/" name, Fixture, path, set_up, func, tear_down)
  ADD ("aligned", "model.l1", test_aligned);
  ADD ("refused", "model.l1", test_refused);
  ADD ("pause", "optimizer", test_pause);
  ADD ("leave", "optimizer", test_leave);
  ADD ("settle", "optimizer", test_settle);
  ADD ("decimal-comma", "optimizer", test_decimal_comma);
  ADD ("typing", "optimizer", test_typing);
  ADD ("undo", "model.l1", test_undo);
  ADD ("none", "model.l1", test_none);
  ADD ("reset", "optimizer", test_reset);
  ADD ("strings", "extensions.1", test_strings);
  ADD ("choices", "extensions.1", test_choices);
  ADD ("list-of-choices", "extensions.1", test_list_of_choices);
  ADD ("trigger", "extensions.1", test_trigger);
  ADD ("types", "optimizer", test_types);
  ADD ("advanced", "optimizer", test_advanced);
#undef ADD
  g_test_add_func ("/ui/common/attr-form/simple", test_simple);
  return g_test_run ();
}
