/* host-device.c: a device of the tests, in the memory of the host.
 * SPDX-License-Identifier: MIT */

#include "host-device.h"

#include "rensa-array-private.h"

#include <stdlib.h>
#include <string.h>

/* What the machine is said to have; sanitizers end the program when asked for more than they can map. */
#define MACHINE_BYTES (G_GUINT64_CONSTANT (1) << 34)

int host_device_refusals;
int host_device_n_pieces;

static gpointer
allocate (const RensaDevice *device, gsize n_bytes)
{
  if (n_bytes > MACHINE_BYTES)
    return NULL;
  if (host_device_refusals > 0)
    {
      host_device_refusals--;
      return NULL;
    }

  void *memory = NULL;
  if (posix_memalign (&memory, 64, n_bytes) != 0)
    return NULL;

  g_atomic_int_inc (&host_device_n_pieces);
  return memory;
}

static void
release (const RensaDevice *device, gpointer memory, gsize n_bytes)
{
  g_atomic_int_add (&host_device_n_pieces, -1);
  free (memory);
}

static gboolean
copy_bytes (const RensaDevice *device, gpointer to, gconstpointer from, gsize n_bytes, GError **error)
{
  memcpy (to, from, n_bytes);
  return TRUE;
}

static const RensaDeviceClass host_class = {
  .name = "host",
  .allocate = allocate,
  .release = release,
  .copy_in = copy_bytes,
  .copy_out = copy_bytes,
};

const RensaDevice host_device = { .klass = &host_class, .name = "host" };

RensaArray *
make_range (RensaDtype dtype, RensaShape shape)
{
  g_autoptr (GError) error = NULL;
  const gsize size = rensa_dtype_get_size (dtype);
  const gint64 count = rensa_shape_count (&shape);
  g_autofree char *elements = g_malloc (MAX (count, 1) * size);

  for (gint64 i = 0; i < count; i++)
    rensa_element_from_double (dtype, (double) i, elements + i * size);

  RensaArray *array = rensa_array_new_from_host (dtype, &shape, elements, &error);
  g_assert_no_error (error);
  return array;
}

void
assert_array (RensaArray *array, const char *shape, const char *elements)
{
  g_autofree char *found_shape = rensa_shape_to_string (rensa_array_get_shape (array));
  g_autofree char *found_elements = rensa_array_to_string (array, G_MAXINT64);

  g_assert_cmpstr (found_shape, ==, shape);
  g_assert_cmpstr (found_elements, ==, elements);
}
