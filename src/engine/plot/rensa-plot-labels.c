/* rensa-plot-labels.c: labels of curves with their latest values.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>

#define VALUE_DIGITS 4
/* Maximum fractions of the width and height for labels inside, and of the height for those at the top. */
#define MAX_WIDTH 0.6
#define MAX_INSIDE 0.4
#define MAX_HEIGHT 0.4
/* Minimum width for a long text, and minimum size of the plot for any labels. */
#define MIN_TEXT_WIDTH 110.0
#define MIN_WIDTH 180.0
#define MIN_HEIGHT 110.0
/* Distance between a curve and its label. */
#define SPACE 3.0
#define SPACING 18.0

typedef struct
{
  const RensaPlotLine *line;
  char *text;
  double x;
  double y;
} Label;

/* Vertical range, downward. */
typedef struct
{
  double top;
  double bottom;
} Band;

struct _RensaPlotLabels
{
  Label *labels;
  guint n; /* number of labels that fit */
  guint n_all;
  gboolean are_inside;
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
      digits = rensa_plot_localize (drawing, rensa_plot_format_value (points->y[points->n - 1], VALUE_DIGITS));
      g_string_append_printf (text, "  %s", digits);
    }
  if (line->smoothed.pyramid != NULL)
    g_string_append_printf (text, " (%s)", drawing->plot->smoothed_word);
  if (line->curve->is_right)
    g_string_append (text, " →");
  return g_string_free (text, FALSE);
}

/* Shortens the name if necessary, but never the value. */
static char *
make_text (const RensaPlotDrawing *drawing, const RensaPlotLine *line, double width)
{
  g_autofree char *value = make_value_text (drawing, line);
  g_autofree char *name = rensa_plot_shorten (drawing, line->curve->name, width - rensa_plot_measure (drawing, value));

  return g_strconcat (name, value, NULL);
}

static void
make_texts (RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width)
{
  for (guint i = 0; i < labels->n_all; i++)
    {
      labels->labels[i].line = &drawing->lines[i];
      labels->labels[i].text = make_text (drawing, &drawing->lines[i], width);
    }
}

/* Returns FALSE if there are too many labels to place them next to the curves. */
static gboolean
init_inside (RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width, double height)
{
  const double room = width * MAX_WIDTH - RENSA_PLOT_SAMPLE_LENGTH - RENSA_PLOT_GAP;

  if (labels->n_all * drawing->writer.height > height * MAX_INSIDE || room < MIN_TEXT_WIDTH)
    return FALSE;
  labels->are_inside = TRUE;
  labels->n = labels->n_all;
  make_texts (labels, drawing, room);
  return TRUE;
}

/* Puts two labels in a row if there are fewer rows than labels and enough of their names remains. */
static double
get_room_in_row (const RensaPlotLabels *labels, const RensaPlotDrawing *drawing, double width, double height)
{
  const double before = RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP;
  const double half = (width - SPACING) / 2;
  const double last = RENSA_PLOT_MARGIN + (labels->n_all - 0.5) * drawing->writer.height;

  return last <= height * MAX_HEIGHT || half < before + MIN_TEXT_WIDTH ? width : half;
}

/* Places labels in rows from left to right, as long as there is room. */
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
  const guint n = drawing->plot->hide_labels ? 0 : drawing->plot->n_curves;

  labels->n_all = n;
  labels->labels = g_new0 (Label, MAX (n, 1));
  if (width >= MIN_WIDTH && height >= MIN_HEIGHT && !init_inside (labels, drawing, width, height))
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

double
rensa_plot_labels_get_size (const RensaPlotLabels *labels)
{
  return labels->size;
}

/* Vertical range of a curve between two positions on the x axis; empty if it has no points there. */
static Band
find_band (const RensaPlotDrawing *drawing, const RensaPlotLine *line, double left, double right)
{
  const RensaPlotAxis *x = &drawing->layout.x;
  const RensaPlotAxis *y = rensa_plot_get_y_axis (drawing, line->curve);
  const RensaPlotPoints *points = &line->raw;
  const gsize start = rensa_plot_find_first (points->x, points->n, rensa_plot_axis_get_value (x, left));
  const gsize end = rensa_plot_find_end (points->x, points->n, fmin (x->high, rensa_plot_axis_get_value (x, right)));
  const gsize first = start > 0 ? start - 1 : 0;
  const double limit = y->start + y->length;
  RensaSeriesRange range;

  if (end <= first)
    return (Band){ INFINITY, -INFINITY };
  rensa_pyramid_get_range (points->pyramid, points->y, first, end, &range);
  if (!(range.low <= range.high) || (y->is_log && range.high <= 0))
    return (Band){ INFINITY, -INFINITY };
  return (Band){ CLAMP (rensa_plot_axis_place (y, range.high), limit, y->start),
                 CLAMP (rensa_plot_axis_place (y, y->is_log ? range.least_positive : range.low), limit, y->start) };
}

