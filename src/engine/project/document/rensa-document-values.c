/* rensa-document-values.c: values of a document by path.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-values.h"

#include "rensa-document-fields.h"
#include "rensa-language.h"
#include "rensa-shipped.h"

/* Returns the element of @array that is called @name; its number and its type only match if no name does. */
static struct json_object *
find_in_array (struct json_object *array, const char *name)
{
  const int i = rensa_json_find_element (array, name);

  return i >= 0 ? json_object_array_get_idx (array, i) : NULL;
}

static struct json_object *
step (struct json_object *json, const char *name)
{
  struct json_object *attrs = rensa_json_get_member (json, "attrs");
  struct json_object *nodes = rensa_json_get_member (rensa_json_get_member (json, "model"), "nodes");
  struct json_object *value = NULL;

  if (json_object_is_type (json, json_type_array))
    return find_in_array (json, name);
  if (!json_object_is_type (json, json_type_object))
    return NULL;
  if (json_object_object_get_ex (json, name, &value))
    return value;
  if (json_object_is_type (attrs, json_type_object) && json_object_object_get_ex (attrs, name, &value))
    return value;
  return find_in_array (nodes != NULL ? nodes : rensa_json_get_member (json, "nodes"), name);
}

struct json_object *
rensa_document_get (RensaDocument *document, const char *path)
{
  struct json_object *json = rensa_document_get_json (document);
  g_auto (GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; json != NULL && names[i] != NULL; i++)
    json = step (json, names[i]);
  return json;
}

/**
 * Place: position reached while following a path.
 * @json: owned
 * @is_element: @field is a list, and @json one of its elements
 * @attrs: (nullable): a component that is an attribute
 */
typedef struct
{
  const RensaField *field;
  struct json_object *json;
  gboolean is_element;
  RensaAttrs *attrs;
} Place;

