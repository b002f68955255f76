/* rensa-dictionary.c: values in memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-archive.h"
#include "rensa-values-private.h"

struct _RensaDictionary
{
  RensaValues *values;
};

RensaDictionary *
rensa_dictionary_new (void)
{
  RensaDictionary *self = g_new0 (RensaDictionary, 1);

  self->values = rensa_values_new ("the dictionary");
  return self;
}

void
rensa_dictionary_free (RensaDictionary *self)
{
  rensa_values_free (self->values);
  g_free (self);
}

gboolean
rensa_dictionary_save (RensaDictionary *self, RensaSerializeFunc serialize, gpointer object, GError **error)
{
  return rensa_values_save (self->values, serialize, object, error);
}

gboolean
rensa_dictionary_load (RensaDictionary *self, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                       gpointer object, GError **error)
{
  return rensa_values_load (self->values, options, serialize, object, error);
}

guint
rensa_dictionary_get_n_keys (RensaDictionary *self)
{
  return rensa_values_get_n (self->values);
}

const char *
rensa_dictionary_get_key (RensaDictionary *self, guint i)
{
  return rensa_values_get_key (self->values, i);
}

RensaArray *
rensa_dictionary_get_array (RensaDictionary *self, const char *key)
{
  RensaValue *value = rensa_values_find (self->values, key);

  return value != NULL ? value->array : NULL;
}

void
rensa_dictionary_set_array (RensaDictionary *self, const char *key, RensaArray *array)
{
  RensaValue *value = rensa_values_add (self->values, key);

  value->kind = RENSA_VALUE_ARRAY;
  value->array = rensa_array_ref (array);
}
