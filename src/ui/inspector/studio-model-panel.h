/* studio-model-panel.h: panel for the whole model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signal "problem-activated" (const char *path), to show the node of a problem. */
#define STUDIO_TYPE_MODEL_PANEL (studio_model_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioModelPanel, studio_model_panel, STUDIO, MODEL_PANEL, AdwBin)

/* Shows the current state. */
void studio_model_panel_show (StudioModelPanel *panel, StudioProject *project, const char *scope);
/* Shows the results of the latest analysis. */
void studio_model_panel_show_analysis (StudioModelPanel *panel);

G_END_DECLS
