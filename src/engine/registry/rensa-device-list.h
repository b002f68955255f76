/* rensa-device-list.h: which devices there are.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/**
 * RensaListedDevice:
 * @name: "cpu", "cuda:0"; "cuda" where there is none of that class
 * @klass: what it is one of
 * @number: which one of its class, from 0
 * @why_not: (nullable): why there is no device of the class
 *
 * A device that is here, or a class of which there is none.
 */
typedef struct
{
  char *name;
  const RensaDeviceClass *klass;
  int number;
  GError *why_not;
} RensaListedDevice;

/* RensaListedDevice, by the names of their classes; with @all those that nobody is told of come last.  No device is opened for that, but
 * the driver of GPUs is asked, which may take a second. */
GPtrArray *rensa_device_list (gboolean all);

G_END_DECLS
