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
 * @name: stands at the right end, before the latest value
 * @series: the points; where NULL, @x, @y and @n are
 * @x: finite and not falling
 * @y: may be NaN or infinite, which interrupts the curve and puts a red dot on the axis
 * @n: points
 * @smoothed: of @series, drawn over the pale points; NULL for the points alone
 * @colour: number in the fixed set
 * @is_dashed: for validation
 * @is_right: belongs to the axis at the right
 * @is_faded: pale, as another curve is to stand out
 * @marker: where there is room; a point without neighbours is seen in any case
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

/* What an axis shows. @low >= @high stands for all there is; for a vertical axis, all there is between the ends of the
 * horizontal one. A logarithmic axis leaves out what is not above 0. */
typedef struct
{
  gboolean is_log;
  double low;
  double high;
  gboolean is_robust; /* of all there is, without a few values that would flatten the rest; they are marked */
} RensaPlotView;

/* A triangle on the horizontal axis; @text is read where it is hovered over. */
typedef struct
{
  double x;
  const char *text;
} RensaPlotMark;

/**
 * RensaPlot:
 * @x_axis: which places of series are taken
 * @writer: where NULL, Cairo's own text is taken
 * @x_title: what the x axis counts
 * @hover: where values are read: a place on the x axis, or NULL
 * @note: stands at the top, such as a count of values that were left out; or NULL
 * @empty_text: stands instead of axes where there is no point; or NULL
 * @smoothed_word: "smoothed"
 * @localize: makes of a number with a point and commas, which it takes over, one as people write it; NULL leaves it so
 * @hide_labels: whether the names of curves stand elsewhere
 * @grid: whether there are horizontal hairlines
 * @is_dark: whether the ground is dark
 * @is_strong: whether lines and texts are to contrast with it as much as they can
 * @was_cut: whether the drawing before this one left out values that are far: a live curve stays cut for longer than it would
 *   become so, lest its axis change with each frame
 * @pixel: the side of a pixel of the screen; 0 if the surface knows
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

/* Where things have been drawn. Without room, or without any point beside an empty_text, lengths are 0. */
typedef struct
{
  RensaPlotAxis x;
  RensaPlotAxis left; /* upwards: its length is negative */
  RensaPlotAxis right;
  gboolean is_cut; /* values lie beyond a robust axis */
} RensaPlotLayout;

/* The colour of curve @i as red, green and blue in [0, 1] (Okabe and Ito, without black). */
const double *rensa_plot_get_colour (guint i);
/* The same as it is drawn; @is_dark: on a dark ground, where it is lighter. */
void rensa_plot_get_tint (guint i, gboolean is_dark, double tint[3]);
/* The marker that tells curve @i from those of the same colour, once there are more curves than colours. */
RensaPlotMarker rensa_plot_get_shape (guint i);

/* Draws into the rectangle from (0, 0), without a ground. No point is dropped: where several share a column of
 * pixels, what is drawn reaches from the smallest to the largest. @layout may be NULL. */
void rensa_plot_draw (const RensaPlot *plot, cairo_t *cr, double width, double height, RensaPlotLayout *layout);

/* All of the x axis that there are points for; FALSE without any. */
gboolean rensa_plot_get_extent (const RensaPlot *plot, double *low, double *high);
typedef enum
{
  RENSA_PLOT_BEFORE = -1, /* or there */
  RENSA_PLOT_NEAREST,
  RENSA_PLOT_AFTER,
} RensaPlotSide;

/* The place nearest to @x, on that side of it, at which any curve has a point; FALSE without any. */
gboolean rensa_plot_find_place (const RensaPlot *plot, double x, RensaPlotSide side, double *place);
/* What @curve (its smoothed form, if it has one) shows at @x: the last point up to there. FALSE before the first. */
gboolean rensa_plot_read (const RensaPlot *plot, guint curve, double x, double *value);
/* How many points logarithmic axes leave out. */
gsize rensa_plot_count_left_out (const RensaPlot *plot);
/* "0.1812", "NaN", "∞". */
char *rensa_plot_format_value (double value, int digits);

/* Writes a file of @width x @height points, aside first; the ending tells the form: .png (two pixels a point), .svg
 * or .pdf. RENSA_ERROR_INVALID for any other ending. */
gboolean rensa_plot_save (const RensaPlot *plot, const char *path, double width, double height, GError **error);
/* Several side by side, @n_columns in a row. */
gboolean rensa_plot_save_panels (const RensaPlot *plots, guint n, guint n_columns, const char *path, double width,
                                 double height, GError **error);
gboolean rensa_plot_check_path (const char *path, GError **error);

G_END_DECLS
