/* studio-device-row.h: row to choose the training device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The devices of this machine, by model and memory. Signal: "chosen" (const char *name), when the
 * user has chosen another one, by its name in documents. */
#define STUDIO_TYPE_DEVICE_ROW (studio_device_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioDeviceRow, studio_device_row, STUDIO, DEVICE_ROW, AdwActionRow)

/* @name: the document's device, which may be missing here; @problem: (nullable): a sentence about
 *   its problem; @difference: (nullable): the difference from another document. */
void studio_device_row_show (StudioDeviceRow *row, const char *name, const char *problem, const char *difference);

G_END_DECLS
