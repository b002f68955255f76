/* rensa-device-find.h: devices by name.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/* The device called @name, "cpu" or "cuda:1"; "cuda" alone is the first one.  NULL with RENSA_ERROR_NOT_FOUND, telling which there
 * are, or with what its driver says. */
const RensaDevice *rensa_device_find (const char *name, GError **error);
/* Those of "cuda:0,cuda:1", at least one, in that order and each named once. */
GPtrArray *rensa_devices_find (const char *names, GError **error);

G_END_DECLS
