/* rensa-values.c: a table of named values that keeps their order.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-values-private.h"

typedef struct
{
  char *key;
  RensaValue value;
} Entry;

struct _RensaValues
{
  char *place;
  GPtrArray *entries;
  GHashTable *by_key;
  RensaValueReader reader;
  gpointer file; /* argument of @reader */
};

void
rensa_value_clear (RensaValue *value)
{
  g_clear_pointer (&value->array, rensa_array_unref);
  g_clear_pointer (&value->text, g_free);
  value->kind = RENSA_VALUE_NONE;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  rensa_value_clear (&entry->value);
  g_free (entry->key);
  g_free (entry);
}

RensaValues *
rensa_values_new (const char *place)
{
  RensaValues *values = g_new0 (RensaValues, 1);

  values->place = g_strdup (place);
  values->entries = g_ptr_array_new_with_free_func (entry_free);
  values->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  return values;
}

void
rensa_values_free (RensaValues *values)
{
  g_hash_table_unref (values->by_key);
  g_ptr_array_unref (values->entries);
  g_free (values->place);
  g_free (values);
}

const char *
rensa_values_get_place (RensaValues *values)
{
  return values->place;
}

guint
rensa_values_get_n (RensaValues *values)
{
  return values->entries->len;
}

const char *
rensa_values_get_key (RensaValues *values, guint i)
{
  return ((Entry *) values->entries->pdata[i])->key;
}

RensaValue *
rensa_values_get_value (RensaValues *values, guint i)
{
  return &((Entry *) values->entries->pdata[i])->value;
}

RensaValue *
rensa_values_find (RensaValues *values, const char *key)
{
  Entry *entry = g_hash_table_lookup (values->by_key, key);

  return entry != NULL ? &entry->value : NULL;
}

RensaValue *
rensa_values_add (RensaValues *values, const char *key)
{
  RensaValue *value = rensa_values_find (values, key);
  Entry *entry;

  if (value != NULL)
    {
      rensa_value_clear (value);
      return value;
    }

  entry = g_new0 (Entry, 1);
  entry->key = g_strdup (key);
  g_ptr_array_add (values->entries, entry);
  g_hash_table_insert (values->by_key, entry->key, entry);
  return &entry->value;
}

void
rensa_values_set_reader (RensaValues *values, RensaValueReader reader, gpointer file)
{
  values->reader = reader;
  values->file = file;
}

static gboolean
is_read (const RensaValue *value)
{
  switch (value->kind)
    {
    case RENSA_VALUE_ARRAY:
      return value->array != NULL;
    case RENSA_VALUE_TEXT:
      return value->text != NULL;
    case RENSA_VALUE_UNREAD:
      return FALSE;
    default:
      return TRUE;
    }
}

RensaValue *
rensa_values_fetch (RensaValues *values, const char *key, const RensaWant *want, GError **error)
{
  RensaValue *value = rensa_values_find (values, key);

  if (value == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not contain “%s”"), values->place, key);
      return NULL;
    }
  if (is_read (value) || values->reader (values->file, key, want, value, error))
    return value;
  /* A value that cannot be read stays unread, so that the next request fails as well. */
  rensa_value_clear (value);
  value->kind = RENSA_VALUE_UNREAD;
  return NULL;
}
