/* rensa-attr-messages.c: parts of messages about attributes.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"

#include <math.h>

char *
rensa_join_choices (const char *const *choices)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; choices[i] != NULL; i++)
    {
      const char *separator = choices[i + 1] != NULL ? ", " : _ (" or ");

      g_string_append_printf (joined, "%s\"%s\"", i > 0 ? separator : "", choices[i]);
    }
  return g_string_free (joined, FALSE);
}

gboolean
rensa_range_is_open_below (const RensaAttrSpec *spec)
{
  double lowest = spec->type == RENSA_ATTR_TYPE_FLOAT ? -G_MAXDOUBLE : -RENSA_INT64_BOUND;

  return spec->min == spec->max || spec->min <= lowest;
}

gboolean
rensa_range_is_open_above (const RensaAttrSpec *spec)
{
  double highest = spec->type == RENSA_ATTR_TYPE_FLOAT ? G_MAXDOUBLE : RENSA_INT64_BOUND;

  return spec->min == spec->max || spec->max >= highest;
}

gboolean
rensa_range_holds (const RensaAttrSpec *spec, double value)
{
  return (rensa_range_is_open_below (spec) || value >= spec->min)
         && (rensa_range_is_open_above (spec) || value <= spec->max);
}

/* People write 1, not 1.0. */
static char *
format_bound (double bound)
{
  char *text = rensa_format_double (bound);

  if (g_str_has_suffix (text, ".0"))
    text[strlen (text) - 2] = '\0';
  return text;
}

char *
rensa_describe_range (const RensaAttrSpec *spec, const char *what)
{
  gboolean below = rensa_range_is_open_below (spec);
  gboolean above = rensa_range_is_open_above (spec);
  g_autofree char *min = format_bound (spec->min);
  g_autofree char *max = format_bound (spec->max);

  if (below && above)
    return g_strdup (what);
  if (above)
    return g_strdup_printf (_ ("%s of at least %s"), what, min);
  if (below)
    return g_strdup_printf (_ ("%s of at most %s"), what, max);
  return g_strdup_printf (_ ("%s from %s to %s"), what, min, max);
}

char *
rensa_attr_describe (const RensaAttrSpec *spec)
{
  g_autofree char *what = rensa_attr_get_ops (spec)->describe (spec);

  return g_strconcat (what, rensa_attr_allows_none (spec) ? _ (" or None") : "", NULL);
}

gboolean
rensa_attr_reject (const RensaAttrSpec *spec, struct json_object *given, GError **error)
{
  g_autofree char *expected = rensa_attr_describe (spec);
  g_autofree char *found = rensa_excerpt_json (given);

  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = &rensa_fault_attr_value, .expected = expected, .found = found });
}

gboolean
rensa_attr_fail_for (GError *reason, GError **error)
{
  const gboolean is_full = g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);

  rensa_set_fault (error, is_full ? RENSA_ERROR_NO_MEMORY : RENSA_ERROR_INVALID,
                   &(RensaFault){ .code = &rensa_fault_attr_reason, .text = reason->message });
  g_error_free (reason);
  return FALSE;
}

gboolean
rensa_attr_fail_long (const RensaFaultCode *code, gint64 most, gsize n, GError **error)
{
  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = code, .n_expected = { .n = most }, .n_found = { .n = (gint64) n } });
}

/* Counts the digits of the shortest decimal that reads back as @value, and finds the power of ten
 * of the first of them. */
static int
count_digits (double value, int *exponent)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  int digits = 0;

  do
    {
      g_autofree char *format = g_strdup_printf ("%%.%de", digits);

      g_ascii_formatd (text, sizeof text, format, value);
      digits++;
    }
  while (g_ascii_strtod (text, NULL) != value);

  *exponent = (int) g_ascii_strtoll (strchr (text, 'e') + 1, NULL, 10);
  return digits;
}

char *
rensa_format_double (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *format = NULL;
  int digits;
  int exponent;

  if (isnan (value))
    return g_strdup ("nan");
  if (isinf (value))
    return g_strdup (value > 0 ? "inf" : "-inf");

  digits = count_digits (value, &exponent);
  if (exponent >= -4 && exponent < 16)
    format = g_strdup_printf ("%%.%df", MAX (digits - 1 - exponent, 1));
  else
    format = g_strdup_printf ("%%.%de", digits - 1);
  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}
