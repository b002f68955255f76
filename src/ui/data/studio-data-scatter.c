/* studio-data-scatter.c: scatter plot of examples.
 * SPDX-License-Identifier: MIT */

#include "studio-data-scatter.h"

#include <glib/gi18n.h>

#include "rensa-plot.h"
#include "studio-format.h"

#define MARGIN 12
#define GAP 6
#define RADIUS 3.0
#define N_SHAPES 4
/* Points of the grid along each axis, and along a curve, and the fraction by which it extends
 * beyond the examples. */
#define GRID 72
/* Not a multiple of GRID, so that a result for an older request cannot be mistaken for the latest one. */
#define FINE_GRID 200
#define CURVE_PLACES 200
#define BEYOND 0.08
/* Pixels per tick. */
#define TICK_WIDTH 60
#define TICK_HEIGHT 50

struct _StudioDataScatter
{
  GtkWidget parent_instance;
  RensaPreview *preview;
  const RensaPreviewPart *part;
  StudioSurface surface; /* n_columns is 0 until it is requested */
};

G_DEFINE_FINAL_TYPE (StudioDataScatter, studio_data_scatter, GTK_TYPE_WIDGET)

typedef struct
{
  StudioDataScatter *scatter;
  cairo_t *cr;
  PangoLayout *layout;
  GdkRGBA ink;
  RensaPlotAxis x;
  RensaPlotAxis y;
} Drawing;

static gboolean
is_curve (StudioDataScatter *self)
{
  return self->preview->form == RENSA_PREVIEW_CURVE;
}

static void
get_point (StudioDataScatter *self, guint i, double *x, double *y)
{
  const float *inputs = self->part->inputs + i * self->preview->n_values;

  *x = inputs[0];
  *y = is_curve (self) ? self->part->labels[i] : inputs[1];
}

/* Each class has its own shape, since not everyone can distinguish the colors. */
static void
trace_marker (cairo_t *cr, double x, double y, guint shape)
{
  const double r = RADIUS;

  switch (shape % N_SHAPES)
    {
    case 0:
      cairo_new_sub_path (cr); /* no line from the previous drawing */
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case 1:
      cairo_move_to (cr, x, y - 1.25 * r);
      cairo_line_to (cr, x + 1.15 * r, y + 0.85 * r);
      cairo_line_to (cr, x - 1.15 * r, y + 0.85 * r);
      cairo_close_path (cr);
      break;
    case 2:
      cairo_rectangle (cr, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
      break;
    default:
      cairo_move_to (cr, x, y - 1.3 * r);
      cairo_line_to (cr, x + 1.3 * r, y);
      cairo_line_to (cr, x, y + 1.3 * r);
      cairo_line_to (cr, x - 1.3 * r, y);
      cairo_close_path (cr);
    }
}

/* On a surface of its own color, a point has an outline, light on dark and dark on light. */
static void
draw_rim (Drawing *drawing)
{
  const double light = drawing->ink.green > 0.5 ? 0 : 1;

  cairo_set_source_rgba (drawing->cr, light, light, light, 0.7);
  cairo_stroke (drawing->cr);
}

static void
draw_points (Drawing *drawing)
{
  StudioDataScatter *self = drawing->scatter;
  const gboolean has_surface = self->surface.values != NULL && !is_curve (self);

  for (guint i = 0; i < self->part->n_shown; i++)
    {
      const guint class = is_curve (self) ? 0 : self->part->labels[i];
      const double *colour = rensa_plot_get_colour (class);
      double x, y;

      get_point (self, i, &x, &y);
      trace_marker (drawing->cr, rensa_plot_axis_place (&drawing->x, x), rensa_plot_axis_place (&drawing->y, y), class);
      cairo_set_source_rgba (drawing->cr, colour[0], colour[1], colour[2], has_surface ? 1 : 0.75);
      cairo_fill_preserve (drawing->cr);
      if (has_surface)
        draw_rim (drawing);
      cairo_new_path (drawing->cr);
    }
}

static void
draw_text (Drawing *drawing, const char *text, double x, double y, double xalign, double yalign)
{
  int width, height;

  pango_layout_set_text (drawing->layout, text, -1);
  pango_layout_get_pixel_size (drawing->layout, &width, &height);
  cairo_move_to (drawing->cr, x - xalign * width, y - yalign * height);
  gdk_cairo_set_source_rgba (drawing->cr, &drawing->ink);
  pango_cairo_show_layout (drawing->cr, drawing->layout);
}

static void
draw_axes (Drawing *drawing)
{
  const double left = drawing->x.start, right = left + drawing->x.length, bottom = drawing->y.start;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      const double y = (int) rensa_plot_axis_place (&drawing->y, value) + 0.5;
      g_autofree char *text = studio_format_local (rensa_plot_axis_format (&drawing->y, value));

      cairo_move_to (drawing->cr, left, y);
      cairo_line_to (drawing->cr, right, y);
      cairo_set_source_rgba (drawing->cr, drawing->ink.red, drawing->ink.green, drawing->ink.blue, 0.12);
      cairo_stroke (drawing->cr);
      draw_text (drawing, text, left - GAP, y, 1, 0.5);
    }
  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->x, i, &value); i++)
    {
      g_autofree char *text = studio_format_local (rensa_plot_axis_format (&drawing->x, value));

      draw_text (drawing, text, rensa_plot_axis_place (&drawing->x, value), bottom + GAP, 0.5, 0);
    }
}

