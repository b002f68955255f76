/* rensa-document-set.c: changes one value of a document by its path.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-faults.h"
#include "rensa-document-fields.h"
#include "rensa-language.h"
#include "rensa-node-types.h"

/* @path: the remaining path; the element at [0] is looked up next. */
typedef struct
{
  char **path;
  const char *text;
} Setting;

static gboolean set_in (const RensaField *field, struct json_object *json, Setting setting, GError **error);

static gboolean
is_last (Setting setting)
{
  return setting.path[1] == NULL;
}

static Setting
below (Setting setting)
{
  return (Setting){ setting.path + 1, setting.text };
}

static const char *
get_field_name (gconstpointer names, guint i)
{
  return ((GPtrArray *) names)->pdata[i];
}

static gboolean
fail_to_find (GPtrArray *names, const char *what, const char *name, GError **error)
{
  g_autofree char *given = rensa_excerpt_name (name);

  return rensa_set_fault (error, RENSA_ERROR_NOT_FOUND,
                          &(RensaFault){ .code = &rensa_fault_not_here,
                                         .expected = what,
                                         .found = given,
                                         .suggestion = rensa_find_nearest (name, get_field_name, names, names->len) });
}

static gboolean
fail_unknown_field (const RensaField *field, struct json_object *json, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  rensa_field_list_names (field, json, names);
  return fail_to_find (names, N_ ("field"), name, error);
}

/* Parses the text according to @component's attribute and stores the value in @object. */
static gboolean
set_attr (const RensaComponent *component, struct json_object *object, Setting setting, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);
  const char *name = setting.path[0];

  if (!is_last (setting))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: %s is a single value and can only be set as a whole."),
                       component->name, name);
      return FALSE;
    }
  if (!rensa_attrs_set_text (attrs, name, setting.text, error))
    return FALSE;

  json_object_object_add (object, name, rensa_attrs_get_json (attrs, rensa_component_find_attr (component, name)));
  return TRUE;
}

/* Reads the value of a component field from "Adam(alpha=0.1)"; None gives NULL, which represents null. */
static gboolean
read_component (const RensaField *field, const char *text, struct json_object **json, GError **error)
{
  g_autoptr (RensaJson) string = json_object_new_string (text);
  g_autoptr (RensaAttrs) attrs = NULL;

  *json = NULL;
  if (field->allow_none && rensa_text_is_none (text))
    return TRUE;

  attrs = rensa_field_read_component (field, string, error);
  if (attrs != NULL)
    *json = rensa_attrs_to_document (attrs);
  return attrs != NULL;
}

static gboolean
check_object (struct json_object *json, GError **error)
{
  g_autofree char *found = NULL;

  if (json_object_is_type (json, json_type_object))
    return TRUE;

  found = rensa_excerpt_json (json);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("expected an object in the document, but found %s."), found);
  return FALSE;
}

/* Sets the type and attributes of @json to those of the text; keeps its other members, such as a
 * name and a position. */
static gboolean
set_type (const RensaField *field, struct json_object *json, const char *text, GError **error)
{
  g_autoptr (RensaJson) read = NULL;

  if (!check_object (json, error) || !read_component (field, text, &read, error))
    return FALSE;
  if (read == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("type must be a name, not None."));
      return FALSE;
    }

  json_object_object_del (json, "attrs");
  json_object_object_foreach (read, name, value) json_object_object_add (json, name, json_object_get (value));
  return TRUE;
}

static gboolean
set_component_attr (const RensaField *field, struct json_object *json, Setting setting, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_field_read_component (field, json, error);
  struct json_object *values = rensa_json_get_member (json, "attrs");
  g_autoptr (RensaJson) target = values != NULL ? json_object_get (values) : json_object_new_object ();

  if (attrs == NULL || !set_attr (rensa_attrs_get_component (attrs), target, setting, error))
    return FALSE;

  json_object_object_add (json, "attrs", g_steal_pointer (&target));
  return TRUE;
}

static int
find_by_member (struct json_object *array, const char *key, const char *text)
{
  for (gsize i = 0; i < json_object_array_length (array); i++)
    {
      struct json_object *value = rensa_json_get_member (json_object_array_get_idx (array, i), key);

      if (value != NULL && strcmp (json_object_get_string (value), text) == 0)
        return (int) i;
    }
  return -1;
}

