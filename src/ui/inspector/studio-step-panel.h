/* studio-step-panel.h: losses and reported values of a training step.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_STEP_PANEL (studio_step_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioStepPanel, studio_step_panel, STUDIO, STEP_PANEL, AdwBin)

/* The document of @project must have a step. */
void studio_step_panel_show (StudioStepPanel *panel, StudioProject *project);

G_END_DECLS
