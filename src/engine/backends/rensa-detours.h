/* rensa-detours.h: fallback to the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns how many calls in this process ran in host memory because the device lacks the primitive. */
guint64 rensa_count_detours (void);

G_END_DECLS
