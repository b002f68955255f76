/* rensa-plot-curves.c: draws lines, bands and markers.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>
#include <string.h>

#define MARKER_SIZE 3.0
/* Half the width of tips that point to values beyond an axis. */
#define TIP_SIZE 3.5
#define MARKER_SPACING 12.0
/* Opacity of the raw curve behind its smoothed one. */
#define PALE 0.35
/* Distance beyond the ends of the axes up to which shapes are drawn before clipping. Cairo's
 * coordinates are limited to a few million. */
#define BEYOND 50.0
/* Dashes of a band, in columns of one unit, and the maximum height of a gap, so that no spike is hidden. */
#define BAND_PERIOD 8.0
#define BAND_DASH 5.0
#define MAX_GAP_HEIGHT 3.0

/* Lines with more points are drawn with coarser antialiasing, which takes a third of the time. */
#define MANY_POINTS 64

static const double dashes[] = { 5, 3 };
static const double not_finite[] = { 0.753, 0.110, 0.157 };

/* Vertical range of one pixel column, from @low down to @high. */
typedef struct
{
  double low;
  double high;
} Span;

static const Span empty = { INFINITY, -INFINITY };

typedef struct
{
  const RensaPlotDrawing *drawing;
  const RensaPlotAxis *y;
  gboolean is_log;
  guint n; /* columns */
  Span *spans;
  gboolean *is_marked; /* columns with a non-finite value */
  gboolean *is_above;  /* columns in which a value of the current curve is above its axis */
  gboolean *is_below;
} Canvas;

const RensaPlotAxis *
rensa_plot_get_y_axis (const RensaPlotDrawing *drawing, const RensaPlotCurve *curve)
{
  return curve->is_right ? &drawing->layout.right : &drawing->layout.left;
}

static void
use_axis (Canvas *canvas, const RensaPlotCurve *curve)
{
  canvas->y = rensa_plot_get_y_axis (canvas->drawing, curve);
  canvas->is_log = canvas->y->is_log;
}

static gboolean
is_drawable (const Canvas *canvas, double value)
{
  return isfinite (value) && (!canvas->is_log || value > 0);
}

static double
place_x (const Canvas *canvas, double x)
{
  return rensa_plot_axis_place (&canvas->drawing->layout.x, x);
}

static double
place_y (const Canvas *canvas, double y)
{
  return rensa_plot_axis_place (canvas->y, y);
}

/* Lines: used if there are fewer points than columns */

/* Clips the line between two points to @low and @high along coordinate @axis; returns FALSE if
 * nothing is left. */
static gboolean
cut (double p[2], double q[2], guint axis, double low, double high)
{
  double *ends[] = { p, q };

  if (MAX (p[axis], q[axis]) < low || MIN (p[axis], q[axis]) > high)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      double *end = ends[i];
      const double *other = ends[1 - i];
      const double limit = CLAMP (end[axis], low, high);

      if (limit == end[axis])
        continue;
      end[1 - axis] += (other[1 - axis] - end[1 - axis]) * ((limit - end[axis]) / (other[axis] - end[axis]));
      end[axis] = limit;
    }
  return TRUE;
}

static void
add_segment (const Canvas *canvas, const double from[2], const double to[2])
{
  const RensaPlotAxis *x = &canvas->drawing->layout.x;
  double p[] = { from[0], from[1] };
  double q[] = { to[0], to[1] };

  if (!cut (p, q, 0, x->start - BEYOND, x->start + x->length + BEYOND)
      || !cut (p, q, 1, canvas->y->start + canvas->y->length - BEYOND, canvas->y->start + BEYOND))
    return;
  if (!cairo_has_current_point (canvas->drawing->cr) || p[0] != from[0] || p[1] != from[1])
    cairo_move_to (canvas->drawing->cr, p[0], p[1]);
  cairo_line_to (canvas->drawing->cr, q[0], q[1]);
}

static void
add_dot (cairo_t *cr, double x, double y)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, RENSA_PLOT_DOT_SIZE, 0, 2 * G_PI);
}

