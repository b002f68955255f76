/* rensa-plot.c: curves drawn with Cairo.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot.h"

#include <math.h>

#include "rensa-plot-axis-private.h"
#include "rensa-text-private.h"

#define FONT "sans-serif"
#define FONT_SIZE 11.0
#define MARGIN 12.0
#define GAP 6.0
#define LINE_HEIGHT 15.0
#define LINE_WIDTH 1.5
#define HAIRLINE 0.5
#define TICK_LENGTH 4.0
/* Between ticks, at least. */
#define Y_SPACING 44.0
#define X_SPACING 72.0
#define MARKER_SIZE 3.0
#define MARKER_SPACING 10.0
#define DOT_SIZE 2.0
/* What stands before the name of a curve: a piece of it. */
#define SAMPLE_LENGTH 22.0
#define MIN_LENGTH 24.0
/* Labels take no more of the width. */
#define MAX_LABELS 0.5

static const double dashes[] = { 5, 3 };

static const double colours[][3] = {
  { 0.000, 0.447, 0.698 }, /* blue */
  { 0.835, 0.369, 0.000 }, /* vermilion */
  { 0.000, 0.620, 0.451 }, /* bluish green */
  { 0.902, 0.624, 0.000 }, /* orange */
  { 0.800, 0.475, 0.655 }, /* reddish purple */
  { 0.337, 0.706, 0.914 }, /* sky blue */
  { 0.941, 0.894, 0.259 }, /* yellow */
};
static const double not_finite[] = { 0.753, 0.110, 0.157 };

typedef struct
{
  const RensaPlot *plot;
  cairo_t *cr;
  RensaPlotAxis x;
  RensaPlotAxis y;
  double labels; /* where they begin */
} Drawing;

typedef struct
{
  guint curve;
  char *text;
  double end_x; /* of the curve */
  double end_y;
  double y;
} Label;

const double *
rensa_plot_get_colour (guint i)
{
  return colours[i % G_N_ELEMENTS (colours)];
}

static void
set_colour (cairo_t *cr, const double *colour)
{
  cairo_set_source_rgb (cr, colour[0], colour[1], colour[2]);
}

static void
set_ink (const Drawing *drawing, double alpha)
{
  const double ink = drawing->plot->is_dark ? 1 : 0;

  cairo_set_source_rgba (drawing->cr, ink, ink, ink, alpha);
}

static double
measure (cairo_t *cr, const char *text)
{
  cairo_text_extents_t extents;

  cairo_text_extents (cr, text, &extents);
  return extents.x_advance;
}

/* Centred on @y; @align is the part of the text that lies left of @x. */
static void
write_text (cairo_t *cr, const char *text, double x, double y, double align)
{
  cairo_font_extents_t font;

  cairo_font_extents (cr, &font);
  cairo_move_to (cr, x - align * measure (cr, text), y + (font.ascent - font.descent) / 2);
  cairo_show_text (cr, text);
}

static void
draw_line (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
}

/* Axes */

static void
extend (double value, double *low, double *high)
{
  *low = MIN (*low, value);
  *high = MAX (*high, value);
}

static void
init_axes (Drawing *drawing, double width, double height)
{
  double low_x = G_MAXDOUBLE;
  double high_x = -G_MAXDOUBLE;
  double low_y = G_MAXDOUBLE;
  double high_y = -G_MAXDOUBLE;
  gboolean counts = TRUE; /* the x axis does, so nothing lies between its integers */

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      const RensaPlotCurve *curve = &drawing->plot->curves[i];

      for (gsize j = 0; j < curve->n; j++)
        {
          extend (curve->x[j], &low_x, &high_x);
          counts = counts && curve->x[j] == floor (curve->x[j]);
          if (isfinite (curve->y[j]))
            extend (curve->y[j], &low_y, &high_y);
        }
    }
  rensa_plot_axis_init (&drawing->x, low_x, high_x, width / X_SPACING, FALSE);
  if (counts)
    drawing->x.step = MAX (drawing->x.step, 1);
  rensa_plot_axis_init (&drawing->y, low_y, high_y, height / Y_SPACING, TRUE);
}

