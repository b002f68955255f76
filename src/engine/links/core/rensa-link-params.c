/* rensa-link-params.c: parameters, persistent values and children of a link.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-initializer.h"
#include "rensa-modes.h"

void
rensa_param_free (RensaParam *param)
{
  rensa_variable_unref (param->variable);
  rensa_attrs_unref (param->initializer);
  g_free (param);
}

static int
compare_params (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(RensaParam *const *) a)->name, (*(RensaParam *const *) b)->name);
}

RensaParam *
rensa_link_add_empty_param (RensaLink *link, const char *name, RensaDtype dtype, RensaAttrs *initializer)
{
  RensaParam *param = g_new0 (RensaParam, 1);

  param->name = g_intern_string (name);
  param->variable = rensa_variable_new (NULL);
  param->initializer = rensa_attrs_ref (initializer);
  param->dtype = dtype;
  rensa_variable_set_requires_grad (param->variable, !link->is_frozen);
  rensa_variable_set_name (param->variable, name);
  g_ptr_array_add (link->params, param);
  g_ptr_array_add (link->walked_params, param);
  g_ptr_array_sort (link->walked_params, compare_params);
  return param;
}

gboolean
rensa_link_add_param (RensaLink *link, const char *name, const RensaShape *shape, RensaAttrs *initializer,
                      GError **error)
{
  g_autoptr (RensaArray) array = NULL;
  RensaParam *param;

  param = rensa_link_add_empty_param (link, name, rensa_modes_get ()->dtype, initializer);
  if (shape == NULL)
    return TRUE;

  array = rensa_link_make_array (name, initializer, param->dtype, shape, error);
  if (array == NULL)
    return FALSE;

  rensa_variable_set_array (param->variable, array);
  return TRUE;
}

RensaArray *
rensa_link_make_array (const char *name, RensaAttrs *initializer, RensaDtype dtype, const RensaShape *shape,
                       GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new (dtype, shape, error);

  if (array == NULL || !rensa_initializer_fill (initializer, array, error))
    {
      rensa_error_prefix (error, name);
      return NULL;
    }
  return g_steal_pointer (&array);
}

void
rensa_persistent_free (RensaPersistent *persistent)
{
  g_clear_pointer (&persistent->array, rensa_array_unref);
  g_free (persistent);
}

RensaPersistent *
rensa_link_add_empty_persistent (RensaLink *link, const char *name)
{
  RensaPersistent *persistent = g_new0 (RensaPersistent, 1);

  persistent->name = g_intern_string (name);
  g_ptr_array_add (link->persistents, persistent);
  return persistent;
}

void
rensa_link_take_persistent (RensaLink *link, const char *name, RensaArray *array)
{
  rensa_link_add_empty_persistent (link, name)->array = array;
}

RensaArray *
rensa_link_get_persistent (RensaLink *link, int index)
{
  return ((RensaPersistent *) link->persistents->pdata[index])->array;
}

void
rensa_persistent_set (RensaPersistent *persistent, RensaArray *array)
{
  if (array != NULL)
    rensa_array_ref (array);
  g_clear_pointer (&persistent->array, rensa_array_unref);
  persistent->array = array;
}

void
rensa_link_set_persistent (RensaLink *link, int index, RensaArray *array)
{
  rensa_persistent_set (link->persistents->pdata[index], array);
}

gboolean
rensa_link_persistent_is_int (RensaLink *link, int index)
{
  return ((RensaPersistent *) link->persistents->pdata[index])->is_int;
}

void
rensa_link_add_persistent_int (RensaLink *link, const char *name, gint64 value)
{
  RensaPersistent *persistent = rensa_link_add_empty_persistent (link, name);

  persistent->is_int = TRUE;
  persistent->integer = value;
}

static gint64 *
find_int (RensaLink *link, const char *name)
{
  for (guint i = 0; i < link->persistents->len; i++)
    {
      RensaPersistent *persistent = link->persistents->pdata[i];

      if (persistent->is_int && strcmp (persistent->name, name) == 0)
        return &persistent->integer;
    }
  g_return_val_if_reached (NULL);
}

gint64
rensa_link_get_persistent_int (RensaLink *link, const char *name)
{
  return *find_int (link, name);
}

void
rensa_link_set_persistent_int (RensaLink *link, const char *name, gint64 value)
{
  *find_int (link, name) = value;
}

static int
compare_name (const RensaLink *child, const char *name, gsize length)
{
  const int order = strncmp (child->name, name, length);

  return order != 0 ? order : child->name[length] != '\0';
}

/* Binary search in the children sorted by name: index of the first one not before @name or, with
 * @after, of the first one after it. */
