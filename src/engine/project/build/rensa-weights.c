/* rensa-weights.c: files of trained weights, and models initialized from them.
 * SPDX-License-Identifier: MIT */

#include "rensa-weights.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-updater.h"

#define IN_SNAPSHOT "updater/model:"
#define IN_MAIN IN_SNAPSHOT RENSA_MAIN "/"
#define PREDICTOR "predictor"

/* Location of a part of a model in a file. @path: NULL for the file as a whole; @name: prefix of
 * the names of its values, "gen/", if there are several parts; @link: borrowed. */
typedef struct
{
  char *path;
  char *name;
  RensaLink *link;
} Part;

static void
part_clear (gpointer data)
{
  Part *part = data;

  g_free (part->path);
  g_free (part->name);
}

static void
add_part (GArray *parts, const char *path, const char *name, RensaLink *link)
{
  const Part part = { g_strdup (path), name != NULL ? g_strconcat (name, "/", NULL) : g_strdup (""), link };

  g_array_append_val (parts, part);
}

/* Returns the prefix of a model in a snapshot of several optimizers: "updater/model:gen/", or
 * "updater/model:both/gen/" if it was trained together with others; NULL if there is neither. */
static char *
find_in_snapshot (RensaArchive *archive, const char *name)
{
  g_autofree char *own = g_strconcat (IN_SNAPSHOT, name, "/", NULL);
  g_autofree char *shared = g_strconcat ("/", name, "/", NULL);

  if (rensa_archive_has_prefix (archive, own))
    return g_steal_pointer (&own);
  for (guint i = 0; i < rensa_archive_get_n_keys (archive); i++)
    {
      const char *key = rensa_archive_get_key (archive, i);
      const char *slash = g_str_has_prefix (key, IN_SNAPSHOT) ? strchr (key + strlen (IN_SNAPSHOT), '/') : NULL;

      if (slash != NULL && g_str_has_prefix (slash, shared))
        return g_strndup (key, (gsize) (slash - key) + strlen (shared));
    }
  return NULL;
}

/* Models of a step that were trained separately are stored separately. */
static void
list_models (RensaArchive *archive, RensaLink *step, GArray *parts)
{
  for (guint i = 0; i < rensa_link_get_n_children (step); i++)
    {
      RensaLink *child = rensa_link_get_child (step, i);
      g_autofree char *path = find_in_snapshot (archive, rensa_link_get_name (child));

      if (path != NULL)
        add_part (parts, path, rensa_link_get_name (child), child);
    }
}

/* Returns at least one element. */
static GArray *
list_parts (RensaArchive *archive, RensaLink *model)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  RensaLink *predictor = rensa_link_find (model, PREDICTOR);

  g_array_set_clear_func (parts, part_clear);
  if (rensa_archive_has_prefix (archive, IN_MAIN))
    add_part (parts, IN_MAIN, NULL, model);
  else if (rensa_archive_has_prefix (archive, IN_SNAPSHOT))
    list_models (archive, model, parts);
  else if (predictor != NULL && !rensa_archive_has_prefix (archive, PREDICTOR "/"))
    add_part (parts, NULL, NULL, predictor);
  if (parts->len == 0)
    add_part (parts, NULL, NULL, model);
  return parts;
}

/* Returns the entries of @map for @part, with its name removed. */
static GHashTable *
map_part (GHashTable *map, const Part *part)
{
  GHashTable *own = map != NULL ? g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) : NULL;
  GHashTableIter iter;
  gpointer name;
  gpointer entry;

  if (map == NULL)
    return NULL;
  g_hash_table_iter_init (&iter, map);
  while (g_hash_table_iter_next (&iter, &name, &entry))
    if (g_str_has_prefix (name, part->name))
      g_hash_table_insert (own, g_strdup ((char *) name + strlen (part->name)),
                           g_strdup ((char *) entry + strlen (part->name)));
  return own;
}

static const Part *
find_part (GArray *parts, const char *name)
{
  for (guint i = 0; i < parts->len; i++)
    if (g_str_has_prefix (name, g_array_index (parts, Part, i).name))
      return &g_array_index (parts, Part, i);
  return NULL;
}

/* Checks that both names of each entry of the map belong to the same model; the loader checks that
 * the values exist. */
static gboolean
check_map (GHashTable *map, GArray *parts, const char *path, GError **error)
{
  GHashTableIter iter;
  gpointer name;
  gpointer entry;

  if (map == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, map);
  while (g_hash_table_iter_next (&iter, &name, &entry))
    {
      const Part *part = find_part (parts, name);

      if (part != NULL && g_str_has_prefix (entry, part->name))
        continue;
      if (part == NULL)
        rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: “%s” is mapped to “%s”, which does not exist"), path,
                         (char *) entry, (char *) name);
      else
        rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not contain “%s”"), path, (char *) entry);
      return FALSE;
    }
  return TRUE;
}

gboolean
rensa_weights_load (RensaLink *model, const char *path, GHashTable *map, GError **error)
{
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);
  g_autoptr (GArray) parts = archive != NULL ? list_parts (archive, model) : NULL;

  if (parts == NULL || !check_map (map, parts, path, error))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      g_autoptr (GHashTable) own = map_part (map, part);
      const RensaLoadOptions options = { .path = part->path, .map = own };

      if (!rensa_archive_load (archive, &options, rensa_link_serialize, part->link, error))
        return FALSE;
    }
  return TRUE;
}

static void
name_entries (GPtrArray *entries, guint index, const Part *part)
{
  for (guint i = 0; i < entries->len; i++)
    {
      RensaLoadEntry *entry = entries->pdata[i];
      g_autofree char *key = g_steal_pointer (&entry->key);

      entry->key = g_strconcat (part->name, key, NULL);
      entry->part = index;
    }
}

static GPtrArray *
load_parts (RensaLink *model, const char *path, GHashTable *map, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_load_entry_free);
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);
  g_autoptr (GArray) parts = archive != NULL ? list_parts (archive, model) : NULL;

  if (parts == NULL || !check_map (map, parts, path, error))
    return NULL;
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      g_autoptr (GHashTable) own = map_part (map, part);
      GPtrArray *entries = rensa_load_what_fits (archive, part->path, own, rensa_link_serialize, part->link, error);

      if (entries == NULL)
        return NULL;
      name_entries (entries, i, part);
      g_ptr_array_extend_and_steal (all, entries);
    }
  return g_steal_pointer (&all);
}

GPtrArray *
rensa_weights_load_what_fits (RensaLink *model, const char *path, GHashTable *map, GError **error)
{
  g_autoptr (GPtrArray) entries = load_parts (model, path, map, error);

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    if (((RensaLoadEntry *) entries->pdata[i])->status == RENSA_LOAD_MATCHED)
      return g_steal_pointer (&entries);
  if (entries != NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s contains no matching weights"), path);
  return NULL;
}

GPtrArray *
rensa_weights_compare (RensaLink *model, const char *path, GError **error)
{
  return load_parts (model, path, NULL, error);
}