static double
measure_ticks (const Drawing *drawing)
{
  double width = 0;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      g_autofree char *text = rensa_plot_axis_format (&drawing->y, value);

      width = MAX (width, measure (drawing->cr, text));
    }
  return width;
}

static void
draw_y_axis (const Drawing *drawing)
{
  const double end = drawing->x.start + drawing->x.length;
  double value;

  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->y, i, &value); i++)
    {
      const double y = rensa_plot_axis_place (&drawing->y, value);
      g_autofree char *text = rensa_plot_axis_format (&drawing->y, value);

      cairo_set_line_width (drawing->cr, HAIRLINE);
      set_ink (drawing, 0.2);
      if (drawing->plot->grid)
        draw_line (drawing->cr, drawing->x.start, y, end, y);
      set_ink (drawing, 0.65);
      write_text (drawing->cr, text, drawing->x.start - GAP, y, 1);
    }
}

static void
draw_x_axis (const Drawing *drawing)
{
  const double y = drawing->y.start;
  const double text_y = y + TICK_LENGTH + GAP + FONT_SIZE / 2;
  double value;

  set_ink (drawing, 0.65);
  cairo_set_line_width (drawing->cr, 2 * HAIRLINE);
  draw_line (drawing->cr, drawing->x.start, y, drawing->x.start + drawing->x.length, y);
  for (guint i = 0; rensa_plot_axis_get_tick (&drawing->x, i, &value); i++)
    {
      const double x = rensa_plot_axis_place (&drawing->x, value);
      g_autofree char *text = rensa_plot_axis_format (&drawing->x, value);

      draw_line (drawing->cr, x, y, x, y + TICK_LENGTH);
      write_text (drawing->cr, text, x, text_y, 0.5);
    }
  if (drawing->plot->x_title != NULL)
    write_text (drawing->cr, drawing->plot->x_title, drawing->labels + SAMPLE_LENGTH + GAP, text_y, 0);
}

/* Curves */

/* The points of one column of pixels, in places. */
typedef struct
{
  double column;
  guint n;
  double first[2];
  double last[2];
  double low;
  double high;
} Column;

static void
flush_column (cairo_t *cr, Column *column)
{
  if (column->n > 0)
    cairo_line_to (cr, column->first[0], column->first[1]);
  if (column->n > 1)
    {
      cairo_line_to (cr, column->column + 0.5, column->low);
      cairo_line_to (cr, column->column + 0.5, column->high);
      cairo_line_to (cr, column->last[0], column->last[1]);
    }
  column->n = 0;
}

static void
add_to_column (cairo_t *cr, Column *column, double x, double y)
{
  if (column->n > 0 && column->column != floor (x))
    flush_column (cr, column);

  if (column->n++ == 0)
    *column = (Column){ floor (x), 1, { x, y }, { x, y }, y, y };
  column->last[0] = x;
  column->last[1] = y;
  extend (y, &column->low, &column->high);
}

/* Ends a stretch of @n finite points. */
static void
end_stretch (cairo_t *cr, Column *column, gsize n)
{
  const double x = column->last[0];
  const double y = column->last[1];

  flush_column (cr, column);
  if (n > 1)
    cairo_stroke (cr);
  cairo_new_path (cr);
  if (n == 1)
    {
      cairo_arc (cr, x, y, DOT_SIZE, 0, 2 * G_PI);
      cairo_fill (cr);
    }
}

static void
draw_curve (const Drawing *drawing, const RensaPlotCurve *curve)
{
  Column column = { 0 };
  gsize n = 0;

  cairo_new_path (drawing->cr);
  for (gsize i = 0; i < curve->n; i++)
    {
      if (isfinite (curve->y[i]))
        {
          add_to_column (drawing->cr, &column, rensa_plot_axis_place (&drawing->x, curve->x[i]),
                         rensa_plot_axis_place (&drawing->y, curve->y[i]));
          n++;
          continue;
        }
      end_stretch (drawing->cr, &column, n);
      n = 0;
    }
  end_stretch (drawing->cr, &column, n);
}

