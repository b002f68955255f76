/* rensa-unknown-fields.c: fields of a document that have no meaning.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-document-faults.h"
#include "rensa-document-fields.h"
#include "rensa-language.h"

typedef struct
{
  RensaUnknownFieldFunc func;
  gpointer data;
  GString *place;
} Search;

static const char *const component_keys[] = { "type", "attrs", NULL };
static const char *const model_keys[] = { "nodes", "edges", "outputs", NULL };

static const RensaField edge = { .name = "edge",
                                 .form = RENSA_FIELD_OBJECT,
                                 .keys = (const char *const[]){ "from", "to", NULL } };
static const RensaField model_of_several = { .name = "model",
                                             .form = RENSA_FIELD_MODEL,
                                             .settings = &rensa_model_settings };

static void visit (Search *self, const RensaField *field, struct json_object *json);

/* Members of all objects of a form. */
static const char *const *
get_form_keys (const RensaField *field)
{
  return field->form == RENSA_FIELD_COMPONENT ? component_keys : field->form == RENSA_FIELD_MODEL ? model_keys : NULL;
}

static gboolean
has_key (const char *const *keys, const char *name)
{
  return keys != NULL && g_strv_contains (keys, name);
}

static gboolean
is_known (const RensaField *field, const char *name)
{
  return has_key (get_form_keys (field), name) || has_key (field->keys, name)
         || (field->settings != NULL && rensa_component_find_attr (field->settings, name) != NULL);
}

static void
add_keys (GPtrArray *names, const char *const *keys)
{
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    g_ptr_array_add (names, (gpointer) keys[i]);
}

static const char *
get_name (gconstpointer names, guint i)
{
  return ((const GPtrArray *) names)->pdata[i];
}

static void
report (Search *self, const RensaField *field, struct json_object *json, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *found = rensa_excerpt_name (name);
  RensaFault fault = { .code = &rensa_fault_not_here, .expected = N_ ("field"), .found = found };

  add_keys (names, get_form_keys (field));
  add_keys (names, field->keys);
  rensa_field_list_names (field, json, names);
  fault.suggestion = rensa_find_nearest (name, get_name, names, names->len);
  self->func (self->place->str, &fault, self->data);
}

/* Calls visit () for a member called @name, or without a name for element @i. */
static void
visit_below (Search *self, const RensaField *field, struct json_object *json, const char *name, gsize i)
{
  const gsize length = self->place->len;
  g_autofree char *number = name == NULL ? g_strdup_printf ("%" G_GSIZE_FORMAT, i) : NULL;

  g_string_append_printf (self->place, "%s%s", length > 0 ? "." : "", name != NULL ? name : number);
  visit (self, field, json);
  g_string_truncate (self->place, length);
}

/* Elements are called by their name, if they have one. */
static void
visit_list (Search *self, const RensaField *element, struct json_object *list)
{
  for (gsize i = 0; json_object_is_type (list, json_type_array) && i < json_object_array_length (list); i++)
    {
      struct json_object *json = json_object_array_get_idx (list, i);

      visit_below (self, element, json, json_object_get_string (rensa_json_get_member (json, "name")), i);
    }
}

static void
visit_member (Search *self, const RensaField *member, struct json_object *json)
{
  const RensaField element = rensa_field_get_element (member);

  if (member->form == RENSA_FIELD_MODELS && json_object_is_type (json, json_type_object))
    {
      json_object_object_foreach (json, name, model) visit_below (self, &model_of_several, model, name, 0);
    }
  else if (member->form == RENSA_FIELD_COMPONENTS || member->form == RENSA_FIELD_OBJECTS)
    visit_list (self, &element, json);
  else if (member->form != RENSA_FIELD_MODELS)
    visit (self, member, json);
}

static void
visit_object (Search *self, const RensaField *field, struct json_object *json)
{
  const gsize length = self->place->len;

  json_object_object_foreach (json, name, value)
  {
    const RensaField *member = rensa_field_find_in (field, json, name);

    g_string_append_printf (self->place, "%s%s", length > 0 ? "." : "", name);
    if (member != NULL)
      visit_member (self, member, value);
    else if (!is_known (field, name))
      report (self, field, json, name);
    g_string_truncate (self->place, length);
  }
}

/* Values of another form are mistakes of their own. */
static void
visit (Search *self, const RensaField *field, struct json_object *json)
{
  if (!json_object_is_type (json, json_type_object))
    return;
  visit_object (self, field, json);
  if (field->form == RENSA_FIELD_MODEL)
    {
      const gsize length = self->place->len;

      g_string_append (self->place, ".nodes");
      visit_list (self, &rensa_node_field, rensa_json_get_member (json, "nodes"));
      g_string_truncate (self->place, length);
      g_string_append (self->place, ".edges");
      visit_list (self, &edge, rensa_json_get_member (json, "edges"));
      g_string_truncate (self->place, length);
    }
}

void
rensa_document_foreach_unknown (RensaDocument *document, RensaUnknownFieldFunc func, gpointer data)
{
  g_autoptr (GString) place = g_string_new (NULL);
  Search self = { .func = func, .data = data, .place = place };

  visit (&self, &rensa_document_field, rensa_document_get_json (document));
}
