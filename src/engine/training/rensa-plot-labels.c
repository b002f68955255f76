/* rensa-plot-labels.c: the names of curves, with their latest values.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>

#define VALUE_DIGITS 4
/* Labels at the right take no more of the width, those at the top no more of the height. */
#define MAX_WIDTH 0.4
#define MAX_HEIGHT 0.4
/* What a text at the right needs, if it is that long; and the plot, for any label. */
#define MIN_TEXT_WIDTH 110.0
#define MIN_WIDTH 180.0
#define MIN_HEIGHT 110.0
/* What axis and margins take of the height, in lines. */
#define LINES_OUTSIDE 2.5
#define SPACING 18.0

typedef struct
{
  const RensaPlotLine *line;
  char *text;
  double end_x; /* of the curve */
  double end_y;
  double x;
  double y;
} Label;

struct _RensaPlotLabels
{
  Label *labels;
  guint n; /* those that have room */
  guint n_all;
  gboolean are_at_right;
  double size;
};

static char *
make_value_text (const RensaPlotDrawing *drawing, const RensaPlotLine *line)
{
  const RensaPlotPoints *points = rensa_plot_line_get_points (line);
  g_autofree char *digits = NULL;
  GString *text = g_string_new (NULL);

  if (points->n > 0)
    {
      digits = rensa_plot_format_value (points->y[points->n - 1], VALUE_DIGITS);
      g_string_append_printf (text, "  %s", digits);
    }
  if (line->smoothed.pyramid != NULL)
    g_string_append_printf (text, " (%s)", drawing->plot->smoothed_word);
  if (line->curve->is_right)
    g_string_append (text, " →");
  return g_string_free (text, FALSE);
}

/* The name gives way, the value does not. */
static char *
make_text (const RensaPlotDrawing *drawing, const RensaPlotLine *line, double width)
{
  g_autofree char *value = make_value_text (drawing, line);
  g_autofree char *name = rensa_plot_shorten (drawing, line->curve->name, width - rensa_plot_measure (drawing, value));

  return g_strconcat (name, value, NULL);
}

static double
make_texts (RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width)
{
  double widest = 0;

  for (guint i = 0; i < labels->n_all; i++)
    {
      labels->labels[i].line = &drawing->lines[i];
      labels->labels[i].text = make_text (drawing, &drawing->lines[i], width);
      widest = fmax (widest, rensa_plot_measure (drawing, labels->labels[i].text));
    }
  return widest;
}

/* FALSE where they would collide, or be cut to nothing. */
static gboolean
init_at_right (RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width, double height)
{
  const double title = drawing->plot->x_title != NULL ? rensa_plot_measure (drawing, drawing->plot->x_title) : 0;
  const double before = RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP;
  const double room = width * MAX_WIDTH - before;

  if ((labels->n_all + LINES_OUTSIDE) * drawing->writer.height > height || room < MIN_TEXT_WIDTH)
    return FALSE;
  labels->are_at_right = TRUE;
  labels->n = labels->n_all;
  labels->size = before + fmax (make_texts (labels, drawing, room), title);
  return TRUE;
}

/* Two labels share a row where there are fewer rows than labels, if that leaves something of their names. */
static double
get_room_in_row (const RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width, double height)
{
  const double before = RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP;
  const double half = (width - SPACING) / 2;
  const double last = RENSA_PLOT_MARGIN + (labels->n_all - 0.5) * drawing->writer.height;

  return last <= height * MAX_HEIGHT || half < before + MIN_TEXT_WIDTH ? width : half;
}

/* In rows from left to right, as long as there is room. */
static void
init_at_top (RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width, double height)
{
  const double before = RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP;
  const double line_height = drawing->writer.height;
  const double end = width - RENSA_PLOT_MARGIN;
  double x = RENSA_PLOT_MARGIN;
  double y = RENSA_PLOT_MARGIN + line_height / 2;

  make_texts (labels, drawing, get_room_in_row (labels, drawing, end - x, height) - before);
  for (labels->n = 0; labels->n < labels->n_all; labels->n++)
    {
      Label *label = &labels->labels[labels->n];
      const double length = before + rensa_plot_measure (drawing, label->text);

      if (x > RENSA_PLOT_MARGIN && x + length > end)
        {
          x = RENSA_PLOT_MARGIN;
          y += line_height;
        }
      if (y > height * MAX_HEIGHT)
        break;
      label->x = x;
      label->y = y;
      x += length + SPACING;
      labels->size = y - line_height / 2 + RENSA_PLOT_GAP;
    }
}

RensaPlotLabels *
rensa_plot_labels_new (const RensaPlotDrawing *drawing, double width, double height)
{
  RensaPlotLabels *labels = g_new0 (RensaPlotLabels, 1);
  const guint n = drawing->plot->n_curves;

  labels->n_all = n;
  labels->labels = g_new0 (Label, MAX (n, 1));
  if (width >= MIN_WIDTH && height >= MIN_HEIGHT && !init_at_right (labels, drawing, width, height))
    init_at_top (labels, drawing, width, height);
  return labels;
}

