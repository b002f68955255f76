/* test-attr-form.c: forms for the attributes of every component.
 * SPDX-License-Identifier: MIT */

#include <locale.h>

#include "rensa-function.h"
#include "rensa-init.h"
#include "studio-attr-form.h"
#include "studio-attr-help.h"
#include "studio-attr-list.h"
#include "studio-component-start.h"
#include "ui-fixture.h"

/* Where a component of each kind stands in a document; an initializer stands in a link. */
static const char *const places[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = "model.n",       [RENSA_COMPONENT_LINK] = "model.n",
  [RENSA_COMPONENT_INITIALIZER] = "model.l1",   [RENSA_COMPONENT_OPTIMIZER] = "optimizer",
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = "hooks.0", [RENSA_COMPONENT_DATASET] = "data.dataset",
  [RENSA_COMPONENT_ITERATOR] = "data.iterator", [RENSA_COMPONENT_UPDATER] = "updater",
  [RENSA_COMPONENT_TRIGGER] = "stop",           [RENSA_COMPONENT_EXTENSION] = "extensions.0",
};

/* {"name": "n", "type": …, "attrs": …} of text such as "Linear(out_size=1)". */
static struct json_object *
make_component (RensaComponentKind kind, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (kind, text, NULL);
  g_autoptr (RensaJson) flat = rensa_attrs_to_json (attrs);
  struct json_object *json = json_object_new_object ();
  struct json_object *values = json_object_new_object ();

  json_object_object_foreach (flat, name, value)
  {
    if (strcmp (name, "type") == 0)
      json_object_object_add (json, name, json_object_get (value));
    else
      json_object_object_add (values, name, json_object_get (value));
  }
  json_object_object_add (json, "name", json_object_new_string ("n"));
  json_object_object_add (json, "attrs", values);
  return json;
}

static struct json_object *
get (struct json_object *json, const char *pointer)
{
  struct json_object *value = NULL;

  g_assert_cmpint (json_pointer_get (json, pointer, &value), ==, 0);
  return value;
}

/* A project in which @component stands at its place. */
static StudioProject *
make_project (RensaComponentKind kind, const RensaComponent *component)
{
  static const struct
  {
    RensaComponentKind kind;
    const char *object;
    const char *key;
  } fields[] = {
    { RENSA_COMPONENT_OPTIMIZER, "", "optimizer" },    { RENSA_COMPONENT_DATASET, "/data", "dataset" },
    { RENSA_COMPONENT_ITERATOR, "/data", "iterator" }, { RENSA_COMPONENT_UPDATER, "", "updater" },
    { RENSA_COMPONENT_TRIGGER, "", "stop" },
  };
  StudioProject *project = ui_project_new_mlp ();
  g_autoptr (RensaDocument) document = studio_project_begin (project);
  struct json_object *json = rensa_document_get_json (document);
  g_autofree char *text = studio_component_start (component);

  if (kind == RENSA_COMPONENT_FUNCTION || kind == RENSA_COMPONENT_LINK)
    json_object_array_add (get (json, "/model/nodes"), make_component (kind, text));
  else if (kind == RENSA_COMPONENT_OPTIMIZER_HOOK)
    json_object_array_put_idx (get (json, "/hooks"), 0, make_component (kind, text));
  else if (kind == RENSA_COMPONENT_EXTENSION)
    json_object_array_put_idx (get (json, "/extensions"), 0, make_component (kind, text));
  else if (kind == RENSA_COMPONENT_INITIALIZER)
    json_object_object_add (get (json, "/model/nodes/1/attrs"), "initialW", json_object_new_string (text));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].kind == kind)
      json_object_object_add (fields[i].object[0] != '\0' ? get (json, fields[i].object) : json, fields[i].key,
                              make_component (kind, text));
  studio_project_commit (project, document, "Test", NULL);
  return project;
}

/* The attributes that a form's rows stand for: those of the component, or of the initializer in the link. */
static RensaAttrs *
read_attrs (StudioProject *project, RensaComponentKind kind)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (studio_project_get_document (project), places[kind], &error);
  g_autoptr (RensaJson) inner = NULL;

  g_assert_no_error (error);
  if (kind != RENSA_COMPONENT_INITIALIZER)
    return g_steal_pointer (&attrs);

  inner = rensa_attrs_get_json (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), "initialW"));
  return rensa_attrs_new_from_json (kind, inner, NULL, NULL);
}

static GStrv
get_texts (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  char **texts = g_new0 (char *, component->n_attrs + 1);

  for (guint i = 0; i < component->n_attrs; i++)
    texts[i] = rensa_attrs_get_text (attrs, &component->attrs[i]);
  return texts;
}

