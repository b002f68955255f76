/* rensa-walk.c: records the results of one traversal for the values that it visits.
 * SPDX-License-Identifier: MIT */

#include "rensa-walk-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

static void
serializer_free (gpointer data)
{
  RensaSerializer *serializer = data;

  g_free (serializer->path);
  g_free (serializer);
}

RensaSerializer *
rensa_walk_get_place (RensaWalk *walk, const char *path)
{
  RensaSerializer *serializer = g_hash_table_lookup (walk->places, path);

  if (serializer == NULL)
    {
      serializer = g_new0 (RensaSerializer, 1);
      serializer->walk = walk;
      serializer->path = g_strdup (path);
      g_hash_table_insert (walk->places, serializer->path, serializer);
    }
  return serializer;
}

char *
rensa_value_describe (const RensaValue *value)
{
  const RensaType type = value->array != NULL ? rensa_array_get_type (value->array) : value->type;
  g_autofree char *shape = NULL;

  if (value->kind == RENSA_VALUE_NONE)
    return g_strdup ("None");
  if (value->kind == RENSA_VALUE_TEXT)
    return g_strdup (_ ("a string"));

  shape = rensa_shape_to_string (&type.shape);
  return g_strdup_printf (_ ("%s of shape %s"), rensa_dtype_get_name (type.dtype), shape);
}

/* Returns NULL if it is not an array. */
static RensaType *
copy_type (const RensaValue *value)
{
  const RensaType type = value->array != NULL ? rensa_array_get_type (value->array) : value->type;

  return value->kind == RENSA_VALUE_ARRAY ? g_memdup2 (&type, sizeof type) : NULL;
}

RensaLoadEntry *
rensa_walk_note (RensaWalk *walk, const char *path, RensaLoadStatus status, const char *expected,
                 const RensaValue *here, const RensaValue *found)
{
  RensaLoadEntry *entry;

  if (walk->options.entries == NULL)
    return NULL;
  entry = g_new0 (RensaLoadEntry, 1);
  entry->key = g_strdup (path + strlen (walk->options.path));
  entry->status = status;
  entry->here = here == NULL ? NULL : expected != NULL ? g_strdup (expected) : rensa_value_describe (here);
  entry->here_type = here != NULL ? copy_type (here) : NULL;
  entry->found = found != NULL ? rensa_value_describe (found) : NULL;
  entry->found_type = found != NULL ? copy_type (found) : NULL;
  g_ptr_array_add (walk->options.entries, entry);
  return entry;
}

char *
rensa_walk_find_source (RensaWalk *walk, const char *path, gboolean *is_mapped)
{
  const char *start = walk->options.path;
  const char *name = walk->options.map != NULL && g_str_has_prefix (path, start)
                         ? g_hash_table_lookup (walk->options.map, path + strlen (start))
                         : NULL;

  *is_mapped = name != NULL;
  return name != NULL ? g_strconcat (start, name, NULL) : g_strdup (path);
}

static void
walk_begin (RensaWalk *walk, RensaValues *values, gboolean reading)
{
  walk->values = values;
  walk->reading = reading;
  walk->options.path = "";
  walk->places = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, serializer_free);
  walk->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
walk_end (RensaWalk *walk)
{
  g_hash_table_unref (walk->places);
  g_hash_table_unref (walk->asked);
  g_clear_pointer (&walk->taken, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaWalk, walk_end)

gboolean
rensa_values_save (RensaValues *values, RensaSerializeFunc serialize, gpointer object, GError **error)
{
  g_auto (RensaWalk) walk = { 0 };

  walk_begin (&walk, values, FALSE);
  return serialize (object, rensa_walk_get_place (&walk, ""), error);
}

static gboolean
check_all_asked (RensaWalk *walk, const char *prefix, GError **error)
{
  const char *first = NULL;
  guint n = 0;

  for (guint i = 0; i < rensa_values_get_n (walk->values); i++)
    {
      const char *key = rensa_values_get_key (walk->values, i);

      if (!g_str_has_prefix (key, prefix) || g_hash_table_contains (walk->asked, key))
        continue;
      first = first != NULL ? first : key;
      n++;
    }

  if (n == 1)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s contains “%s”, which is not used here"),
                     rensa_values_get_place (walk->values), first);
  else if (n > 1)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     ngettext ("%s contains “%s” and %u other key, which are not used here",
                               "%s contains “%s” and %u other keys, which are not used here", n - 1),
                     rensa_values_get_place (walk->values), first, n - 1);
  return n == 0;
}

/* Checks that each name in the map belongs to a value here. */
static gboolean
check_map (RensaWalk *walk, GError **error)
{
  GHashTableIter iter;
  gpointer name;
  gpointer entry;

  if (walk->options.map == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, walk->options.map);
  while (g_hash_table_iter_next (&iter, &name, &entry))
    {
      g_autofree char *path = g_strconcat (walk->options.path, name, NULL);
      g_autofree char *source = g_strconcat (walk->options.path, entry, NULL);

      if (g_strcmp0 (g_hash_table_lookup (walk->taken, source), path) != 0)
        {
          rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: “%s” is mapped to “%s”, which does not exist"),
                           rensa_values_get_place (walk->values), source, path);
          return FALSE;
        }
    }
  return TRUE;
}

/* Records the values that were not requested. The contents of unreadable ones are unknown. */
static void
note_extra (RensaWalk *walk)
{
  const RensaWant want = { RENSA_VALUE_NONE, NULL };

  for (guint i = 0; walk->options.entries != NULL && i < rensa_values_get_n (walk->values); i++)
    {
      const char *key = rensa_values_get_key (walk->values, i);

      if (g_str_has_prefix (key, walk->options.path) && !g_hash_table_contains (walk->asked, key))
        rensa_walk_note (walk, key, RENSA_LOAD_EXTRA, NULL, NULL, rensa_values_fetch (walk->values, key, &want, NULL))
            ->position = i;
    }
}

static gboolean
load_once (RensaValues *values, const RensaLoadOptions *options, RensaSerializeFunc serialize, gpointer object,
           GError **error)
{
  g_auto (RensaWalk) walk = { 0 };

  walk_begin (&walk, values, TRUE);
  walk.options = *options;
  if (options->map != NULL)
    walk.taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!serialize (object, rensa_walk_get_place (&walk, options->path), error) || !check_map (&walk, error)
      || !(options->allow_extra || check_all_asked (&walk, options->path, error)))
    return FALSE;
  note_extra (&walk);
  return TRUE;
}

/* Ignores errors, because the user needs the one about the file. */
static void
restore (RensaValues *before, RensaSerializeFunc serialize, gpointer object)
{
  g_auto (RensaWalk) walk = { 0 };

  walk_begin (&walk, before, TRUE);
  walk.restoring = TRUE;
  serialize (object, rensa_walk_get_place (&walk, ""), NULL);
}

gboolean
rensa_values_load (RensaValues *values, const RensaLoadOptions *options, RensaSerializeFunc serialize, gpointer object,
                   GError **error)
{
  g_autoptr (RensaValues) before = rensa_values_new ("what was there before");
  RensaLoadOptions own = options != NULL ? *options : (RensaLoadOptions){ 0 };
  g_autofree char *start = NULL;

  own.path = own.path != NULL ? own.path : "";
  start = g_strconcat (own.path, *own.path == '\0' || g_str_has_suffix (own.path, "/") ? NULL : "/", NULL);
  own.path = start;

  if (!rensa_values_save (before, serialize, object, error))
    return FALSE;
  if (load_once (values, &own, serialize, object, error))
    return TRUE;

  restore (before, serialize, object);
  return FALSE;
}
