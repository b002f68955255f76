/* studio-training-plots.h: curves of a run, one plot for each metric.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Keys with the same last part ("main/loss", "validation/main/loss") share a plot. Properties: run
 * (StudioRun), popover (to choose the plotted metrics; for a menu button). */
#define STUDIO_TYPE_TRAINING_PLOTS (studio_training_plots_get_type ())
G_DECLARE_FINAL_TYPE (StudioTrainingPlots, studio_training_plots, STUDIO, TRAINING_PLOTS, AdwBin)

G_END_DECLS
