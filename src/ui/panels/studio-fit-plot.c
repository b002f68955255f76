/* studio-fit-plot.c: plot of predictions against labels.
 * SPDX-License-Identifier: MIT */

#include "studio-fit-plot.h"

#include <math.h>

#include <glib/gi18n.h>

#include "rensa-plot-axis.h"
#include "rensa-plot.h"
#include "studio-format.h"

#define MARGIN 12
#define GAP 6
#define RADIUS 3.0
#define LEAST_SIZE 200
/* Margin of the axes beyond the labels, as a fraction of their range; the larger limit applies if
 * predictions need it. */
#define BEYOND 0.05
#define MOST_BEYOND 0.5
/* Pixels per tick. */
#define TICK_DISTANCE 55

struct _StudioFitPlot
{
  GtkWidget parent_instance;
  float *labels;
  float *predictions;
  guint n;
};

G_DEFINE_FINAL_TYPE (StudioFitPlot, studio_fit_plot, GTK_TYPE_WIDGET)

typedef struct
{
  cairo_t *cr;
  PangoLayout *layout;
  GdkRGBA ink;
  RensaPlotAxis x;
  RensaPlotAxis y;
  int line_height;
} Drawing;

/* Both axes have the same range, so that correct predictions are on the diagonal. */
static gboolean
find_ends (StudioFitPlot *self, double *low, double *high)
{
  double from = G_MAXDOUBLE, to = -G_MAXDOUBLE, extent;

  for (guint i = 0; i < self->n; i++)
    if (isfinite (self->labels[i]))
      {
        from = MIN (from, self->labels[i]);
        to = MAX (to, self->labels[i]);
      }
  if (from > to)
    return FALSE;
  extent = to > from ? to - from : MAX (fabs (to), 1);
  *low = from - BEYOND * extent;
  *high = to + BEYOND * extent;
  for (guint i = 0; i < self->n; i++)
    if (isfinite (self->predictions[i]))
      {
        *low = MIN (*low, MAX (self->predictions[i], from - MOST_BEYOND * extent));
        *high = MAX (*high, MIN (self->predictions[i], to + MOST_BEYOND * extent));
      }
  return TRUE;
}

static void
measure_text (Drawing *drawing, const char *text, int *width, int *height)
{
  pango_layout_set_text (drawing->layout, text, -1);
  pango_layout_get_pixel_size (drawing->layout, width, height);
}

static void
draw_text (Drawing *drawing, const char *text, double x, double y, double xalign, double yalign)
{
  int width, height;

  measure_text (drawing, text, &width, &height);
  cairo_move_to (drawing->cr, x - xalign * width, y - yalign * height);
  gdk_cairo_set_source_rgba (drawing->cr, &drawing->ink);
  pango_cairo_show_layout (drawing->cr, drawing->layout);
}

static int
measure_ticks (Drawing *drawing)
{
  int widest = 0;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      g_autofree char *text = studio_format_local (rensa_plot_axis_format (&drawing->y, value));
      int width;

      measure_text (drawing, text, &width, NULL);
      widest = MAX (widest, width);
    }
  return widest;
}

static void
lay_out (Drawing *drawing, double low, double high, double width, double height)
{
  measure_text (drawing, "0", NULL, &drawing->line_height);
  drawing->y.start = height - 2 * drawing->line_height - 2 * GAP;
  drawing->y.length = drawing->line_height + GAP - drawing->y.start;
  rensa_plot_axis_init (&drawing->y, low, high, MAX (-drawing->y.length / TICK_DISTANCE, 1), FALSE);
  drawing->x.start = measure_ticks (drawing) + GAP;
  drawing->x.length = MAX (width - MARGIN - drawing->x.start, 1);
  rensa_plot_axis_init (&drawing->x, low, high, MAX (drawing->x.length / TICK_DISTANCE, 1), FALSE);
}