/* Search for the position of a label */
typedef struct
{
  const RensaPlotDrawing *drawing;
  const RensaPlotLabels *labels;
  guint n_placed;
  Band *bands; /* vertical ranges of all curves near the label */
} Search;

static gboolean
is_on_curve (const Search *search, double y)
{
  const double half = search->drawing->writer.height / 2;

  for (guint i = 0; i < search->drawing->plot->n_curves; i++)
    if (search->bands[i].top < y + half && search->bands[i].bottom > y - half)
      return TRUE;
  return FALSE;
}

static gboolean
is_taken (const RensaPlotLabels *labels, guint n, double y, double height)
{
  for (guint i = 0; i < n; i++)
    if (fabs (labels->labels[i].y - y) < height)
      return TRUE;
  return FALSE;
}

/* Cost of a position: 0 if it is free, more if it overlaps a curve; INFINITY outside the axes or on
 * another label. */
static double
judge (const Search *search, double y)
{
  const RensaPlotAxis *axis = &search->drawing->layout.left;
  const double height = search->drawing->writer.height;

  if (y - height / 2 < axis->start + axis->length || y + height / 2 > axis->start
      || is_taken (search->labels, search->n_placed, y, height))
    return INFINITY;
  return is_on_curve (search, y) ? 1 : 0;
}

/* Prefers a position above its curve, then below, then the nearest free one. */
static double
find_place (const Search *search, const Band *own)
{
  const RensaPlotAxis *axis = &search->drawing->layout.left;
  const double height = search->drawing->writer.height;
  const double top = fmin (own->top, axis->start);
  const double bottom = fmax (own->bottom, axis->start + axis->length);
  const double middle = (top + bottom) / 2;
  const double beside[] = { top - height / 2 - SPACE, bottom + height / 2 + SPACE };
  double best = axis->start + axis->length + height / 2;
  double least = INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    if (judge (search, beside[i]) == 0)
      return beside[i];
  for (double off = 0; off <= -axis->length; off += height / 3)
    for (int side = -1; side <= 1; side += 2)
      {
        const double cost = judge (search, middle + side * off);

        if (cost >= least)
          continue;
        least = cost;
        best = middle + side * off;
      }
  return best;
}

static void
place_inside (RensaPlotLabels *labels, const RensaPlotDrawing *drawing)
{
  const double right = drawing->layout.x.start + drawing->layout.x.length;
  g_autofree Band *bands = g_new (Band, MAX (drawing->plot->n_curves, 1));

  for (guint i = 0; i < labels->n; i++)
    {
      Label *label = &labels->labels[i];
      const double width =
          RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP + rensa_plot_measure (drawing, label->text) + RENSA_PLOT_GAP;
      const Search search = { drawing, labels, i, bands };

      for (guint k = 0; k < drawing->plot->n_curves; k++)
        bands[k] = find_band (drawing, &drawing->lines[k], right - width, right);
      label->x = right - width;
      label->y = find_place (&search, &bands[i]);
    }
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

/* Writes the number of labels that did not fit, at the right end of the last row. */
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
  if (labels->are_inside)
    place_inside (labels, drawing);
  for (guint i = 0; i < labels->n; i++)
    {
      const Label *label = &labels->labels[i];

      rensa_plot_draw_sample (drawing, label->line->curve, label->x, label->y);
      rensa_plot_set_ink (drawing, 0.8);
      rensa_plot_write (drawing, label->text, label->x + RENSA_PLOT_SAMPLE_LENGTH + RENSA_PLOT_GAP, label->y, 0);
    }
  if (labels->n > 0 && labels->n < labels->n_all)
    write_rest (labels, drawing);
}
