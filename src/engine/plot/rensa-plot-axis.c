/* rensa-plot-axis.c: maps values to positions and back.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-axis.h"

#include <math.h>

#include "rensa-format.h"

/* Bound that keeps differences of values finite. */
#define LARGEST 1e300
#define LEAST_POSITIVE 1e-300
/* Rounding may put a tick this fraction of a step beyond the end. */
#define TOLERANCE 1e-6
/* Outside this range of powers of ten, numbers are written with an exponent. */
#define MIN_EXPONENT (-5)
#define MAX_EXPONENT 12
/* The same for the ticks of a logarithmic axis, which should be short. */
#define MIN_LOG_EXPONENT (-4)
#define MAX_LOG_EXPONENT 6

/* Ticks within a power of ten */
static const double parts[] = { 1, 2, 5 };

static double
get_nice_step (double range, double n_ticks)
{
  const double least = range / MAX (n_ticks, 1);
  const double power = pow (10, floor (log10 (least)));

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (parts[i] * power >= least * (1 - TOLERANCE))
        return parts[i] * power;
    }
  return 10 * power;
}

/* Returns a round clock interval, from a second to a day. */
static double
get_time_step (double range, double n_ticks)
{
  static const double steps[] = { 1,   2,   5,    10,   15,   30,    60,    120,   300,
                                  600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400 };
  const double least = range / MAX (n_ticks, 1);

  for (guint i = 0; least > 0.5 && i < G_N_ELEMENTS (steps); i++)
    {
      if (steps[i] >= least * (1 - TOLERANCE))
        return steps[i];
    }
  return least > 0.5 ? 86400 * get_nice_step (range / 86400, n_ticks) : get_nice_step (range, n_ticks);
}

static void
init_even (RensaPlotAxis *axis, double n_ticks, gboolean whole)
{
  const double range = axis->high - axis->low;

  axis->n_parts = 0;
  axis->step = axis->unit == RENSA_PLOT_SECONDS && !axis->is_log ? get_time_step (range, n_ticks)
                                                                 : get_nice_step (range, n_ticks);
  if (axis->unit == RENSA_PLOT_COUNTS)
    axis->step = MAX (axis->step, 1);
  if (!whole)
    return;

  axis->high = ceil (axis->high / axis->step - TOLERANCE) * axis->step;
  /* A logarithmic axis cannot begin at 0. */
  if (!axis->is_log || axis->low >= axis->step * (1 - TOLERANCE))
    axis->low = floor (axis->low / axis->step + TOLERANCE) * axis->step;
}

/* Returns tick @i; indices extend to both sides of 1. */
static double
get_log_tick (const RensaPlotAxis *axis, int i)
{
  const int n = (int) axis->n_parts;
  const int power = i >= 0 ? i / n : -((n - 1 - i) / n);

  return parts[i - power * n] * pow (10, axis->step * power);
}

/* Returns the last tick at or below @value. */
static int
find_log_tick (const RensaPlotAxis *axis, double value)
{
  int i = (int) axis->n_parts * (int) floor (log10 (value) / axis->step + TOLERANCE);

  while (get_log_tick (axis, i + 1) <= value * (1 + TOLERANCE))
    i++;
  return i;
}

static void
init_log (RensaPlotAxis *axis, double n_ticks, gboolean whole)
{
  const double n_powers = log10 (axis->high / axis->low);

  if (n_powers < 1)
    {
      init_even (axis, n_ticks, whole);
      return;
    }

  axis->n_parts = G_N_ELEMENTS (parts) * n_powers <= n_ticks ? G_N_ELEMENTS (parts) : 1;
  axis->step = axis->n_parts > 1 ? 1 : ceil (n_powers / MAX (n_ticks, 1));
  if (!whole)
    return;
  axis->low = get_log_tick (axis, find_log_tick (axis, axis->low));
  if (get_log_tick (axis, find_log_tick (axis, axis->high)) < axis->high * (1 - TOLERANCE))
    axis->high = get_log_tick (axis, find_log_tick (axis, axis->high) + 1);
}

