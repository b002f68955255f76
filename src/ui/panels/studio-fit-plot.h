/* studio-fit-plot.h: plot of predictions against labels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_FIT_PLOT (studio_fit_plot_get_type ())
G_DECLARE_FINAL_TYPE (StudioFitPlot, studio_fit_plot, STUDIO, FIT_PLOT, GtkWidget)

GtkWidget *studio_fit_plot_new (void);
/* Copies @n values of each. The axes cover all labels, and all predictions except rare outliers;
 * values beyond are drawn at the edge. */
void studio_fit_plot_show (StudioFitPlot *plot, const float *labels, const float *predictions, guint n);

G_END_DECLS
