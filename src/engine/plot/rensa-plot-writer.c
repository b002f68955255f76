/* rensa-plot-writer.c: text of a drawing.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-writer.h"

#define FONT "sans-serif"
#define FONT_SIZE 11.0

static double
measure_simply (gpointer cr, const char *text)
{
  cairo_text_extents_t extents;

  cairo_text_extents (cr, text, &extents);
  return extents.x_advance;
}

static void
show_simply (gpointer data, cairo_t *cr, const char *text)
{
  cairo_font_extents_t font;

  cairo_font_extents (cr, &font);
  cairo_rel_move_to (cr, 0, (font.ascent - font.descent) / 2);
  cairo_show_text (cr, text);
}

RensaPlotWriter
rensa_plot_writer_new (cairo_t *cr)
{
  cairo_select_font_face (cr, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, FONT_SIZE);
  return (RensaPlotWriter){ RENSA_PLOT_LINE_HEIGHT, measure_simply, show_simply, cr };
}

double
rensa_plot_writer_measure (const RensaPlotWriter *writer, const char *text)
{
  return writer->measure (writer->data, text);
}

void
rensa_plot_writer_write (const RensaPlotWriter *writer, cairo_t *cr, const char *text, double x, double y, double align)
{
  cairo_move_to (cr, x - (align > 0 ? align * rensa_plot_writer_measure (writer, text) : 0), y);
  writer->show (writer->data, cr, text);
  cairo_new_path (cr);
}

char *
rensa_plot_writer_shorten (const RensaPlotWriter *writer, const char *text, double width)
{
  const glong n = g_utf8_strlen (text, -1);

  if (rensa_plot_writer_measure (writer, text) <= width)
    return g_strdup (text);

  for (glong kept = n - 1; kept > 0; kept--)
    {
      g_autofree char *head = g_utf8_substring (text, 0, kept / 3);
      g_autofree char *tail = g_utf8_substring (text, n - (kept - kept / 3), n);
      g_autofree char *shorter = g_strconcat (head, "…", tail, NULL);

      if (rensa_plot_writer_measure (writer, shorter) <= width)
        return g_steal_pointer (&shorter);
    }
  return g_strdup ("…");
}
