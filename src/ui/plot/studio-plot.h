/* studio-plot.h: live plot of curves.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-series.h"

G_BEGIN_DECLS

/* Values of RensaSeriesAxis: "iteration", "epoch", "time". */
#define STUDIO_TYPE_PLOT_AXIS (studio_plot_axis_get_type ())
GType studio_plot_axis_get_type (void);

/* Properties: title (accessible name and heading, such as "loss"), x-axis (RensaSeriesAxis), x-log,
 * y-log, right-log, smoothing (0 … 0.99: weight of the past, for curves that are not dashed; 0 is
 * off), is-zoomed (read-only), has-labels (TRUE to label the curves with their names), shows-all
 * (TRUE to extend axes to rare values that flatten everything else). Wheel and drag zoom, a drag
 * with the middle button or Shift pans, double click resets; arrows, + and - do the same; hovering,
 * or Ctrl with an arrow, reads all curves at one position. With an automatic view the plot grows
 * with its series; after a zoom it stays. */
#define STUDIO_TYPE_PLOT (studio_plot_get_type ())
G_DECLARE_FINAL_TYPE (StudioPlot, studio_plot, STUDIO, PLOT, GtkWidget)

/**
 * StudioPlotCurve:
 * @name: shown at the right end and in the read-out; copied
 * @series: referenced
 * @colour: index into the fixed palette (rensa_plot_get_colour ())
 * @is_dashed: TRUE for validation
 * @is_right: TRUE if it uses the right axis
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
/* Dims all curves except those of @colour; -1 for none. */
void studio_plot_highlight (StudioPlot *plot, int colour);
/* Marks changes made during the run with triangles on the axis. @places: one for each RensaSeriesAxis. */
void studio_plot_clear_marks (StudioPlot *plot);
void studio_plot_add_mark (StudioPlot *plot, const double places[3], const char *text);
/* Call after the series have grown. */
void studio_plot_refresh (StudioPlot *plot);
/* Saves the visible range; the file name extension selects the format: .png, .svg, .pdf, or .csv
 * with every point of every curve. */
gboolean studio_plot_save (StudioPlot *plot, const char *path, GError **error);

G_END_DECLS
