/* rensa-collectives.c: collective operations on arrays of several devices.
 * SPDX-License-Identifier: MIT */

#include "rensa-collectives.h"

#include "rensa-backend.h"

static gboolean
are_different (RensaArray *const *row, guint n)
{
  for (guint k = 0; k < n; k++)
    for (guint other = 0; other < k; other++)
      if (rensa_array_get_device (row[k]) == rensa_array_get_device (row[other]))
        return FALSE;
  return TRUE;
}

static gboolean
have_collectives (RensaArray *const *row, guint n)
{
  const RensaDevice *first = rensa_array_get_device (row[0]);

  for (guint k = 1; k < n; k++)
    if (rensa_array_get_device (row[k])->klass != first->klass)
      return FALSE;
  return first->klass->backend->has_collectives != NULL && first->klass->backend->has_collectives (first);
}

gboolean
rensa_collectives_fit (RensaArray *const *arrays, guint n_rows, guint n_devices)
{
  if (n_rows == 0 || n_devices < 2 || !have_collectives (arrays, n_devices) || !are_different (arrays, n_devices))
    return FALSE;
  for (guint i = 0; i < n_rows * n_devices; i++)
    {
      RensaArray *first = arrays[i - i % n_devices];

      if (rensa_array_get_device (arrays[i]) != rensa_array_get_device (arrays[i % n_devices])
          || rensa_array_get_dtype (arrays[i]) != rensa_array_get_dtype (first)
          || !rensa_shape_equal (rensa_array_get_shape (arrays[i]), rensa_array_get_shape (first))
          || !rensa_array_is_c_contiguous (arrays[i]))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_collectives_reduce (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error)
{
  return rensa_array_get_device (arrays[0])->klass->backend->reduce_peers (arrays, n_rows, n_devices, error);
}

gboolean
rensa_collectives_broadcast (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error)
{
  return rensa_array_get_device (arrays[0])->klass->backend->broadcast_peers (arrays, n_rows, n_devices, error);
}
