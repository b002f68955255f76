/* studio-panels.h: what a model says about the data, while it learns and afterwards.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The surface of decisions beside the points, for two numbers and a class; the curve through the points, for a number and
 * a value; which classes are taken for which; predictions of numbers over what they are. Properties: project, run (object), available (boolean,
 * read-only): whether there is any of these for the data of the run; is-large (boolean): whether the person wants them large. It asks the model while it is seen, and takes no more than a twentieth of
 * the time of training. */
#define STUDIO_TYPE_PANELS (studio_panels_get_type ())
G_DECLARE_FINAL_TYPE (StudioPanels, studio_panels, STUDIO, PANELS, AdwBin)

G_END_DECLS
