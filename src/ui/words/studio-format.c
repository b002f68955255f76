/* studio-format.c: formats numbers, times and sizes for display.
 * SPDX-License-Identifier: MIT */

#include "studio-format.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rensa-format.h"

#define MINUTE 60
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

static gboolean
has_decimal_comma (void)
{
  return strcmp (localeconv ()->decimal_point, ",") == 0;
}

/* Default for locales without a thousands separator, such as C. */
static const char *
get_separator (void)
{
  return has_decimal_comma () ? "\u202f" : ",";
}

char *
studio_format_count (gint64 n)
{
  return rensa_format_local_count (n);
}

/* Removes trailing zeros, and then a trailing decimal point, from a number, before an exponent if
 * there is one. */
static char *
strip_zeros (const char *text)
{
  const char *point = strstr (text, localeconv ()->decimal_point);
  const char *end = strchr (text, 'e') != NULL ? strchr (text, 'e') : text + strlen (text);
  const char *last = end;

  if (point == NULL)
    return g_strdup (text);

  while (last[-1] == '0')
    last--;
  if (last == point + strlen (localeconv ()->decimal_point))
    last = point;
  return g_strdup_printf ("%.*s%s", (int) (last - text), text, end);
}

char *
studio_format_number (double value)
{
  g_autofree char *text = NULL;
  int exponent;

  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value > 0 ? "∞" : "−∞");
  if (value == 0)
    return g_strdup ("0");

  /* Uses the exponent after rounding: 999.96 is shown as 1,000. */
  text = g_strdup_printf ("%.3e", value);
  exponent = atoi (strchr (text, 'e') + 1);
  if (exponent >= 3 && exponent < 15)
    return studio_format_count ((gint64) llround (value));

  if (exponent >= -4 && exponent < 3)
    {
      g_free (text);
      text = g_strdup_printf ("%.*f", 3 - exponent, value);
    }
  return strip_zeros (text);
}

char *
studio_format_decimal (const char *text)
{
  char *copy = g_strdup (text);

  if (g_str_has_suffix (copy, ".0"))
    copy[strlen (copy) - 2] = '\0';
  return has_decimal_comma () ? g_strdelimit (copy, ".", ',') : copy;
}

char *
studio_format_tenths (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return studio_format_decimal (g_ascii_formatd (text, sizeof text, "%.1f", value));
}

char *
studio_format_local (char *number)
{
  const char *grouping = localeconv ()->thousands_sep;
  GString *text;

  if (!has_decimal_comma ())
    return number;
  text = g_string_new (NULL);
  for (const char *at = number; *at != '\0'; at++)
    if (*at == ',')
      g_string_append (text, grouping[0] != '\0' ? grouping : get_separator ());
    else
      g_string_append_c (text, *at == '.' ? ',' : *at);
  g_free (number);
  return g_string_free (text, FALSE);
}

/* Returns TRUE if the comma may be a thousands separator: "1,000", but neither "0,05" nor "0,125". */
static gboolean
may_group (const char *text, const char *comma)
{
  while (*text == ' ' || *text == '-' || *text == '+')
    text++;
  return *text != '0' && strspn (comma + 1, "0123456789") == 3;
}

/* With several commas, they separate numbers, and the text is not changed. */
char *
studio_read_decimal (const char *text)
{
  const char *comma = strchr (text, ',');
  const gboolean is_one = comma != NULL && strpbrk (comma + 1, ",.()[]") == NULL && strpbrk (text, "([.") == NULL;
  char *copy = g_strdup (text);

  return is_one && (has_decimal_comma () || !may_group (text, comma)) ? g_strdelimit (copy, ",", '.') : copy;
}

char *
studio_format_setting (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return studio_format_number (value);
  if (value == floor (value) && fabs (value) < 1e15)
    return studio_format_count ((gint64) value);
  for (int digits = 1; digits <= 17; digits++)
    {
      g_snprintf (text, sizeof text, "%.*g", digits, value);
      if (strtod (text, NULL) == value)
        break;
    }
  return g_strdup (text);
}

const char *
studio_format_metric (const char *name)
{
  return *name != '\0' ? _ (name) : name;
}

