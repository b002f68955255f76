/* rensa-plot-hover.c: all values at one position.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>

#define VALUE_DIGITS 6
/* Maximum distance of a mark whose text is shown. */
#define MARK_REACH 6.0
#define PADDING 8.0
#define RADIUS 6.0

/* A row of the box */
typedef struct
{
  const RensaPlotCurve *curve; /* NULL: none */
  char *name;
  char *value;
} Row;

typedef struct
{
  GArray *rows;
  double names; /* widths */
  double values;
} Box;

static void
clear_row (gpointer data)
{
  Row *row = data;

  g_free (row->name);
  g_free (row->value);
}

static void
add_row (const RensaPlotDrawing *drawing, Box *box, const RensaPlotCurve *curve, const char *name, char *value)
{
  const Row row = {
    .curve = curve,
    .name = rensa_plot_shorten (drawing, name, drawing->layout.x.length * 0.6),
    .value = value,
  };

  g_array_append_val (box->rows, row);
  box->names = fmax (box->names, rensa_plot_measure (drawing, row.name));
  box->values = fmax (box->values, rensa_plot_measure (drawing, row.value));
}

/* Formats a whole number on a counting axis; otherwise with more digits than a tick. */
static char *
format_place (const RensaPlotDrawing *drawing, double x)
{
  const RensaPlotAxis *axis = &drawing->layout.x;
  g_autofree char *digits = NULL;

  if (axis->unit == RENSA_PLOT_COUNTS)
    return rensa_plot_localize (drawing, rensa_plot_axis_format (axis, x));
  digits = rensa_plot_localize (drawing, rensa_plot_format_value (x, VALUE_DIGITS));
  return axis->unit == RENSA_PLOT_SECONDS ? g_strconcat (digits, " s", NULL) : g_steal_pointer (&digits);
}

static void
add_rows (const RensaPlotDrawing *drawing, Box *box, double x)
{
  const RensaPlot *plot = drawing->plot;
  const double place = rensa_plot_axis_place (&drawing->layout.x, x);
  double value;

  add_row (drawing, box, NULL, plot->x_title != NULL ? plot->x_title : "", format_place (drawing, x));
  for (guint i = 0; i < plot->n_curves; i++)
    {
      const gboolean has_value = rensa_plot_read (plot, i, x, &value);

      add_row (drawing, box, &plot->curves[i], plot->curves[i].name,
               has_value ? rensa_plot_localize (drawing, rensa_plot_format_value (value, VALUE_DIGITS))
                         : g_strdup ("–"));
    }
  for (guint i = 0; i < plot->n_marks; i++)
    {
      if (fabs (rensa_plot_axis_place (&drawing->layout.x, plot->marks[i].x) - place) <= MARK_REACH)
        add_row (drawing, box, NULL, plot->marks[i].text, g_strdup (""));
    }
}

static void
draw_line_and_dots (const RensaPlotDrawing *drawing, double x)
{
  const RensaPlotLayout *layout = &drawing->layout;
  const double place = rensa_plot_axis_place (&layout->x, x);
  double point;
  double value;

  rensa_plot_set_ink (drawing, 0.4);
  cairo_set_line_width (drawing->cr, 2 * RENSA_PLOT_HAIRLINE);
  rensa_plot_draw_line (drawing->cr, place, layout->left.start, place, layout->left.start + layout->left.length);
  for (guint i = 0; i < drawing->plot->n_curves; i++)
    {
      const RensaPlotCurve *curve = &drawing->plot->curves[i];
      const RensaPlotAxis *y = rensa_plot_get_y_axis (drawing, curve);

      if (!rensa_plot_find_read (drawing->plot, i, x, &point, &value) || point < layout->x.low
          || !(value >= y->low && value <= y->high))
        continue;
      rensa_plot_set_style (drawing, curve, 1);
      cairo_arc (drawing->cr, rensa_plot_axis_place (&layout->x, point), rensa_plot_axis_place (y, value),
                 1.5 * RENSA_PLOT_DOT_SIZE, 0, 2 * G_PI);
      cairo_fill (drawing->cr);
    }
}

static void
draw_ground (const RensaPlotDrawing *drawing, double x, double y, double width, double height)
{
  const double ground = drawing->plot->is_dark ? 0.18 : 1;
  cairo_t *cr = drawing->cr;

  cairo_new_sub_path (cr);
  for (guint i = 0; i < 4; i++)
    cairo_arc (cr, i == 0 || i == 3 ? x + width - RADIUS : x + RADIUS, i < 2 ? y + height - RADIUS : y + RADIUS, RADIUS,
               i * G_PI / 2, (i + 1) * G_PI / 2);
  cairo_close_path (cr);
  cairo_set_source_rgba (cr, ground, ground, ground, 0.93);
  cairo_fill_preserve (cr);
  rensa_plot_set_ink (drawing, 0.2);
  cairo_set_line_width (cr, 2 * RENSA_PLOT_HAIRLINE);
  cairo_stroke (cr);
}

static void
draw_rows (const RensaPlotDrawing *drawing, const Box *box, double x, double y, double width)
{
  const double sample = RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP;

  for (guint i = 0; i < box->rows->len; i++)
    {
      const Row *row = &g_array_index (box->rows, Row, i);
      const double middle = y + PADDING + (i + 0.5) * drawing->writer.height;

      if (row->curve != NULL)
        rensa_plot_draw_sample (drawing, row->curve, x + PADDING, middle);
      rensa_plot_set_ink (drawing, row->curve != NULL ? 0.8 : 0.65);
      rensa_plot_write (drawing, row->name, x + PADDING + (row->curve != NULL ? sample : 0), middle, 0);
      rensa_plot_set_ink (drawing, 0.9);
      rensa_plot_write (drawing, row->value, x + width - PADDING, middle, 1);
    }
}

/* Finds a position next to the line, inside the axes if possible. */
static double
find_side (const RensaPlotDrawing *drawing, double place, double width)
{
  const RensaPlotAxis *x = &drawing->layout.x;

  if (place + PADDING + width <= x->start + x->length)
    return place + PADDING;
  if (place - PADDING - width >= x->start)
    return place - PADDING - width;
  return CLAMP (place + PADDING, 1, MAX (drawing->width - width - 1, 1));
}

void
rensa_plot_draw_hover (const RensaPlotDrawing *drawing)
{
  const RensaPlotLayout *layout = &drawing->layout;
  const double x = *drawing->plot->hover;
  const double top = layout->left.start + layout->left.length;
  Box box = { .rows = g_array_new (FALSE, FALSE, sizeof (Row)) };
  double width;
  double left;

  if (x >= layout->x.low && x <= layout->x.high)
    {
      g_array_set_clear_func (box.rows, clear_row);
      add_rows (drawing, &box, x);
      width = 2 * PADDING + RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP + box.names + 2 * RENSA_PLOT_GAP + box.values;
      left = find_side (drawing, rensa_plot_axis_place (&layout->x, x), width);
      draw_line_and_dots (drawing, x);
      draw_ground (drawing, left, top, width, 2 * PADDING + box.rows->len * drawing->writer.height);
      draw_rows (drawing, &box, left, top, width);
    }
  g_array_unref (box.rows);
}
