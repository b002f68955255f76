/* rensa-plot-frame.c: axes, ticks and titles around the curves.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>

#define TICK_LENGTH 4.0
/* Minimum distances between ticks */
#define Y_SPACING 44.0
#define X_SPACING 72.0
#define TIME_SPACING 90.0
#define MARK_SIZE 4.0
/* Step for the width of tick labels, so that the plot does not jitter while its view changes. */
#define ROOM_STEP 12.0
/* Minimum width of tick labels, enough for most numbers, so that curves usually start at the same
 * position. */
#define LEAST_ROOM 36.0
/* Plots below this width have no room to spare. */
#define NARROW 200.0

static gboolean
has_view (const RensaPlotView *view)
{
  return view->low < view->high && (!view->is_log || view->low > 0);
}

/* Returns TRUE if the x coordinates of all points are whole numbers. */
static gboolean
counts (const RensaPlotLine *line)
{
  if (line->curve->series != NULL)
    return FALSE;
  for (gsize i = 0; i < line->raw.n; i++)
    {
      if (line->raw.x[i] != floor (line->raw.x[i]))
        return FALSE;
    }
  return TRUE;
}

static RensaPlotUnit
find_unit (const RensaPlotDrawing *drawing)
{
  gboolean all_count = TRUE;

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      const RensaPlotLine *line = &drawing->lines[i];

      if (line->curve->series != NULL && drawing->plot->x_axis == RENSA_SERIES_ELAPSED)
        return RENSA_PLOT_SECONDS;
      all_count =
          all_count && (line->curve->series != NULL ? drawing->plot->x_axis == RENSA_SERIES_ITERATION : counts (line));
    }
  return all_count ? RENSA_PLOT_COUNTS : RENSA_PLOT_NUMBERS;
}

static void
init_x_axis (RensaPlotDrawing *drawing, double width)
{
  const RensaPlotView *view = &drawing->plot->x;
  RensaPlotAxis *axis = &drawing->layout.x;
  double low = 1;
  double high = 0;

  axis->unit = find_unit (drawing);
  axis->is_log = view->is_log;
  if (has_view (view))
    {
      low = view->low;
      high = view->high;
    }
  else
    rensa_plot_get_extent (drawing->plot, &low, &high);
  rensa_plot_axis_init (axis, low, high, width / (axis->unit == RENSA_PLOT_SECONDS ? TIME_SPACING : X_SPACING), FALSE);
}

/* Extends the range by the values between the ends of the horizontal axis. */
static void
add_visible (const RensaPlotDrawing *drawing, const RensaPlotLine *line, gboolean is_log, double *low, double *high)
{
  const RensaPlotAxis *x = &drawing->layout.x;
  const gsize start = rensa_plot_find_first (line->raw.x, line->raw.n, x->low);
  const gsize end = rensa_plot_find_end (line->raw.x, line->raw.n, x->high);
  RensaSeriesRange range;

  rensa_pyramid_get_range (line->raw.pyramid, line->raw.y, start, end, &range);
  *low = MIN (*low, is_log ? range.least_positive : range.low);
  *high = MAX (*high, range.high);
}

static void
init_y_axis (RensaPlotDrawing *drawing, RensaPlotAxis *axis, const RensaPlotView *view, gboolean is_right,
             double n_ticks)
{
  double low = INFINITY;
  double high = -INFINITY;

  axis->is_log = view->is_log;
  if (has_view (view))
    {
      rensa_plot_axis_init (axis, view->low, view->high, n_ticks, FALSE);
      return;
    }
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      if (drawing->lines[i].curve->is_right == is_right)
        add_visible (drawing, &drawing->lines[i], axis->is_log, &low, &high);
    }
  if (view->is_robust && !axis->is_log && rensa_plot_cut_outliers (drawing, is_right, &low, &high))
    drawing->layout.is_cut = TRUE;
  rensa_plot_axis_init (axis, low, high, n_ticks, TRUE);
}

void
rensa_plot_init_axes (RensaPlotDrawing *drawing, double width, double height)
{
  init_x_axis (drawing, width);
  init_y_axis (drawing, &drawing->layout.left, &drawing->plot->left, FALSE, height / Y_SPACING);
  init_y_axis (drawing, &drawing->layout.right, &drawing->plot->right, TRUE, height / Y_SPACING);
}

char *
rensa_plot_localize (const RensaPlotDrawing *drawing, char *number)
{
  return drawing->plot->localize != NULL ? drawing->plot->localize (number) : number;
}

