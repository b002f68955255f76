/* studio-data-scatter.c: examples as points in a plane.
 * SPDX-License-Identifier: MIT */

#include "studio-data-scatter.h"

#include <glib/gi18n.h>

#include "rensa-plot.h"
#include "studio-format.h"

#define MARGIN 12
#define GAP 6
#define RADIUS 3.0
#define N_SHAPES 4
/* One tick in so many pixels. */
#define TICK_WIDTH 90
#define TICK_HEIGHT 50

struct _StudioDataScatter
{
  GtkWidget parent_instance;
  RensaPreview *preview;
  const RensaPreviewPart *part;
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

/* A shape of its own for each class, since colours alone tell not everybody something. */
static void
draw_marker (cairo_t *cr, double x, double y, guint shape)
{
  const double r = RADIUS;

  switch (shape % N_SHAPES)
    {
    case 0:
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
  cairo_fill (cr);
}

static void
draw_points (Drawing *drawing)
{
  StudioDataScatter *self = drawing->scatter;

  for (guint i = 0; i < self->part->n_shown; i++)
    {
      const guint class = is_curve (self) ? 0 : self->part->labels[i];
      const double *colour = rensa_plot_get_colour (class);
      double x, y;

      get_point (self, i, &x, &y);
      cairo_set_source_rgba (drawing->cr, colour[0], colour[1], colour[2], 0.75);
      draw_marker (drawing->cr, rensa_plot_axis_place (&drawing->x, x), rensa_plot_axis_place (&drawing->y, y), class);
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
      g_autofree char *text = rensa_plot_axis_format (&drawing->y, value);

      cairo_move_to (drawing->cr, left, y);
      cairo_line_to (drawing->cr, right, y);
      cairo_set_source_rgba (drawing->cr, drawing->ink.red, drawing->ink.green, drawing->ink.blue, 0.12);
      cairo_stroke (drawing->cr);
      draw_text (drawing, text, left - GAP, y, 1, 0.5);
    }
  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->x, i, &value); i++)
    {
      g_autofree char *text = rensa_plot_axis_format (&drawing->x, value);

      draw_text (drawing, text, rensa_plot_axis_place (&drawing->x, value), bottom + GAP, 0.5, 0);
    }
}

/* How wide the numbers beside the vertical axis are. */
static int
measure_ticks (Drawing *drawing)
{
  int widest = 0;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      g_autofree char *text = rensa_plot_axis_format (&drawing->y, value);
      int width;

      pango_layout_set_text (drawing->layout, text, -1);
      pango_layout_get_pixel_size (drawing->layout, &width, NULL);
      widest = MAX (widest, width);
    }
  return widest;
}

static void
lay_out (Drawing *drawing, double width, double height)
{
  double low[2] = { G_MAXDOUBLE, G_MAXDOUBLE }, high[2] = { -G_MAXDOUBLE, -G_MAXDOUBLE };
  int line_height;
  double left;

  for (guint i = 0; i < drawing->scatter->part->n_shown; i++)
    {
      double x, y;

      get_point (drawing->scatter, i, &x, &y);
      low[0] = MIN (low[0], x), high[0] = MAX (high[0], x);
      low[1] = MIN (low[1], y), high[1] = MAX (high[1], y);
    }

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
  draw_axes (&drawing);
  draw_points (&drawing);
  g_object_unref (drawing.layout);
  cairo_destroy (drawing.cr);
}

static void
update_description (StudioDataScatter *self)
{
  g_autofree char *examples = studio_format_examples (self->part->n_shown);
  g_autofree char *text =
      is_curve (self)
          ? g_strdup_printf (_ ("%s, each a number and the value that belongs to it"), examples)
          : g_strdup_printf (_ ("%s, each two numbers, in %d classes"), examples, (int) self->preview->n_classes);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
studio_data_scatter_show (StudioDataScatter *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  g_clear_pointer (&self->preview, rensa_preview_unref);
  if (preview != NULL)
    {
      self->preview = rensa_preview_ref (preview);
      self->part = part;
      update_description (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
studio_data_scatter_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_DATA_SCATTER (object)->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_data_scatter_parent_class)->finalize (object);
}

static void
studio_data_scatter_class_init (StudioDataScatterClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = studio_data_scatter_finalize;
  widget_class->snapshot = studio_data_scatter_snapshot;
  gtk_widget_class_set_css_name (widget_class, "scatter");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_data_scatter_init (StudioDataScatter *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Plot of the examples"), -1);
}