static guint
find_place (const RensaLink *chain, const char *name, gsize length, gboolean after)
{
  guint low = 0;
  guint high = chain->walked_children->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (compare_name (chain->walked_children->pdata[middle], name, length) < (after ? 1 : 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

RensaLink *
rensa_link_find_child (RensaLink *link, const char *name, gsize length)
{
  const gboolean is_sorted = !link->class->numbers_children;

  for (guint i = is_sorted ? find_place (link, name, length, FALSE) : 0; i < link->walked_children->len; i++)
    {
      RensaLink *child = link->walked_children->pdata[i];

      if (compare_name (child, name, length) == 0)
        return child;
      if (is_sorted)
        return NULL;
    }
  return NULL;
}

static void
add_child (RensaLink *chain, RensaLink *child)
{
  const guint place = chain->class->numbers_children ? chain->walked_children->len
                                                     : find_place (chain, child->name, strlen (child->name), TRUE);

  g_ptr_array_add (chain->children, child);
  g_ptr_array_insert (chain->walked_children, (int) place, child);
}

void
rensa_link_adopt (RensaLink *chain, const char *name, RensaLink *child)
{
  child->name = g_intern_string (name);
  child->parent = chain;
  add_child (chain, child);
}

void
rensa_chain_share_child (RensaLink *chain, RensaLink *child)
{
  g_return_if_fail (child->name != NULL);

  add_child (chain, rensa_link_ref (child));
}

static gboolean
has_own_value (RensaLink *link, const char *name)
{
  for (guint i = 0; i < link->params->len; i++)
    if (strcmp (((RensaParam *) link->params->pdata[i])->name, name) == 0)
      return TRUE;
  for (guint i = 0; i < link->persistents->len; i++)
    if (strcmp (((RensaPersistent *) link->persistents->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_within (RensaLink *link, RensaLink *tree)
{
  for (; link != NULL; link = link->parent)
    if (link == tree)
      return TRUE;
  return FALSE;
}

static gboolean
check_child (RensaLink *chain, const char *name, RensaLink *child, GError **error)
{
  const char *kind = chain->class->name;

  if (name[0] == '\0' || strchr (name, '/') != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: the name of a link must have at least one character and no slash, but is “%s”"), kind,
                     name);
  else if (rensa_link_find_child (chain, name, strlen (name)) != NULL || has_own_value (chain, name))
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the name “%s” is already in use"), kind, name);
  else if (child->parent != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the link for “%s” already belongs to a %s as “%s”"), kind,
                     name, child->parent->class->name, child->name);
  else if (is_within (chain, child))
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: “%s” cannot contain itself"), kind, name);
  else
    return TRUE;
  return FALSE;
}

gboolean
rensa_link_take_child (RensaLink *chain, const char *name, RensaLink *child, GError **error)
{
  g_autoptr (RensaLink) owned = child;

  if (child == NULL)
    return FALSE;
  if (chain->class->numbers_children)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s numbers its links, so “%s” cannot be added by name"),
                       chain->class->name, name);
      return FALSE;
    }
  if (!check_child (chain, name, child, error))
    return FALSE;

  rensa_link_spread_frozen (chain, child);
  rensa_link_adopt (chain, name, g_steal_pointer (&owned));
  return TRUE;
}

gboolean
rensa_link_append_child (RensaLink *chain, RensaLink *child, GError **error)
{
  g_autoptr (RensaLink) owned = child;
  g_autofree char *name = g_strdup_printf ("%u", chain->children->len);

  if (child == NULL)
    return FALSE;
  if (!chain->class->numbers_children)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s names its links, so links cannot be added by number"),
                       chain->class->name);
      return FALSE;
    }
  if (!check_child (chain, name, child, error))
    return FALSE;

  rensa_link_spread_frozen (chain, child);
  rensa_link_adopt (chain, name, g_steal_pointer (&owned));
  if (chain->class->child_appended != NULL)
    chain->class->child_appended (chain, child);
  return TRUE;
}

/* FNV-1a (Fowler, Noll, Vo). */
static guint64
hash_path (const char *path, const char *name)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  const char *const parts[] = { path, "/", name };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (const char *c = parts[i]; *c != '\0'; c++)
      hash = (hash ^ (guint8) *c) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

static gboolean
draw_own (const char *path, RensaLink *link, gpointer data, GError **error)
{
  const guint64 seed = *(const guint64 *) data;

  for (guint i = 0; i < link->params->len; i++)
    {
      RensaParam *param = link->params->pdata[i];
      RensaArray *array = rensa_variable_get_array (param->variable);

      if (array == NULL)
        continue;
      *rensa_random_get_default () = rensa_random_init (seed, hash_path (path, param->name));
      if (!rensa_initializer_fill (param->initializer, array, error))
        {
          g_autofree char *place = g_strconcat (path, "/", param->name, NULL);

          rensa_error_prefix (error, place);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
rensa_link_draw_params (RensaLink *link, guint64 seed, GError **error)
{
  const RensaRandom saved = *rensa_random_get_default ();
  const gboolean ok = rensa_link_foreach_link (link, draw_own, &seed, error);

  *rensa_random_get_default () = saved;
  return ok;
}

void
rensa_link_set_frozen (RensaLink *link, gboolean is_frozen)
{
  link->is_frozen = is_frozen;
  for (guint i = 0; i < link->params->len; i++)
    rensa_variable_set_requires_grad (((RensaParam *) link->params->pdata[i])->variable, !is_frozen);
  for (guint i = 0; i < link->children->len; i++)
    rensa_link_set_frozen (link->children->pdata[i], is_frozen);
}

gboolean
rensa_link_is_frozen (RensaLink *link)
{
  return link->is_frozen;
}

void
rensa_link_spread_frozen (RensaLink *link, RensaLink *child)
{
  if (link->is_frozen)
    rensa_link_set_frozen (child, TRUE);
}
