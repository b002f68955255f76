/* studio-plot-view.c: visible range and reading position of a plot.
 * SPDX-License-Identifier: MIT */

#include "studio-plot-private.h"

#include <math.h>

/* A rectangle narrower than this selects a range of the other axis only. */
#define MIN_BAND 12
/* Minimum length of a view, relative to its values. */
#define MIN_PART 1e-9
/* Vertical distance of a pan above which the vertical axes no longer follow the data. */
#define PAN_THRESHOLD 12

static gboolean
is_fixed (const RensaPlotView *view)
{
  return view->low < view->high;
}

static void
release (RensaPlotView *view)
{
  view->low = 0;
  view->high = 0;
}

static gboolean
has_layout (const RensaPlotLayout *layout)
{
  return layout->x.length > 0;
}

gboolean
studio_plot_is_zoomed (StudioPlot *self)
{
  return is_fixed (&self->x) || is_fixed (&self->left) || is_fixed (&self->right);
}

static void
view_changed (StudioPlot *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "plot.reset", studio_plot_is_zoomed (self));
  g_object_notify (G_OBJECT (self), "is-zoomed");
  gtk_widget_queue_draw (self->area);
}

void
studio_plot_reset (StudioPlot *self)
{
  release (&self->x);
  release (&self->left);
  release (&self->right);
  view_changed (self);
}

/* Returns the extent of all data on the x axis, in coordinates of @axis. */
static void
get_limits (StudioPlot *self, const RensaPlotAxis *axis, double *start, double *end)
{
  g_auto (StudioPlotPicture) picture = { 0 };
  double low = axis->low;
  double high = axis->high;

  studio_plot_picture_init (&picture, self);
  rensa_plot_get_extent (&picture.plot, &low, &high);
  *start = rensa_plot_axis_place (axis, low);
  *end = rensa_plot_axis_place (axis, high);
}

static void
set_view (RensaPlotView *view, const RensaPlotAxis *axis, double start, double end)
{
  const double low = rensa_plot_axis_get_value (axis, start);
  const double high = rensa_plot_axis_get_value (axis, end);

  if (high - low <= MIN_PART * MAX (fabs (low), fabs (high)))
    return;
  view->low = low;
  view->high = high;
}

/* The horizontal view never leaves the data; if it covers all data, it becomes automatic again. */
static void
set_x_view (StudioPlot *self, const RensaPlotAxis *axis, double start, double end)
{
  double first;
  double last;

  get_limits (self, axis, &first, &last);
  if (end - start >= last - first)
    {
      release (&self->x);
      return;
    }
  if (start < first)
    set_view (&self->x, axis, first, first + end - start);
  else if (end > last)
    set_view (&self->x, axis, last - (end - start), last);
  else
    set_view (&self->x, axis, start, end);
}

static void
zoom_y (RensaPlotView *view, const RensaPlotAxis *axis, double centre, double factor)
{
  set_view (view, axis, centre + (axis->start - centre) * factor,
            centre + (axis->start + axis->length - centre) * factor);
}

void
studio_plot_zoom (StudioPlot *self, double x, double y, double factor, gboolean vertically)
{
  const RensaPlotLayout layout = self->layout;
  const double end = layout.x.start + layout.x.length;
  const gboolean is_beside = x < layout.x.start || x > end;

  if (!has_layout (&layout))
    return;
  /* Over the labels of a vertical axis, zooms only that axis. */
  if (!is_beside)
    set_x_view (self, &layout.x, x + (layout.x.start - x) * factor, x + (end - x) * factor);
  if (x < layout.x.start || vertically || is_fixed (&self->left))
    zoom_y (&self->left, &layout.left, y, factor);
  if (x > end || vertically || is_fixed (&self->right))
    zoom_y (&self->right, &layout.right, y, factor);

  if (!is_beside && factor > 1 && !is_fixed (&self->x))
    studio_plot_reset (self);
  else
    view_changed (self);
}

