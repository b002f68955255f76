/* rensa-link-device.c: device of the values of a link.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include "rensa-primitives.h"

const RensaDevice *
rensa_link_get_device (RensaLink *link)
{
  return link->device;
}

gboolean
rensa_link_place (RensaLink *link, RensaArray **array, GError **error)
{
  RensaArray *placed = rensa_array_to_device (*array, link->device, error);

  if (placed == NULL)
    return *array == NULL;

  g_clear_pointer (array, rensa_array_unref);
  *array = placed;
  return TRUE;
}

static gboolean
move_param (RensaLink *link, RensaVariable *param, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);
  RensaArray *grad = rensa_variable_get_grad (param);
  g_autoptr (RensaArray) moved = rensa_array_to_device (array, link->device, error);
  g_autoptr (RensaArray) moved_grad = NULL;

  if (moved == array)
    return TRUE;
  if (moved == NULL || (grad != NULL && (moved_grad = rensa_array_to_device (grad, link->device, error)) == NULL))
    return FALSE;

  rensa_variable_set_array (param, moved);
  rensa_variable_set_grad (param, moved_grad);
  return TRUE;
}

static gboolean
move (const char *path, RensaLink *link, gpointer device, GError **error)
{
  link->device = device;
  for (guint i = 0; i < link->params->len; i++)
    if (!move_param (link, ((RensaParam *) link->params->pdata[i])->variable, error))
      return FALSE;
  for (guint i = 0; i < link->persistents->len; i++)
    if (!rensa_link_place (link, &((RensaPersistent *) link->persistents->pdata[i])->array, error))
      return FALSE;
  return rensa_link_move_carried (link, error);
}

gboolean
rensa_link_to_device (RensaLink *link, const RensaDevice *device, GError **error)
{
  return rensa_link_foreach_link (link, move, (gpointer) device, error);
}