/* Opens the rows of the component in a row, and finds that of the attribute @name. */
static GtkWidget *
open_inner (GtkWidget *form, const char *outer, const char *name)
{
  GtkWidget *control = studio_attr_form_get_control (STUDIO_ATTR_FORM (form), outer);
  GtkWidget *row = gtk_widget_get_ancestor (control, STUDIO_TYPE_ATTR_ROW);
  GtkWidget *expander = gtk_widget_get_next_sibling (control);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (expander), TRUE);
  UI_WAIT_FOR (ui_find (row, STUDIO_TYPE_ATTR_LIST, NULL) != NULL);
  return studio_attr_row_get_control (
      studio_attr_list_get_row (STUDIO_ATTR_LIST (ui_find (row, STUDIO_TYPE_ATTR_LIST, NULL)), name));
}

static GtkWidget *
get_control (GtkWidget *form, RensaComponentKind kind, const char *name)
{
  return kind == RENSA_COMPONENT_INITIALIZER ? open_inner (form, "initialW", name)
                                             : studio_attr_form_get_control (STUDIO_ATTR_FORM (form), name);
}

/* A value that the attribute takes and does not have; as a person writes it, and as it is read back. */
static char *
find_other_value (RensaAttrs *attrs, const RensaAttrSpec *spec, char **expected)
{
  const char *const guesses[] = { "3", "2", "1", "0.25", "0.5", "7", "abc", "(1, 2)", "1:2", NULL };
  g_autofree char *before = rensa_attrs_get_text (attrs, spec);

  for (guint i = 0; guesses[i] != NULL; i++)
    {
      g_autoptr (RensaAttrs) copy = rensa_attrs_copy (attrs);
      g_autofree char *after = NULL;

      if (!rensa_attrs_set_text (copy, spec->name, guesses[i], NULL))
        continue;
      after = rensa_attrs_get_text (copy, spec);
      if (strcmp (before, after) != 0)
        {
          *expected = g_steal_pointer (&after);
          return g_strdup (guesses[i]);
        }
    }
  g_assert_not_reached ();
}

/* Changes the value in the row as a person does, and returns what the document should have then. */
static char *
enter_other_value (GtkWidget *control, RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  g_autofree char *text = NULL;
  char *expected = NULL;

  if (GTK_IS_SWITCH (control))
    {
      const gboolean value = !gtk_switch_get_active (GTK_SWITCH (control));

      gtk_switch_set_active (GTK_SWITCH (control), value);
      return g_strdup (value ? "True" : "False");
    }
  if (GTK_IS_DROP_DOWN (control))
    {
      GtkStringList *words = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (control)));
      const guint n = g_list_model_get_n_items (G_LIST_MODEL (words));
      const guint selected = (gtk_drop_down_get_selected (GTK_DROP_DOWN (control)) + 1) % n;
      const char *word = gtk_string_list_get_string (words, selected);

      gtk_drop_down_set_selected (GTK_DROP_DOWN (control), selected);
      return spec->type == RENSA_ATTR_TYPE_COMPONENT ? g_strdup (word) : g_strdup_printf ("'%s'", word);
    }

  text = find_other_value (attrs, spec, &expected);
  gtk_editable_set_text (GTK_EDITABLE (control), text);
  g_signal_emit_by_name (control, "activate");
  return expected;
}

/* The row of each attribute sets that attribute and no other. */
static void
check_component (RensaComponentKind kind, const RensaComponent *component)
{
  g_autoptr (StudioProject) project = make_project (kind, component);
  GtkWidget *form = g_object_ref_sink (studio_attr_form_new ());

  studio_attr_form_bind (STUDIO_ATTR_FORM (form), project, places[kind]);
  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      GtkWidget *control = get_control (form, kind, spec->name);
      g_autoptr (RensaAttrs) before = read_attrs (project, kind);
      g_auto (GStrv) texts_before = get_texts (before);
      g_autofree char *expected = enter_other_value (control, before, spec);
      g_autoptr (RensaAttrs) after = read_attrs (project, kind);
      g_auto (GStrv) texts_after = get_texts (after);

      g_test_message ("%s.%s", component->name, spec->name);
      for (guint j = 0; j < component->n_attrs; j++)
        g_assert_cmpstr (texts_after[j], ==, j == i ? expected : texts_before[j]);
    }
  g_object_unref (form);
}

/* What stands in a field on the way to a value, or is a mistake. */
static const char *const half_typed[] = { "", "-", "-5", "1e", "1e-", "0,5,", "abc", "((", "1:", "(1, ", "'" };

/* Typing changes nothing. Who turns away from what is no value finds the one that was there. */
static void
check_half_typed (StudioProject *project, RensaComponentKind kind, GtkWidget *form, const RensaAttrSpec *spec)
{
  GtkWidget *control = get_control (form, kind, spec->name);

  for (guint i = 0; GTK_IS_ENTRY (control) && i < G_N_ELEMENTS (half_typed); i++)
    {
      g_autoptr (RensaAttrs) before = read_attrs (project, kind);
      g_autofree char *text = rensa_attrs_get_text (before, spec);
      g_autofree char *shown = g_strdup (gtk_editable_get_text (GTK_EDITABLE (control)));
      g_autofree char *typed = NULL;
      g_autofree char *left = NULL;
      g_autoptr (RensaAttrs) while_typed = NULL;
      g_autoptr (RensaAttrs) after = NULL;

      gtk_editable_set_text (GTK_EDITABLE (control), half_typed[i]);
      while_typed = read_attrs (project, kind);
      typed = rensa_attrs_get_text (while_typed, spec);
      g_assert_cmpstr (typed, ==, text);

      studio_attr_form_settle (STUDIO_ATTR_FORM (form));
      after = read_attrs (project, kind);
      left = rensa_attrs_get_text (after, spec);
      g_assert_false (gtk_widget_has_css_class (control, "error"));
      if (strcmp (left, text) == 0)
        g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (control)), ==, shown);
      else
        g_assert_true (rensa_attrs_set_text (before, spec->name, left, NULL));
    }
}

