/* studio-differences.c: the settings in which documents differ.
 * SPDX-License-Identifier: MIT */

#include "studio-differences.h"

/* What says nothing about training. */
static const char *const passed_over[] = { "position", "name", "description", "format", NULL };

typedef struct
{
  guint n_documents;
  guint document;
  GPtrArray *settings; /* StudioDifference, owned */
  GHashTable *by_path;
} Table;

static void
difference_free (gpointer data)
{
  StudioDifference *difference = data;

  for (guint i = 0; i < difference->n; i++)
    g_free (difference->values[i]);
  g_free (difference->values);
  g_free (difference->path);
  g_free (difference);
}

static void
put (Table *table, const char *path, const char *value)
{
  StudioDifference *setting = g_hash_table_lookup (table->by_path, path);

  if (setting == NULL)
    {
      setting = g_new0 (StudioDifference, 1);
      setting->path = g_strdup (path);
      setting->n = table->n_documents;
      setting->values = g_new0 (char *, table->n_documents);
      g_ptr_array_add (table->settings, setting);
      g_hash_table_insert (table->by_path, setting->path, setting);
    }
  g_free (setting->values[table->document]);
  setting->values[table->document] = g_strdup (value);
}

static char *
join (const char *path, const char *name)
{
  return path[0] != '\0' ? g_strconcat (path, ".", name, NULL) : g_strdup (name);
}

static const char *
get_string (struct json_object *object, const char *name)
{
  struct json_object *value = NULL;

  if (!json_object_is_type (object, json_type_object) || !json_object_object_get_ex (object, name, &value))
    return NULL;
  return json_object_is_type (value, json_type_string) ? json_object_get_string (value) : NULL;
}

/* By name, else by type, else by number. */
static char *
name_element (struct json_object *element, gsize i)
{
  const char *name = get_string (element, "name");

  if (name == NULL)
    name = get_string (element, "type");
  return name != NULL ? g_strdup (name) : g_strdup_printf ("%" G_GSIZE_FORMAT, i);
}

static void flatten (Table *table, const char *path, struct json_object *json);

static void
flatten_object (Table *table, const char *path, struct json_object *json)
{
  json_object_object_foreach (json, name, value)
  {
    g_autofree char *inner = NULL;

    if (g_strv_contains (passed_over, name))
      continue;
    inner = g_str_equal (name, "attrs") || g_str_equal (name, "nodes") ? g_strdup (path) : join (path, name);
    flatten (table, inner, value);
  }
}

static void
flatten_array (Table *table, const char *path, struct json_object *json)
{
  const gsize n = json_object_array_length (json);

  if (n > 0 && !json_object_is_type (json_object_array_get_idx (json, 0), json_type_object))
    {
      put (table, path, json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      struct json_object *element = json_object_array_get_idx (json, i);
      const char *from = get_string (element, "from");
      g_autofree char *name = from != NULL ? g_strdup (from) : name_element (element, i);
      g_autofree char *inner = join (path, name);

      flatten (table, inner, element);
    }
}

static void
flatten (Table *table, const char *path, struct json_object *json)
{
  if (json_object_is_type (json, json_type_object))
    flatten_object (table, path, json);
  else if (json_object_is_type (json, json_type_array))
    flatten_array (table, path, json);
  else if (json_object_is_type (json, json_type_string))
    put (table, path, json_object_get_string (json));
  else
    put (table, path, json != NULL ? json_object_to_json_string (json) : "None");
}

static gboolean
differs (const StudioDifference *setting)
{
  for (guint i = 1; i < setting->n; i++)
    if (g_strcmp0 (setting->values[0], setting->values[i]) != 0)
      return TRUE;
  return FALSE;
}

GPtrArray *
studio_differences_new (RensaDocument *const *documents, guint n)
{
  g_autoptr (GHashTable) by_path = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *settings = g_ptr_array_new_with_free_func (difference_free);
  Table table = { n, 0, settings, by_path };

  for (; table.document < n; table.document++)
    flatten (&table, "", rensa_document_get_json (documents[table.document]));
  for (guint i = settings->len; i > 0; i--)
    if (!differs (settings->pdata[i - 1]))
      g_ptr_array_remove_index (settings, i - 1);
  return settings;
}
