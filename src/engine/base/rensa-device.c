/* rensa-device.c: where arrays live.
 * SPDX-License-Identifier: MIT */

#include "rensa-device.h"

#include "rensa-thread-private.h"

static RENSA_THREAD_LOCAL const RensaDevice *current_device;
static const RensaDevice *default_device;

const RensaDevice *
rensa_device_get_current (void)
{
  if (G_LIKELY (current_device != NULL))
    return current_device;

  current_device = g_atomic_pointer_get (&default_device);
  return current_device;
}

void
rensa_device_set_current (const RensaDevice *device)
{
  current_device = device;
}

void
rensa_device_set_default (const RensaDevice *device)
{
  g_atomic_pointer_set (&default_device, device);
}

const RensaDevice *
rensa_device_get_default (void)
{
  return g_atomic_pointer_get (&default_device);
}
