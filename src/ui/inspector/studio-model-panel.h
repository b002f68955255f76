/* studio-model-panel.h: all about the model as a whole.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signal "problem-activated" (const char *path), when the node of a problem is to be shown. */
#define STUDIO_TYPE_MODEL_PANEL (studio_model_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioModelPanel, studio_model_panel, STUDIO, MODEL_PANEL, AdwBin)

/* Shows the present state. */
void studio_model_panel_show (StudioModelPanel *panel, StudioProject *project, const char *scope);
/* What the analysis has found out since. */
void studio_model_panel_show_analysis (StudioModelPanel *panel);

G_END_DECLS