static void
draw_marker (cairo_t *cr, RensaPlotMarker marker, double x, double y)
{
  const double r = MARKER_SIZE;

  switch (marker)
    {
    case RENSA_PLOT_MARKER_CROSS:
      draw_line (cr, x - r, y - r, x + r, y + r);
      draw_line (cr, x - r, y + r, x + r, y - r);
      break;
    case RENSA_PLOT_MARKER_PLUS:
      draw_line (cr, x - r, y, x + r, y);
      draw_line (cr, x, y - r, x, y + r);
      break;
    case RENSA_PLOT_MARKER_CIRCLE:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      cairo_fill (cr);
      break;
    case RENSA_PLOT_MARKER_SQUARE:
      cairo_rectangle (cr, x - r, y - r, 2 * r, 2 * r);
      cairo_fill (cr);
      break;
    case RENSA_PLOT_MARKER_NONE:
      break;
    }
}

static void
draw_markers (const Drawing *drawing, const RensaPlotCurve *curve)
{
  double last_x = -G_MAXDOUBLE;

  for (gsize i = 0; curve->marker != RENSA_PLOT_MARKER_NONE && i < curve->n; i++)
    {
      const double x = rensa_plot_axis_place (&drawing->x, curve->x[i]);

      if (x - last_x < MARKER_SPACING || !isfinite (curve->y[i]))
        continue;
      draw_marker (drawing->cr, curve->marker, x, rensa_plot_axis_place (&drawing->y, curve->y[i]));
      last_x = x;
    }
}

static void
draw_not_finite (const Drawing *drawing, const RensaPlotCurve *curve)
{
  double last_x = -G_MAXDOUBLE;

  set_colour (drawing->cr, not_finite);
  for (gsize i = 0; i < curve->n; i++)
    {
      const double x = rensa_plot_axis_place (&drawing->x, curve->x[i]);

      if (isfinite (curve->y[i]) || floor (x) == floor (last_x))
        continue;
      cairo_new_path (drawing->cr);
      cairo_arc (drawing->cr, x, drawing->y.start, 1.5 * DOT_SIZE, 0, 2 * G_PI);
      cairo_fill (drawing->cr);
      last_x = x;
    }
}

static void
set_style (cairo_t *cr, const RensaPlotCurve *curve, guint i)
{
  set_colour (cr, rensa_plot_get_colour (i));
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (cr, dashes, curve->is_dashed ? G_N_ELEMENTS (dashes) : 0, 0);
}

static void
draw_curves (const Drawing *drawing)
{
  cairo_t *cr = drawing->cr;

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      const RensaPlotCurve *curve = &drawing->plot->curves[i];

      set_style (cr, curve, i);
      draw_curve (drawing, curve);
      cairo_set_dash (cr, NULL, 0, 0);
      draw_markers (drawing, curve);
    }
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    draw_not_finite (drawing, &drawing->plot->curves[i]);
}

/* Labels */

static char *
make_label_text (const RensaPlotCurve *curve)
{
  const double value = curve->n > 0 ? curve->y[curve->n - 1] : 0;
  g_autofree char *digits = NULL;

  if (curve->n == 0)
    return g_strdup (curve->name);
  if (isfinite (value))
    digits = rensa_format_digits (value, 4);
  else
    digits = g_strdup (isnan (value) ? "NaN" : value > 0 ? "∞" : "−∞");
  return g_strconcat (curve->name, "  ", digits, NULL);
}

static Label *
make_labels (const Drawing *drawing)
{
  Label *labels = g_new0 (Label, drawing->plot->n_curves + 1);

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      labels[i].curve = i;
      labels[i].text = make_label_text (&drawing->plot->curves[i]);
    }
  return labels;
}

static double
measure_labels (const Drawing *drawing, const Label *labels)
{
  double width = drawing->plot->x_title != NULL ? measure (drawing->cr, drawing->plot->x_title) : 0;

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    width = MAX (width, measure (drawing->cr, labels[i].text));
  return SAMPLE_LENGTH + GAP + width;
}

