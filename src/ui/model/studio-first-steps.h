/* studio-first-steps.h: the steps from an empty project to a trainable one.
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

/* "1 Choose Data · 2 Add Layers · 3 Train": shown from when a project has no layers until it is
 * trained; finished steps have a check mark. Signal: "chosen" (StudioFirstStep as int), when a step
 * is clicked. */
#define STUDIO_TYPE_FIRST_STEPS (studio_first_steps_get_type ())
G_DECLARE_FINAL_TYPE (StudioFirstSteps, studio_first_steps, STUDIO, FIRST_STEPS, AdwBin)

/* @project: (nullable); @is_trained: TRUE if it has a run. Call again after every change of either. */
void studio_first_steps_show (StudioFirstSteps *self, StudioProject *project, gboolean is_trained);

G_END_DECLS
