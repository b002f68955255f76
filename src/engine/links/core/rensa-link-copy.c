/* rensa-link-copy.c: copies of links, and transfer of values between links.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-primitives.h"

/* Returns a new reference to the array that a copy gets for @array. */
static RensaArray *
copy_array (RensaArray *array, RensaCopyMode mode, GError **error)
{
  return mode == RENSA_COPY_SHARE ? rensa_array_ref (array) : rensa_array_copy (array, error);
}

static gboolean
copy_params (RensaLink *link, RensaLink *copy, RensaCopyMode mode, GError **error)
{
  for (guint i = 0; i < link->params->len; i++)
    {
      RensaParam *param = link->params->pdata[i];
      RensaParam *twin = rensa_link_add_empty_param (copy, param->name, param->dtype, param->initializer);
      RensaArray *array = rensa_variable_get_array (param->variable);
      g_autoptr (RensaArray) copied = NULL;

      if (array == NULL)
        continue;

      copied = mode == RENSA_COPY_INIT ? rensa_link_make_array (twin->name, twin->initializer, twin->dtype,
                                                                rensa_array_get_shape (array), error)
                                       : copy_array (array, mode, error);
      if (copied == NULL)
        return FALSE;
      rensa_variable_set_array (twin->variable, copied);
    }
  return TRUE;
}