/* Draws all runs of adjacent drawable points. */
static void
draw_lines (const Canvas *canvas, const RensaPlotPoints *points, gsize start, gsize end)
{
  cairo_t *cr = canvas->drawing->cr;
  double last[2] = { 0 };
  gboolean has_last = FALSE;

  cairo_new_path (cr);
  for (gsize i = start; i < end; i++)
    {
      const gboolean is_next = is_drawable (canvas, points->y[i]);
      const double place[] = { place_x (canvas, points->x[i]), is_next ? place_y (canvas, points->y[i]) : 0 };

      if (is_next && has_last)
        add_segment (canvas, last, place);
      else
        cairo_new_sub_path (cr);
      has_last = is_next;
      last[0] = place[0];
      last[1] = place[1];
    }
  cairo_stroke (cr);
}

/* Draws points without drawable neighbors, which form no line. */
static void
draw_single_points (const Canvas *canvas, const RensaPlotPoints *points, gsize start, gsize end)
{
  cairo_t *cr = canvas->drawing->cr;

  cairo_new_path (cr);
  for (gsize i = start; i < end; i++)
    {
      const gboolean has_neighbour = (i > 0 && is_drawable (canvas, points->y[i - 1]))
                                     || (i + 1 < points->n && is_drawable (canvas, points->y[i + 1]));
      const double y = place_y (canvas, points->y[i]);

      if (is_drawable (canvas, points->y[i]) && !has_neighbour && fabs (y - canvas->y->start) < 1e6)
        add_dot (cr, place_x (canvas, points->x[i]), y);
    }
  cairo_fill (cr);
}

/* Bands: used if several points share a column */

static void
extend_span (Canvas *canvas, int column, double y)
{
  if (column < 0 || column >= (int) canvas->n)
    return;
  canvas->spans[column].low = MIN (canvas->spans[column].low, y);
  canvas->spans[column].high = MAX (canvas->spans[column].high, y);
}

/* Extends the columns crossed by the line between point @i, the first one in @column, and the
 * previous point. */
static void
join (Canvas *canvas, const RensaPlotPoints *points, gsize i, int last_column, int column)
{
  const double start = canvas->drawing->layout.x.start;
  double x[2];
  double y[2];

  if (i == 0 || i >= points->n || !is_drawable (canvas, points->y[i]) || !is_drawable (canvas, points->y[i - 1]))
    return;

  for (guint j = 0; j < 2; j++)
    {
      x[j] = place_x (canvas, points->x[i - 1 + j]);
      y[j] = place_y (canvas, points->y[i - 1 + j]);
    }
  for (int border = last_column + 1; border <= column; border++)
    {
      const double at = start + border * canvas->drawing->pixel;
      const double part = x[1] > x[0] ? CLAMP ((at - x[0]) / (x[1] - x[0]), 0, 1) : 0;

      extend_span (canvas, border - 1, y[0] + (y[1] - y[0]) * part);
      extend_span (canvas, border, y[0] + (y[1] - y[0]) * part);
    }
}

/* Returns the first point from @start on that is not below @place, probably @hint points away. */
static gsize
seek (const RensaPlotPoints *points, gsize start, gsize hint, double place)
{
  gsize step = MAX (hint, 1);

  while (start + step < points->n && points->x[start + step] < place)
    {
      start += step;
      step *= 2;
    }
  return start + rensa_plot_find_first (points->x + start, MIN (step, points->n - start), place);
}

static void
fill_spans (Canvas *canvas, const RensaPlotPoints *points, gsize start)
{
  const RensaPlotAxis *x = &canvas->drawing->layout.x;
  int last_column = -1;
  gsize hint = 1;

  for (guint i = 0; i < canvas->n; i++)
    canvas->spans[i] = empty;
  for (int i = 0; i < (int) canvas->n; i++)
    {
      const double border = i + 1 == (int) canvas->n
                                ? nextafter (x->high, INFINITY)
                                : rensa_plot_axis_get_value (x, x->start + (i + 1) * canvas->drawing->pixel);
      const gsize end = seek (points, start, hint, border);
      RensaSeriesRange range;

      if (end == start)
        continue;
      rensa_pyramid_get_range (points->pyramid, points->y, start, end, &range);
      if (range.high > (canvas->is_log ? 0 : -INFINITY))
        {
          extend_span (canvas, i, place_y (canvas, canvas->is_log ? range.least_positive : range.low));
          extend_span (canvas, i, place_y (canvas, range.high));
        }
      canvas->is_marked[i] = canvas->is_marked[i] || range.n_not_finite > 0;
      join (canvas, points, start, last_column, i);
      last_column = i;
      hint = end - start;
      start = end;
    }
  join (canvas, points, start, last_column, (int) canvas->n);
}

