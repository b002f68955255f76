/* rensa-plot-axis.h: from values to places, and back.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_PLOT_NUMBERS,
  RENSA_PLOT_COUNTS,  /* nothing lies between whole numbers */
  RENSA_PLOT_SECONDS, /* written as "2 min", "1 h 30 min" */
} RensaPlotUnit;

/* @low and @high are drawn at @start and @start + @length. */
typedef struct
{
  RensaPlotUnit unit;
  gboolean is_log;
  double low;
  double high;
  double step;   /* from tick to tick: 1, 2 or 5 times a power of ten; with @n_parts in powers of ten */
  guint n_parts; /* ticks in a power of ten of a logarithmic axis; 0: ticks are evenly spaced values */
  double from;   /* @low, or its logarithm */
  double to;
  double start;
  double length;
} RensaPlotAxis;

/* For an axis whose @unit and @is_log are set. @low > @high stands for no values. At most @n_ticks steps fit in. With
 * @whole the ends become ticks. On a logarithmic axis both are above 0. */
void rensa_plot_axis_init (RensaPlotAxis *axis, double low, double high, double n_ticks, gboolean whole);
double rensa_plot_axis_place (const RensaPlotAxis *axis, double value);
/* The value at a place, which may be beyond the ends. */
double rensa_plot_axis_get_value (const RensaPlotAxis *axis, double place);
/* Tick @i, from the first one in range on; FALSE after the last. */
gboolean rensa_plot_axis_get_tick (const RensaPlotAxis *axis, guint i, double *value);
/* With as many decimals as the step needs. */
char *rensa_plot_axis_format (const RensaPlotAxis *axis, double value);

G_END_DECLS
