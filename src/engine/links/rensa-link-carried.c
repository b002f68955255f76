/* rensa-link-carried.c: what a link carries from one call to the next.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

RensaVariable *
rensa_link_get_carried (RensaLink *link, int index)
{
  return link->carried[index];
}

void
rensa_link_set_carried (RensaLink *link, int index, RensaVariable *value)
{
  if (value != NULL)
    rensa_variable_ref (value);
  g_clear_pointer (&link->carried[index], rensa_variable_unref);
  link->carried[index] = value;
}

void
rensa_link_drop_carried (RensaLink *link)
{
  for (guint i = 0; i < link->class->n_carries; i++)
    g_clear_pointer (&link->carried[i], rensa_variable_unref);
}

static gboolean
reset (const char *path, RensaLink *link, gpointer data, GError **error)
{
  rensa_link_drop_carried (link);
  return TRUE;
}

void
rensa_link_reset_state (RensaLink *link)
{
  rensa_link_foreach_link (link, reset, NULL, NULL);
}

/* The graph behind a value stays on the device where it was made, so it ends here. */
gboolean
rensa_link_move_carried (RensaLink *link, GError **error)
{
  for (guint i = 0; i < link->class->n_carries; i++)
    {
      RensaVariable *value = link->carried[i];
      RensaArray *array = value != NULL ? rensa_variable_get_array (value) : NULL;
      g_autoptr (RensaArray) moved = NULL;

      if (array == NULL || rensa_array_get_device (array) == link->device)
        continue;
      moved = rensa_array_to_device (array, link->device, error);
      if (moved == NULL)
        return FALSE;
      rensa_variable_unref (value);
      link->carried[i] = rensa_variable_new_constant (moved);
    }
  return TRUE;
}

/* An entry of a state: a place that is empty is in it, too, so that the order alone tells whose it is. */
static void
clear_entry (gpointer entry)
{
  if (entry != NULL)
    rensa_variable_unref (entry);
}

static gboolean
take (const char *path, RensaLink *link, gpointer data, GError **error)
{
  for (guint i = 0; i < link->class->n_carries; i++)
    g_ptr_array_add (data, g_steal_pointer (&link->carried[i]));
  return TRUE;
}

GPtrArray *
rensa_link_take_state (RensaLink *link)
{
  GPtrArray *state = g_ptr_array_new_with_free_func (clear_entry);

  rensa_link_foreach_link (link, take, state, NULL);
  return state;
}

typedef struct
{
  GPtrArray *state;
  guint n; /* of it that was given back */
} Restoring;

static gboolean
restore (const char *path, RensaLink *link, gpointer data, GError **error)
{
  Restoring *restoring = data;

  for (guint i = 0; i < link->class->n_carries; i++)
    rensa_link_set_carried (link, (int) i, restoring->state->pdata[restoring->n++]);
  return TRUE;
}

void
rensa_link_restore_state (RensaLink *link, GPtrArray *state)
{
  Restoring restoring = { .state = state };

  rensa_link_foreach_link (link, restore, &restoring, NULL);
  g_ptr_array_unref (state);
}

static gboolean
write_value (RensaLink *link, guint i, RensaSerializer *serializer, const char *key, GError **error)
{
  RensaArray *array = link->carried[i] != NULL ? rensa_variable_get_array (link->carried[i]) : NULL;

  return array == NULL || rensa_serializer_array (serializer, key, &array, error);
}

static gboolean
read_value (RensaLink *link, guint i, RensaSerializer *serializer, const char *key, GError **error)
{
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaArray) placed = NULL;
  g_autoptr (RensaVariable) value = NULL;

  if (rensa_serializer_has (serializer, key))
    {
      if (!rensa_serializer_array (serializer, key, &array, error))
        return FALSE;
      if (array == NULL || !rensa_dtype_is_floating (rensa_array_get_dtype (array)))
        {
          g_autofree char *place = rensa_serializer_describe (serializer, key);

          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: an array of floating numbers was expected"), place);
          return FALSE;
        }
      placed = rensa_array_to_device (array, rensa_link_get_device (link), error);
      if (placed == NULL)
        return FALSE;
      value = rensa_variable_new_constant (placed);
    }
  rensa_link_set_carried (link, (int) i, value);
  return TRUE;
}

static gboolean
serialize (const char *path, RensaLink *link, gpointer serializer, GError **error)
{
  for (guint i = 0; i < link->class->n_carries; i++)
    {
      g_autofree char *key = g_strconcat (g_str_equal (path, "/") ? "" : path, "/", link->class->carries[i], NULL);

      if (!(rensa_serializer_is_reading (serializer) ? read_value : write_value) (link, i, serializer, key, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_link_serialize_state (gpointer link, RensaSerializer *serializer, GError **error)
{
  return rensa_link_foreach_link (link, serialize, serializer, error);
}
