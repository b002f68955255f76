/* studio-weights-choices.c: the user's assignment of values in a file to parameters of a model.
 * SPDX-License-Identifier: MIT */

#include "studio-weights-choices.h"

struct _StudioWeightsChoices
{
  GPtrArray *entries;
  GHashTable *by_param; /* Parameter -> chosen entry */
  GHashTable *by_entry; /* Chosen entry -> parameter */
};

StudioWeightsChoices *
studio_weights_choices_new (GPtrArray *entries)
{
  StudioWeightsChoices *self = g_new0 (StudioWeightsChoices, 1);

  self->entries = g_ptr_array_ref (entries);
  self->by_param = g_hash_table_new (NULL, NULL);
  self->by_entry = g_hash_table_new (NULL, NULL);
  return self;
}

void
studio_weights_choices_free (StudioWeightsChoices *self)
{
  g_hash_table_unref (self->by_param);
  g_hash_table_unref (self->by_entry);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

gboolean
studio_weights_choices_can_choose (StudioWeightsChoices *self, const RensaLoadEntry *param)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (rensa_load_entry_can_take (param, self->entries->pdata[i]))
      return TRUE;
  return FALSE;
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  const RensaLoadEntry *first = *(const RensaLoadEntry *const *) a;
  const RensaLoadEntry *second = *(const RensaLoadEntry *const *) b;

  return first->position < second->position ? -1 : first->position > second->position;
}

GPtrArray *
studio_weights_choices_list (StudioWeightsChoices *self, const RensaLoadEntry *param)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      const RensaLoadEntry *owner = g_hash_table_lookup (self->by_entry, self->entries->pdata[i]);

      if ((owner == NULL || owner == param) && rensa_load_entry_can_take (param, self->entries->pdata[i]))
        g_ptr_array_add (list, self->entries->pdata[i]);
    }
  g_ptr_array_sort (list, compare_positions);
  return list;
}

void
studio_weights_choices_choose (StudioWeightsChoices *self, const RensaLoadEntry *param, const RensaLoadEntry *from)
{
  g_hash_table_remove (self->by_entry, g_hash_table_lookup (self->by_param, param));
  g_hash_table_remove (self->by_param, param);
  if (from == NULL)
    return;
  g_hash_table_insert (self->by_param, (gpointer) param, (gpointer) from);
  g_hash_table_insert (self->by_entry, (gpointer) from, (gpointer) param);
}

const RensaLoadEntry *
studio_weights_choices_get (StudioWeightsChoices *self, const RensaLoadEntry *param)
{
  return g_hash_table_lookup (self->by_param, param);
}

gboolean
studio_weights_choices_is_taken (StudioWeightsChoices *self, const RensaLoadEntry *from)
{
  return g_hash_table_contains (self->by_entry, from);
}

/* Returns the parameters without a choice that can take @from, in model order. */
static GPtrArray *
list_params (StudioWeightsChoices *self, const RensaLoadEntry *from)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->entries->len; i++)
    if (rensa_load_entry_can_take (self->entries->pdata[i], from)
        && !g_hash_table_contains (self->by_param, self->entries->pdata[i]))
      g_ptr_array_add (list, self->entries->pdata[i]);
  return list;
}

/* Finds the next parameter, from @i on, that has no choice and for whose shape the number of
 * open parameters, *@params, equals the number of matching values in the file, *@list. */
static gboolean
find_match (StudioWeightsChoices *self, guint *i, GPtrArray **params, GPtrArray **list)
{
  for (; *i < self->entries->len; (*i)++)
    {
      const RensaLoadEntry *param = self->entries->pdata[*i];
      g_autoptr (GPtrArray) left = studio_weights_choices_list (self, param);
      g_autoptr (GPtrArray) open = left->len > 0 ? list_params (self, left->pdata[0]) : NULL;

      if (open == NULL || open->len != left->len || g_hash_table_contains (self->by_param, param))
        continue;
      *params = g_steal_pointer (&open);
      *list = g_steal_pointer (&left);
      return TRUE;
    }
  return FALSE;
}

gboolean
studio_weights_choices_can_match (StudioWeightsChoices *self)
{
  g_autoptr (GPtrArray) params = NULL;
  g_autoptr (GPtrArray) list = NULL;
  guint i = 0;

  return find_match (self, &i, &params, &list);
}

void
studio_weights_choices_match_by_order (StudioWeightsChoices *self)
{
  GPtrArray *params;
  GPtrArray *list;

  for (guint i = 0; find_match (self, &i, &params, &list); i++)
    {
      for (guint k = 0; k < list->len; k++)
        studio_weights_choices_choose (self, params->pdata[k], list->pdata[k]);
      g_ptr_array_unref (params);
      g_ptr_array_unref (list);
    }
}

void
studio_weights_choices_take_map (StudioWeightsChoices *self, GHashTable *map)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const RensaLoadEntry *param = self->entries->pdata[i];
      const char *name = g_hash_table_lookup (map, param->key);
      g_autoptr (GPtrArray) list = studio_weights_choices_list (self, param);

      for (guint k = 0; name != NULL && k < list->len; k++)
        if (g_str_equal (((const RensaLoadEntry *) list->pdata[k])->key, name))
          studio_weights_choices_choose (self, param, list->pdata[k]);
    }
}

guint
studio_weights_choices_count (StudioWeightsChoices *self)
{
  guint n = g_hash_table_size (self->by_param);

  for (guint i = 0; i < self->entries->len; i++)
    n += ((const RensaLoadEntry *) self->entries->pdata[i])->status == RENSA_LOAD_MATCHED;
  return n;
}

GHashTable *
studio_weights_choices_get_map (StudioWeightsChoices *self)
{
  GHashTable *map = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer param;
  gpointer from;

  g_hash_table_iter_init (&iter, self->by_param);
  while (g_hash_table_iter_next (&iter, &param, &from))
    g_hash_table_insert (map, g_strdup (((const RensaLoadEntry *) param)->key),
                         g_strdup (((const RensaLoadEntry *) from)->key));
  return map;
}
