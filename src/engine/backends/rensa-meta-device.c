/* rensa-meta-device.c: arrays with a shape but no memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-meta-device.h"

#include <string.h>

#include "rensa-backend.h"

/* Address of all arrays; never read or written. */
static char nowhere[64] __attribute__ ((aligned (64)));

static gpointer
allocate (const RensaDevice *device, gsize n_bytes)
{
  return nowhere;
}

static void
release (const RensaDevice *device, gpointer memory, gsize n_bytes)
{
}

static gboolean
copy_out (const RensaDevice *device, gpointer host, gconstpointer from, gsize n_bytes, GError **error)
{
  memset (host, 0, n_bytes);
  return TRUE;
}

static gboolean
copy_in (const RensaDevice *device, gpointer to, gconstpointer host, gsize n_bytes, GError **error)
{
  return TRUE;
}

/* No entry is ever called. */
static const RensaBackend meta_backend = { NULL };

static const RensaDeviceClass meta_class = {
  .name = "meta",
  .allocate = allocate,
  .release = release,
  .copy_in = copy_in,
  .copy_out = copy_out,
  .is_virtual = TRUE,
  .backend = &meta_backend,
};

const RensaDevice rensa_meta_device = { .klass = &meta_class, .name = "meta" };