static gboolean
copy_persistents (RensaLink *link, RensaLink *copy, RensaCopyMode mode, GError **error)
{
  for (guint i = 0; i < link->persistents->len; i++)
    {
      const RensaPersistent *persistent = link->persistents->pdata[i];
      RensaPersistent *twin = rensa_link_add_empty_persistent (copy, persistent->name);

      twin->is_int = persistent->is_int;
      twin->integer = persistent->integer;
      if (persistent->array == NULL)
        continue;

      twin->array = copy_array (persistent->array, mode, error);
      if (twin->array == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
copy_children (RensaLink *link, RensaLink *copy, RensaCopyMode mode, GError **error)
{
  for (guint i = 0; i < link->children->len; i++)
    {
      RensaLink *child = link->children->pdata[i];
      RensaLink *twin = rensa_link_copy (child, mode, error);

      if (twin == NULL)
        return FALSE;
      rensa_link_adopt (copy, child->name, twin);
    }
  memcpy (copy->child_places, link->child_places, (link->class->n_children + 1) * sizeof *copy->child_places);
  return TRUE;
}

static gboolean
copy_state (RensaLink *link, RensaLink *copy, GError **error)
{
  if (link->class->copy_state != NULL)
    return link->class->copy_state (link, copy, error);
  if (link->class->state_size > 0)
    memcpy (copy->state, link->state, link->class->state_size);
  return TRUE;
}

RensaLink *
rensa_link_copy (RensaLink *link, RensaCopyMode mode, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (link->device);
  g_autoptr (RensaLink) copy = rensa_link_new_bare (link->attrs);
  const gsize size = RENSA_COMPONENT (link->class)->attrs_size;

  if (size > 0)
    memcpy (copy->values, link->values, size);
  copy->dtype = link->dtype;
  copy->is_frozen = link->is_frozen;
  rensa_link_copy_hooks (link, copy);
  if (!copy_params (link, copy, mode, error) || !copy_persistents (link, copy, mode, error)
      || !copy_children (link, copy, mode, error) || !copy_state (link, copy, error))
    return NULL;
  return g_steal_pointer (&copy);
}

RensaLink *
rensa_link_repeat (RensaLink *link, int n, RensaCopyMode mode, GError **error)
{
  g_autoptr (RensaLink) sequential = rensa_sequential_new ();

  for (int i = 0; i < n; i++)
    if (!rensa_link_append_child (sequential, rensa_link_copy (link, mode, error), error))
      return NULL;
  return g_steal_pointer (&sequential);
}

/* Reports a mismatch. */
static gboolean
refuse_pair (RensaLink *link, const char *name, GError **error)
{
  g_autofree char *path = rensa_link_dup_path (link);
  g_autofree char *whole = g_strconcat (path, "/", name, NULL);

  rensa_error_name (error, whole);
  return FALSE;
}

/* Calls @func for a link and its counterpart, and for all their descendants. */
static gboolean
walk_pairs (RensaLink *link, RensaLink *source, gboolean (*func) (RensaLink *link, RensaLink *source, GError **error),
            GError **error)
{
  if (!func (link, source, error))
    return FALSE;

  for (guint i = 0; i < link->children->len; i++)
    {
      RensaLink *child = link->children->pdata[i];
      RensaLink *other = rensa_link_find_child (source, child->name, strlen (child->name));

      if (other == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the source has no such link"));
          return refuse_pair (link, child->name, error);
        }
      if (!walk_pairs (child, other, func, error))
        return FALSE;
    }
  for (guint i = 0; i < source->children->len; i++)
    {
      const char *name = rensa_link_get_name (source->children->pdata[i]);

      if (rensa_link_find_child (link, name, strlen (name)) == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the source has this link, but the target does not"));
          return refuse_pair (link, name, error);
        }
    }
  return TRUE;
}

/* Returns the parameter of the same name; in links of the same class it has the same index. */
static RensaParam *
find_counterpart (RensaLink *link, RensaLink *source, guint i, GError **error)
{
  RensaParam *param = link->walked_params->pdata[i];
  RensaParam *other = i < source->walked_params->len ? source->walked_params->pdata[i] : NULL;

  if (other != NULL && other->name == param->name)
    return other;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the source has no such parameter"));
  refuse_pair (link, param->name, error);
  return NULL;
}

static gboolean
check_no_more_params (RensaLink *link, RensaLink *source, GError **error)
{
  if (source->params->len == link->params->len)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the source has this parameter, but the target does not"));
  return refuse_pair (link, ((RensaParam *) source->walked_params->pdata[link->params->len])->name, error);
}

/* Writes @from to *@array, or stores a copy with @dtype if *@array is NULL. */
static gboolean
carry_array (RensaLink *link, const char *name, RensaArray **array, RensaDtype dtype, RensaArray *from, GError **error)
{
  if (*array == NULL)
    {
      g_autoptr (RensaArray) here = rensa_array_to_device (from, link->device, error);
      g_autoptr (RensaArray) cast = rensa_array_cast (here, dtype, error);

      *array = rensa_array_copy (cast, error);
      return *array != NULL;
    }

  if (!rensa_shape_equal (rensa_array_get_shape (*array), rensa_array_get_shape (from)))
    {
      g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (*array));
      g_autofree char *given = rensa_shape_to_string (rensa_array_get_shape (from));

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the source has the shape %s, not %s"), given, shape);
      return refuse_pair (link, name, error);
    }

  g_autoptr (RensaArray) there = rensa_array_to_device (from, rensa_array_get_device (*array), error);

  return there != NULL && rensa_array_assign (*array, there, error);
}

static gboolean
carry_params (RensaLink *link, RensaLink *source, GError **error)
{
  for (guint i = 0; i < link->walked_params->len; i++)
    {
      RensaParam *param = link->walked_params->pdata[i];
      RensaParam *other = find_counterpart (link, source, i, error);
      RensaArray *from = other != NULL ? rensa_variable_get_array (other->variable) : NULL;
      RensaArray *array = rensa_variable_get_array (param->variable);
      g_autoptr (RensaArray) carried = array != NULL ? rensa_array_ref (array) : NULL;

      if (other == NULL)
        return FALSE;
      if (from == NULL)
        continue;
      if (!carry_array (link, param->name, &carried, param->dtype, from, error))
        return FALSE;
      if (array == NULL)
        rensa_variable_set_array (param->variable, carried);
    }
  return check_no_more_params (link, source, error);
}

static gboolean
carry_values (RensaLink *link, RensaLink *source, GError **error)
{
  if (!carry_params (link, source, error))
    return FALSE;

  for (guint i = 0; i < link->persistents->len; i++)
    {
      RensaPersistent *persistent = link->persistents->pdata[i];
      const RensaPersistent *other = i < source->persistents->len ? source->persistents->pdata[i] : NULL;

      if (other == NULL || other->name != persistent->name || other->is_int != persistent->is_int)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the source has no such persistent value"));
          return refuse_pair (link, persistent->name, error);
        }
      persistent->integer = other->integer;
      if (other->array != NULL
          && !carry_array (link, persistent->name, &persistent->array, rensa_array_get_dtype (other->array),
                           other->array, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_link_copy_params (RensaLink *link, RensaLink *source, GError **error)
{
  return walk_pairs (link, source, carry_values, error);
}

static gboolean
add_grads (RensaLink *link, RensaLink *source, GError **error)
{
  for (guint i = 0; i < link->walked_params->len; i++)
    {
      RensaParam *param = link->walked_params->pdata[i];
      RensaParam *other = find_counterpart (link, source, i, error);
      RensaArray *grad = other != NULL ? rensa_variable_get_grad (other->variable) : NULL;
      g_autoptr (RensaArray) here = grad != NULL ? rensa_array_to_device (grad, link->device, error) : NULL;

      if (other == NULL || (grad != NULL && (here == NULL || !rensa_variable_add_grad (param->variable, here, error))))
        return FALSE;
    }
  return check_no_more_params (link, source, error);
}

gboolean
rensa_link_add_grads (RensaLink *link, RensaLink *source, GError **error)
{
  return walk_pairs (link, source, add_grads, error);
}