static void
place_clear (Place *place)
{
  json_object_put (place->json);
  g_clear_pointer (&place->attrs, rensa_attrs_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static gboolean
place_go (Place *place, const RensaField *field, struct json_object *json, gboolean is_element)
{
  json_object_put (place->json);
  place->field = field;
  place->json = json;
  place->is_element = is_element;
  return json != NULL;
}

static void
pass_over (gpointer data, const char *attr, GError *error)
{
  g_error_free (error);
}

/* Reads the component itself, ignoring its errors. */
static RensaAttrs *
place_read (const Place *place)
{
  if (place->field->form == RENSA_FIELD_OBJECT || place->field->form == RENSA_FIELD_OBJECTS)
    return place->field->settings != NULL ? rensa_settings_read (place->field->settings, place->json, NULL) : NULL;
  if (place->field->form == RENSA_FIELD_COMPONENT || place->is_element)
    return rensa_field_read_tolerantly (place->field, place->json, pass_over, NULL);
  return NULL;
}

/* Enters an attribute that is a component. */
static gboolean
place_enter_attr (Place *place, const char *name)
{
  g_autoptr (RensaAttrs) attrs = place->attrs != NULL ? rensa_attrs_ref (place->attrs) : place_read (place);
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  const RensaAttrSpec *spec = component != NULL ? rensa_component_find_attr (component, name) : NULL;
  RensaAttrs *inner;

  if (spec == NULL || spec->type != RENSA_ATTR_TYPE_COMPONENT)
    return FALSE;
  inner = *(RensaAttrs **) ((char *) rensa_attrs_get_values (attrs) + spec->offset);
  if (inner == NULL)
    return FALSE;

  rensa_attrs_ref (inner);
  g_clear_pointer (&place->attrs, rensa_attrs_unref);
  place->attrs = inner;
  return TRUE;
}

/* Describes one of the models of a document. */
static const RensaField models_field = { .name = "models", .form = RENSA_FIELD_MODEL };

static gboolean
place_enter (Place *place, const char *name)
{
  const gboolean is_node = place->field == &rensa_node_field;
  struct json_object *model = is_node ? rensa_json_get_member (place->json, "model") : place->json;
  struct json_object *node = find_in_array (rensa_json_get_member (model, "nodes"), name);
  const RensaField *member = rensa_field_find_in (place->field, place->json, name);
  const gboolean is_list = place->field->form == RENSA_FIELD_COMPONENTS || place->field->form == RENSA_FIELD_OBJECTS;
  gboolean is_none;

  if (place->attrs != NULL)
    return place_enter_attr (place, name);
  if (place->field->form == RENSA_FIELD_MODELS)
    return place_go (place, &models_field, json_object_get (rensa_json_get_member (place->json, name)), FALSE);
  if (is_list && !place->is_element)
    return place_go (place, place->field, json_object_get (find_in_array (place->json, name)), TRUE);
  if ((is_node || place->field->form == RENSA_FIELD_MODEL) && node != NULL)
    return place_go (place, &rensa_node_field, json_object_get (node), FALSE);
  if (member != NULL)
    return place_go (place, member, rensa_field_get (member, place->json, &is_none), FALSE);
  return place_enter_attr (place, name);
}

/* Follows @path from the beginning; returns TRUE if it leads to something. */
static gboolean
place_follow (Place *place, RensaDocument *document, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  gboolean ok = TRUE;

  place_go (place, &rensa_document_field, json_object_get (rensa_document_get_json (document)), FALSE);
  for (guint i = 0; ok && names[i] != NULL; i++)
    ok = strcmp (names[i], "attrs") == 0 || strcmp (names[i], "nodes") == 0 || place_enter (place, names[i]);
  return ok;
}

RensaAttrs *
rensa_document_get_settings (RensaDocument *document, const char *path)
{
  g_auto (Place) place = { NULL };

  return place_follow (&place, document, path) && place.is_element && place.field->settings != NULL
             ? rensa_settings_read (place.field->settings, place.json, NULL)
             : NULL;
}

RensaAttrs *
rensa_document_get_attrs (RensaDocument *document, const char *path, GError **error)
{
  g_auto (Place) place = { NULL };
  RensaAttrs *attrs = NULL;

  if (place_follow (&place, document, path))
    attrs = place.attrs != NULL ? rensa_attrs_ref (place.attrs) : place_read (&place);
  if (attrs == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("The document does not contain a component %s."), path);
  return attrs;
}

RensaAttrs *
rensa_document_get_split (RensaDocument *document, GError **error)
{
  const RensaField *field = rensa_field_find (rensa_field_find (&rensa_document_field, "data"), "split");
  struct json_object *data = rensa_json_get_member (rensa_document_get_json (document), "data");
  gboolean is_none;
  g_autoptr (RensaJson) split = rensa_field_get (field, data, &is_none);

  return rensa_settings_read (field->settings, split, error);
}

gint64
rensa_document_get_parts (RensaDocument *document, gint64 *part)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_split (document, NULL);
  const RensaSplit *split = attrs != NULL ? rensa_attrs_get_values (attrs) : NULL;

  *part = split != NULL ? split->part : 1;
  return split != NULL && split->parts != RENSA_INT_NONE ? split->parts : 0;
}

guint
rensa_document_count_components (RensaDocument *document, const char *list)
{
  struct json_object *parent = rensa_document_get_json (document);
  const RensaField *field = rensa_field_find_list (list, &parent);
  gboolean is_none;
  g_autoptr (RensaJson) json = field != NULL ? rensa_field_get (field, parent, &is_none) : NULL;

  return json_object_is_type (json, json_type_array) ? (guint) json_object_array_length (json) : 0;
}

char *
rensa_document_find_file (RensaDocument *document, const char *path)
{
  char *shipped = rensa_shipped_is (path) ? rensa_shipped_find (path + strlen (RENSA_SHIPPED)) : NULL;

  if (shipped != NULL || rensa_shipped_is (path) || g_path_is_absolute (path))
    return shipped != NULL ? shipped : g_strdup (path);
  return g_build_filename (rensa_document_get_folder (document), path, NULL);
}

gboolean
rensa_document_read_weights_map (RensaDocument *document, GHashTable **map, GError **error)
{
  RensaJson *json = rensa_json_get_member (rensa_document_get_json (document), RENSA_WEIGHTS_MAP);
  g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gboolean is_right = json == NULL || json_object_is_type (json, json_type_object);

  if (is_right && json != NULL)
    {
      json_object_object_foreach (json, name, value)
      {
        is_right = is_right && json_object_is_type (value, json_type_string);
        g_hash_table_insert (read, g_strdup (name), g_strdup (json_object_get_string (value)));
      }
    }
  *map = is_right && g_hash_table_size (read) > 0 ? g_steal_pointer (&read) : NULL;
  if (!is_right)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("expected an object that maps names in the model to names in the file"));
      rensa_prefix_place (error, RENSA_WEIGHTS_MAP);
    }
  return is_right;
}

void
rensa_document_set_weights_map (RensaDocument *document, GHashTable *map)
{
  RensaJson *json = rensa_document_change (document);
  g_autoptr (GList) names = map != NULL ? g_list_sort (g_hash_table_get_keys (map), (GCompareFunc) strcmp) : NULL;
  RensaJson *object = names != NULL ? json_object_new_object () : NULL;

  for (GList *item = names; item != NULL; item = item->next)
    json_object_object_add (object, item->data, json_object_new_string (g_hash_table_lookup (map, item->data)));
  json_object_object_del (json, RENSA_WEIGHTS_MAP);
  if (object != NULL)
    json_object_object_add (json, RENSA_WEIGHTS_MAP, object);
}

GStrv
rensa_learners_split (const char *models)
{
  g_auto (GStrv) parts = g_strsplit (models, ",", -1);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0')
      g_strv_builder_add (names, parts[i]);
  return g_strv_builder_end (names);
}
