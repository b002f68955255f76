/* studio-model-tabs.h: the training step and the models beside it, one at a time.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signal: "chosen" (const char *scope): "" for the step, else the name of a model. Actions: "tabs.add", "tabs.rename", "tabs.remove",
 * the last two of the model that is shown. */
#define STUDIO_TYPE_MODEL_TABS (studio_model_tabs_get_type ())
G_DECLARE_FINAL_TYPE (StudioModelTabs, studio_model_tabs, STUDIO, MODEL_TABS, AdwBin)

/* @project: (nullable): without a step there is nothing to be seen. @scope: what is shown, or lies around it. */
void studio_model_tabs_show (StudioModelTabs *tabs, StudioProject *project, const char *scope);

G_END_DECLS
