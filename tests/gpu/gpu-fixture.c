/* gpu-fixture.c: what the tests of the stand-in share.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <math.h>
#include <string.h>

#include "rensa-device-find.h"

const RensaDevice *
gpu_find (const char *name)
{
  g_autoptr (GError) error = NULL;
  const RensaDevice *device = rensa_device_find (name, &error);

  g_assert_no_error (error);
  return device;
}

void
gpu_set_seed (guint seed)
{
  rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
}

RensaArray *
gpu_copy_to (const RensaDevice *device, RensaArray *array)
{
  g_autoptr (GError) error = NULL;
  RensaArray *there = rensa_array_to_device (array, device, &error);

  g_assert_no_error (error);
  return there;
}

RensaArray *
rearrange_there (RensaArray *plain, Rearrange rearrange)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (MOCK);
  g_autoptr (RensaArray) there = gpu_copy_to (MOCK, plain);

  return rearrange (there);
}

/* Any NaN equals any other: which of two operands it comes from is the processor's choice. */
static gboolean
is_same_element (RensaDtype dtype, const char *a, const char *b)
{
  const gsize size = rensa_dtype_get_size (dtype);

  if (memcmp (a, b, size) == 0)
    return TRUE;
  if (dtype == RENSA_FLOAT32)
    return isnan (*(const float *) a) && isnan (*(const float *) b);
  if (dtype == RENSA_FLOAT64)
    return isnan (*(const double *) a) && isnan (*(const double *) b);
  if (dtype == RENSA_BFLOAT16)
    return isnan (rensa_bfloat_to_float (*(const guint16 *) a)) && isnan (rensa_bfloat_to_float (*(const guint16 *) b));
  return dtype == RENSA_FLOAT16 && isnan (rensa_half_to_float (*(const guint16 *) a))
         && isnan (rensa_half_to_float (*(const guint16 *) b));
}

void
assert_same_bits (const char *what, RensaArray *here, RensaArray *there)
{
  g_assert_nonnull (here);
  g_assert_nonnull (there);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (here), rensa_array_get_shape (there)));
  g_assert_cmpint (rensa_array_get_dtype (here), ==, rensa_array_get_dtype (there));
  g_assert_true (rensa_array_get_device (there) == MOCK);

  const RensaDtype dtype = rensa_array_get_dtype (here);
  const gsize size = rensa_dtype_get_size (dtype);
  g_autofree char *a = g_malloc (MAX (1, rensa_array_get_n_bytes (here)));
  g_autofree char *b = g_malloc (MAX (1, rensa_array_get_n_bytes (here)));
  g_assert_true (rensa_array_to_host (here, a, NULL));
  g_assert_true (rensa_array_to_host (there, b, NULL));
  for (gint64 i = 0; i < rensa_array_get_count (here); i++)
    if (!is_same_element (dtype, a + i * size, b + i * size))
      g_error ("%s: element %d of %d differs", what, (int) i, (int) rensa_array_get_count (here));
}