/* Where the curve was seen last. */
static void
find_end (const Drawing *drawing, Label *label)
{
  const RensaPlotCurve *curve = &drawing->plot->curves[label->curve];
  gsize n = curve->n;

  while (n > 0 && !isfinite (curve->y[n - 1]))
    n--;
  label->end_x = n > 0 ? rensa_plot_axis_place (&drawing->x, curve->x[n - 1]) : 0;
  label->end_y = n > 0 ? rensa_plot_axis_place (&drawing->y, curve->y[n - 1]) : drawing->y.start;
}

static gint
compare_ends (gconstpointer a, gconstpointer b)
{
  const Label *x = a;
  const Label *y = b;

  return x->end_y < y->end_y ? -1 : x->end_y > y->end_y ? 1 : (int) x->curve - (int) y->curve;
}

/* Beside the ends of the curves, and moved apart where they would touch. */
static void
place_labels (const Drawing *drawing, Label *labels)
{
  const guint n = drawing->plot->n_curves;
  double limit = drawing->y.start - LINE_HEIGHT / 2;

  for (guint i = 0; i < n; i++)
    find_end (drawing, &labels[i]);
  qsort (labels, n, sizeof *labels, compare_ends);
  for (guint i = 0; i < n; i++)
    labels[i].y = i == 0 ? labels[i].end_y : MAX (labels[i].end_y, labels[i - 1].y + LINE_HEIGHT);
  for (guint i = n; i > 0; i--)
    {
      labels[i - 1].y = MIN (labels[i - 1].y, limit);
      limit = labels[i - 1].y - LINE_HEIGHT;
    }
}

static void
draw_labels (const Drawing *drawing, const Label *labels)
{
  cairo_t *cr = drawing->cr;

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      const Label *label = &labels[i];
      const RensaPlotCurve *curve = &drawing->plot->curves[label->curve];
      const double end = drawing->labels + SAMPLE_LENGTH;

      set_style (cr, curve, label->curve);
      draw_line (cr, drawing->labels, label->y, end, label->y);
      cairo_set_dash (cr, NULL, 0, 0);
      draw_marker (cr, curve->marker, drawing->labels + SAMPLE_LENGTH / 2, label->y);
      if (fabs (label->y - label->end_y) > 1 && label->end_x >= drawing->x.start + drawing->x.length - 1)
        {
          cairo_set_line_width (cr, HAIRLINE);
          draw_line (cr, label->end_x + 2, label->end_y, drawing->labels - 2, label->y);
        }
      set_ink (drawing, 0.8);
      write_text (cr, label->text, end + GAP, label->y, 0);
    }
}

static void
free_labels (Label *labels, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (labels[i].text);
  g_free (labels);
}

void
rensa_plot_draw (const RensaPlot *plot, cairo_t *cr, double width, double height)
{
  Drawing drawing = { .plot = plot, .cr = cr };
  Label *labels = make_labels (&drawing);
  double for_labels;

  cairo_save (cr);
  cairo_select_font_face (cr, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, FONT_SIZE);
  for_labels = MIN (measure_labels (&drawing, labels), width * MAX_LABELS);

  drawing.y.start = height - MARGIN - FONT_SIZE - GAP - TICK_LENGTH;
  drawing.y.length = MARGIN - drawing.y.start;
  drawing.labels = width - MARGIN - for_labels;
  init_axes (&drawing, drawing.labels - 2 * MARGIN, -drawing.y.length);
  drawing.x.start = MARGIN + measure_ticks (&drawing) + GAP;
  drawing.x.length = drawing.labels - 2 * GAP - drawing.x.start;
  if (drawing.x.length >= MIN_LENGTH && -drawing.y.length >= MIN_LENGTH)
    {
      draw_y_axis (&drawing);
      draw_x_axis (&drawing);
      draw_curves (&drawing);
      place_labels (&drawing, labels);
      draw_labels (&drawing, labels);
    }
  cairo_restore (cr);
  free_labels (labels, plot->n_curves);
}