/* A loss without a name has the name of the first model that it trains. */
static int
find_by_learner (struct json_object *array, const char *name)
{
  for (gsize i = 0; i < json_object_array_length (array); i++)
    {
      struct json_object *element = json_object_array_get_idx (array, i);
      const char *models = json_object_get_string (rensa_json_get_member (element, "models"));
      g_auto (GStrv) learners = rensa_learners_split (models != NULL ? models : "");

      if (learners[0] != NULL && rensa_json_get_member (element, "name") == NULL && strcmp (learners[0], name) == 0)
        return (int) i;
    }
  return -1;
}

int
rensa_json_find_element (struct json_object *array, const char *name)
{
  guint64 number;
  int i;

  if (!json_object_is_type (array, json_type_array))
    return -1;

  i = find_by_member (array, "name", name);
  if (i >= 0)
    return i;
  if (g_ascii_string_to_unsigned (name, 10, 0, G_MAXINT, &number, NULL) && number < json_object_array_length (array))
    return (int) number;
  i = find_by_member (array, "type", name);
  return i >= 0 ? i : find_by_learner (array, name);
}

/* Returns the index of the element of @list that is called @name; -1 with an error. */
static int
find_element (struct json_object *list, const char *what, const char *name, GError **error)
{
  const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const int found = rensa_json_find_element (list, name);

  if (found >= 0)
    return found;

  for (gsize i = 0; i < n; i++)
    {
      struct json_object *element = json_object_array_get_idx (list, i);
      const char *key = what[0] == 'n' ? "name" : "type";

      if (rensa_json_get_member (element, key) != NULL)
        g_ptr_array_add (names, (gpointer) json_object_get_string (rensa_json_get_member (element, key)));
    }
  fail_to_find (names, what, name, error);
  return -1;
}

/* Converts a component written as text to an object, so that it can be changed. */
static gboolean
open_component (const RensaField *field, struct json_object **json, GError **error)
{
  struct json_object *opened;

  if (!json_object_is_type (*json, json_type_string))
    return TRUE;
  if (!read_component (field, json_object_get_string (*json), &opened, error))
    return FALSE;

  json_object_put (*json);
  *json = opened;
  return TRUE;
}

static gboolean
refuse_value (GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("this cannot be set itself; set one of its fields instead."));
  return FALSE;
}

static gboolean
set_in_list (const RensaField *field, struct json_object *list, Setting setting, GError **error)
{
  const RensaField element_field = rensa_field_get_element (field);
  const gboolean is_object = element_field.form == RENSA_FIELD_OBJECT;
  const int i = find_element (list, is_object ? N_ ("entry") : rensa_component_kind_get_name (field->kind),
                              setting.path[0], error);
  g_autoptr (RensaJson) element = NULL;
  gboolean ok;

  if (i < 0)
    return FALSE;

  element = json_object_get (json_object_array_get_idx (list, i));
  if (is_object)
    ok = is_last (setting) ? refuse_value (error) : set_in (&element_field, element, below (setting), error);
  else
    ok = open_component (&element_field, &element, error)
         && (is_last (setting) ? set_type (&element_field, element, setting.text, error)
                               : set_in (&element_field, element, below (setting), error));
  if (!ok)
    return rensa_prefix_place (error, setting.path[0]);

  json_object_array_put_idx (list, i, g_steal_pointer (&element));
  return TRUE;
}

/* "nodes" may be omitted in the path. */
static gboolean
set_in_model (struct json_object *model, Setting setting, GError **error)
{
  struct json_object *nodes = rensa_json_get_member (model, "nodes");
  struct json_object *node;
  int i;

  if (strcmp (setting.path[0], "nodes") == 0 && !is_last (setting))
    setting = below (setting);
  i = find_element (nodes, N_ ("node"), setting.path[0], error);
  if (i < 0)
    return FALSE;

  node = json_object_array_get_idx (nodes, i);
  if (is_last (setting) ? set_type (&rensa_node_field, node, setting.text, error)
                        : set_in (&rensa_node_field, node, below (setting), error))
    return TRUE;
  return rensa_prefix_place (error, setting.path[0]);
}

static gboolean
is_setting (Setting setting)
{
  return is_last (setting) && rensa_component_find_attr (&rensa_model_settings, setting.path[0]) != NULL;
}

