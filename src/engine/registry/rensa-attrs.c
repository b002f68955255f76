/* rensa-attrs.c: the attribute values of one component.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"
#include "rensa-slab.h"

struct _RensaAttrs
{
  int ref_count;
  const RensaComponent *component;
  guint64 set; /* bit i: attribute i has a value */
  max_align_t values[];
};

#define MAX_ATTRS 64

static gsize
get_size (const RensaComponent *component)
{
  return sizeof (RensaAttrs) + component->attrs_size;
}

static guint64
get_bit (const RensaComponent *component, const RensaAttrSpec *spec)
{
  return G_GUINT64_CONSTANT (1) << (spec - component->attrs);
}

static gpointer
get_field (gconstpointer values, const RensaAttrSpec *spec)
{
  return (char *) values + spec->offset;
}

static RensaAttrs *
new_unset (const RensaComponent *component)
{
  RensaAttrs *attrs = rensa_slab_new (get_size (component));

  g_assert (component->n_attrs <= MAX_ATTRS);
  attrs->ref_count = 1;
  attrs->component = component;
  return attrs;
}

RensaAttrs *
rensa_attrs_new (const RensaComponent *component)
{
  RensaAttrs *attrs = new_unset (component);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];

      if (spec->required)
        continue;

      rensa_attr_set_default (spec, get_field (attrs->values, spec));
      attrs->set |= get_bit (component, spec);
    }
  return attrs;
}

RensaAttrs *
rensa_attrs_ref (RensaAttrs *attrs)
{
  g_atomic_int_inc (&attrs->ref_count);
  return attrs;
}

void
rensa_attrs_unref (RensaAttrs *attrs)
{
  if (!g_atomic_int_dec_and_test (&attrs->ref_count))
    return;

  rensa_attr_values_clear (attrs->component, attrs->values);
  rensa_slab_free (attrs, get_size (attrs->component));
}

RensaAttrs *
rensa_attrs_copy (RensaAttrs *attrs)
{
  RensaAttrs *copy = new_unset (attrs->component);

  copy->set = attrs->set;
  rensa_attr_values_copy (attrs->component, copy->values, attrs->values);
  return copy;
}

void
rensa_attr_values_copy (const RensaComponent *component, gpointer to, gconstpointer from)
{
  if (component->attrs_size > 0)
    memcpy (to, from, component->attrs_size);

  for (guint i = 0; i < component->n_attrs; i++)
    rensa_attr_own (&component->attrs[i], get_field (to, &component->attrs[i]));
}

void
rensa_attr_values_clear (const RensaComponent *component, gpointer values)
{
  for (guint i = 0; i < component->n_attrs; i++)
    rensa_attr_clear (&component->attrs[i], get_field (values, &component->attrs[i]));
}

const RensaComponent *
rensa_attrs_get_component (RensaAttrs *attrs)
{
  return attrs->component;
}

gconstpointer
rensa_attrs_get_values (RensaAttrs *attrs)
{
  return attrs->values;
}

gboolean
rensa_attrs_is_set (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  return (attrs->set & get_bit (attrs->component, spec)) != 0;
}

gboolean
rensa_attrs_is_default (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  RensaAttrValue initial = { 0 };
  gboolean equal;

  if (spec->required)
    return FALSE;

  rensa_attr_set_default (spec, &initial);
  equal = rensa_attr_get_ops (spec)->equal (&initial, get_field (attrs->values, spec));
  rensa_attr_clear (spec, &initial);
  return equal;
}

static const char *
get_attr_name (gconstpointer specs, guint i)
{
  return ((const RensaAttrSpec *) specs)[i].name;
}

static const RensaAttrSpec *
require_attr (RensaAttrs *attrs, const char *name, GError **error)
{
  const RensaComponent *component = attrs->component;
  const RensaAttrSpec *spec = rensa_component_find_attr (component, name);

  if (spec == NULL)
    {
      g_autofree char *given = rensa_excerpt_name (name);

      rensa_set_fault (error, RENSA_ERROR_INVALID,
                       &(RensaFault){ .code = &rensa_fault_no_attr,
                                      .who = component->name,
                                      .attr = name,
                                      .found = given,
                                      .suggestion = rensa_find_nearest (name, get_attr_name, component->attrs,
                                                                        component->n_attrs) });
    }
  return spec;
}

/* Replaces the value by @value if @is_read, else discards @value. */
static gboolean
store (RensaAttrs *attrs, const RensaAttrSpec *spec, RensaAttrValue *value, gboolean is_read, GError **error)
{
  gpointer field = get_field (attrs->values, spec);

  if (!is_read)
    {
      rensa_attr_clear (spec, value);
      rensa_error_set_attr (error, attrs->component->name, spec->name);
      return FALSE;
    }

  rensa_attr_clear (spec, field);
  memcpy (field, value, rensa_attr_get_ops (spec)->size);
  attrs->set |= get_bit (attrs->component, spec);
  return TRUE;
}

gboolean
rensa_attrs_set_json (RensaAttrs *attrs, const char *name, struct json_object *value, GError **error)
{
  const RensaAttrSpec *spec = require_attr (attrs, name, error);
  RensaAttrValue read = { 0 };

  return spec != NULL && store (attrs, spec, &read, rensa_attr_from_json (spec, value, &read, error), error);
}

