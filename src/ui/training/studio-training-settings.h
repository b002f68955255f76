/* studio-training-settings.h: how the open project is going to be trained.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Rows for optimizer, hooks, stop trigger, updater and extensions, which open dialogs, and for the device. Properties: project
 * (StudioProject), run (StudioRun). While a run is live, what it would not notice is locked; attributes of the optimizer
 * and of hooks go to the run at once. */
#define STUDIO_TYPE_TRAINING_SETTINGS (studio_training_settings_get_type ())
G_DECLARE_FINAL_TYPE (StudioTrainingSettings, studio_training_settings, STUDIO, TRAINING_SETTINGS, AdwBin)

/* Puts the focus on the row of the field at @place, where it has one. */
void studio_training_settings_show_setting (StudioTrainingSettings *settings, const char *place);

G_END_DECLS
