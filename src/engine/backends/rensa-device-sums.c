/* rensa-device-sums.c: sums accumulated on several devices.
 * SPDX-License-Identifier: MIT */

#include "rensa-device-sums.h"

#include "rensa-primitives.h"

gboolean
rensa_device_sums_add (GPtrArray **sums, RensaArray *number, GError **error)
{
  for (guint i = 0; *sums != NULL && i < (*sums)->len; i++)
    if (rensa_array_get_device ((*sums)->pdata[i]) == rensa_array_get_device (number))
      return rensa_array_accumulate ((*sums)->pdata[i], number, error);

  g_autoptr (RensaArray) wide = rensa_array_cast (number, RENSA_FLOAT64, error);
  RensaArray *sum = rensa_array_copy (wide, error);

  if (sum == NULL)
    return FALSE;
  if (*sums == NULL)
    *sums = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  g_ptr_array_add (*sums, sum);
  return TRUE;
}

static gboolean
add_count (GPtrArray **sums, RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) n = NULL;

  if (array == NULL)
    return TRUE;
  n = rensa_reduce (RENSA_REDUCE_N_NOT_FINITE, array, (1u << rensa_array_get_ndim (array)) - 1, FALSE, error);
  return n != NULL && rensa_device_sums_add (sums, n, error);
}

gboolean
rensa_count_not_finite (RensaArray *const *arrays, guint n, double *count, GError **error)
{
  g_autoptr (GPtrArray) sums = NULL;

  *count = 0;
  for (guint i = 0; i < n; i++)
    if (!add_count (&sums, arrays[i], error))
      return FALSE;
  for (guint i = 0; sums != NULL && i < sums->len; i++)
    *count += rensa_array_get_scalar (sums->pdata[i]);
  return TRUE;
}
