/* rensa-plot-axis.c: from values to places.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-axis-private.h"

#include <math.h>

#include "rensa-text-private.h"

/* So that differences of values stay finite. */
#define LARGEST 1e300
/* Rounding may put a tick this part of a step beyond the end. */
#define TOLERANCE 1e-6
/* Outside of these powers of ten numbers are written with an exponent. */
#define MIN_EXPONENT (-5)
#define MAX_EXPONENT 12

static double
get_nice_step (double range, double n_ticks)
{
  static const double factors[] = { 1, 2, 5 };
  const double least = range / MAX (n_ticks, 1);
  const double power = pow (10, floor (log10 (least)));

  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      if (factors[i] * power >= least * (1 - TOLERANCE))
        return factors[i] * power;
    }
  return 10 * power;
}

void
rensa_plot_axis_init (RensaPlotAxis *axis, double low, double high, double n_ticks, gboolean whole)
{
  const gboolean is_empty = low > high;

  low = is_empty ? 0 : CLAMP (low, -LARGEST, LARGEST);
  high = is_empty ? 1 : CLAMP (high, -LARGEST, LARGEST);

  /* A range that doubles cannot divide is widened around its middle. */
  if (high - low <= MAX (fabs (low), fabs (high)) * 1e-12)
    {
      const double half = low == 0 ? 0.5 : fabs (low) / 2;

      low -= half;
      high += half;
    }

  axis->step = get_nice_step (high - low, n_ticks);
  axis->low = whole ? floor (low / axis->step + TOLERANCE) * axis->step : low;
  axis->high = whole ? ceil (high / axis->step - TOLERANCE) * axis->step : high;
}

double
rensa_plot_axis_place (const RensaPlotAxis *axis, double value)
{
  return axis->start + (CLAMP (value, -LARGEST, LARGEST) - axis->low) / (axis->high - axis->low) * axis->length;
}

gboolean
rensa_plot_axis_get_tick (const RensaPlotAxis *axis, guint i, double *value)
{
  const double first = ceil (axis->low / axis->step - TOLERANCE);

  *value = (first + i) * axis->step;
  return *value <= axis->high + axis->step * TOLERANCE;
}

char *
rensa_plot_axis_format (const RensaPlotAxis *axis, double value)
{
  const double largest = MAX (fabs (axis->low), fabs (axis->high));
  const int exponent = (int) floor (log10 (axis->step) + TOLERANCE);
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *format = NULL;

  if (largest >= pow (10, MAX_EXPONENT) || exponent < MIN_EXPONENT)
    return rensa_format_digits (value, 6);
  if (exponent >= 0)
    return rensa_format_count ((gint64) round (value));

  format = g_strdup_printf ("%%.%df", -exponent);
  return g_strdup (g_ascii_formatd (text, sizeof text, format, fabs (value) < axis->step / 2 ? 0 : value));
}