gboolean
rensa_attrs_set_text (RensaAttrs *attrs, const char *name, const char *text, GError **error)
{
  const RensaAttrSpec *spec = require_attr (attrs, name, error);
  RensaAttrValue read = { 0 };

  return spec != NULL && store (attrs, spec, &read, rensa_attr_from_text (spec, text, &read, error), error);
}

/* Sets the attribute in "name=value", at most once. */
static gboolean
set_assignment (RensaAttrs *attrs, const char *assignment, guint64 *given, GError **error)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *name = NULL;
  const RensaAttrSpec *spec;

  if (equals == NULL || equals == assignment)
    {
      g_autofree char *excerpt = rensa_excerpt (assignment);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects attributes as name=value, but found \"%s\""),
                       attrs->component->name, excerpt);
      return FALSE;
    }

  name = g_strstrip (g_strndup (assignment, equals - assignment));
  spec = require_attr (attrs, name, error);
  if (spec == NULL)
    return FALSE;
  if (*given & get_bit (attrs->component, spec))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: %s is specified twice"), attrs->component->name, name);
      return FALSE;
    }

  *given |= get_bit (attrs->component, spec);
  return rensa_attrs_set_text (attrs, name, equals + 1, error);
}

gboolean
rensa_attrs_parse (RensaAttrs *attrs, const char *text, GError **error)
{
  g_auto (GStrv) assignments = rensa_text_split (text != NULL ? text : "", ',', error);
  guint64 given = 0;
  guint n;

  if (assignments == NULL)
    {
      g_prefix_error (error, "%s: ", attrs->component->name);
      return FALSE;
    }

  n = g_strv_length (assignments);
  if (n > 0 && assignments[n - 1][0] == '\0')
    n--;
  for (guint i = 0; i < n; i++)
    if (!set_assignment (attrs, assignments[i], &given, error))
      return FALSE;
  return TRUE;
}

gboolean
rensa_attrs_set_members (RensaAttrs *attrs, struct json_object *object, const char *const *skip, GError **error)
{
  if (!json_object_is_type (object, json_type_object))
    {
      g_autofree char *found = rensa_excerpt_json (object);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects attributes as a JSON object, but found %s"),
                       attrs->component->name, found);
      return FALSE;
    }

  json_object_object_foreach (object, name, value)
  {
    if (strcmp (name, "type") == 0 || (skip != NULL && g_strv_contains (skip, name)))
      continue;
    if (!rensa_attrs_set_json (attrs, name, value, error))
      return FALSE;
  }
  return TRUE;
}

/* Returns TRUE if the component in a component attribute is also complete. */
static gboolean
check_inner (RensaAttrs *attrs, const RensaAttrSpec *spec, GError **error)
{
  GError *failure = NULL;
  RensaAttrs *inner;

  if (spec->type != RENSA_ATTR_TYPE_COMPONENT)
    return TRUE;

  inner = *(RensaAttrs **) get_field (attrs->values, spec);
  if (inner == NULL || rensa_attrs_check_complete (inner, &failure))
    return TRUE;

  rensa_attr_fail_for (failure, error);
  rensa_error_set_attr (error, attrs->component->name, spec->name);
  return FALSE;
}

/* For free text, includes the hint, which explains its purpose. */
static char *
describe_missing (const RensaAttrSpec *spec)
{
  const gboolean is_free = spec->type == RENSA_ATTR_TYPE_STRING && spec->names == RENSA_NAMES_NOTHING && !spec->is_path;
  g_autofree char *what = rensa_attr_describe (spec);

  return is_free && spec->hint != NULL ? g_strdup_printf ("%s (%s)", what, _ (spec->hint)) : g_steal_pointer (&what);
}

gboolean
rensa_attrs_check_complete (RensaAttrs *attrs, GError **error)
{
  for (guint i = 0; i < attrs->component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &attrs->component->attrs[i];

      if (!rensa_attrs_is_set (attrs, spec))
        {
          g_autofree char *expected = describe_missing (spec);

          return rensa_set_fault (error, RENSA_ERROR_INVALID,
                                  &(RensaFault){ .code = &rensa_fault_attr_missing,
                                                 .who = attrs->component->name,
                                                 .attr = spec->name,
                                                 .expected = expected });
        }
      if (!check_inner (attrs, spec, error))
        return FALSE;
    }
  return TRUE;
}

struct json_object *
rensa_attrs_get_json (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  return rensa_attrs_is_set (attrs, spec) ? rensa_attr_to_json (spec, get_field (attrs->values, spec)) : NULL;
}

struct json_object *
rensa_attrs_to_json (RensaAttrs *attrs)
{
  struct json_object *json = json_object_new_object ();

  json_object_object_add (json, "type", json_object_new_string (attrs->component->name));
  for (guint i = 0; i < attrs->component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &attrs->component->attrs[i];

      if (rensa_attrs_is_set (attrs, spec) && !rensa_attrs_is_default (attrs, spec))
        json_object_object_add (json, spec->name, rensa_attrs_get_json (attrs, spec));
    }
  return json;
}

char *
rensa_attrs_get_text (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  GString *text = g_string_new (NULL);

  if (rensa_attrs_is_set (attrs, spec))
    rensa_attr_to_text (spec, get_field (attrs->values, spec), text);
  return g_string_free (text, FALSE);
}
