/* rensa-plot-writer.h: who sets the text of a drawing.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * RensaPlotWriter:
 * @height: of a line
 * @measure: the width of a text
 * @show: at the current point, which is at the left and halfway up
 */
typedef struct
{
  double height;
  double (*measure) (gpointer data, const char *text);
  void (*show) (gpointer data, cairo_t *cr, const char *text);
  gpointer data;
} RensaPlotWriter;

/* A line of Cairo's own text. */
#define RENSA_PLOT_LINE_HEIGHT 15

/* Cairo's own text, which knows only one font; it becomes that of @cr. */
RensaPlotWriter rensa_plot_writer_new (cairo_t *cr);
double rensa_plot_writer_measure (const RensaPlotWriter *writer, const char *text);
/* Centred on @y; @align is the part of the text that lies left of @x. */
void rensa_plot_writer_write (const RensaPlotWriter *writer, cairo_t *cr, const char *text, double x, double y,
                              double align);
/* Shortens the middle until the text fits. */
char *rensa_plot_writer_shorten (const RensaPlotWriter *writer, const char *text, double width);

G_END_DECLS