void
rensa_plot_labels_free (RensaPlotLabels *labels)
{
  for (guint i = 0; i < labels->n_all; i++)
    g_free (labels->labels[i].text);
  g_free (labels->labels);
  g_free (labels);
}

gboolean
rensa_plot_labels_are_at_right (const RensaPlotLabels *labels)
{
  return labels->are_at_right;
}

double
rensa_plot_labels_get_size (const RensaPlotLabels *labels)
{
  return labels->size;
}

/* Where the curve is seen last. */
static void
find_end (const RensaPlotDrawing *drawing, Label *label)
{
  const RensaPlotAxis *x = &drawing->layout.x;
  const RensaPlotAxis *y = rensa_plot_get_y_axis (drawing, label->line->curve);
  const RensaPlotPoints *points = rensa_plot_line_get_points (label->line);
  gsize n = rensa_plot_find_end (points->x, points->n, x->high);
  gsize n_tried = 0;

  /* What is not finite at the end of a long curve is not all looked through in every frame. */
  while (n > 0 && !isfinite (points->y[n - 1]) && n_tried++ < 1000)
    n--;
  label->end_x = 0;
  label->end_y = y->start;
  if (n == 0 || !isfinite (points->y[n - 1]) || points->x[n - 1] < x->low)
    return;
  label->end_x = rensa_plot_axis_place (x, points->x[n - 1]);
  label->end_y = CLAMP (rensa_plot_axis_place (y, points->y[n - 1]), y->start + y->length, y->start);
}

static gint
compare_ends (gconstpointer a, gconstpointer b)
{
  const Label *x = a;
  const Label *y = b;

  return x->end_y < y->end_y ? -1 : x->end_y > y->end_y ? 1 : x->line < y->line ? -1 : 1;
}

/* Beside the ends of the curves, and moved apart where they would touch. */
static void
place_at_right (RensaPlotLabels *labels, const RensaPlotDrawing *drawing)
{
  const double height = drawing->writer.height;
  Label *label = labels->labels;
  double limit = drawing->layout.left.start - height / 2;

  for (guint i = 0; i < labels->n; i++)
    {
      find_end (drawing, &label[i]);
      label[i].x = drawing->labels;
    }
  qsort (label, labels->n, sizeof *label, compare_ends);
  for (guint i = 0; i < labels->n; i++)
    label[i].y = i == 0 ? MAX (label[0].end_y, height / 2) : MAX (label[i].end_y, label[i - 1].y + height);
  for (guint i = labels->n; i > 0; i--)
    {
      label[i - 1].y = MIN (label[i - 1].y, limit);
      limit = label[i - 1].y - height;
    }
}

/* From the end of the curve to its label. */
static void
draw_leader (const RensaPlotDrawing *drawing, const Label *label)
{
  const double end = drawing->layout.x.start + drawing->layout.x.length;

  if (drawing->has_right || fabs (label->y - label->end_y) <= 1 || label->end_x < end - 1)
    return;
  cairo_set_line_width (drawing->cr, RENSA_PLOT_HAIRLINE);
  rensa_plot_draw_line (drawing->cr, label->end_x + 2, label->end_y, label->x - 2, label->y);
}

void
rensa_plot_draw_sample (const RensaPlotDrawing *drawing, const RensaPlotCurve *curve, double x, double y)
{
  static const double dashes[] = { 5, 3 };
  const RensaPlotMarker marker = rensa_plot_get_marker (curve);
  cairo_t *cr = drawing->cr;

  rensa_plot_set_style (drawing, curve, 1);
  cairo_set_dash (cr, dashes, curve->is_dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  rensa_plot_draw_line (cr, x, y, x + RENSA_PLOT_SAMPLE_LENGTH, y);
  cairo_set_dash (cr, NULL, 0, 0);
  rensa_plot_add_marker (cr, marker, x + RENSA_PLOT_SAMPLE_LENGTH / 2, y);
  rensa_plot_paint_markers (cr, marker);
}

/* How many had no room, at the right end of the last row. */
static void
write_rest (const RensaPlotLabels *labels, const RensaPlotDrawing *drawing)
{
  g_autofree char *text = g_strdup_printf ("+%u", labels->n_all - labels->n);

  rensa_plot_set_ink (drawing, 0.65);
  rensa_plot_write (drawing, text, drawing->width - 1, labels->labels[labels->n - 1].y, 1);
}

void
rensa_plot_labels_draw (RensaPlotLabels *labels, const RensaPlotDrawing *drawing)
{
  if (labels->are_at_right)
    place_at_right (labels, drawing);
  for (guint i = 0; i < labels->n; i++)
    {
      const Label *label = &labels->labels[i];

      rensa_plot_draw_sample (drawing, label->line->curve, label->x, label->y);
      if (labels->are_at_right)
        draw_leader (drawing, label);
      rensa_plot_set_ink (drawing, 0.8);
      rensa_plot_write (drawing, label->text, label->x + RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP, label->y, 0);
    }
  if (labels->n > 0 && labels->n < labels->n_all)
    write_rest (labels, drawing);
}
