/* rensa-plot.h: curves drawn with Cairo.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_PLOT_MARKER_NONE,
  RENSA_PLOT_MARKER_CROSS,
  RENSA_PLOT_MARKER_CIRCLE,
  RENSA_PLOT_MARKER_PLUS,
  RENSA_PLOT_MARKER_SQUARE,
} RensaPlotMarker;

/**
 * RensaPlotCurve:
 * @name: stands at the right end, before the latest value
 * @x: finite and not falling
 * @y: may be NaN or infinite, which interrupts the curve and puts a red dot on the axis
 * @n: points
 * @is_dashed: for validation
 * @marker: where there is room; a point without neighbours is seen in any case
 */
typedef struct
{
  const char *name;
  const double *x;
  const double *y;
  gsize n;
  gboolean is_dashed;
  RensaPlotMarker marker;
} RensaPlotCurve;

/**
 * RensaPlot:
 * @curves: curve i has colour i of a fixed set that colour-blind people can tell apart
 * @x_title: what the x axis counts
 * @grid: whether there are horizontal hairlines
 * @is_dark: whether the ground is dark
 */
typedef struct
{
  const RensaPlotCurve *curves;
  guint n_curves;
  const char *x_title;
  gboolean grid;
  gboolean is_dark;
} RensaPlot;

/* The colour of curve @i as red, green and blue in [0, 1] (Okabe and Ito, without black). */
const double *rensa_plot_get_colour (guint i);

/* Draws into the rectangle from (0, 0), without a ground. No point is dropped: where several share a column of
 * pixels, what is drawn reaches from the smallest to the largest. */
void rensa_plot_draw (const RensaPlot *plot, cairo_t *cr, double width, double height);

/* Writes a file of @width x @height points, aside first; the ending tells the form: .png (two pixels a point), .svg
 * or .pdf. RENSA_ERROR_INVALID for any other ending. */
gboolean rensa_plot_save (const RensaPlot *plot, const char *path, double width, double height, GError **error);
gboolean rensa_plot_check_path (const char *path, GError **error);

G_END_DECLS
