/* studio-device-group.h: settings of the training device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-document.h"

G_BEGIN_DECLS

/* The device and, for a GPU, TF32. Signal: "chosen" (const char *path, const char *text), when the
 * user has chosen a value for the document. */
#define STUDIO_TYPE_DEVICE_GROUP (studio_device_group_get_type ())
G_DECLARE_FINAL_TYPE (StudioDeviceGroup, studio_device_group, STUDIO, DEVICE_GROUP, AdwPreferencesGroup)

/* @other: (nullable): the document that @shown is compared with; @problem: (nullable): problem of
 *   the device. */
void studio_device_group_show (StudioDeviceGroup *group, RensaDocument *shown, RensaDocument *other,
                               gboolean is_running, const char *problem);
/* Returns the row of the setting at @place, "device" or "tf32". */
GtkWidget *studio_device_group_find_row (StudioDeviceGroup *group, const char *place);

G_END_DECLS