double
rensa_plot_measure_ticks (const RensaPlotDrawing *drawing, const RensaPlotAxis *axis)
{
  double width = 0;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (axis, i, &value); i++)
    {
      g_autofree char *text = rensa_plot_localize (drawing, rensa_plot_axis_format (axis, value));

      width = fmax (width, rensa_plot_measure (drawing, text));
    }
  return ceil (fmax (width, drawing->width < NARROW ? 0 : LEAST_ROOM) / ROOM_STEP) * ROOM_STEP;
}

static void
draw_y_axis (const RensaPlotDrawing *drawing, const RensaPlotAxis *axis, double text_x, double align, gboolean grid)
{
  const RensaPlotAxis *x = &drawing->layout.x;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (axis, i, &value); i++)
    {
      const double y = rensa_plot_axis_place (axis, value);
      g_autofree char *text = rensa_plot_localize (drawing, rensa_plot_axis_format (axis, value));

      cairo_set_line_width (drawing->cr, RENSA_PLOT_HAIRLINE);
      rensa_plot_set_ink (drawing, 0.2);
      if (grid)
        rensa_plot_draw_line (drawing->cr, x->start, y, x->start + x->length, y);
      rensa_plot_set_ink (drawing, 0.65);
      rensa_plot_write (drawing, text, text_x, y, align);
    }
}

/* Omits a label that would touch the previous one; shifts a label that would reach beyond @limit. */
static void
draw_x_ticks (const RensaPlotDrawing *drawing, double text_y, double limit)
{
  const RensaPlotAxis *axis = &drawing->layout.x;
  const double y = drawing->layout.left.start;
  double end = -INFINITY;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (axis, i, &value); i++)
    {
      const double x = rensa_plot_axis_place (axis, value);
      g_autofree char *text = rensa_plot_localize (drawing, rensa_plot_axis_format (axis, value));
      const double half = rensa_plot_measure (drawing, text) / 2;
      const double text_x = fmin (x, limit - half);

      rensa_plot_draw_line (drawing->cr, x, y, x, y + TICK_LENGTH);
      if (text_x - half < end + RENSA_PLOT_GAP)
        continue;
      rensa_plot_write (drawing, text, text_x, text_y, 0.5);
      end = text_x + half;
    }
}

static void
draw_x_axis (const RensaPlotDrawing *drawing)
{
  const RensaPlotAxis *axis = &drawing->layout.x;
  const double y = drawing->layout.left.start;
  const double text_y = y + TICK_LENGTH + drawing->writer.height / 2 + RENSA_PLOT_HAIRLINE;
  const double end = axis->start + axis->length;

  rensa_plot_set_ink (drawing, 0.65);
  cairo_set_line_width (drawing->cr, 2 * RENSA_PLOT_HAIRLINE);
  rensa_plot_draw_line (drawing->cr, axis->start, y, axis->start + axis->length, y);
  draw_x_ticks (drawing, text_y, end + RENSA_PLOT_MARGIN);
  if (drawing->title == RENSA_PLOT_TITLE_BELOW)
    rensa_plot_write (drawing, drawing->plot->x_title, end, text_y + drawing->writer.height, 1);
}

/* The tips of the marks are on the axis. */
static void
draw_marks (const RensaPlotDrawing *drawing)
{
  const RensaPlotAxis *axis = &drawing->layout.x;
  const double y = drawing->layout.left.start;

  cairo_new_path (drawing->cr);
  for (guint i = 0; i < drawing->plot->n_marks; i++)
    {
      const double value = drawing->plot->marks[i].x;
      const double x = rensa_plot_axis_place (axis, value);

      if (value < axis->low || value > axis->high)
        continue;
      cairo_move_to (drawing->cr, x, y);
      cairo_rel_line_to (drawing->cr, -MARK_SIZE, -2 * MARK_SIZE);
      cairo_rel_line_to (drawing->cr, 2 * MARK_SIZE, 0);
      cairo_close_path (drawing->cr);
    }
  rensa_plot_set_ink (drawing, 0.65);
  cairo_fill (drawing->cr);
}

void
rensa_plot_draw_axes (const RensaPlotDrawing *drawing)
{
  const RensaPlotLayout *layout = &drawing->layout;
  const double end = layout->x.start + layout->x.length;

  draw_y_axis (drawing, &layout->left, layout->x.start - RENSA_PLOT_GAP, 1, drawing->plot->grid);
  if (drawing->has_right)
    draw_y_axis (drawing, &layout->right, end + RENSA_PLOT_GAP, 0, FALSE);
  draw_x_axis (drawing);
  draw_marks (drawing);
  if (drawing->plot->note != NULL)
    rensa_plot_write (drawing, drawing->plot->note, layout->x.start + RENSA_PLOT_GAP,
                      layout->left.start + layout->left.length + drawing->writer.height / 2, 0);
}