/* For a curve, draws the model's output at each point. */
static void
draw_line (Drawing *drawing)
{
  const StudioSurface *surface = &drawing->scatter->surface;
  const double step = (surface->high[0] - surface->low[0]) / surface->n_columns;

  for (guint i = 0; i < surface->n_columns; i++)
    cairo_line_to (drawing->cr, rensa_plot_axis_place (&drawing->x, surface->low[0] + (i + 0.5) * step),
                   rensa_plot_axis_place (&drawing->y, surface->values[i * surface->n_outputs]));
  cairo_set_line_width (drawing->cr, 2);
  gdk_cairo_set_source_rgba (drawing->cr, &drawing->ink);
  cairo_stroke (drawing->cr);
}

static void
draw_surface (Drawing *drawing)
{
  cairo_set_source_rgba (drawing->cr, drawing->ink.red, drawing->ink.green, drawing->ink.blue, 0.6);
  studio_surface_draw (&drawing->scatter->surface, drawing->cr, drawing->x.start, drawing->y.start + drawing->y.length,
                       drawing->x.length, -drawing->y.length);
}

/* Returns the width of the numbers next to the vertical axis. */
static int
measure_ticks (Drawing *drawing)
{
  int widest = 0;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      g_autofree char *text = studio_format_local (rensa_plot_axis_format (&drawing->y, value));
      int width;

      pango_layout_set_text (drawing->layout, text, -1);
      pango_layout_get_pixel_size (drawing->layout, &width, NULL);
      widest = MAX (widest, width);
    }
  return widest;
}

static void
find_ends (StudioDataScatter *self, double low[2], double high[2])
{
  low[0] = low[1] = G_MAXDOUBLE;
  high[0] = high[1] = -G_MAXDOUBLE;
  for (guint i = 0; i < self->part->n_shown; i++)
    {
      double x, y;

      get_point (self, i, &x, &y);
      low[0] = MIN (low[0], x), high[0] = MAX (high[0], x);
      low[1] = MIN (low[1], y), high[1] = MAX (high[1], y);
    }
}

