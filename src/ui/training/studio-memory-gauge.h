/* studio-memory-gauge.h: memory usage of a run on its device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows current and peak usage relative to the device's memory. Visible while a run trains on a
 * device that reports its memory usage. Property: run (StudioRun). */
#define STUDIO_TYPE_MEMORY_GAUGE (studio_memory_gauge_get_type ())
G_DECLARE_FINAL_TYPE (StudioMemoryGauge, studio_memory_gauge, STUDIO, MEMORY_GAUGE, AdwBin)

G_END_DECLS
