/* rensa-data-cache.c: cache of the most recently used data sets.
 * SPDX-License-Identifier: MIT */

#include "rensa-analysis-private.h"
#include "rensa-data-inspect.h"

/* Undo and redo alternate between two or three; each may be large. */
#define N_KEPT 3

/* @error: error of a failed load */
typedef struct
{
  char *key;
  RensaDataBundle bundle;
  GError *error;
} Entry;

/* @entries: entries in order of use, most recent last */
struct _RensaDataCache
{
  char *root;
  GPtrArray *entries; /* Entry */
  RensaFacts *facts;
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->key);
  rensa_data_bundle_clear (&entry->bundle);
  g_clear_error (&entry->error);
  g_free (entry);
}

RensaDataCache *
rensa_data_cache_new (const char *dataset_root)
{
  RensaDataCache *cache = g_new0 (RensaDataCache, 1);

  cache->root = dataset_root != NULL ? g_strdup (dataset_root) : rensa_dataset_root_new ();
  cache->entries = g_ptr_array_new_with_free_func (entry_free);
  return cache;
}

void
rensa_data_cache_free (RensaDataCache *cache)
{
  g_clear_pointer (&cache->facts, rensa_facts_unref);
  g_ptr_array_unref (cache->entries);
  g_free (cache->root);
  g_free (cache);
}

void
rensa_data_cache_clear (RensaDataCache *cache)
{
  g_ptr_array_set_size (cache->entries, 0);
}

const RensaFacts *
rensa_data_cache_get_facts (RensaDataCache *cache)
{
  return cache->facts;
}

void
rensa_data_cache_set_facts (RensaDataCache *cache, RensaFacts *facts)
{
  g_clear_pointer (&cache->facts, rensa_facts_unref);
  cache->facts = rensa_facts_ref (facts);
}

/* Key with everything that the data depend on. */
static char *
make_key (RensaProject *project, const char *folder)
{
  const RensaSettings *settings = rensa_project_get_settings (project);
  g_autoptr (RensaJson) dataset = rensa_attrs_to_json (project->dataset);
  g_autoptr (RensaJson) split = rensa_attrs_to_json (project->split);
  g_autoptr (RensaJson) transforms = json_object_new_array ();

  for (guint i = 0; i < project->transforms->len; i++)
    json_object_array_add (transforms, rensa_attrs_to_json (project->transforms->pdata[i]));
  return g_strdup_printf ("%s\n%s\n%s\n%s\n%" G_GINT64_FORMAT "\n%s", json_object_to_json_string (dataset),
                          json_object_to_json_string (split), json_object_to_json_string (transforms), folder,
                          settings->seed, rensa_dtype_get_name (settings->dtype));
}

/* Finds an entry and moves it to the end. */
static Entry *
find_entry (RensaDataCache *cache, const char *key)
{
  for (guint i = 0; i < cache->entries->len; i++)
    if (strcmp (((Entry *) cache->entries->pdata[i])->key, key) == 0)
      {
        Entry *entry = g_ptr_array_steal_index (cache->entries, i);

        g_ptr_array_add (cache->entries, entry);
        return entry;
      }
  return NULL;
}

const RensaDataBundle *
rensa_data_cache_get (RensaDataCache *cache, RensaProject *project, const char *folder, GError **error)
{
  g_autofree char *key = make_key (project, folder);
  Entry *entry = find_entry (cache, key);

  if (entry == NULL)
    {
      if (cache->entries->len == N_KEPT)
        g_ptr_array_remove_index (cache->entries, 0);
      entry = g_new0 (Entry, 1);
      entry->key = g_steal_pointer (&key);
      g_ptr_array_add (cache->entries, entry);
      if (rensa_project_load_data (project, &(RensaDataPlaces){ cache->root, folder }, &entry->bundle, &entry->error)
          && entry->bundle.can_split_classes)
        rensa_data_inspect_split (&entry->bundle);
    }

  if (entry->error == NULL)
    return &entry->bundle;
  if (error != NULL)
    *error = g_error_copy (entry->error);
  return NULL;
}

/* Ignores mistakes in the rest of the document. */
static gboolean
fail_at_data (RensaProject *project, GError **error)
{
  while (!g_str_has_prefix (((RensaMistake *) project->mistakes->pdata[0])->place, "data"))
    g_ptr_array_remove_index (project->mistakes, 0);
  return rensa_project_check (project, error);
}

gboolean
rensa_data_cache_load (RensaDataCache *cache, RensaDocument *document, RensaDataset **train, RensaDataset **test,
                       GError **error)
{
  g_autoptr (RensaProject) project = rensa_project_new (document);
  const RensaDataBundle *bundle;

  if (project->dataset == NULL || project->split == NULL)
    return fail_at_data (project, error);

  bundle = rensa_data_cache_get (cache, project, rensa_document_get_folder (document), error);
  if (bundle == NULL)
    return FALSE;

  *train = rensa_dataset_ref (bundle->train);
  *test = bundle->test != NULL ? rensa_dataset_ref (bundle->test) : NULL;
  return TRUE;
}
