/* rensa-device.c: devices that hold arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-device.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-thread-private.h"

#define MAX_CLASSES 8

/* NULL means the host. */
static RENSA_THREAD_LOCAL const RensaDevice *current_device;
static const RensaDevice *host_device;
static const RensaDeviceClass *classes[MAX_CLASSES];
static guint n_classes;

const RensaDevice *
rensa_device_get_current (void)
{
  return G_LIKELY (current_device != NULL) ? current_device : host_device;
}

void
rensa_device_set_current (const RensaDevice *device)
{
  current_device = device;
}

RensaDeviceScope
rensa_device_enter (const RensaDevice *device)
{
  const RensaDeviceScope scope = { .saved = current_device };

  current_device = device;
  return scope;
}

void
rensa_device_leave (RensaDeviceScope *scope)
{
  current_device = scope->saved;
}

const RensaDevice *
rensa_device_get_host (void)
{
  return host_device;
}

void
rensa_device_set_host (const RensaDevice *device)
{
  host_device = device;
}

void
rensa_device_register (const RensaDeviceClass *class)
{
  g_return_if_fail (n_classes < MAX_CLASSES);

  classes[n_classes++] = class;
}

const RensaDeviceClass *const *
rensa_device_get_classes (guint *n)
{
  *n = n_classes;
  return classes;
}

void
rensa_device_facts_clear (RensaDeviceFacts *facts)
{
  g_free (facts->model);
  g_free (facts->libraries);
}

static gboolean
copy_through_host (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device, gconstpointer from,
                   gsize n_bytes, GError **error)
{
  g_autofree gpointer host = g_try_malloc (MAX (n_bytes, 1));

  if (host == NULL)
    {
      g_autofree char *size = g_format_size_full (n_bytes, G_FORMAT_SIZE_IEC_UNITS);

      rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("not enough memory for %s on device %s"), size,
                       to_device->name);
      return FALSE;
    }

  return from_device->klass->copy_out (from_device, host, from, n_bytes, error)
         && to_device->klass->copy_in (to_device, to, host, n_bytes, error);
}

gboolean
rensa_device_copy (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device, gconstpointer from,
                   gsize n_bytes, GError **error)
{
  if (from_device == host_device)
    return to_device->klass->copy_in (to_device, to, from, n_bytes, error);
  if (to_device == host_device)
    return from_device->klass->copy_out (from_device, to, from, n_bytes, error);
  if (from_device->klass == to_device->klass && to_device->klass->copy_peer != NULL)
    return to_device->klass->copy_peer (to_device, to, from_device, from, n_bytes, error);

  return copy_through_host (to_device, to, from_device, from, n_bytes, error);
}

gboolean
rensa_device_synchronize (const RensaDevice *device, GError **error)
{
  return device->klass->synchronize == NULL || device->klass->synchronize (device, error);
}

void
rensa_device_begin_iteration (const RensaDevice *device)
{
  if (device->klass->begin_iteration != NULL)
    device->klass->begin_iteration (device);
}

gboolean
rensa_device_end_iteration (const RensaDevice *device, GError **error)
{
  return device->klass->end_iteration == NULL
         || device->klass->end_iteration (device, error != NULL && *error != NULL ? NULL : error);
}