static gboolean
set_in_models (struct json_object *models, Setting setting, GError **error)
{
  struct json_object *model = rensa_json_get_member (models, setting.path[0]);
  g_autoptr (GPtrArray) names = NULL;

  if (model != NULL && !is_last (setting))
    return (is_setting (below (setting))
                ? check_object (model, error) && set_attr (&rensa_model_settings, model, below (setting), error)
                : set_in_model (model, below (setting), error))
           || rensa_prefix_place (error, setting.path[0]);
  if (model != NULL)
    return refuse_value (error);

  names = g_ptr_array_new ();
  if (json_object_is_type (models, json_type_object))
    {
      json_object_object_foreach (models, name, value)
      {
        (void) value;
        g_ptr_array_add (names, name);
      }
    }
  return fail_to_find (names, N_ ("model"), setting.path[0], error);
}

static gboolean
set_member (const RensaField *member, struct json_object *json, Setting setting, GError **error)
{
  gboolean is_none;
  g_autoptr (RensaJson) value = rensa_field_get (member, json, &is_none);
  gboolean ok;

  if (is_last (setting) && member->form == RENSA_FIELD_COMPONENT)
    {
      g_clear_pointer (&value, json_object_put);
      ok = read_component (member, setting.text, &value, error);
    }
  else if (is_last (setting) || value == NULL)
    {
      if (is_last (setting))
        refuse_value (error);
      else
        rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the document does not contain it."));
      ok = FALSE;
    }
  else if (member->form == RENSA_FIELD_MODEL)
    ok = set_in_model (value, below (setting), error);
  else if (member->form == RENSA_FIELD_MODELS)
    ok = set_in_models (value, below (setting), error);
  else if (member->form == RENSA_FIELD_COMPONENTS || member->form == RENSA_FIELD_OBJECTS)
    ok = set_in_list (member, value, below (setting), error);
  else
    ok = open_component (member, &value, error) && set_in (member, value, below (setting), error);

  if (!ok)
    return rensa_prefix_place (error, setting.path[0]);
  json_object_object_add (json, member->name, g_steal_pointer (&value));
  return TRUE;
}

static gboolean
set_in (const RensaField *field, struct json_object *json, Setting setting, GError **error)
{
  const char *name = setting.path[0];
  struct json_object *model = rensa_json_get_member (json, "model");
  const char *type = json_object_get_string (rensa_json_get_member (json, "type"));
  /* The call of a model has an attribute with the same name as the member that holds the nodes of a Chain. */
  const gboolean is_call = field == &rensa_node_field && rensa_type_is_model_call (type);
  const RensaField *member = is_call ? NULL : rensa_field_find_in (field, json, name);

  if (!check_object (json, error))
    return FALSE;
  if (member != NULL)
    return set_member (member, json, setting, error);
  if (field->settings != NULL && rensa_component_find_attr (field->settings, name) != NULL)
    return set_attr (field->settings, json, setting, error);
  if (field->form != RENSA_FIELD_COMPONENT)
    return fail_unknown_field (field, json, name, error);
  if (strcmp (name, "type") == 0 && is_last (setting))
    return set_type (field, json, setting.text, error);
  if (strcmp (name, "attrs") == 0 && !is_last (setting))
    setting = below (setting);
  if (field == &rensa_node_field && type != NULL && rensa_is_nesting_type (type))
    return set_in_model (model, setting, error);
  return set_component_attr (field, json, setting, error);
}

gboolean
rensa_document_set (RensaDocument *document, const char *assignment, GError **error)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) pieces = NULL;
  Setting setting;

  if (equals == NULL || equals == assignment)
    {
      g_autofree char *given = rensa_excerpt (assignment);

      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("Set a value with path=value, such as optimizer.alpha=0.01; \"%s\" is not of this form."),
                       given);
      return FALSE;
    }

  path = g_strstrip (g_strndup (assignment, equals - assignment));
  text = g_strstrip (g_strdup (equals + 1));
  pieces = g_strsplit (path, ".", -1);
  setting = (Setting){ pieces, text };
  if (!set_in (&rensa_document_field, rensa_document_change (document), setting, error))
    return FALSE;
  /* The map contains names of the previous file. */
  if (g_str_equal (path, "weights"))
    json_object_object_del (rensa_document_get_json (document), RENSA_WEIGHTS_MAP);
  return TRUE;
}
