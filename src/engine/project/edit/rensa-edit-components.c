/* rensa-edit-components.c: lists of components.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"

/* A list in the document, and the object that contains it. */
typedef struct
{
  const RensaField *field;
  struct json_object *parent;
  struct json_object *array;
} List;

/* Writes out the array if the document relies on its initial value. */
static gboolean
open_list (RensaDocument *document, const char *name, List *list, GError **error)
{
  gboolean is_none;

  list->parent = rensa_document_change (document);
  list->field = rensa_field_find_list (name, &list->parent);
  if (list->field == NULL || !json_object_is_type (list->parent, json_type_object))
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("Documents have no list named %s."), name);
      return FALSE;
    }

  list->array = rensa_json_get_member (list->parent, list->field->name);
  if (list->array == NULL)
    {
      json_object_object_del (list->parent, list->field->name);
      list->array = rensa_field_get (list->field, list->parent, &is_none);
      json_object_object_add (list->parent, list->field->name, list->array);
    }
  if (json_object_is_type (list->array, json_type_array))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is not an array, so it cannot be edited."), name);
  return FALSE;
}

static gboolean
check_index (struct json_object *list, const char *name, guint index, GError **error)
{
  if (index < json_object_array_length (list))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has %u elements, so index %u is out of range."), name,
                   (guint) json_object_array_length (list), index);
  return FALSE;
}

gboolean
rensa_document_add_component (RensaDocument *document, const char *list, const char *type, GError **error)
{
  List opened;
  const RensaComponent *component =
      open_list (document, list, &opened, error) ? rensa_registry_find (opened.field->kind, type, error) : NULL;
  struct json_object *json;
  struct json_object *attrs;

  if (component == NULL)
    return FALSE;

  json = json_object_new_object ();
  json_object_object_add (json, "type", json_object_new_string (type));
  attrs = rensa_component_guess_attrs (component);
  if (attrs != NULL)
    json_object_object_add (json, "attrs", attrs);
  json_object_array_add (opened.array, json);
  return TRUE;
}

gboolean
rensa_document_append_component (RensaDocument *document, const char *list, RensaAttrs *attrs, GError **error)
{
  List opened;

  if (!open_list (document, list, &opened, error))
    return FALSE;
  json_object_array_add (opened.array, rensa_attrs_to_document (attrs));
  return TRUE;
}

gboolean
rensa_document_remove_component (RensaDocument *document, const char *list, guint index, GError **error)
{
  List opened;

  if (!open_list (document, list, &opened, error) || !check_index (opened.array, list, index, error))
    return FALSE;
  json_object_array_del_idx (opened.array, index, 1);
  return TRUE;
}

gboolean
rensa_document_move_component (RensaDocument *document, const char *list, guint from, guint to, GError **error)
{
  List opened;
  struct json_object *array;
  struct json_object *moved;
  struct json_object *element;
  gsize n;

  if (!open_list (document, list, &opened, error) || !check_index (opened.array, list, from, error)
      || !check_index (opened.array, list, to, error))
    return FALSE;

  array = opened.array;
  moved = json_object_new_array ();
  n = json_object_array_length (array);
  element = json_object_array_get_idx (array, from);
  for (gsize i = 0, rest = 0; i < n; i++)
    {
      rest += rest == from;
      json_object_array_add (moved, json_object_get (i == to ? element : json_object_array_get_idx (array, rest++)));
    }
  json_object_object_add (opened.parent, opened.field->name, moved);
  return TRUE;
}
