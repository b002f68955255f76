/* studio-first-steps.h: what makes an empty project one that can be trained.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_FIRST_STEP_DATA,
  STUDIO_FIRST_STEP_LAYERS,
  STUDIO_FIRST_STEP_TRAIN,
  STUDIO_N_FIRST_STEPS,
} StudioFirstStep;

/* "1 Choose Data · 2 Add Layers · 3 Train": shown from the time a project has no layers until it is trained; steps that are done have a
 * check mark. Signal: "chosen" (StudioFirstStep as int), when a step is clicked. */
#define STUDIO_TYPE_FIRST_STEPS (studio_first_steps_get_type ())
G_DECLARE_FINAL_TYPE (StudioFirstSteps, studio_first_steps, STUDIO, FIRST_STEPS, AdwBin)

/* @project: (nullable); @is_trained: it has a run. Call again after every change of either. */
void studio_first_steps_show (StudioFirstSteps *self, StudioProject *project, gboolean is_trained);

G_END_DECLS
