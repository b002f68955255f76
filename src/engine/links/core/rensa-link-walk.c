/* rensa-link-walk.c: traverses all descendants of a link in Chainer's order.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include <string.h>

/* Calls @visit for @link and all links below it. @path: path of @link, "" for the start of the
 * walk; unchanged on return. */
typedef gboolean (*Visit) (RensaLink *link, GString *path, gpointer data, GError **error);

static gboolean
walk (RensaLink *link, GString *path, Visit visit, gpointer data, GError **error)
{
  const gsize length = path->len;

  if (!visit (link, path, data, error))
    return FALSE;

  for (guint i = 0; i < link->walked_children->len; i++)
    {
      RensaLink *child = link->walked_children->pdata[i];
      gboolean ok;

      g_string_append_printf (path, "/%s", child->name);
      ok = walk (child, path, visit, data, error);
      g_string_truncate (path, length);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_all (RensaLink *link, Visit visit, gpointer data, GError **error)
{
  GString *path = g_string_new (NULL);
  const gboolean ok = walk (link, path, visit, data, error);

  g_string_free (path, TRUE);
  return ok;
}

typedef struct
{
  RensaParamFunc on_param;
  RensaPersistentFunc on_persistent;
  RensaLinkFunc on_link;
  gpointer data;
} Caller;

static gboolean
visit_params (RensaLink *link, GString *path, gpointer data, GError **error)
{
  const Caller *caller = data;
  const gsize length = path->len;
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < link->walked_params->len; i++)
    {
      RensaParam *param = link->walked_params->pdata[i];

      g_string_append_printf (path, "/%s", param->name);
      ok = caller->on_param (path->str, param->variable, caller->data, error);
      g_string_truncate (path, length);
    }
  return ok;
}

gboolean
rensa_link_foreach_param (RensaLink *link, RensaParamFunc func, gpointer data, GError **error)
{
  Caller caller = { .on_param = func, .data = data };

  return walk_all (link, visit_params, &caller, error);
}

static gboolean
visit_persistents (RensaLink *link, GString *path, gpointer data, GError **error)
{
  const Caller *caller = data;
  const gsize length = path->len;
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < link->persistents->len; i++)
    {
      RensaPersistent *persistent = link->persistents->pdata[i];

      g_string_append_printf (path, "/%s", persistent->name);
      ok = caller->on_persistent (path->str, link, (int) i, caller->data, error);
      g_string_truncate (path, length);
    }
  return ok;
}

gboolean
rensa_link_foreach_persistent (RensaLink *link, RensaPersistentFunc func, gpointer data, GError **error)
{
  Caller caller = { .on_persistent = func, .data = data };

  return walk_all (link, visit_persistents, &caller, error);
}

static gboolean
visit_link (RensaLink *link, GString *path, gpointer data, GError **error)
{
  const Caller *caller = data;

  return caller->on_link (path->len > 0 ? path->str : "/", link, caller->data, error);
}

gboolean
rensa_link_foreach_link (RensaLink *link, RensaLinkFunc func, gpointer data, GError **error)
{
  Caller caller = { .on_link = func, .data = data };

  return walk_all (link, visit_link, &caller, error);
}

RensaLink *
rensa_link_find (RensaLink *link, const char *path)
{
  while (link != NULL)
    {
      gsize length;

      path += strspn (path, "/");
      if (*path == '\0')
        break;
      length = strcspn (path, "/");
      link = rensa_link_find_child (link, path, length);
      path += length;
    }
  return link;
}

gint64
rensa_link_count_param_elements (RensaLink *link)
{
  gint64 n = 0;

  for (guint i = 0; i < link->params->len; i++)
    {
      RensaArray *array = rensa_variable_get_array (((RensaParam *) link->params->pdata[i])->variable);

      n += array != NULL ? rensa_array_get_count (array) : 0;
    }
  for (guint i = 0; i < link->children->len; i++)
    n += rensa_link_count_param_elements (link->children->pdata[i]);
  return n;
}

void
rensa_link_cleargrads (RensaLink *link)
{
  for (guint i = 0; i < link->params->len; i++)
    rensa_variable_clear_grad (((RensaParam *) link->params->pdata[i])->variable);
  for (guint i = 0; i < link->children->len; i++)
    rensa_link_cleargrads (link->children->pdata[i]);
}
