/* rensa-plot.c: curves drawn with Cairo.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>

/* Fraction of its transparency that pale ink keeps with strong contrast. */
#define STRONG 0.3
/* Fraction of white in a color on a dark background. */
#define LIGHTENING 0.3
/* Opacity of a faded curve. */
#define FADED 0.15
#define MIN_LENGTH 24.0
/* Column width in units for surfaces without pixels. */
#define VECTOR_PIXEL 0.5
/* Below this height, there is no room for an axis title. */
#define MIN_HEIGHT_FOR_TITLE 120.0

static const double colours[RENSA_PLOT_N_COLOURS][3] = {
  { 0.000, 0.447, 0.698 }, /* blue */
  { 0.835, 0.369, 0.000 }, /* vermilion */
  { 0.000, 0.620, 0.451 }, /* bluish green */
  { 0.902, 0.624, 0.000 }, /* orange */
  { 0.800, 0.475, 0.655 }, /* reddish purple */
  { 0.337, 0.706, 0.914 }, /* sky blue */
  { 0.941, 0.894, 0.259 }, /* yellow */
};

const double *
rensa_plot_get_colour (guint i)
{
  return colours[i % G_N_ELEMENTS (colours)];
}

void
rensa_plot_get_tint (guint i, gboolean is_dark, double tint[3])
{
  const double *colour = rensa_plot_get_colour (i);

  for (guint k = 0; k < 3; k++)
    tint[k] = is_dark ? colour[k] + (1 - colour[k]) * LIGHTENING : colour[k];
}

/* Text and ink */

void
rensa_plot_set_ink (const RensaPlotDrawing *drawing, double alpha)
{
  const double ink = drawing->plot->is_dark ? 1 : 0;

  cairo_set_source_rgba (drawing->cr, ink, ink, ink, drawing->plot->is_strong ? 1 - (1 - alpha) * STRONG : alpha);
}

void
rensa_plot_set_style (const RensaPlotDrawing *drawing, const RensaPlotCurve *curve, double alpha)
{
  double tint[3];

  rensa_plot_get_tint (curve->colour, drawing->plot->is_dark, tint);
  cairo_set_source_rgba (drawing->cr, tint[0], tint[1], tint[2], curve->is_faded ? alpha * FADED : alpha);
  cairo_set_line_width (drawing->cr, RENSA_PLOT_LINE_WIDTH * (drawing->plot->is_strong ? 1.5 : 1));
  cairo_set_line_join (drawing->cr, CAIRO_LINE_JOIN_ROUND);
}

double
rensa_plot_measure (const RensaPlotDrawing *drawing, const char *text)
{
  return rensa_plot_writer_measure (&drawing->writer, text);
}

void
rensa_plot_write (const RensaPlotDrawing *drawing, const char *text, double x, double y, double align)
{
  rensa_plot_writer_write (&drawing->writer, drawing->cr, text, x, y, align);
}

char *
rensa_plot_shorten (const RensaPlotDrawing *drawing, const char *text, double width)
{
  return rensa_plot_writer_shorten (&drawing->writer, text, width);
}

void
rensa_plot_draw_line (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
}

/* Complete drawing */

static void
init_line (RensaPlotLine *line, const RensaPlot *plot, const RensaPlotCurve *curve)
{
  *line = (RensaPlotLine){ .curve = curve };
  rensa_plot_get_points (plot, curve, &line->raw);
  if (line->raw.pyramid == NULL)
    {
      rensa_pyramid_init (&line->own);
      rensa_pyramid_extend (&line->own, line->raw.y, line->raw.n);
      line->raw.pyramid = &line->own;
    }
  if (curve->smoothed != NULL)
    line->smoothed = (RensaPlotPoints){ line->raw.x, rensa_smoothed_get_values (curve->smoothed), line->raw.n,
                                        rensa_smoothed_get_pyramid (curve->smoothed) };
}

static double
find_pixel (const RensaPlot *plot, cairo_t *cr)
{
  cairo_surface_t *surface = cairo_get_target (cr);
  double x = 1;
  double y = 0;
  double scale;

  if (plot->pixel > 0)
    return plot->pixel;
  if (cairo_surface_get_type (surface) != CAIRO_SURFACE_TYPE_IMAGE)
    return VECTOR_PIXEL;
  cairo_user_to_device_distance (cr, &x, &y);
  cairo_surface_get_device_scale (surface, &scale, &y);
  return 1 / (fabs (x) * scale);
}

