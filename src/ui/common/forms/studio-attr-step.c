/* studio-attr-step.c: next and previous value of a number.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-step.h"

#include <math.h>

#define SMALLEST 1e-12
/* First value when stepping by a factor from zero. */
#define FROM_ZERO 1e-3

gboolean
studio_attr_has_steps (const RensaAttrSpec *spec)
{
  return spec->type == RENSA_ATTR_TYPE_INT || spec->type == RENSA_ATTR_TYPE_FLOAT;
}

static gboolean
has_range (const RensaAttrSpec *spec)
{
  return spec->min < spec->max;
}

/* A range such as 0 to 1, unless the default is tiny in comparison. */
static gboolean
is_linear (const RensaAttrSpec *spec)
{
  const double extent = spec->max - spec->min;

  return has_range (spec) && extent <= 10 && (spec->initial == 0 || fabs (spec->initial) >= extent / 100);
}

/* Returns the next of 1, 2, 5, 10, … above a positive @value. */
static double
get_next (double value)
{
  static const double stops[] = { 1, 2, 5, 10 };
  const double power = pow (10, floor (log10 (value)));

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    if (stops[i] * power > value * (1 + 1e-9))
      return stops[i] * power;
  return 20 * power;
}

static double
get_last (double value)
{
  return 1 / get_next (1 / value);
}

static double
step_by_factor (double value, gboolean is_up)
{
  const gboolean grows = (value > 0) == is_up;
  double size = fabs (value);

  if (size == 0)
    return is_up ? FROM_ZERO : -FROM_ZERO;

  size = grows ? get_next (size) : get_last (size);
  return size < SMALLEST ? 0 : copysign (size, value);
}

static double
step_once (const RensaAttrSpec *spec, double value, gboolean is_up)
{
  const double sign = is_up ? 1 : -1;
  double step;

  if (spec->type == RENSA_ATTR_TYPE_INT)
    return value + sign;
  if (!is_linear (spec))
    return step_by_factor (value, is_up);

  step = (spec->max - spec->min) / 20;
  return round ((value + sign * step) / step) * step;
}

char *
studio_attr_step (const RensaAttrSpec *spec, const char *text, int n)
{
  char *end;
  double value = g_ascii_strtod (text, &end);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (end == text || isnan (value))
    value = spec->none || spec->required ? MAX (spec->min, 0) : spec->initial;
  for (int i = 0; i < ABS (n); i++)
    value = step_once (spec, value, n > 0);
  if (has_range (spec))
    value = CLAMP (value, spec->min, spec->max);

  if (spec->type == RENSA_ATTR_TYPE_INT)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) CLAMP (value, -9e15, 9e15));
  /* Twelve digits hide the rounding error of a binary fraction such as 0.15. */
  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.12g", value));
}
