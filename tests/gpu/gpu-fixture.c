/* gpu-fixture.c: what the tests of the stand-in share.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include "rensa-device-find.h"

const RensaDevice *
gpu_find (const char *name)
{
  g_autoptr (GError) error = NULL;
  const RensaDevice *device = rensa_device_find (name, &error);

  g_assert_no_error (error);
  return device;
}

RensaArray *
gpu_copy_to (const RensaDevice *device, RensaArray *array)
{
  g_autoptr (GError) error = NULL;
  RensaArray *there = rensa_array_to_device (array, device, &error);

  g_assert_no_error (error);
  return there;
}