static void
init_drawing (RensaPlotDrawing *drawing, const RensaPlot *plot, cairo_t *cr)
{
  *drawing = (RensaPlotDrawing){ .plot = plot, .cr = cr, .pixel = find_pixel (plot, cr) };
  drawing->writer = plot->writer != NULL ? *plot->writer : rensa_plot_writer_new (cr);
  drawing->lines = g_new (RensaPlotLine, plot->n_curves);
  for (guint i = 0; i < plot->n_curves; i++)
    {
      init_line (&drawing->lines[i], plot, &plot->curves[i]);
      drawing->has_right = drawing->has_right || plot->curves[i].is_right;
    }
}

static void
clear_drawing (RensaPlotDrawing *drawing)
{
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    rensa_pyramid_clear (&drawing->lines[i].own);
  g_free (drawing->lines);
}

/* Aligns to whole pixels, so that columns match those of the screen. */
static double
align (const RensaPlotDrawing *drawing, double place)
{
  return round (place / drawing->pixel) * drawing->pixel;
}

/* Computes the layout; returns FALSE if there is not enough room. */
static gboolean
lay_out (RensaPlotDrawing *drawing, const RensaPlotLabels *labels, double width, double height)
{
  const double gap = RENSA_PLOT_GAP;
  const double size = rensa_plot_labels_get_size (labels);
  RensaPlotLayout *layout = &drawing->layout;
  double bottom = gap + drawing->writer.height + gap;
  double end;

  if (drawing->plot->x_title != NULL)
    drawing->title = height >= MIN_HEIGHT_FOR_TITLE ? RENSA_PLOT_TITLE_BELOW : RENSA_PLOT_NO_TITLE;
  if (drawing->title == RENSA_PLOT_TITLE_BELOW)
    bottom += drawing->writer.height;

  drawing->width = width;
  layout->left.start = align (drawing, height - bottom);
  layout->left.length = align (drawing, RENSA_PLOT_MARGIN + size) - layout->left.start;
  layout->right.start = layout->left.start;
  layout->right.length = layout->left.length;
  rensa_plot_init_axes (drawing, width - 3 * RENSA_PLOT_MARGIN, -layout->left.length);

  layout->x.start = align (drawing, RENSA_PLOT_MARGIN + rensa_plot_measure_ticks (drawing, &layout->left) + gap);
  end = width - RENSA_PLOT_MARGIN;
  if (drawing->has_right)
    end -= rensa_plot_measure_ticks (drawing, &layout->right) + gap;
  layout->x.length = align (drawing, end) - layout->x.start;
  return layout->x.length >= MIN_LENGTH && -layout->left.length >= MIN_LENGTH;
}

static void
draw_parts (RensaPlotDrawing *drawing, double width, double height)
{
  RensaPlotLabels *labels = rensa_plot_labels_new (drawing, width, height);

  if (lay_out (drawing, labels, width, height))
    {
      rensa_plot_draw_axes (drawing);
      rensa_plot_draw_curves (drawing);
      rensa_plot_labels_draw (labels, drawing);
      if (drawing->plot->hover != NULL)
        rensa_plot_draw_hover (drawing);
    }
  else
    drawing->layout = (RensaPlotLayout){ 0 };
  rensa_plot_labels_free (labels);
}

static gboolean
is_empty (const RensaPlotDrawing *drawing)
{
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      if (drawing->lines[i].raw.n > 0)
        return FALSE;
    }
  return TRUE;
}

void
rensa_plot_draw (const RensaPlot *plot, cairo_t *cr, double width, double height, RensaPlotLayout *layout)
{
  RensaPlotDrawing drawing;

  cairo_save (cr);
  init_drawing (&drawing, plot, cr);
  if (plot->empty_text != NULL && is_empty (&drawing))
    {
      rensa_plot_set_ink (&drawing, 0.55);
      rensa_plot_write (&drawing, plot->empty_text, width / 2, height / 2, 0.5);
    }
  else
    draw_parts (&drawing, width, height);
  if (layout != NULL)
    *layout = drawing.layout;
  clear_drawing (&drawing);
  cairo_restore (cr);
}
