/* studio-fit-plot.h: predictions over what they should be.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_FIT_PLOT (studio_fit_plot_get_type ())
G_DECLARE_FINAL_TYPE (StudioFitPlot, studio_fit_plot, STUDIO, FIT_PLOT, GtkWidget)

GtkWidget *studio_fit_plot_new (void);
/* Copies @n of each. The axes cover all labels, and the predictions as far as they are no rare outliers; those beyond lie at the edge. */
void studio_fit_plot_show (StudioFitPlot *plot, const float *labels, const float *predictions, guint n);

G_END_DECLS