void
studio_plot_get_band (StudioPlot *self, const double start[2], const double end[2], GdkRectangle *band,
                      gboolean *across, gboolean *along)
{
  const RensaPlotAxis *x = &self->layout.x;
  const RensaPlotAxis *y = &self->layout.left;
  const double top = y->start + y->length;
  double left = CLAMP (MIN (start[0], end[0]), x->start, x->start + x->length);
  double right = CLAMP (MAX (start[0], end[0]), x->start, x->start + x->length);
  double upper = CLAMP (MIN (start[1], end[1]), top, y->start);
  double lower = CLAMP (MAX (start[1], end[1]), top, y->start);

  *across = has_layout (&self->layout) && right - left >= MIN_BAND;
  *along = has_layout (&self->layout) && lower - upper >= MIN_BAND;
  if (!*across)
    {
      left = x->start;
      right = x->start + x->length;
    }
  if (!*along)
    {
      upper = top;
      lower = y->start;
    }
  *band = (GdkRectangle){ (int) left, (int) upper, (int) (right - left), (int) (lower - upper) };
}

void
studio_plot_zoom_to (StudioPlot *self, const double start[2], const double end[2])
{
  const RensaPlotLayout layout = self->layout;
  GdkRectangle band;
  gboolean across;
  gboolean along;

  studio_plot_get_band (self, start, end, &band, &across, &along);
  if (across)
    set_x_view (self, &layout.x, band.x, band.x + band.width);
  if (along)
    {
      set_view (&self->left, &layout.left, band.y + band.height, band.y);
      set_view (&self->right, &layout.right, band.y + band.height, band.y);
    }
  view_changed (self);
}

void
studio_plot_pan (StudioPlot *self, const RensaPlotLayout *layout, double dx, double dy)
{
  if (!has_layout (layout))
    return;
  set_x_view (self, &layout->x, layout->x.start - dx, layout->x.start + layout->x.length - dx);
  if (is_fixed (&self->left) || fabs (dy) >= PAN_THRESHOLD)
    {
      set_view (&self->left, &layout->left, layout->left.start - dy, layout->left.start + layout->left.length - dy);
      set_view (&self->right, &layout->right, layout->right.start - dy,
                layout->right.start + layout->right.length - dy);
    }
  view_changed (self);
}

/* Reading */

static void
set_hover (StudioPlot *self, double hover, gboolean is_told)
{
  if (self->has_hover && self->hover == hover && self->is_told == is_told)
    return;
  self->is_told = is_told;
  self->has_hover = TRUE;
  self->hover = hover;
  gtk_widget_queue_draw (self->area);
  studio_plot_update_description (self);
}

void
studio_plot_read_at (StudioPlot *self, double x)
{
  const RensaPlotAxis *axis = &self->layout.x;
  g_auto (StudioPlotPicture) picture = { 0 };
  double place;

  if (!has_layout (&self->layout))
    return;
  if (x < axis->start || x > axis->start + axis->length)
    {
      studio_plot_end_reading (self);
      return;
    }
  studio_plot_picture_init (&picture, self);
  if (rensa_plot_find_place (&picture.plot, rensa_plot_axis_get_value (axis, x), RENSA_PLOT_NEAREST, &place))
    set_hover (self, place, FALSE);
}

void
studio_plot_move_reading (StudioPlot *self, RensaPlotSide side)
{
  const RensaPlotAxis *axis = &self->layout.x;
  g_auto (StudioPlotPicture) picture = { 0 };
  double place;
  double from;

  if (!has_layout (&self->layout))
    return;
  studio_plot_picture_init (&picture, self);
  /* The first step starts at the opposite end of the plot. */
  from = side == RENSA_PLOT_AFTER ? axis->start : axis->start + axis->length;
  if (self->has_hover)
    from = rensa_plot_axis_place (axis, self->hover) + side;
  if (!rensa_plot_find_place (&picture.plot, rensa_plot_axis_get_value (axis, from), side, &place) || place < axis->low
      || place > axis->high)
    return;
  set_hover (self, place, TRUE);
}

void
studio_plot_end_reading (StudioPlot *self)
{
  if (!self->has_hover)
    return;
  self->has_hover = FALSE;
  self->is_told = FALSE;
  gtk_widget_queue_draw (self->area);
  studio_plot_update_description (self);
}