static void
check_half_typed_all (RensaComponentKind kind, const RensaComponent *component)
{
  g_autoptr (StudioProject) project = make_project (kind, component);
  GtkWidget *form = g_object_ref_sink (studio_attr_form_new ());

  studio_attr_form_bind (STUDIO_ATTR_FORM (form), project, places[kind]);
  for (guint i = 0; i < component->n_attrs; i++)
    check_half_typed (project, kind, form, &component->attrs[i]);
  g_object_unref (form);
}

static void
for_every_component (void (*check) (RensaComponentKind kind, const RensaComponent *component))
{
  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kind, &n);

      for (guint i = 0; i < n; i++)
        if (kind != RENSA_COMPONENT_FUNCTION || rensa_function_can_be_node ((const RensaFunctionClass *) components[i]))
          check (kind, components[i]);
    }
}

static void
test_every_attribute (void)
{
  for_every_component (check_component);
}

static void
test_half_typed (void)
{
  for_every_component (check_half_typed_all);
}

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
                   "n_batch_axes takes an integer from 1 to 7, but 9 was given.");
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
  UI_WAIT_FOR (!gtk_widget_has_css_class (control_of (fixture, "alpha"), "error"));
  assert_shown (fixture, "alpha", "0.001");

  type (fixture, "beta1", "0.5");
  assert_value (fixture, path, "beta1", "0.9");
  gtk_widget_grab_focus (control_of (fixture, "alpha"));
  UI_WAIT_FOR (fixture->entered->len > 0);
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
  g_autofree char *folder = g_dir_make_tmp ("rensa-locale-XXXXXX", NULL);
  const char *const remove[] = { "rm", "-r", folder, NULL };

  if (use_decimal_comma (folder))
    {
      enter (fixture, "alpha", "0,05");
      assert_value (fixture, path, "alpha", "0.05");
      enter (fixture, "alpha", "0.02");
      studio_attr_form_settle (STUDIO_ATTR_FORM (fixture->form));
      assert_value (fixture, path, "alpha", "0.02");
      assert_shown (fixture, "alpha", "0,02");
      enter (fixture, "alpha", "0,0,5");
      assert_value (fixture, path, "alpha", "0.02");
      setlocale (LC_NUMERIC, "C");
      enter (fixture, "alpha", "0,05");
      assert_value (fixture, path, "alpha", "0.02");
    }
  else
    g_test_skip ("there is no German locale");
  run (remove);
}

/* A pause does what Enter does; but an empty field is not None yet. */
static void
test_pause (Fixture *fixture, gconstpointer path)
{
  type (fixture, "alpha", "1e-");
  UI_WAIT_FOR (ui_find (row_of (fixture, "alpha"), GTK_TYPE_LABEL, "attr-sentence") != NULL);
  type (fixture, "alpha", "1e-2");
  UI_WAIT_FOR (fixture->entered->len > 0);
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
  GtkWidget *period = open_inner (fixture->form, "trigger", "period");
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
  UI_WAIT_FOR (gtk_widget_get_width (fixture->form) > 0 && gtk_widget_get_width (fixture->form) < 340);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpfloat (get_left (fixture, "in_size"), ==, get_left (fixture, "out_size"));
  g_assert_cmpfloat (get_left (fixture, "in_size"), ==, get_left (fixture, "n_batch_axes"));
}

/* No setting is named twice: "n_batch_axes" has its title, "repeat" none that would say "Repeat". */
static void
test_titles (void)
{
  for (int kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kind, &n);

      for (guint i = 0; i < n; i++)
        for (guint k = 0; k < components[i]->n_attrs; k++)
          {
            g_autofree char *title = studio_attr_help_title (&components[i]->attrs[k]);
            g_autofree char *name = g_strdelimit (g_strdup (components[i]->attrs[k].name), "_", ' ');

            g_assert_cmpint (g_ascii_strcasecmp (title, name), !=, 0);
          }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  adw_init ();
  g_test_add_func ("/ui/attr-form/every-attribute", test_every_attribute);
  g_test_add_func ("/ui/attr-form/half-typed", test_half_typed);
#define ADD(name, path, func) g_test_add ("/ui/attr-form/" name, Fixture, path, set_up, func, tear_down)
  g_test_add_func ("/ui/attr-form/titles", test_titles);
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
  ADD ("trigger", "extensions.1", test_trigger);
  ADD ("types", "optimizer", test_types);
#undef ADD
  return g_test_run ();
}
