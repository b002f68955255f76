/* studio-memory-gauge.h: how much of a device's memory a run uses.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What is used now and what was used at most, beside all that the device has. Seen while a run trains on a device that counts its memory.
 * Property: run (StudioRun). */
#define STUDIO_TYPE_MEMORY_GAUGE (studio_memory_gauge_get_type ())
G_DECLARE_FINAL_TYPE (StudioMemoryGauge, studio_memory_gauge, STUDIO, MEMORY_GAUGE, AdwBin)

G_END_DECLS
