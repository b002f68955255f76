/* rensa-plot-axis-private.h: from values to places.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @low and @high are drawn at @start and @start + @length. */
typedef struct
{
  double low;
  double high;
  double step; /* from tick to tick: 1, 2 or 5 times a power of ten */
  double start;
  double length;
} RensaPlotAxis;

/* @low > @high stands for no values.  At most @n_ticks steps fit in.  With @whole the ends become ticks. */
void rensa_plot_axis_init (RensaPlotAxis *axis, double low, double high, double n_ticks, gboolean whole);
double rensa_plot_axis_place (const RensaPlotAxis *axis, double value);
/* Tick @i, from the first one in range on; FALSE after the last. */
gboolean rensa_plot_axis_get_tick (const RensaPlotAxis *axis, guint i, double *value);
/* With as many decimals as the step needs. */
char *rensa_plot_axis_format (const RensaPlotAxis *axis, double value);

G_END_DECLS
