/* rensa-device.h: where arrays live.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RensaBackend RensaBackend;

/**
 * RensaDevice:
 * @name: "cpu", "cuda:0"
 * @allocate: raw memory, aligned to 64 bytes; NULL when there is not enough
 * @release: gives it back
 * @to_host: copies @n_bytes from device memory into host memory
 * @from_host: copies @n_bytes from host memory into device memory
 * @is_virtual: arrays have a shape but no memory
 * @backend: the primitives that run here (see rensa-backend.h)
 *
 * A device is a static table; arrays point to it.
 */
typedef struct
{
  const char *name;
  gpointer (*allocate) (gsize n_bytes);
  void (*release) (gpointer memory, gsize n_bytes);
  gboolean (*to_host) (gpointer host, gconstpointer device, gsize n_bytes, GError **error);
  gboolean (*from_host) (gpointer device, gconstpointer host, gsize n_bytes, GError **error);
  gboolean is_virtual;
  const RensaBackend *backend;
} RensaDevice;

/* The device on which this thread makes its arrays.  The first call of a program must have been preceded by
 * rensa_device_set_default (); librensa does that for the CPU when it is loaded. */
const RensaDevice *rensa_device_get_current (void);
void rensa_device_set_current (const RensaDevice *device);
void rensa_device_set_default (const RensaDevice *device);
/* The memory of the host. */
const RensaDevice *rensa_device_get_default (void);

G_END_DECLS
