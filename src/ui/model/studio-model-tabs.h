/* studio-model-tabs.h: tabs for the training step and its models.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signal: "chosen" (const char *scope): "" for the step, otherwise the name of a model. Actions:
 * "tabs.add", "tabs.rename", "tabs.remove"; the last two act on the shown model. */
#define STUDIO_TYPE_MODEL_TABS (studio_model_tabs_get_type ())
G_DECLARE_FINAL_TYPE (StudioModelTabs, studio_model_tabs, STUDIO, MODEL_TABS, AdwBin)

/* @project: (nullable); nothing is shown without a step. @scope: the shown level; its model's tab
 *   is selected. */
void studio_model_tabs_show (StudioModelTabs *tabs, StudioProject *project, const char *scope);

G_END_DECLS