/* Widens a span to the line width in both directions, which may be more than one pixel. */
static Span
widen (const Canvas *canvas, guint column)
{
  const RensaPlotAxis *y = canvas->y;
  const int n = (int) lround ((RENSA_PLOT_LINE_WIDTH / canvas->drawing->pixel - 1) / 2);
  const double top = y->start + y->length - BEYOND;
  const double bottom = y->start + BEYOND;
  Span span = canvas->spans[column];

  for (int i = MAX ((int) column - n, 0); i <= (int) column + n && i < (int) canvas->n; i++)
    {
      span.low = MIN (span.low, canvas->spans[i].low);
      span.high = MAX (span.high, canvas->spans[i].high);
    }
  return (Span){
    CLAMP (span.low - RENSA_PLOT_LINE_WIDTH / 2, top, bottom),
    CLAMP (span.high + RENSA_PLOT_LINE_WIDTH / 2, top, bottom),
  };
}

static gboolean
is_gap (const Canvas *canvas, const RensaPlotCurve *curve, guint column)
{
  const Span *span = &canvas->spans[column];

  if (span->low > span->high)
    return TRUE;
  return curve->is_dashed && fmod (column * canvas->drawing->pixel, BAND_PERIOD) >= BAND_DASH
         && span->high - span->low < MAX_GAP_HEIGHT;
}

/* Traces the upper ends from @start to @end, and back along the lower ones. */
static void
add_band (const Canvas *canvas, guint start, guint end)
{
  cairo_t *cr = canvas->drawing->cr;
  const double origin = canvas->drawing->layout.x.start;
  const double pixel = canvas->drawing->pixel;

  cairo_new_sub_path (cr);
  for (guint i = start; i < end; i++)
    {
      const double y = widen (canvas, i).low;

      cairo_line_to (cr, origin + i * pixel, y);
      cairo_line_to (cr, origin + (i + 1) * pixel, y);
    }
  for (guint i = end; i > start; i--)
    {
      const double y = widen (canvas, i - 1).high;

      cairo_line_to (cr, origin + i * pixel, y);
      cairo_line_to (cr, origin + (i - 1) * pixel, y);
    }
  cairo_close_path (cr);
}

static void
draw_band (Canvas *canvas, const RensaPlotCurve *curve)
{
  const double origin = canvas->drawing->layout.x.start;
  const double pixel = canvas->drawing->pixel;
  guint start = 0;

  cairo_new_path (canvas->drawing->cr);
  for (guint i = 0; i <= canvas->n; i++)
    {
      if (i < canvas->n && !is_gap (canvas, curve, i))
        continue;
      if (i > start + 1)
        add_band (canvas, start, i);
      else if (i == start + 1)
        {
          /* A single column would be barely visible. */
          add_band (canvas, start, i);
          add_dot (canvas->drawing->cr, origin + (start + 0.5) * pixel,
                   (canvas->spans[start].low + canvas->spans[start].high) / 2);
        }
      start = i + 1;
    }
  cairo_fill (canvas->drawing->cr);
}

static void
mark_not_finite (Canvas *canvas, const RensaPlotPoints *points, gsize start, gsize end)
{
  const RensaPlotAxis *x = &canvas->drawing->layout.x;

  for (gsize i = start; i < end; i++)
    {
      const double column = (place_x (canvas, points->x[i]) - x->start) / canvas->drawing->pixel;

      if (!isfinite (points->y[i]))
        canvas->is_marked[(guint) CLAMP (column, 0, canvas->n - 1)] = TRUE;
    }
}

