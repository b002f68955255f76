/* studio-plot.h: live curves.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-series.h"

G_BEGIN_DECLS

/* Values of RensaSeriesAxis: "iteration", "epoch", "time". */
#define STUDIO_TYPE_PLOT_AXIS (studio_plot_axis_get_type ())
GType studio_plot_axis_get_type (void);

/* Properties: title (what its accessible name and its heading say: "loss"), x-axis (RensaSeriesAxis), x-log, y-log,
 * right-log, smoothing (0 … 0.99: weight of the past, for curves that are not dashed; 0 is off), is-zoomed (read-only), has-labels (whether names stand at the curves), shows-all (whether an
 * axis also reaches to rare values that flatten all the rest).
 * Wheel and drag zoom, a drag with the middle button or Shift pans, double click resets; arrows, + and - do the same;
 * hovering, or Ctrl with an arrow, reads all curves at one place. With an automatic view the plot grows with its
 * series; after a zoom it stays. */
#define STUDIO_TYPE_PLOT (studio_plot_get_type ())
G_DECLARE_FINAL_TYPE (StudioPlot, studio_plot, STUDIO, PLOT, GtkWidget)

/**
 * StudioPlotCurve:
 * @name: at the right end and in the read-out; copied
 * @series: referenced
 * @colour: number in the fixed set (rensa_plot_get_colour ())
 * @is_dashed: for validation
 * @is_right: belongs to the axis at the right
 */
typedef struct
{
  const char *name;
  RensaSeries *series;
  guint colour;
  gboolean is_dashed;
  gboolean is_right;
} StudioPlotCurve;

GtkWidget *studio_plot_new (void);
void studio_plot_set_curves (StudioPlot *plot, const StudioPlotCurve *curves, guint n);
/* Curves of other colours become pale, so that those of @colour stand out; -1 for none. */
void studio_plot_highlight (StudioPlot *plot, int colour);
/* A triangle on the axis for each thing changed while running. @places: for each RensaSeriesAxis. */
void studio_plot_clear_marks (StudioPlot *plot);
void studio_plot_add_mark (StudioPlot *plot, const double places[3], const char *text);
/* The series have grown. */
void studio_plot_refresh (StudioPlot *plot);
/* What is seen; the ending tells the form: .png, .svg, .pdf, or .csv with every point of every curve. */
gboolean studio_plot_save (StudioPlot *plot, const char *path, GError **error);

G_END_DECLS
