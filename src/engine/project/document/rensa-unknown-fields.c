/* rensa-unknown-fields.c: fields of a document that have no meaning.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-document-faults.h"
#include "rensa-document-fields.h"
#include "rensa-language.h"

/* A file may have any number of them. */
#define MOST_REPORTED 20

/* A value of the document: member @name, or element @i if that is NULL, of @parent. */
typedef struct _Place Place;
struct _Place
{
  const Place *parent;
  const char *name;
  gsize i;
};

typedef struct
{
  RensaUnknownFieldFunc func;
  gpointer data;
  guint n;
} Search;

static const char *const component_keys[] = { "type", "attrs", NULL };
static const char *const model_keys[] = { "nodes", "edges", "outputs", NULL };

static const RensaField edge = { .name = "edge",
                                 .form = RENSA_FIELD_OBJECT,
                                 .keys = (const char *const[]){ "from", "to", NULL } };
static const RensaField model_of_several = { .name = "model",
                                             .form = RENSA_FIELD_MODEL,
                                             .settings = &rensa_model_settings };

static void visit (Search *self, const RensaField *field, struct json_object *json, const Place *place);

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

/* Names come from a file, so anything but a name is quoted and shortened. */
static void
write_place (const Place *place, GString *text)
{
  g_autofree char *shown = place->name != NULL ? rensa_excerpt_name (place->name) : NULL;

  if (place->parent != NULL)
    {
      write_place (place->parent, text);
      g_string_append_c (text, '.');
    }
  if (shown != NULL)
    g_string_append (text, shown);
  else
    g_string_append_printf (text, "%" G_GSIZE_FORMAT, place->i);
}

static void
report (Search *self, const RensaField *field, struct json_object *json, const Place *place)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *found = rensa_excerpt_name (place->name);
  RensaFault fault = { .code = &rensa_fault_not_here, .expected = N_ ("field"), .found = found };

  add_keys (names, get_form_keys (field));
  add_keys (names, field->keys);
  rensa_field_list_names (field, json, names);
  fault.suggestion = rensa_find_nearest (place->name, get_name, names, names->len);
  write_place (place, text);
  self->func (text->str, &fault, self->data);
  self->n++;
}

/* Elements are called by their name, if they have one. */
static void
visit_list (Search *self, const RensaField *element, struct json_object *list, const Place *place)
{
  for (gsize i = 0; json_object_is_type (list, json_type_array) && i < json_object_array_length (list); i++)
    {
      struct json_object *json = json_object_array_get_idx (list, i);
      const char *name = json_object_get_string (rensa_json_get_member (json, "name"));

      visit (self, element, json, &(Place){ place, name, i });
    }
}

static void
visit_member (Search *self, const RensaField *member, struct json_object *json, const Place *place)
{
  const RensaField element = rensa_field_get_element (member);

  if (member->form == RENSA_FIELD_MODELS && json_object_is_type (json, json_type_object))
    {
      json_object_object_foreach (json, name, model) visit (self, &model_of_several, model, &(Place){ place, name, 0 });
    }
  else if (member->form == RENSA_FIELD_COMPONENTS || member->form == RENSA_FIELD_OBJECTS)
    visit_list (self, &element, json, place);
  else if (member->form != RENSA_FIELD_MODELS)
    visit (self, member, json, place);
}

/* @place: NULL for the document. Values of another form are mistakes of their own. */
static void
visit (Search *self, const RensaField *field, struct json_object *json, const Place *place)
{
  if (!json_object_is_type (json, json_type_object))
    return;

  json_object_object_foreach (json, name, value)
  {
    const RensaField *member = rensa_field_find_in (field, json, name);
    const Place inner = { place, name, 0 };

    if (self->n >= MOST_REPORTED)
      return;
    if (member != NULL)
      visit_member (self, member, value, &inner);
    else if (!is_known (field, name))
      report (self, field, json, &inner);
  }
  if (field->form == RENSA_FIELD_MODEL)
    {
      visit_list (self, &rensa_node_field, rensa_json_get_member (json, "nodes"), &(Place){ place, "nodes", 0 });
      visit_list (self, &edge, rensa_json_get_member (json, "edges"), &(Place){ place, "edges", 0 });
    }
}

void
rensa_document_foreach_unknown (RensaDocument *document, RensaUnknownFieldFunc func, gpointer data)
{
  Search self = { .func = func, .data = data };

  visit (&self, &rensa_document_field, rensa_document_get_json (document), NULL);
}
