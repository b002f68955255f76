/* rensa-component.c: properties of a component without values.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"

#include <string.h>

static const char *const kind_names[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = "function",
  [RENSA_COMPONENT_LINK] = "link",
  [RENSA_COMPONENT_INITIALIZER] = "initializer",
  [RENSA_COMPONENT_OPTIMIZER] = "optimizer",
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = "optimizer hook",
  [RENSA_COMPONENT_DATASET] = "dataset",
  [RENSA_COMPONENT_TRANSFORM] = "transform",
  [RENSA_COMPONENT_ITERATOR] = "iterator",
  [RENSA_COMPONENT_ORDER_SAMPLER] = "order sampler",
  [RENSA_COMPONENT_UPDATER] = "updater",
  [RENSA_COMPONENT_TRIGGER] = "trigger",
  [RENSA_COMPONENT_EXTENSION] = "extension",
  [RENSA_COMPONENT_DISTRIBUTION] = "distribution",
  [RENSA_COMPONENT_INPUT] = "input",
};

const char *
rensa_component_kind_get_name (RensaComponentKind kind)
{
  return kind_names[kind];
}

char *
rensa_component_kind_with_article (RensaComponentKind kind)
{
  const char *name = kind_names[kind];

  return g_strdup_printf ("%s %s", strchr ("aeiou", name[0]) != NULL ? "an" : "a", name);
}

const RensaAttrSpec *
rensa_component_find_attr (const RensaComponent *component, const char *name)
{
  for (guint i = 0; i < component->n_attrs; i++)
    if (strcmp (component->attrs[i].name, name) == 0)
      return &component->attrs[i];

  return NULL;
}

const char *
rensa_component_get_form (const RensaComponent *component, const char *target)
{
  for (const RensaForm *form = component->forms; form != NULL && form->target != NULL; form++)
    if (strcmp (form->target, target) == 0)
      return form->text;
  return NULL;
}

static void
add_text (struct json_object *object, const char *key, const char *text)
{
  json_object_object_add (object, key, text != NULL ? json_object_new_string (text) : NULL);
}

static struct json_object *
default_to_json (const RensaAttrSpec *spec)
{
  RensaAttrValue value = { 0 };
  struct json_object *json;

  if (spec->required)
    return NULL;

  rensa_attr_set_default (spec, &value);
  json = rensa_attr_to_json (spec, &value);
  rensa_attr_clear (spec, &value);
  return json;
}

static struct json_object *
choices_to_json (const RensaAttrSpec *spec)
{
  struct json_object *choices;

  if (spec->choices == NULL)
    return NULL;

  choices = json_object_new_array ();
  for (guint i = 0; spec->choices[i] != NULL; i++)
    json_object_array_add (choices, json_object_new_string (spec->choices[i]));
  return choices;
}

static struct json_object *
bound_to_json (const RensaAttrSpec *spec, double bound, gboolean is_open)
{
  if (is_open)
    return NULL;

  return spec->type == RENSA_ATTR_TYPE_FLOAT ? rensa_json_new_double (bound) : json_object_new_int64 ((gint64) bound);
}

static struct json_object *
spec_to_json (const RensaAttrSpec *spec)
{
  struct json_object *json = json_object_new_object ();

  add_text (json, "name", spec->name);
  add_text (json, "type", rensa_attr_get_ops (spec)->name);
  if (spec->type == RENSA_ATTR_TYPE_COMPONENT)
    {
      add_text (json, "kind", kind_names[spec->component_kind]);
      if (spec->fallback != NULL)
        add_text (json, "fallback", spec->fallback);
    }
  json_object_object_add (json, "default", default_to_json (spec));
  json_object_object_add (json, "required", json_object_new_boolean (spec->required));
  json_object_object_add (json, "none", json_object_new_boolean (rensa_attr_allows_none (spec)));
  json_object_object_add (json, "min", bound_to_json (spec, spec->min, rensa_range_is_open_below (spec)));
  json_object_object_add (json, "max", bound_to_json (spec, spec->max, rensa_range_is_open_above (spec)));
  add_text (json, "unit", spec->unit);
  json_object_object_add (json, "choices", choices_to_json (spec));
  add_text (json, "title", spec->title);
  add_text (json, "hint", spec->hint);
  return json;
}

struct json_object *
rensa_component_to_json (const RensaComponent *component)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *attrs = json_object_new_array ();

  add_text (json, "name", component->name);
  add_text (json, "group", component->group != NULL ? component->group->name : NULL);
  add_text (json, "group_title", component->group != NULL ? component->group->title : NULL);
  add_text (json, "title", component->title);
  add_text (json, "summary", component->summary);
  add_text (json, "formula", component->formula);
  add_text (json, "reference", component->reference);
  for (guint i = 0; i < component->n_attrs; i++)
    json_object_array_add (attrs, spec_to_json (&component->attrs[i]));
  json_object_object_add (json, "attrs", attrs);
  for (const RensaForm *form = component->forms; form != NULL && form->target != NULL; form++)
    add_text (json, form->target, form->text);
  return json;
}

#define GROUP(id, title_text, strokes_text, tint_text, opens)                                      \
  const RensaGroup rensa_##id##_group = {                                                          \
    .name = #id, .title = title_text, .strokes = strokes_text, .tint = tint_text, .is_open = opens \
  };
RENSA_GROUPS (GROUP)
#undef GROUP

#define GROUP(id, ...) &rensa_##id##_group,
const RensaGroup *const rensa_groups[] = { RENSA_GROUPS (GROUP) NULL };
#undef GROUP

const RensaGroup *
rensa_group_find (const char *name)
{
  for (guint i = 0; rensa_groups[i] != NULL; i++)
    if (strcmp (rensa_groups[i]->name, name) == 0)
      return rensa_groups[i];
  return NULL;
}
