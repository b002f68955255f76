/* studio-panels.h: predictions of a model on the data, during and after training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Decision boundary with the data points, for two numbers and a class; curve through the points,
 * for a number and a value; confusion matrix; predicted numbers against labels. Properties:
 * project, run (object), available (boolean, read-only): TRUE if any of these exists for the data
 * of the run; is-large (boolean): TRUE if the user wants the panels large. Evaluates the model only
 * while visible, and uses at most a twentieth of the training time. */
#define STUDIO_TYPE_PANELS (studio_panels_get_type ())
G_DECLARE_FINAL_TYPE (StudioPanels, studio_panels, STUDIO, PANELS, AdwBin)

G_END_DECLS
