/* rensa-meta-device.c: arrays with a shape and no memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-meta-device.h"

#include <string.h>

#include "rensa-backend.h"

/* Every array points here; nobody reads or writes it. */
static char nowhere[64] __attribute__ ((aligned (64)));

static gpointer
allocate (gsize n_bytes)
{
  return nowhere;
}

static void
release (gpointer memory, gsize n_bytes)
{
}

static gboolean
to_host (gpointer host, gconstpointer device, gsize n_bytes, GError **error)
{
  memset (host, 0, n_bytes);
  return TRUE;
}

static gboolean
from_host (gpointer device, gconstpointer host, gsize n_bytes, GError **error)
{
  return TRUE;
}

static gboolean
fill (RensaArray *array, double value, GError **error)
{
  return TRUE;
}

static gboolean
assign (RensaArray *target, RensaArray *source, GError **error)
{
  return TRUE;
}

static gboolean
fill_random (RensaArray *array, RensaRandom random, double a, double b, GError **error)
{
  return TRUE;
}

/* What initializers and links do with arrays themselves; functions do not run here at all. */
static const RensaBackend meta_backend = {
  .name = "meta",
  .fill = fill,
  .assign = assign,
  .accumulate = assign,
  .fill_uniform = fill_random,
  .fill_normal = fill_random,
  .fill_bernoulli = fill_random,
};

const RensaDevice rensa_meta_device = {
  .name = "meta",
  .allocate = allocate,
  .release = release,
  .to_host = to_host,
  .from_host = from_host,
  .is_virtual = TRUE,
  .backend = &meta_backend,
};
