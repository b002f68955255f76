/* rensa-link-hook.c: hooks that observe the calls of links, or replace a weight during them.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-link-hook.h"

struct _RensaLinkHook
{
  int ref_count;
  const RensaLinkHookClass *class;
  RensaAttrs *attrs;
  gpointer state;
};

/* Hooks of this thread, innermost last */
static _Thread_local GPtrArray *pushed;

RensaLinkHook *
rensa_link_hook_new (RensaAttrs *attrs, GError **error)
{
  RensaLinkHook *hook;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    return NULL;

  hook = g_new0 (RensaLinkHook, 1);
  hook->ref_count = 1;
  hook->class = (const RensaLinkHookClass *) rensa_attrs_get_component (attrs);
  hook->attrs = rensa_attrs_ref (attrs);
  hook->state = hook->class->state_size > 0 ? g_malloc0 (hook->class->state_size) : NULL;
  return hook;
}

RensaLinkHook *
rensa_link_hook_ref (RensaLinkHook *hook)
{
  hook->ref_count++;
  return hook;
}

void
rensa_link_hook_unref (RensaLinkHook *hook)
{
  if (--hook->ref_count > 0)
    return;

  if (hook->class->clear_state != NULL)
    hook->class->clear_state (hook);
  rensa_attrs_unref (hook->attrs);
  g_free (hook->state);
  g_free (hook);
}

const char *
rensa_link_hook_get_name (RensaLinkHook *hook)
{
  return hook->class->name;
}

gconstpointer
rensa_link_hook_get_values (RensaLinkHook *hook)
{
  return rensa_attrs_get_values (hook->attrs);
}

gpointer
rensa_link_hook_get_state (RensaLinkHook *hook)
{
  return hook->state;
}

static void
drop_hook (gpointer data)
{
  rensa_link_hook_unref (data);
}

static void
append_hook (GPtrArray **hooks, RensaLinkHook *hook)
{
  if (*hooks == NULL)
    *hooks = g_ptr_array_new_with_free_func (drop_hook);
  g_ptr_array_add (*hooks, rensa_link_hook_ref (hook));
}

static RensaLinkHook *
find_hook (RensaLink *link, const char *name)
{
  for (guint i = 0; link->hooks != NULL && i < link->hooks->len; i++)
    if (strcmp (rensa_link_hook_get_name (link->hooks->pdata[i]), name) == 0)
      return link->hooks->pdata[i];
  return NULL;
}

gboolean
rensa_link_add_hook (RensaLink *link, RensaLinkHook *hook, GError **error)
{
  const char *name = rensa_link_hook_get_name (hook);

  if (find_hook (link, name) != NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s already has a hook %s"), link->class->name, name);
      return FALSE;
    }
  if (hook->class->added != NULL && !hook->class->added (hook, link, error))
    {
      rensa_error_prefix (error, name);
      return FALSE;
    }
  append_hook (&link->hooks, hook);
  return TRUE;
}

gboolean
rensa_link_delete_hook (RensaLink *link, const char *name, GError **error)
{
  RensaLinkHook *hook = find_hook (link, name);

  if (hook == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no hook %s"), link->class->name, name);
      return FALSE;
    }
  if (hook->class->deleted != NULL)
    hook->class->deleted (hook, link);
  g_ptr_array_remove (link->hooks, hook);
  return TRUE;
}

RensaVariable *
rensa_link_hook_find_param (RensaLink *link, const char *name, GError **error)
{
  RensaVariable *param = rensa_link_find_param (link, name);

  if (param == NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s has no parameter “%s”"), link->class->name, name);
  return param;
}

void
rensa_link_copy_hooks (RensaLink *link, RensaLink *copy)
{
  for (guint i = 0; link->hooks != NULL && i < link->hooks->len; i++)
    append_hook (&copy->hooks, link->hooks->pdata[i]);
}

void
rensa_link_hook_push (RensaLinkHook *hook)
{
  append_hook (&pushed, hook);
}

void
rensa_link_hook_pop (RensaLinkHook *hook)
{
  g_return_if_fail (pushed != NULL && pushed->pdata[pushed->len - 1] == hook);

  g_ptr_array_set_size (pushed, (int) pushed->len - 1);
  if (pushed->len == 0)
    g_clear_pointer (&pushed, g_ptr_array_unref);
}

/* Hooks of the thread, followed by those of the link. */
static RensaLinkHook *
get_hook (RensaLink *link, guint i)
{
  const guint n_pushed = pushed != NULL ? pushed->len : 0;

  if (i < n_pushed)
    return pushed->pdata[i];
  return link->hooks != NULL && i - n_pushed < link->hooks->len ? link->hooks->pdata[i - n_pushed] : NULL;
}

gboolean
rensa_link_begin_hooks (RensaLink *link, guint *n_begun, GError **error)
{
  for (RensaLinkHook *hook; (hook = get_hook (link, *n_begun)) != NULL; ++*n_begun)
    if (hook->class->before != NULL && !hook->class->before (hook, link, error))
      {
        rensa_error_prefix (error, hook->class->name);
        return FALSE;
      }
  return TRUE;
}

void
rensa_link_end_hooks (RensaLink *link, guint n_begun)
{
  for (guint i = n_begun; i-- > 0;)
    {
      RensaLinkHook *hook = get_hook (link, i);

      if (hook->class->after != NULL)
        hook->class->after (hook, link);
    }
  for (guint i = 0; link->hooks != NULL && i < link->params->len; i++)
    g_clear_pointer (&((RensaParam *) link->params->pdata[i])->lent, rensa_variable_unref);
}

static gboolean
find_param (RensaLink *link, const char *name, guint *place)
{
  for (*place = 0; *place < link->params->len; ++*place)
    if (strcmp (((RensaParam *) link->params->pdata[*place])->name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
find_persistent (RensaLink *link, const char *name, guint *place)
{
  for (*place = 0; *place < link->persistents->len; ++*place)
    if (strcmp (((RensaPersistent *) link->persistents->pdata[*place])->name, name) == 0)
      return TRUE;
  return FALSE;
}

RensaVariable *
rensa_link_find_param (RensaLink *link, const char *name)
{
  guint place;

  return find_param (link, name, &place) ? rensa_param_get (link->params->pdata[place]) : NULL;
}

void
rensa_link_lend_param (RensaLink *link, const char *name, RensaVariable *variable)
{
  RensaParam *param;
  guint place;

  if (!find_param (link, name, &place))
    return;
  param = link->params->pdata[place];
  rensa_variable_ref (variable);
  g_clear_pointer (&param->lent, rensa_variable_unref);
  param->lent = variable;
}

RensaArray *
rensa_link_find_persistent (RensaLink *link, const char *name)
{
  guint place;

  return find_persistent (link, name, &place) ? rensa_link_get_persistent (link, (int) place) : NULL;
}

void
rensa_link_remove_param (RensaLink *link, const char *name)
{
  guint place;

  if (!find_param (link, name, &place))
    return;
  g_ptr_array_remove (link->walked_params, link->params->pdata[place]);
  g_ptr_array_remove_index (link->params, place);
}

void
rensa_link_remove_persistent (RensaLink *link, const char *name)
{
  guint place;

  if (find_persistent (link, name, &place))
    g_ptr_array_remove_index (link->persistents, place);
}
