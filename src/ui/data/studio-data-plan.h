/* studio-data-plan.h: a model that is chosen for the data, and why.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* A card that offers to choose a model for a project without one, and then shows the reasons until it is closed. */
#define STUDIO_TYPE_DATA_PLAN (studio_data_plan_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataPlan, studio_data_plan, STUDIO, DATA_PLAN, AdwBin)

void studio_data_plan_bind (StudioDataPlan *self, StudioProject *project);
/* Sets whether the project has data for which a model can be chosen. */
void studio_data_plan_set_ready (StudioDataPlan *self, gboolean is_ready);
/* Chooses in a thread of its own; the document changes, as one step that can be undone, unless it was changed meanwhile.
 * @tells: a toast says why nothing could be chosen */
void studio_data_plan_start (StudioDataPlan *self, gboolean tells);

G_END_DECLS
