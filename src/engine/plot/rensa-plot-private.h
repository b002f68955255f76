/* rensa-plot-private.h: internals shared by the plot sources.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plot.h"
#include "rensa-pyramid-private.h"

G_BEGIN_DECLS

#define RENSA_PLOT_MARGIN 12.0
#define RENSA_PLOT_GAP 6.0
#define RENSA_PLOT_LINE_WIDTH 1.5
#define RENSA_PLOT_HAIRLINE 0.5
#define RENSA_PLOT_DOT_SIZE 2.0
/* Length of the curve sample drawn before its name. */
#define RENSA_PLOT_SAMPLE_LENGTH 22.0
#define RENSA_PLOT_N_COLOURS 7

/* Values, raw or smoothed, with their pyramid. */
typedef struct
{
  const double *x;
  const double *y;
  gsize n;
  const RensaPyramid *pyramid;
} RensaPlotPoints;

typedef struct
{
  const RensaPlotCurve *curve;
  RensaPlotPoints raw;
  RensaPlotPoints smoothed; /* no pyramid if there are none */
  RensaPyramid own;         /* pyramid of plain arrays */
} RensaPlotLine;

typedef struct
{
  const RensaPlot *plot;
  cairo_t *cr;
  RensaPlotWriter writer;
  RensaPlotLine *lines; /* one per curve */
  RensaPlotLayout layout;
  gboolean has_right;
  double pixel;
  double width;
  enum
  {
    RENSA_PLOT_NO_TITLE,
    RENSA_PLOT_TITLE_BELOW, /* below the tick labels, at the right end */
  } title;
} RensaPlotDrawing;

/* Borrows the data; plain arrays get no pyramid. */
void rensa_plot_get_points (const RensaPlot *plot, const RensaPlotCurve *curve, RensaPlotPoints *points);
/* Returns the points to read values from: the smoothed ones, if any. */
const RensaPlotPoints *rensa_plot_line_get_points (const RensaPlotLine *line);
/* Finds the last point at or before @x, as rensa_plot_read () does; FALSE before the first. */
gboolean rensa_plot_find_read (const RensaPlot *plot, guint curve, double x, double *place, double *value);
/* Index of the first point at or beyond @place, and of the first one beyond it. */
gsize rensa_plot_find_first (const double *x, gsize n, double place);
gsize rensa_plot_find_end (const double *x, gsize n, double place);

/* Text and ink */
void rensa_plot_set_ink (const RensaPlotDrawing *drawing, double alpha);
void rensa_plot_set_style (const RensaPlotDrawing *drawing, const RensaPlotCurve *curve, double alpha);
/* Converts @number to the locale's format; takes ownership of it. */
char *rensa_plot_localize (const RensaPlotDrawing *drawing, char *number);
double rensa_plot_measure (const RensaPlotDrawing *drawing, const char *text);
/* Centered vertically on @y; @align is the fraction of the text to the left of @x. */
void rensa_plot_write (const RensaPlotDrawing *drawing, const char *text, double x, double y, double align);
void rensa_plot_draw_line (cairo_t *cr, double x0, double y0, double x1, double y1);
/* Draws a sample of the curve, starting at @x. */
void rensa_plot_draw_sample (const RensaPlotDrawing *drawing, const RensaPlotCurve *curve, double x, double y);
/* Shortens the text in the middle until it fits. */
char *rensa_plot_shorten (const RensaPlotDrawing *drawing, const char *text, double width);

/* Axes */
void rensa_plot_init_axes (RensaPlotDrawing *drawing, double width, double height);
/* Narrows @low and @high to the values in the visible range of the x axis without rare outliers;
 * returns TRUE if values lie beyond. */
gboolean rensa_plot_cut_outliers (const RensaPlotDrawing *drawing, gboolean is_right, double *low, double *high);
double rensa_plot_measure_ticks (const RensaPlotDrawing *drawing, const RensaPlotAxis *axis);
void rensa_plot_draw_axes (const RensaPlotDrawing *drawing);

/* Curves */
const RensaPlotAxis *rensa_plot_get_y_axis (const RensaPlotDrawing *drawing, const RensaPlotCurve *curve);
void rensa_plot_draw_curves (const RensaPlotDrawing *drawing);
RensaPlotMarker rensa_plot_get_marker (const RensaPlotCurve *curve);
/* Adds a marker to the path; crosses are stroked, closed shapes are filled. */
void rensa_plot_add_marker (cairo_t *cr, RensaPlotMarker marker, double x, double y);
void rensa_plot_paint_markers (cairo_t *cr, RensaPlotMarker marker);

/* Labels */
typedef struct _RensaPlotLabels RensaPlotLabels;
/* Places labels inside, at the ends of the curves, if there are few; otherwise in rows at the top. */
RensaPlotLabels *rensa_plot_labels_new (const RensaPlotDrawing *drawing, double width, double height);
void rensa_plot_labels_free (RensaPlotLabels *labels);
/* Height of the labels at the top. */
double rensa_plot_labels_get_size (const RensaPlotLabels *labels);
void rensa_plot_labels_draw (RensaPlotLabels *labels, const RensaPlotDrawing *drawing);

/* Reading */
void rensa_plot_draw_hover (const RensaPlotDrawing *drawing);

G_END_DECLS
