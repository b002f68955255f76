/* rensa-detours.h: what a device leaves to the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How often in this process a primitive that a device lacks has gone through the memory of the host. */
guint64 rensa_count_detours (void);

G_END_DECLS