void
rensa_plot_axis_init (RensaPlotAxis *axis, double low, double high, double n_ticks, gboolean whole)
{
  const double least = axis->is_log ? LEAST_POSITIVE : -LARGEST;
  const gboolean is_empty = low > high;

  low = is_empty ? axis->is_log ? 0.1 : 0 : CLAMP (low, least, LARGEST);
  high = is_empty ? 1 : CLAMP (high, least, LARGEST);

  /* A range too small to divide in double precision is widened around its middle. */
  if (high - low <= MAX (fabs (low), fabs (high)) * 1e-12)
    {
      const double half = low == 0 ? 0.5 : fabs (low) / 2;

      low -= half;
      high += half;
    }

  axis->low = low;
  axis->high = high;
  if (axis->is_log)
    init_log (axis, n_ticks, whole);
  else
    init_even (axis, n_ticks, whole);
  axis->from = axis->is_log ? log10 (axis->low) : axis->low;
  axis->to = axis->is_log ? log10 (axis->high) : axis->high;
}

double
rensa_plot_axis_place (const RensaPlotAxis *axis, double value)
{
  const double at = axis->is_log ? log10 (CLAMP (value, LEAST_POSITIVE, LARGEST)) : CLAMP (value, -LARGEST, LARGEST);

  return axis->start + (at - axis->from) / (axis->to - axis->from) * axis->length;
}

double
rensa_plot_axis_get_value (const RensaPlotAxis *axis, double place)
{
  const double at = axis->from + (place - axis->start) / axis->length * (axis->to - axis->from);

  return axis->is_log ? CLAMP (pow (10, at), LEAST_POSITIVE, LARGEST) : CLAMP (at, -LARGEST, LARGEST);
}

gboolean
rensa_plot_axis_get_tick (const RensaPlotAxis *axis, guint i, double *value)
{
  if (axis->n_parts > 0)
    {
      const int before = find_log_tick (axis, axis->low);
      const int first = get_log_tick (axis, before) >= axis->low * (1 - TOLERANCE) ? before : before + 1;

      *value = get_log_tick (axis, first + (int) i);
      return *value <= axis->high * (1 + TOLERANCE);
    }

  *value = (ceil (axis->low / axis->step - TOLERANCE) + i) * axis->step;
  return *value <= axis->high + axis->step * TOLERANCE;
}

/* "1 h 30 min": omits parts that are 0. */
static char *
format_time (double seconds)
{
  static const struct
  {
    const char *unit;
    gint64 length;
  } units[] = { { "d", 86400 }, { "h", 3600 }, { "min", 60 }, { "s", 1 } };
  gint64 rest = llround (CLAMP (seconds, 0, 1e15));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      const gint64 n = rest / units[i].length;

      if (n > 0)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT " %s", text->len > 0 ? " " : "", n, units[i].unit);
      rest -= n * units[i].length;
    }
  if (text->len == 0)
    g_string_assign (text, "0 s");
  return g_string_free (text, FALSE);
}

static char *
format_number (const RensaPlotAxis *axis, double value)
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

/* 0.001, 20, 1e-7. */
static char *
format_log (double value)
{
  const int exponent = (int) floor (log10 (value) + TOLERANCE);

  if (exponent < MIN_LOG_EXPONENT || exponent > MAX_LOG_EXPONENT)
    return g_strdup_printf ("%.0fe%d", value / pow (10, exponent), exponent);
  return exponent < 0 ? rensa_format_digits (value, 1) : rensa_format_count ((gint64) round (value));
}

char *
rensa_plot_axis_format (const RensaPlotAxis *axis, double value)
{
  g_autofree char *number = NULL;

  if (axis->unit == RENSA_PLOT_SECONDS && axis->step >= 1 && !axis->is_log)
    return format_time (value);

  number = axis->n_parts > 0 ? format_log (value) : format_number (axis, value);
  return axis->unit == RENSA_PLOT_SECONDS ? g_strconcat (number, " s", NULL) : g_steal_pointer (&number);
}