static void
draw_points (Canvas *canvas, const RensaPlotCurve *curve, const RensaPlotPoints *points)
{
  const RensaPlotAxis *x = &canvas->drawing->layout.x;
  const gsize start = rensa_plot_find_first (points->x, points->n, x->low);
  const gsize end = rensa_plot_find_end (points->x, points->n, x->high);

  if (end - start > canvas->n)
    {
      fill_spans (canvas, points, start);
      draw_band (canvas, curve);
      return;
    }

  mark_not_finite (canvas, points, start, end);
  cairo_set_antialias (canvas->drawing->cr, end - start > MANY_POINTS ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT);
  cairo_set_dash (canvas->drawing->cr, dashes, curve->is_dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  draw_lines (canvas, points, start > 0 ? start - 1 : 0, MIN (end + 1, points->n));
  cairo_set_dash (canvas->drawing->cr, NULL, 0, 0);
  cairo_set_antialias (canvas->drawing->cr, CAIRO_ANTIALIAS_DEFAULT);
  draw_single_points (canvas, points, start, end);
}

/* Markers */

RensaPlotMarker
rensa_plot_get_shape (guint colour)
{
  static const RensaPlotMarker shapes[] = { RENSA_PLOT_MARKER_NONE, RENSA_PLOT_MARKER_SQUARE, RENSA_PLOT_MARKER_CIRCLE,
                                            RENSA_PLOT_MARKER_PLUS, RENSA_PLOT_MARKER_CROSS };

  return shapes[colour / RENSA_PLOT_N_COLOURS % G_N_ELEMENTS (shapes)];
}

RensaPlotMarker
rensa_plot_get_marker (const RensaPlotCurve *curve)
{
  return curve->marker != RENSA_PLOT_MARKER_NONE ? curve->marker : rensa_plot_get_shape (curve->colour);
}

void
rensa_plot_add_marker (cairo_t *cr, RensaPlotMarker marker, double x, double y)
{
  const double r = MARKER_SIZE;

  switch (marker)
    {
    case RENSA_PLOT_MARKER_CROSS:
      cairo_move_to (cr, x - r, y - r);
      cairo_line_to (cr, x + r, y + r);
      cairo_move_to (cr, x - r, y + r);
      cairo_line_to (cr, x + r, y - r);
      break;
    case RENSA_PLOT_MARKER_PLUS:
      cairo_move_to (cr, x - r, y);
      cairo_line_to (cr, x + r, y);
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x, y + r);
      break;
    case RENSA_PLOT_MARKER_CIRCLE:
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case RENSA_PLOT_MARKER_SQUARE:
      cairo_rectangle (cr, x - r, y - r, 2 * r, 2 * r);
      break;
    case RENSA_PLOT_MARKER_NONE:
      break;
    }
}

void
rensa_plot_paint_markers (cairo_t *cr, RensaPlotMarker marker)
{
  if (marker == RENSA_PLOT_MARKER_CROSS || marker == RENSA_PLOT_MARKER_PLUS)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
}

/* Draws markers at points whose index is a multiple of a power of two, so that they stay at the
 * same points when the view moves. */
static void
draw_markers (Canvas *canvas, const RensaPlotLine *line)
{
  const RensaPlotAxis *x = &canvas->drawing->layout.x;
  const RensaPlotPoints *points = rensa_plot_line_get_points (line);
  const gsize start = rensa_plot_find_first (points->x, points->n, x->low);
  const gsize end = rensa_plot_find_end (points->x, points->n, x->high);
  const RensaPlotMarker marker = rensa_plot_get_marker (line->curve);
  double last_x = -INFINITY;
  gsize stride = 1;

  if (marker == RENSA_PLOT_MARKER_NONE)
    return;

  use_axis (canvas, line->curve);
  rensa_plot_set_style (canvas->drawing, line->curve, 1);
  while ((end - start) / stride > x->length / MARKER_SPACING)
    stride *= 2;
  cairo_new_path (canvas->drawing->cr);
  for (gsize i = (start + stride - 1) / stride * stride; i < end; i += stride)
    {
      const double place = place_x (canvas, points->x[i]);

      if (!is_drawable (canvas, points->y[i]) || place - last_x < MARKER_SPACING / 2 || points->y[i] < canvas->y->low
          || points->y[i] > canvas->y->high)
        continue;
      rensa_plot_add_marker (canvas->drawing->cr, marker, place, place_y (canvas, points->y[i]));
      last_x = place;
    }
  rensa_plot_paint_markers (canvas->drawing->cr, marker);
}

/* Finds values beyond a robust axis, so that their positions can be marked. */
static void
find_beyond (Canvas *canvas, const RensaPlotPoints *points)
{
  const RensaPlotAxis *x = &canvas->drawing->layout.x;
  const gsize start = rensa_plot_find_first (points->x, points->n, x->low);
  const gsize end = rensa_plot_find_end (points->x, points->n, x->high);

  memset (canvas->is_above, 0, canvas->n * sizeof *canvas->is_above);
  memset (canvas->is_below, 0, canvas->n * sizeof *canvas->is_below);
  for (gsize i = start; i < end; i++)
    {
      const double column = (place_x (canvas, points->x[i]) - x->start) / canvas->drawing->pixel;
      const guint at = (guint) CLAMP (column, 0, canvas->n - 1);

      canvas->is_above[at] = canvas->is_above[at] || (isfinite (points->y[i]) && points->y[i] > canvas->y->high);
      canvas->is_below[at] = canvas->is_below[at] || (isfinite (points->y[i]) && points->y[i] < canvas->y->low);
    }
}

