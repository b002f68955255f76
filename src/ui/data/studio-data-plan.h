/* studio-data-plan.h: chooses a model for the data and shows the reasons.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* A card that offers to choose a model for a project without one, and then shows the reasons until it is closed. */
#define STUDIO_TYPE_DATA_PLAN (studio_data_plan_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataPlan, studio_data_plan, STUDIO, DATA_PLAN, AdwBin)

void studio_data_plan_show (StudioDataPlan *self, StudioProject *project);
/* Sets whether the project has data for which a model can be chosen. */
void studio_data_plan_set_ready (StudioDataPlan *self, gboolean is_ready);
/* Chooses in a separate thread; changes the document, as one undoable step, unless it was changed
 * meanwhile.
 * @tells: TRUE to explain in a toast why no model could be chosen */
void studio_data_plan_start (StudioDataPlan *self, gboolean tells);

G_END_DECLS
