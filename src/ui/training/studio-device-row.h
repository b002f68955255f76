/* studio-device-row.h: a row in which it is chosen what to train on.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The devices of this machine, by model and memory. Signal: "chosen" (const char *name), when a person has chosen another one, by its name
 * in documents. */
#define STUDIO_TYPE_DEVICE_ROW (studio_device_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioDeviceRow, studio_device_row, STUDIO, DEVICE_ROW, AdwActionRow)

/* @name: the device of the document, also one that is not here; @problem: (nullable): a sentence, what is wrong with it; @difference:
 * (nullable): in what another document differs. */
void studio_device_row_show (StudioDeviceRow *row, const char *name, const char *problem, const char *difference);

G_END_DECLS