/* Adds tips pointing to the values beyond the axis, spaced so that they can be told apart. */
static void
add_tips (const Canvas *canvas, const gboolean *is_beyond, double y, double height)
{
  const RensaPlotDrawing *drawing = canvas->drawing;
  double last = -INFINITY;

  for (guint i = 0; i < canvas->n; i++)
    {
      const double x = drawing->layout.x.start + (i + 0.5) * drawing->pixel;

      if (!is_beyond[i] || x - last < 3 * TIP_SIZE)
        continue;
      cairo_move_to (drawing->cr, x, y);
      cairo_line_to (drawing->cr, x - TIP_SIZE, y + height);
      cairo_line_to (drawing->cr, x + TIP_SIZE, y + height);
      cairo_close_path (drawing->cr);
      last = x;
    }
}

static void
mark_beyond (Canvas *canvas, const RensaPlotLine *line)
{
  use_axis (canvas, line->curve);
  find_beyond (canvas, rensa_plot_line_get_points (line));
  cairo_new_path (canvas->drawing->cr);
  add_tips (canvas, canvas->is_above, canvas->y->start + canvas->y->length - 1, 2 * TIP_SIZE);
  add_tips (canvas, canvas->is_below, canvas->y->start + 1, -2 * TIP_SIZE);
  rensa_plot_set_style (canvas->drawing, line->curve, 1);
  cairo_fill (canvas->drawing->cr);
}

/* Adjacent marks are merged. */
static void
draw_not_finite (const Canvas *canvas)
{
  const RensaPlotDrawing *drawing = canvas->drawing;
  cairo_t *cr = drawing->cr;
  const double y = drawing->layout.left.start;

  cairo_new_path (cr);
  for (guint i = 0; i < canvas->n; i++)
    {
      const double x = drawing->layout.x.start + (i + 0.5) * drawing->pixel;

      if (!canvas->is_marked[i])
        continue;
      if (i == 0 || !canvas->is_marked[i - 1])
        cairo_move_to (cr, x, y);
      if (i + 1 == canvas->n || !canvas->is_marked[i + 1])
        cairo_line_to (cr, x, y);
    }
  cairo_set_source_rgb (cr, not_finite[0], not_finite[1], not_finite[2]);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 3 * RENSA_PLOT_DOT_SIZE);
  cairo_stroke (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
}

static void
draw_curve (Canvas *canvas, const RensaPlotLine *line)
{
  use_axis (canvas, line->curve);
  if (line->smoothed.pyramid != NULL)
    {
      rensa_plot_set_style (canvas->drawing, line->curve, PALE);
      draw_points (canvas, line->curve, &line->raw);
    }
  rensa_plot_set_style (canvas->drawing, line->curve, 1);
  draw_points (canvas, line->curve, rensa_plot_line_get_points (line));
}

void
rensa_plot_draw_curves (const RensaPlotDrawing *drawing)
{
  const RensaPlotLayout *layout = &drawing->layout;
  const guint n = (guint) ceil (layout->x.length / drawing->pixel);
  g_autofree Span *spans = g_new (Span, n);
  g_autofree gboolean *is_marked = g_new0 (gboolean, n);
  g_autofree gboolean *is_above = g_new0 (gboolean, n);
  g_autofree gboolean *is_below = g_new0 (gboolean, n);
  Canvas canvas = { drawing, NULL, FALSE, n, spans, is_marked, is_above, is_below };

  cairo_save (drawing->cr);
  /* Half of a line along an end extends beyond the axis. */
  cairo_rectangle (drawing->cr, layout->x.start - 1, layout->left.start + 1, layout->x.length + 2,
                   layout->left.length - 2);
  cairo_clip (drawing->cr);
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    draw_curve (&canvas, &drawing->lines[i]);
  cairo_restore (drawing->cr);
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    draw_markers (&canvas, &drawing->lines[i]);
  for (guint i = 0; i < drawing->plot->n_curves && layout->is_cut; i++)
    mark_beyond (&canvas, &drawing->lines[i]);
  draw_not_finite (&canvas);
}
