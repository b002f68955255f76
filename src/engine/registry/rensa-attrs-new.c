/* rensa-attrs-new.c: creates components from text or JSON, or from a struct.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

static RensaAttrs *
new_by_name (RensaComponentKind kind, const char *name, GError **error)
{
  const RensaComponent *component = rensa_registry_find (kind, name, error);

  return component != NULL ? rensa_attrs_new (component) : NULL;
}

typedef struct json_tokener Tokener;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Tokener, json_tokener_free)

static RensaAttrs *
new_from_json_text (RensaComponentKind kind, const char *text, GError **error)
{
  g_autoptr (Tokener) tokener = json_tokener_new_ex (RENSA_ATTR_MAX_DEPTH);
  g_autoptr (RensaJson) json = NULL;
  g_autofree char *excerpt = NULL;
  const char *problem = NULL;

  json_tokener_set_flags (tokener, JSON_TOKENER_VALIDATE_UTF8);
  json = json_tokener_parse_ex (tokener, text, (int) MIN (strlen (text), G_MAXINT));
  if (json_tokener_get_error (tokener) == json_tokener_continue)
    problem = _ ("unexpected end");
  else if (json == NULL)
    problem = json_tokener_error_desc (json_tokener_get_error (tokener));
  else if (text[json_tokener_get_parse_end (tokener)] != '\0')
    problem = _ ("unexpected text after the end");
  if (problem == NULL)
    return rensa_attrs_new_from_json (kind, json, NULL, error);

  excerpt = rensa_excerpt (text);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("\"%s\" is not valid JSON: %s"), excerpt, problem);
  return NULL;
}

RensaAttrs *
rensa_attrs_new_from_text (RensaComponentKind kind, const char *text, GError **error)
{
  g_autofree char *call = g_strstrip (g_strdup (text));
  g_auto (GStrv) pieces = NULL;
  g_autoptr (RensaAttrs) attrs = NULL;
  char *opening;

  if (call[0] == '{')
    return new_from_json_text (kind, call, error);

  /* Reports mismatched brackets before any of them is parsed. */
  pieces = rensa_text_split (call, ',', error);
  if (pieces == NULL)
    return NULL;

  opening = strchr (call, '(');
  if (opening == NULL || !g_str_has_suffix (call, ")"))
    return new_by_name (kind, call, error);

  call[strlen (call) - 1] = '\0';
  *opening = '\0';
  attrs = new_by_name (kind, g_strchomp (call), error);
  if (attrs == NULL || !rensa_attrs_parse (attrs, opening + 1, error))
    return NULL;

  return g_steal_pointer (&attrs);
}

RensaAttrs *
rensa_attrs_new_from_json (RensaComponentKind kind, struct json_object *value, const char *const *skip, GError **error)
{
  struct json_object *name = NULL;
  g_autoptr (RensaAttrs) attrs = NULL;

  if (json_object_is_type (value, json_type_string))
    return rensa_attrs_new_from_text (kind, json_object_get_string (value), error);

  if (!json_object_is_type (value, json_type_object) || rensa_json_is_too_deep (value)
      || !json_object_object_get_ex (value, "type", &name) || !json_object_is_type (name, json_type_string))
    {
      g_autofree char *expected = rensa_component_kind_with_article (kind);
      g_autofree char *found = rensa_excerpt_json (value);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is not %s: expected a name or an object with a \"type\""),
                       found, expected);
      return NULL;
    }

  attrs = new_by_name (kind, json_object_get_string (name), error);
  if (attrs == NULL || !rensa_attrs_set_members (attrs, value, skip, error))
    return NULL;

  return g_steal_pointer (&attrs);
}

RensaAttrs *
rensa_attrs_new_from_values (const RensaComponent *component, gconstpointer values, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autoptr (RensaJson) json = rensa_attr_to_json (spec, (const char *) values + spec->offset);

      if ((json != NULL || rensa_attr_allows_none (spec)) && !rensa_attrs_set_json (attrs, spec->name, json, error))
        return NULL;
    }
  return g_steal_pointer (&attrs);
}
