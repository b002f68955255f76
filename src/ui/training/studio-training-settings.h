/* studio-training-settings.h: training settings of the open project.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Rows for optimizer, hooks, stop trigger, updater and extensions, which open dialogs, and for the
 * device. Properties: project (StudioProject), run (StudioRun). While a run is live, settings that
 * it cannot change are locked; attributes of the optimizer and of hooks are sent to the run
 * immediately. */
#define STUDIO_TYPE_TRAINING_SETTINGS (studio_training_settings_get_type ())
G_DECLARE_FINAL_TYPE (StudioTrainingSettings, studio_training_settings, STUDIO, TRAINING_SETTINGS, AdwBin)

/* Focuses the row of the field at @place, if there is one. */
void studio_training_settings_show_setting (StudioTrainingSettings *settings, const char *place);

G_END_DECLS
