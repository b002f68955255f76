/* rensa-plot.h: curves drawn with Cairo.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

#include "rensa-plot-axis.h"
#include "rensa-plot-writer.h"
#include "rensa-smoothed.h"

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
 * @name: shown at the right end, before the latest value
 * @series: the points; if NULL, @x, @y and @n are used
 * @x: finite, in nondecreasing order
 * @y: values; NaN and infinite ones interrupt the curve and put a red dot on the axis
 * @n: number of points
 * @smoothed: smoothed form of @series, drawn over the pale points; NULL for the points only
 * @colour: index into the fixed set of colors
 * @is_dashed: dashed, for validation
 * @is_right: uses the axis on the right
 * @is_faded: pale, because another curve is emphasized
 * @marker: drawn if there is room; isolated points are always visible
 */
typedef struct
{
  const char *name;
  RensaSeries *series;
  const double *x;
  const double *y;
  gsize n;
  RensaSmoothed *smoothed;
  guint colour;
  gboolean is_dashed;
  gboolean is_right;
  gboolean is_faded;
  RensaPlotMarker marker;
} RensaPlotCurve;

/* Range of an axis. @low >= @high means everything; for a vertical axis, everything in the visible
 * range of the horizontal one. A logarithmic axis omits values that are not above 0. */
typedef struct
{
  gboolean is_log;
  double low;
  double high;
  gboolean is_robust; /* automatic range without a few values that would flatten the rest; these are marked */
} RensaPlotView;

/* A triangle on the horizontal axis; @text is shown when the pointer is over it. */
typedef struct
{
  double x;
  const char *text;
} RensaPlotMark;

/**
 * RensaPlot:
 * @x_axis: which coordinates of series to use
 * @writer: NULL for Cairo's built-in text
 * @x_title: title of the x axis
 * @hover: position on the x axis at which to show values, or NULL
 * @note: text at the top, such as the number of omitted values; or NULL
 * @empty_text: text shown instead of axes if there are no points; or NULL
 * @smoothed_word: "smoothed"
 * @localize: converts a number with a decimal point and commas to the locale's format, taking
 *   ownership of it; NULL for no conversion
 * @hide_labels: TRUE if the names of curves are shown elsewhere
 * @grid: TRUE to draw horizontal hairlines
 * @is_dark: TRUE if the background is dark
 * @is_strong: TRUE for maximum contrast of lines and texts
 * @was_cut: TRUE if the previous drawing omitted outliers: the threshold for a live curve to stay
 *   cut is lower than for becoming cut, so that its axis does not change with each frame
 * @pixel: size of a screen pixel; 0 if the surface has it
 */
typedef struct
{
  const RensaPlotCurve *curves;
  guint n_curves;
  const RensaPlotMark *marks;
  guint n_marks;
  RensaSeriesAxis x_axis;
  RensaPlotView x;
  RensaPlotView left;
  RensaPlotView right;
  const double *hover;
  const RensaPlotWriter *writer;
  const char *x_title;
  const char *note;
  const char *empty_text;
  const char *smoothed_word;
  char *(*localize) (char *number);
  gboolean hide_labels;
  gboolean grid;
  gboolean is_dark;
  gboolean is_strong;
  gboolean was_cut;
  double pixel;
} RensaPlot;

/* Positions of the drawn parts. If there is not enough room, or no point and an empty_text, lengths are 0. */
typedef struct
{
  RensaPlotAxis x;
  RensaPlotAxis left; /* upward, so its length is negative */
  RensaPlotAxis right;
  gboolean is_cut; /* TRUE if values lie beyond a robust axis */
} RensaPlotLayout;

/* Returns the color of curve @i as red, green and blue in [0, 1] (Okabe and Ito, without black). */
const double *rensa_plot_get_colour (guint i);
/* The same color as drawn; @is_dark: on a dark background, where it is lighter. */
void rensa_plot_get_tint (guint i, gboolean is_dark, double tint[3]);
/* Returns the marker that distinguishes curve @i from those of the same color if there are more
 * curves than colors. */
RensaPlotMarker rensa_plot_get_shape (guint i);

/* Draws into the rectangle from (0, 0), without a background. No point is dropped: if several share
 * a pixel column, the drawing covers their minimum to maximum. @layout may be NULL. */
void rensa_plot_draw (const RensaPlot *plot, cairo_t *cr, double width, double height, RensaPlotLayout *layout);

/* Returns the range of the x axis that contains all points; FALSE if there are none. */
gboolean rensa_plot_get_extent (const RensaPlot *plot, double *low, double *high);
typedef enum
{
  RENSA_PLOT_BEFORE = -1, /* or there */
  RENSA_PLOT_NEAREST,
  RENSA_PLOT_AFTER,
} RensaPlotSide;

/* Finds the position nearest to @x, on the given side of it, at which any curve has a point; FALSE
 * if there is none. */
gboolean rensa_plot_find_place (const RensaPlot *plot, double x, RensaPlotSide side, double *place);
/* Returns the value of @curve (its smoothed form, if any) at @x: that of the last point up to
 * there. FALSE before the first. */
gboolean rensa_plot_read (const RensaPlot *plot, guint curve, double x, double *value);
/* Returns the number of points omitted by logarithmic axes. */
gsize rensa_plot_count_left_out (const RensaPlot *plot);
/* "0.1812", "NaN", "∞". */
char *rensa_plot_format_value (double value, int digits);

/* Writes a file of @width x @height points, to a temporary file first; the extension selects the
 * format: .png (two pixels per point), .svg or .pdf. Fails with RENSA_ERROR_INVALID for any other
 * extension. */
gboolean rensa_plot_save (const RensaPlot *plot, const char *path, double width, double height, GError **error);
/* Saves several plots side by side, @n_columns per row. */
gboolean rensa_plot_save_panels (const RensaPlot *plots, guint n, guint n_columns, const char *path, double width,
                                 double height, GError **error);
gboolean rensa_plot_check_path (const char *path, GError **error);

G_END_DECLS