static void
set_ink (Drawing *drawing, double alpha)
{
  cairo_set_source_rgba (drawing->cr, drawing->ink.red, drawing->ink.green, drawing->ink.blue, alpha);
}

static void
draw_axes (Drawing *drawing)
{
  const double left = drawing->x.start, right = left + drawing->x.length;
  const double bottom = drawing->y.start, top = bottom + drawing->y.length;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      const double y = (int) rensa_plot_axis_place (&drawing->y, value) + 0.5;
      g_autofree char *text = studio_format_local (rensa_plot_axis_format (&drawing->y, value));

      cairo_move_to (drawing->cr, left, y);
      cairo_line_to (drawing->cr, right, y);
      set_ink (drawing, 0.12);
      cairo_stroke (drawing->cr);
      draw_text (drawing, text, left - GAP, y, 1, 0.5);
    }
  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->x, i, &value); i++)
    {
      g_autofree char *text = studio_format_local (rensa_plot_axis_format (&drawing->x, value));

      draw_text (drawing, text, rensa_plot_axis_place (&drawing->x, value), bottom + GAP, 0.5, 0);
    }
  draw_text (drawing, _ ("Predicted"), 0, 0, 0, 0);
  draw_text (drawing, _ ("Actual"), right, bottom + GAP + drawing->line_height, 1, 0);
  cairo_move_to (drawing->cr, left, bottom);
  cairo_line_to (drawing->cr, right, top);
  set_ink (drawing, 0.5);
  cairo_stroke (drawing->cr);
}

static void
draw_points (StudioFitPlot *self, Drawing *drawing)
{
  const double *colour = rensa_plot_get_colour (0);

  for (guint i = 0; i < self->n; i++)
    if (isfinite (self->labels[i]) && isfinite (self->predictions[i]))
      {
        const double y = CLAMP (self->predictions[i], drawing->y.low, drawing->y.high);

        cairo_arc (drawing->cr, rensa_plot_axis_place (&drawing->x, self->labels[i]),
                   rensa_plot_axis_place (&drawing->y, y), RADIUS, 0, 2 * G_PI);
        cairo_set_source_rgba (drawing->cr, colour[0], colour[1], colour[2], 0.6);
        cairo_fill (drawing->cr);
      }
}

static void
studio_fit_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioFitPlot *self = STUDIO_FIT_PLOT (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  Drawing drawing = { 0 };
  double low, high;

  if (!find_ends (self, &low, &high))
    return;
  drawing.cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  drawing.layout = gtk_widget_create_pango_layout (widget, NULL);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &drawing.ink);
  cairo_set_line_width (drawing.cr, 1);
  lay_out (&drawing, low, high, width, height);
  draw_axes (&drawing);
  draw_points (self, &drawing);
  g_object_unref (drawing.layout);
  cairo_destroy (drawing.cr);
}

static void
studio_fit_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = LEAST_SIZE;
}

void
studio_fit_plot_show (StudioFitPlot *self, const float *labels, const float *predictions, guint n)
{
  g_free (self->labels);
  g_free (self->predictions);
  self->labels = g_memdup2 (labels, n * sizeof *labels);
  self->predictions = g_memdup2 (predictions, n * sizeof *predictions);
  self->n = n;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
studio_fit_plot_new (void)
{
  return g_object_new (STUDIO_TYPE_FIT_PLOT, NULL);
}

static void
studio_fit_plot_finalize (GObject *object)
{
  g_free (STUDIO_FIT_PLOT (object)->labels);
  g_free (STUDIO_FIT_PLOT (object)->predictions);
  G_OBJECT_CLASS (studio_fit_plot_parent_class)->finalize (object);
}

static void
studio_fit_plot_class_init (StudioFitPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_fit_plot_finalize;
  widget_class->snapshot = studio_fit_plot_snapshot;
  widget_class->measure = studio_fit_plot_measure;
  gtk_widget_class_set_css_name (widget_class, "scatter");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_fit_plot_init (StudioFitPlot *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Predictions plotted against actual values"), -1);
}
