/* rensa-device-list.h: lists the available devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/**
 * RensaListedDevice:
 * @name: "cpu", "cuda:0"; "cuda" if there is no device of that class
 * @klass: its class
 * @number: number within its class, from 0
 * @why_not: (nullable): why there is no device of the class
 *
 * An available device, or a class without devices.
 */
typedef struct
{
  char *name;
  const RensaDeviceClass *klass;
  int number;
  GError *why_not;
} RensaListedDevice;

/* RensaListedDevice, ordered by the names of their classes; with @all, hidden classes come last.
 * Opens no device, but queries the GPU driver, which may take a second. */
GPtrArray *rensa_device_list (gboolean all);

G_END_DECLS
