/* cpu-device.c: main memory of the machine, and the table of operations on it.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#include <cblas.h>
#include <dnnl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "rensa-memory.h"

#define ALIGNMENT 64
/* Larger blocks are aligned to huge pages and request them: fewer page faults, fewer TLB misses. */
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

/* Returns the model name of the first processor, as reported by the system. */
static char *
find_model (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    return g_strdup (_ ("unknown processor"));

  line = strstr (text, "model name");
  line = line != NULL ? strchr (line, ':') : NULL;
  return line != NULL ? g_strstrip (g_strndup (line + 1, strcspn (line + 1, "\n")))
                      : g_strdup (_ ("unknown processor"));
}

static gboolean
describe (const RensaDeviceClass *klass, int number, RensaDeviceFacts *facts, GError **error)
{
  facts->model = find_model ();
  facts->n_bytes = rensa_memory_get_total ();
  return TRUE;
}

/* OpenBLAS reports its version, build options and the processor that it detected. */
static gboolean
get_facts (const RensaDevice *device, RensaDeviceFacts *facts, GError **error)
{
  static const char *const loops[] = { "SSE2", "AVX2", "AVX-512" };
  const dnnl_version_t *dnnl = dnnl_version ();

  facts->n_free_bytes = rensa_memory_get_available ();
  facts->libraries = g_strdup_printf ("%s, oneDNN %d.%d.%d, loops for %s", openblas_get_config (), dnnl->major,
                                      dnnl->minor, dnnl->patch, loops[rensa_cpu_get_isa ()]);
  return describe (device->klass, device->number, facts, error);
}

static const RensaDevice *
open_cpu (const RensaDeviceClass *klass, int number, GError **error)
{
  return &rensa_cpu_device;
}

#define ENTRY(name) .name = rensa_cpu_##name,

static const RensaBackend backend = { RENSA_CPU_ENTRIES (ENTRY) };

static const RensaDeviceClass cpu_class = {
  .name = "cpu",
  .open = open_cpu,
  .describe = describe,
  .get_facts = get_facts,
  .allocate = allocate,
  .release = release,
  .copy_in = copy_bytes,
  .copy_out = copy_bytes,
  .backend = &backend,
};

const RensaDevice rensa_cpu_device = { .klass = &cpu_class, .name = "cpu" };

static __attribute__ ((constructor)) void
register_cpu (void)
{
  rensa_device_register (&cpu_class);
  rensa_device_set_host (&rensa_cpu_device);
}
