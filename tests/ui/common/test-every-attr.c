/* test-every-attr.c: the rows of every attribute of every component.
 * SPDX-License-Identifier: MIT */

#include <locale.h>

#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-function.h"
#include "rensa-init.h"
#include "studio-attr-form.h"
#include "studio-attr-help.h"
#include "studio-attr-list.h"
#include "ui-fixture.h"

/* Where a component of each kind stands in a document; an initializer stands in a link. */
static const char *const places[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = "model.n",
  [RENSA_COMPONENT_LINK] = "model.n",
  [RENSA_COMPONENT_INITIALIZER] = "model.l1",
  [RENSA_COMPONENT_OPTIMIZER] = "optimizer",
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = "hooks.0",
  [RENSA_COMPONENT_DATASET] = "data.dataset",
  [RENSA_COMPONENT_TRANSFORM] = "data.preprocessing.0",
  [RENSA_COMPONENT_ITERATOR] = "data.iterator",
  [RENSA_COMPONENT_UPDATER] = "updater",
  [RENSA_COMPONENT_TRIGGER] = "stop",
  [RENSA_COMPONENT_EXTENSION] = "extensions.0",
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
  g_autoptr (RensaAttrs) started = rensa_component_start (component);
  g_autofree char *text = rensa_attrs_to_text (started);

  if (kind == RENSA_COMPONENT_FUNCTION || kind == RENSA_COMPONENT_LINK)
    json_object_array_add (get (json, "/model/nodes"), make_component (kind, text));
  else if (kind == RENSA_COMPONENT_OPTIMIZER_HOOK)
    json_object_array_put_idx (get (json, "/hooks"), 0, make_component (kind, text));
  else if (kind == RENSA_COMPONENT_TRANSFORM)
    {
      struct json_object *list = json_object_new_array ();

      json_object_array_add (list, make_component (kind, text));
      json_object_object_add (get (json, "/data"), "preprocessing", list);
    }
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

static GtkWidget *
get_control (GtkWidget *form, RensaComponentKind kind, const char *name)
{
  return kind == RENSA_COMPONENT_INITIALIZER ? ui_open_inner (form, "initialW", name)
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

      for (guint i = 0; places[kind] != NULL && i < n; i++)
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
  g_test_add_func ("/ui/common/every-attr/value", test_every_attribute);
  g_test_add_func ("/ui/common/every-attr/half-typed", test_half_typed);
  g_test_add_func ("/ui/common/every-attr/titles", test_titles);
  return g_test_run ();
}
