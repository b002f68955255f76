/* rensa-plot-writer.h: text of a drawing.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * RensaPlotWriter:
 * @height: height of a line
 * @measure: returns the width of a text
 * @show: draws a text at the current point, which is its left end, vertically centered
 */
typedef struct
{
  double height;
  double (*measure) (gpointer data, const char *text);
  void (*show) (gpointer data, cairo_t *cr, const char *text);
  gpointer data;
} RensaPlotWriter;

/* Height of a line of Cairo's built-in text. */
#define RENSA_PLOT_LINE_HEIGHT 15

/* Uses Cairo's built-in text, with a single font, which is selected in @cr. */
RensaPlotWriter rensa_plot_writer_new (cairo_t *cr);
double rensa_plot_writer_measure (const RensaPlotWriter *writer, const char *text);
/* Centered vertically on @y; @align is the fraction of the text to the left of @x. */
void rensa_plot_writer_write (const RensaPlotWriter *writer, cairo_t *cr, const char *text, double x, double y,
                              double align);
/* Shortens the text in the middle until it fits. */
char *rensa_plot_writer_shorten (const RensaPlotWriter *writer, const char *text, double width);

G_END_DECLS
