/* rensa-link-carried.c: state that a link carries between calls.
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

/* The graph of a value stays on the device where it was built, so moving the value cuts it off. */
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

/* Entry of a state. Empty values have an entry, too, so that the order alone identifies them. */
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
  guint n; /* number of entries restored so far */
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

/* Number of units, the length of a row; 0 if it is not known yet. */
static gint64
count_units (RensaLink *link)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (RENSA_COMPONENT (link->class), link->class->carried_size);

  return rensa_attr_value_count (spec, (const char *) rensa_link_get_values (link) + spec->offset);
}

/* Number of rows of value @i; -1 for the first value, which may have any number. */
static gint64
count_rows (RensaLink *link, guint i)
{
  RensaVariable *first = i > 0 ? link->carried[0] : NULL;

  return first != NULL ? rensa_variable_get_type (first).shape.dims[0] : -1;
}

static gboolean
fits (RensaArray *array, gint64 n_rows, gint64 n_units)
{
  const RensaShape *shape = array != NULL ? rensa_array_get_shape (array) : NULL;

  return shape != NULL && rensa_dtype_is_floating (rensa_array_get_dtype (array)) && shape->ndim == 2
         && shape->dims[0] > 0 && (n_rows < 0 || shape->dims[0] == n_rows)
         && (n_units == 0 || shape->dims[1] == n_units);
}

/* "float32 of shape (n, 12)"; n is shown if @n_rows is not given. */
static char *
describe_expected (RensaLink *link, gint64 n_rows, gint64 n_units)
{
  g_autofree char *rows = n_rows < 0 ? g_strdup ("n") : g_strdup_printf ("%" G_GINT64_FORMAT, n_rows);
  g_autofree char *units = n_units == 0 ? g_strdup ("m") : g_strdup_printf ("%" G_GINT64_FORMAT, n_units);
  g_autofree char *shape = g_strdup_printf ("(%s, %s)", rows, units);

  return g_strdup_printf (_ ("%s of shape %s"), rensa_dtype_get_name (rensa_link_get_dtype (link)), shape);
}

static char *
describe_found (RensaArray *array)
{
  g_autofree char *shape = array != NULL ? rensa_shape_to_string (rensa_array_get_shape (array)) : NULL;

  return array != NULL
             ? g_strdup_printf (_ ("%s of shape %s"), rensa_dtype_get_name (rensa_array_get_dtype (array)), shape)
             : g_strdup ("None");
}

static gboolean
check_value (RensaLink *link, guint i, RensaArray *array, RensaSerializer *serializer, const char *key, GError **error)
{
  const gint64 n_rows = count_rows (link, i);
  const gint64 n_units = count_units (link);
  g_autofree char *place = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;

  if (fits (array, n_rows, n_units))
    return TRUE;
  place = rensa_serializer_describe (serializer, key);
  expected = describe_expected (link, n_rows, n_units);
  found = describe_found (array);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected %s, but the file contains %s"), place, expected, found);
  return FALSE;
}

/* Other floating types are cast to that of the link, as for parameters. */
static gboolean
read_value (RensaLink *link, guint i, RensaSerializer *serializer, const char *key, GError **error)
{
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaArray) cast = NULL;
  g_autoptr (RensaArray) placed = NULL;
  g_autoptr (RensaVariable) value = NULL;

  if (!rensa_serializer_array (serializer, key, &array, error) || !check_value (link, i, array, serializer, key, error))
    return FALSE;
  cast = rensa_array_cast (array, rensa_link_get_dtype (link), error);
  placed = cast != NULL ? rensa_array_to_device (cast, rensa_link_get_device (link), error) : NULL;
  if (placed == NULL)
    return FALSE;
  value = rensa_variable_new_constant (placed);
  rensa_link_set_carried (link, (int) i, value);
  return TRUE;
}

static char *
make_key (const char *path, RensaLink *link, guint i)
{
  return g_strconcat (g_str_equal (path, "/") ? "" : path, "/", link->class->carries[i], NULL);
}

/* A link that has not been called has no state in the file; otherwise it has all of it. */
static gboolean
has_begun (const char *path, RensaLink *link, RensaSerializer *serializer)
{
  for (guint i = 0; i < link->class->n_carries; i++)
    {
      g_autofree char *key = make_key (path, link, i);

      if (rensa_serializer_has (serializer, key))
        return TRUE;
    }
  return FALSE;
}

static gboolean
serialize (const char *path, RensaLink *link, gpointer serializer, GError **error)
{
  const gboolean reading = rensa_serializer_is_reading (serializer);

  if (reading)
    rensa_link_drop_carried (link);
  for (guint i = 0; i < link->class->n_carries && (!reading || has_begun (path, link, serializer)); i++)
    {
      g_autofree char *key = make_key (path, link, i);

      if (!(reading ? read_value : write_value) (link, i, serializer, key, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_link_serialize_state (gpointer link, RensaSerializer *serializer, GError **error)
{
  return rensa_link_foreach_link (link, serialize, serializer, error);
}
