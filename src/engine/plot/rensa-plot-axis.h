/* rensa-plot-axis.h: maps values to positions and back.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_PLOT_NUMBERS,
  RENSA_PLOT_COUNTS,  /* whole numbers only; no ticks between them */
  RENSA_PLOT_SECONDS, /* formatted as "2 min", "1 h 30 min" */
} RensaPlotUnit;

/* @low and @high are drawn at @start and @start + @length. */
typedef struct
{
  RensaPlotUnit unit;
  gboolean is_log;
  double low;
  double high;
  double step;   /* between ticks: 1, 2 or 5 times a power of ten; in powers of ten if @n_parts is set */
  guint n_parts; /* ticks per power of ten of a logarithmic axis; 0: ticks are evenly spaced values */
  double from;   /* @low, or its logarithm */
  double to;
  double start;
  double length;
} RensaPlotAxis;

/* Initializes an axis whose @unit and @is_log are set. @low > @high means no values. At most
 * @n_ticks steps fit in. If
 * @whole, the ends are rounded to ticks. On a logarithmic axis both are above 0. */
void rensa_plot_axis_init (RensaPlotAxis *axis, double low, double high, double n_ticks, gboolean whole);
double rensa_plot_axis_place (const RensaPlotAxis *axis, double value);
/* Returns the value at a position, which may be beyond the ends. */
double rensa_plot_axis_get_value (const RensaPlotAxis *axis, double place);
/* Returns tick @i, counted from the first one in range; FALSE after the last. */
gboolean rensa_plot_axis_get_tick (const RensaPlotAxis *axis, guint i, double *value);
/* Formats a value with as many decimals as the step requires. */
char *rensa_plot_axis_format (const RensaPlotAxis *axis, double value);

G_END_DECLS
