/* cpu-device.c: the machine's own memory.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGNMENT 64
/* Larger blocks are aligned to huge pages and ask for them: fewer page faults, fewer misses of the address cache. */
#define HUGE_PAGE (2u << 20)
#define HUGE_BLOCK (4u << 20)

static gpointer
allocate (const RensaDevice *device, gsize n_bytes)
{
  const gboolean is_huge = n_bytes >= HUGE_BLOCK;
  gpointer memory;

  if (posix_memalign (&memory, is_huge ? HUGE_PAGE : ALIGNMENT, n_bytes) != 0)
    return NULL;
  if (is_huge)
    madvise (memory, n_bytes, MADV_HUGEPAGE);

  return memory;
}

static void
release (const RensaDevice *device, gpointer memory, gsize n_bytes)
{
  free (memory);
}

static gboolean
copy_bytes (const RensaDevice *device, gpointer to, gconstpointer from, gsize n_bytes, GError **error)
{
  memcpy (to, from, n_bytes);
  return TRUE;
}

static const RensaDevice *
open_cpu (const RensaDeviceClass *klass, int number, GError **error)
{
  return &rensa_cpu_device;
}

static const RensaDeviceClass cpu_class = {
  .name = "cpu",
  .open = open_cpu,
  .allocate = allocate,
  .release = release,
  .copy_in = copy_bytes,
  .copy_out = copy_bytes,
  .backend = &rensa_cpu_backend,
};

const RensaDevice rensa_cpu_device = { .klass = &cpu_class, .name = "cpu" };

static __attribute__ ((constructor)) void
register_cpu (void)
{
  rensa_device_register (&cpu_class);
  rensa_device_set_host (&rensa_cpu_device);
}
