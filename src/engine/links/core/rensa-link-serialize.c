/* rensa-link-serialize.c: saves and loads links.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include "rensa-primitives.h"

static gboolean
serialize_param (RensaLink *link, RensaParam *param, RensaSerializer *serializer, GError **error)
{
  RensaArray *before = rensa_variable_get_array (param->variable);
  g_autoptr (RensaArray) array = before != NULL ? rensa_array_ref (before) : NULL;
  g_autoptr (RensaArray) cast = NULL;

  if (!rensa_serializer_array (serializer, param->name, &array, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  /* If there was no array, the file may have any dtype. */
  cast = rensa_array_cast (array, param->dtype, error);
  if ((cast == NULL && array != NULL) || !rensa_link_place (link, &cast, error))
    return FALSE;

  rensa_variable_set_array (param->variable, cast);
  return TRUE;
}

/* Chainer does not write a key for an array that does not exist yet; we write None. */
static gboolean
serialize_persistent (RensaLink *link, RensaPersistent *persistent, RensaSerializer *serializer, GError **error)
{
  if (persistent->is_int)
    return rensa_serializer_int (serializer, persistent->name, &persistent->integer, error);
  if (persistent->array == NULL && !rensa_serializer_has (serializer, persistent->name))
    return TRUE;
  return rensa_serializer_array (serializer, persistent->name, &persistent->array, error)
         && rensa_link_place (link, &persistent->array, error);
}

void
rensa_link_drop_companion (RensaLink *link)
{
  if (link->companion.key != NULL && link->companion.free_data != NULL)
    link->companion.free_data (link->companion.data);
  link->companion = (RensaCompanion){ NULL };
}

void
rensa_link_take_companion (RensaLink *link, const char *key, RensaSerializeFunc serialize, gpointer data,
                           GDestroyNotify free_data)
{
  rensa_link_drop_companion (link);
  link->companion = (RensaCompanion){ g_intern_string (key), serialize, data, free_data };
}

static gboolean
serialize_companion (const RensaCompanion *companion, RensaSerializer *serializer, GError **error)
{
  if (companion->key == NULL || !rensa_serializer_has (serializer, companion->key))
    return TRUE;
  return companion->serialize (companion->data, rensa_serializer_child (serializer, companion->key), error);
}

gboolean
rensa_link_serialize (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaLink *link = object;

  for (guint i = 0; i < link->params->len; i++)
    if (!serialize_param (link, link->params->pdata[i], serializer, error))
      return FALSE;
  for (guint i = 0; i < link->persistents->len; i++)
    if (!serialize_persistent (link, link->persistents->pdata[i], serializer, error))
      return FALSE;
  if (link->class->serialize != NULL && !link->class->serialize (link, serializer, error))
    return FALSE;

  for (guint i = 0; i < link->children->len; i++)
    {
      RensaLink *child = link->children->pdata[i];

      if (!rensa_link_serialize (child, rensa_serializer_child (serializer, child->name), error))
        return FALSE;
    }
  return serialize_companion (&link->companion, serializer, error);
}
