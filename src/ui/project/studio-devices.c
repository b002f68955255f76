/* studio-devices.c: lists the devices available for training.
 * SPDX-License-Identifier: MIT */

#include "studio-devices.h"

#include "rensa-device-list.h"

static void
device_free (gpointer data)
{
  StudioDevice *device = data;

  g_free (device->name);
  g_free (device->model);
  g_free (device->why_not);
  g_free (device);
}

/* Values that the driver does not report stay unset. */
static StudioDevice *
device_new (const RensaListedDevice *listed)
{
  const RensaDeviceClass *class = listed->klass;
  StudioDevice *device = g_new0 (StudioDevice, 1);
  g_auto (RensaDeviceFacts) facts = { NULL };

  if (listed->why_not == NULL)
    class->describe (class, listed->number, &facts, NULL);
  *device = (StudioDevice){
    .name = g_strdup (listed->name),
    .model = g_steal_pointer (&facts.model),
    .n_bytes = facts.n_bytes,
    .is_hidden = class->is_hidden,
    .why_not = listed->why_not != NULL ? g_strdup (listed->why_not->message) : NULL,
  };
  return device;
}

static void
list (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) listed = rensa_device_list (TRUE);
  GPtrArray *devices = g_ptr_array_new_with_free_func (device_free);

  for (guint i = 0; i < listed->len; i++)
    g_ptr_array_add (devices, device_new (listed->pdata[i]));
  g_task_return_pointer (task, devices, (GDestroyNotify) g_ptr_array_unref);
}

void
studio_devices_load (GObject *source, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, callback, data);

  g_task_run_in_thread (task, list);
}

GPtrArray *
studio_devices_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