char *
studio_format_duration (double seconds)
{
  g_autofree char *text = NULL;
  gint64 whole;

  if (!(seconds >= 0) || isinf (seconds))
    return g_strdup ("?");
  if (seconds == 0)
    return g_strdup (_ ("0 s"));
  if (seconds < 9.995)
    return g_strdup_printf (_ ("%.2f s"), seconds);

  whole = (gint64) llround (MIN (seconds, 1e15));
  if (whole < MINUTE)
    return g_strdup_printf (_ ("%d s"), (int) whole);
  if (whole < HOUR)
    return g_strdup_printf (_ ("%d min %d s"), (int) (whole / MINUTE), (int) (whole % MINUTE));
  if (whole < DAY)
    return g_strdup_printf (_ ("%d h %d min"), (int) (whole / HOUR), (int) (whole % HOUR / MINUTE));

  text = studio_format_count (whole / DAY);
  return g_strdup_printf (_ ("%s d %d h"), text, (int) (whole % DAY / HOUR));
}

char *
studio_format_bytes (gint64 bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
  double value = (double) bytes;
  guint unit = 0;

  if (bytes < 0)
    return g_strdup ("?");

  /* A value that would be rounded to 1024 gets the next unit. */
  while (value >= (unit == 0 ? 1024 : 1023.5))
    {
      value /= 1024;
      unit++;
    }
  return g_strdup_printf ("%.*f\u00a0%s", unit > 0 && value < 99.95 ? 1 : 0, value, units[unit]);
}

char *
studio_format_time_at (GDateTime *time, GDateTime *now, gboolean is_exact)
{
  g_autoptr (GDateTime) yesterday = g_date_time_add_days (now, -1);
  const gboolean is_this_year = g_date_time_get_year (time) == g_date_time_get_year (now);

  if (is_this_year && g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now))
    return g_date_time_format (time, is_exact ? _ ("today %H:%M:%S") : _ ("today %H:%M"));
  if (g_date_time_get_year (time) == g_date_time_get_year (yesterday)
      && g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (yesterday))
    return g_date_time_format (time, is_exact ? _ ("yesterday %H:%M:%S") : _ ("yesterday %H:%M"));
  if (is_this_year)
    return g_date_time_format (time, is_exact ? _ ("%-d %b %H:%M:%S") : _ ("%-d %b %H:%M"));
  return g_date_time_format (time, _ ("%-d %b %Y"));
}

static char *
format_time (gint64 seconds, gboolean is_exact)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (seconds);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  return time != NULL ? studio_format_time_at (time, now, is_exact) : g_strdup ("?");
}

char *
studio_format_time (gint64 seconds)
{
  return format_time (seconds, FALSE);
}

char *
studio_format_time_exactly (gint64 seconds)
{
  return format_time (seconds, TRUE);
}

/* Inserts the number into @words, such as "%s links". */
static char *
put_count (const char *words, gint64 n)
{
  g_autofree char *count = studio_format_count (n);
  GString *text = g_string_new (words);

  g_string_replace (text, "%s", count, 1);
  return g_string_free (text, FALSE);
}

char *
studio_format_links (gint64 n)
{
  return put_count (ngettext ("%s link", "%s links", (gulong) n), n);
}

char *
studio_format_nodes (gint64 n)
{
  return put_count (ngettext ("%s node", "%s nodes", (gulong) n), n);
}

char *
studio_format_parameters (gint64 n)
{
  return put_count (ngettext ("%s parameter", "%s parameters", (gulong) n), n);
}

char *
studio_format_problems (gint64 n)
{
  if (n == 0)
    return g_strdup (_ ("no problems"));
  return put_count (ngettext ("%s problem", "%s problems", (gulong) n), n);
}

char *
studio_format_state (gint64 n_mistakes, gint64 n_missing)
{
  return n_mistakes == 0 && n_missing > 0 ? g_strdup (_ ("not ready yet")) : studio_format_problems (n_mistakes);
}

char *
studio_format_hints (gint64 n)
{
  return put_count (ngettext ("%s hint", "%s hints", (gulong) n), n);
}

char *
studio_format_examples (gint64 n)
{
  return put_count (ngettext ("%s example", "%s examples", (gulong) n), n);
}

char *
studio_format_epochs (gint64 n)
{
  return put_count (ngettext ("%s epoch", "%s epochs", (gulong) n), n);
}

char *
studio_format_iterations (gint64 n)
{
  return put_count (ngettext ("%s iteration", "%s iterations", (gulong) n), n);
}

char *
studio_format_runs (gint64 n)
{
  return put_count (ngettext ("%s run", "%s runs", (gulong) n), n);
}

void
studio_csv_append (GString *csv, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf (csv, *c == '"' ? "\"\"" : "%c", *c);
  g_string_append_c (csv, '"');
}
