/* rensa-device-find.h: device lookup by name.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/* Returns the device called @name, "cpu" or "cuda:1"; "cuda" alone is the first one. NULL with
 * RENSA_ERROR_NOT_FOUND, listing the existing ones, or with the message of its driver. */
const RensaDevice *rensa_device_find (const char *name, GError **error);
/* Returns the devices of "cuda:0,cuda:1", at least one, in that order and without duplicates. */
GPtrArray *rensa_devices_find (const char *names, GError **error);

G_END_DECLS