static void
lay_out (Drawing *drawing, double width, double height)
{
  const StudioSurface *surface = &drawing->scatter->surface;
  double low[2], high[2];
  int line_height;
  double left;

  if (surface->n_columns == 0)
    find_ends (drawing->scatter, low, high);
  else
    for (int axis = 0; axis < 2; axis++)
      low[axis] = surface->low[axis], high[axis] = surface->high[axis];

  pango_layout_set_text (drawing->layout, "0", -1);
  pango_layout_get_pixel_size (drawing->layout, NULL, &line_height);
  drawing->y.start = height - MARGIN - line_height - GAP;
  drawing->y.length = MARGIN + RADIUS - drawing->y.start;
  rensa_plot_axis_init (&drawing->y, low[1], high[1], MAX (-drawing->y.length / TICK_HEIGHT, 1), FALSE);
  left = MARGIN + measure_ticks (drawing) + GAP;
  drawing->x.start = left;
  drawing->x.length = MAX (width - MARGIN - left, 1);
  rensa_plot_axis_init (&drawing->x, low[0], high[0], MAX (drawing->x.length / TICK_WIDTH, 1), FALSE);
}

static void
studio_data_scatter_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioDataScatter *self = STUDIO_DATA_SCATTER (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  Drawing drawing = { .scatter = self };

  if (self->preview == NULL || self->part->n_shown == 0 || width < 4 * MARGIN || height < 4 * MARGIN)
    return;

  drawing.cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  drawing.layout = gtk_widget_create_pango_layout (widget, NULL);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &drawing.ink);
  cairo_set_line_width (drawing.cr, 1);
  lay_out (&drawing, width, height);
  if (self->surface.values != NULL && !is_curve (self))
    draw_surface (&drawing);
  draw_axes (&drawing);
  draw_points (&drawing);
  if (self->surface.values != NULL && is_curve (self))
    draw_line (&drawing);
  g_object_unref (drawing.layout);
  cairo_destroy (drawing.cr);
}

static void
update_description (StudioDataScatter *self)
{
  g_autofree char *examples = studio_format_examples (self->part->n_shown);
  g_autofree char *text = is_curve (self) ? g_strdup_printf (_ ("%s, each a number with its value"), examples)
                                          : g_strdup_printf (_ ("%s, each two numbers, in %d classes"), examples,
                                                             (int) self->preview->n_classes);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
studio_data_scatter_show (StudioDataScatter *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  g_clear_pointer (&self->preview, rensa_preview_unref);
  studio_surface_clear (&self->surface);
  self->surface.n_columns = 0;
  if (preview != NULL)
    {
      self->preview = rensa_preview_ref (preview);
      self->part = part;
      update_description (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A single point, or points on a line, have no extent. */
static void
widen (double *low, double *high)
{
  const double beyond = *high > *low ? BEYOND * (*high - *low) : 1;

  *low -= beyond;
  *high += beyond;
}

StudioSurface *
studio_data_scatter_get_surface (StudioDataScatter *self)
{
  StudioSurface *surface = &self->surface;

  if (surface->n_columns == 0 && self->preview != NULL && self->part->n_shown > 0)
    {
      find_ends (self, surface->low, surface->high);
      for (int axis = 0; axis < 2; axis++)
        widen (&surface->low[axis], &surface->high[axis]);
      surface->n_columns = is_curve (self) ? CURVE_PLACES : GRID;
      surface->n_rows = is_curve (self) ? 1 : GRID;
    }
  return surface;
}

guint
studio_data_scatter_get_finest (StudioDataScatter *self)
{
  return self->surface.n_rows > 1 ? FINE_GRID : self->surface.n_columns;
}

void
studio_data_scatter_surface_changed (StudioDataScatter *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
studio_data_scatter_finalize (GObject *object)
{
  studio_surface_clear (&STUDIO_DATA_SCATTER (object)->surface);
  g_clear_pointer (&STUDIO_DATA_SCATTER (object)->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_data_scatter_parent_class)->finalize (object);
}

static void
studio_data_scatter_class_init (StudioDataScatterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_data_scatter_finalize;
  widget_class->snapshot = studio_data_scatter_snapshot;
  gtk_widget_class_set_css_name (widget_class, "scatter");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_data_scatter_init (StudioDataScatter *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Plot of the examples"), -1);
}
