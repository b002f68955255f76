/* check-components.c: what holds for the description of every component.
 * SPDX-License-Identifier: MIT */

#include "check-descriptors.h"
#include "conformance.h"

static void
assert_text (const char *text)
{
  g_assert_nonnull (text);
  g_assert_cmpstr (text, !=, "");
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static RensaComponentKind
find_kind (const RensaComponent *component)
{
  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      if (rensa_registry_find (kind, component->name, NULL) == component)
        return kind;
    }
  g_assert_not_reached ();
}

void
check_component_texts (const RensaComponent *component)
{
  struct json_object *json = rensa_component_to_json (component);

  assert_text (component->name);
  assert_text (component->title);
  assert_text (component->summary);
  /* One line, not a sentence with its full stop. */
  g_assert_false (g_str_has_suffix (component->summary, "."));
  for (guint i = 0; i < component->n_attrs; i++)
    {
      assert_text (component->attrs[i].name);
      assert_text (component->attrs[i].title);
      g_assert_true (rensa_component_find_attr (component, component->attrs[i].name) == &component->attrs[i]);
    }
  g_assert_cmpstr (get_string (json, "name"), ==, component->name);
  g_assert_cmpint (get_length (get (json, "attrs")), ==, component->n_attrs);
  json_object_put (json);
}

static void
assert_same_json (struct json_object *got, struct json_object *want)
{
  g_assert_cmpstr (json_object_to_json_string (got), ==, json_object_to_json_string (want));
  json_object_put (got);
}

/* As text, each attribute by itself. */
static void
check_text_round_trip (RensaAttrs *attrs, struct json_object *json)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  g_autoptr (RensaAttrs) copy = rensa_attrs_new (component);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < component->n_attrs; i++)
    {
      g_autofree char *text = NULL;

      if (!rensa_attrs_is_set (attrs, &component->attrs[i]))
        continue;
      text = rensa_attrs_get_text (attrs, &component->attrs[i]);
      rensa_attrs_set_text (copy, component->attrs[i].name, text, &error);
      g_assert_no_error (error);
    }
  assert_same_json (rensa_attrs_to_json (copy), json);
}

/* As JSON, every value by itself, so that defaults are written, too. */
static void
check_value_round_trip (RensaAttrs *attrs, struct json_object *json)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  g_autoptr (RensaAttrs) copy = rensa_attrs_new (component);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < component->n_attrs; i++)
    {
      struct json_object *value;

      if (!rensa_attrs_is_set (attrs, &component->attrs[i]))
        continue;
      value = rensa_attrs_get_json (attrs, &component->attrs[i]);
      rensa_attrs_set_json (copy, component->attrs[i].name, value, &error);
      g_assert_no_error (error);
      json_object_put (value);
    }
  assert_same_json (rensa_attrs_to_json (copy), json);
}

void
check_round_trip (RensaAttrs *attrs)
{
  struct json_object *json = rensa_attrs_to_json (attrs);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) copy =
      rensa_attrs_new_from_json (find_kind (rensa_attrs_get_component (attrs)), json, NULL, &error);

  g_assert_no_error (error);
  assert_same_json (rensa_attrs_to_json (copy), json);
  check_value_round_trip (attrs, json);
  check_text_round_trip (attrs, json);
  json_object_put (json);
}

void
check_component_attrs (const RensaComponent *component)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);
  gboolean complete = TRUE;

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];

      g_assert_cmpint (rensa_attrs_is_set (attrs, spec), ==, !spec->required);
      complete = complete && !spec->required;
      if (!spec->required)
        g_assert_true (rensa_attrs_is_default (attrs, spec));
    }
  g_assert_cmpint (rensa_attrs_check_complete (attrs, NULL), ==, complete);
  check_round_trip (attrs);
}

/* A place in a template: an attribute, in one of the forms that the exporter knows, or one of @others. */
static void
check_template (const RensaComponent *component, const char *template, const char *const *others)
{
  g_autoptr (GRegex) field = g_regex_new (
      "\\{([^{}:]*)(?::(?:always|axes|callable|columns|comparison|function|given|link|links|list|not|number|own|progress|reduction|"
      "sequence|statistics|tuple|writer))?\\}",
      0, 0, NULL);
  g_autoptr (GRegex) brace = g_regex_new ("\\{[^{}]*\\}", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (brace, template, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *place = g_match_info_fetch (match, 0);
      g_autofree char *name = g_regex_replace (field, place, -1, 0, "\\1", 0, NULL);

      if (rensa_component_find_attr (component, name) != NULL || g_strv_contains (others, name))
        continue;
      g_test_message ("there is no %s for “%s”", place, template);
      g_test_fail ();
    }
}

void
check_forms (const RensaComponent *component, const char *const *others)
{
  /* A class is written as it stands. */
  for (const RensaForm *form = component->forms; form != NULL && form->target != NULL; form++)
    if (!g_str_has_suffix (form->target, "_class"))
      check_template (component, form->text, others);
}
