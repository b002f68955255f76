/* rensa-attr-component.c: components as attributes of components.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"

static void
component_set_none (gpointer value)
{
  *(RensaAttrs **) value = NULL;
}

static gboolean
component_is_none (gconstpointer value)
{
  return *(RensaAttrs *const *) value == NULL;
}

static char *
component_describe (const RensaAttrSpec *spec)
{
  return rensa_component_kind_with_article (spec->component_kind);
}

/* Stores @component, or reports its error after the attribute's name. */
static gboolean
take_component (RensaAttrs *component, GError *sentence, gpointer value, GError **error)
{
  *(RensaAttrs **) value = component;
  return component != NULL || rensa_attr_fail_for (sentence, error);
}

/* Returns the component of @kind that a bare number represents; NULL if there is none. */
static RensaAttrs *
component_from_number (RensaComponentKind kind, struct json_object *number, GError **error)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (kind, &n);

  for (guint i = 0; i < n; i++)
    if (components[i]->number != NULL)
      {
        g_autoptr (RensaAttrs) attrs = rensa_attrs_new (components[i]);

        return rensa_attrs_set_json (attrs, components[i]->number, number, error) ? g_steal_pointer (&attrs) : NULL;
      }
  return NULL;
}

static gboolean
is_number (struct json_object *json)
{
  return json_object_is_type (json, json_type_int) || json_object_is_type (json, json_type_double);
}

static gboolean
component_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  GError *sentence = NULL;
  RensaAttrs *component;

  if (is_number (json))
    {
      component = component_from_number (spec->component_kind, json, &sentence);
      return component == NULL && sentence == NULL ? rensa_attr_reject (spec, json, error)
                                                   : take_component (component, sentence, value, error);
    }
  if (!json_object_is_type (json, json_type_string) && !json_object_is_type (json, json_type_object))
    return rensa_attr_reject (spec, json, error);

  component = rensa_attrs_new_from_json (spec->component_kind, json, NULL, &sentence);
  return take_component (component, sentence, value, error);
}

static gboolean
component_from_text (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error)
{
  GError *sentence = NULL;
  g_autoptr (RensaJson) json = NULL;
  RensaAttrs *component;

  if (rensa_text_read_literal (text, &json, NULL, NULL) && is_number (json))
    return component_from_json (spec, json, value, error);
  component = rensa_attrs_new_from_text (spec->component_kind, text, &sentence);
  return take_component (component, sentence, value, error);
}

static struct json_object *
component_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return rensa_attrs_to_json (*(RensaAttrs *const *) value);
}

char *
rensa_attrs_to_text (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  GString *text = g_string_new (component->name);
  const char *opening = "(";

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *inner = &component->attrs[i];

      if (!rensa_attrs_is_set (attrs, inner) || rensa_attrs_is_default (attrs, inner))
        continue;

      g_string_append_printf (text, "%s%s=", opening, inner->name);
      rensa_attr_to_text (inner, (const char *) rensa_attrs_get_values (attrs) + inner->offset, text);
      opening = ", ";
    }
  if (opening[0] == ',')
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
component_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  g_autofree char *component = rensa_attrs_to_text (*(RensaAttrs *const *) value);

  g_string_append (text, component);
}

static void
component_own (gpointer value)
{
  RensaAttrs *attrs = *(RensaAttrs **) value;

  *(RensaAttrs **) value = attrs != NULL ? rensa_attrs_copy (attrs) : NULL;
}

static void
component_clear (gpointer value)
{
  g_clear_pointer ((RensaAttrs **) value, rensa_attrs_unref);
}

static gboolean
component_equal (gconstpointer a, gconstpointer b)
{
  RensaAttrs *x = *(RensaAttrs *const *) a;
  RensaAttrs *y = *(RensaAttrs *const *) b;
  const RensaComponent *component;

  if (x == NULL || y == NULL || rensa_attrs_get_component (x) != rensa_attrs_get_component (y))
    return x == y;

  component = rensa_attrs_get_component (x);
  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      const char *in_x = (const char *) rensa_attrs_get_values (x) + spec->offset;
      const char *in_y = (const char *) rensa_attrs_get_values (y) + spec->offset;

      if (rensa_attrs_is_set (x, spec) != rensa_attrs_is_set (y, spec))
        return FALSE;
      if (!rensa_attr_get_ops (spec)->equal (in_x, in_y))
        return FALSE;
    }
  return TRUE;
}

const RensaAttrOps rensa_attr_ops_component = {
  .name = "component",
  .size = sizeof (RensaAttrs *),
  .set_none = component_set_none,
  .is_none = component_is_none,
  .describe = component_describe,
  .from_json = component_from_json,
  .from_text = component_from_text,
  .to_json = component_to_json,
  .to_text = component_to_text,
  .own = component_own,
  .clear = component_clear,
  .equal = component_equal,
};
