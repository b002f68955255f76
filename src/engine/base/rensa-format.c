/* rensa-format.c: numbers and untrusted text in readable form.
 * SPDX-License-Identifier: MIT */

#include "rensa-format.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Maximum length of a quotation in a sentence, and of a sentence, in characters. */
#define MOST_QUOTED 400
#define MOST_LETTERS 3000

static char *
group_digits (gint64 count, const char *separator)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, count);
  GString *text = g_string_new (digits);

  for (gssize at = (gssize) text->len - 3; at > (count < 0 ? 1 : 0); at -= 3)
    g_string_insert (text, at, separator);
  return g_string_free (text, FALSE);
}

char *
rensa_format_count (gint64 count)
{
  return group_digits (count, ",");
}

char *
rensa_format_local_count (gint64 count)
{
  const struct lconv *local = localeconv ();

  if (local->thousands_sep[0] != '\0')
    return g_strdup_printf ("%'" G_GINT64_FORMAT, count);
  return group_digits (count, strcmp (local->decimal_point, ",") == 0 ? "\u202f" : ",");
}

char *
rensa_format_local_number (double value)
{
  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value > 0 ? "∞" : "−∞");
  if (fabs (value) >= 999.5 && fabs (value) < 1e15)
    return rensa_format_local_count ((gint64) llround (value));
  return g_strdup_printf ("%.3g", value);
}

char *
rensa_format_duration (double seconds)
{
  static const struct
  {
    const char *unit;
    const char *part;
    gint64 length;
    gint64 part_length;
  } scales[] = {
    { "d", "h", 86400, 3600 },
    { "h", "min", 3600, 60 },
    { "min", "s", 60, 1 },
  };
  const gint64 whole = (gint64) ceil (CLAMP (seconds, 0, 1e12));

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      if (whole >= scales[i].length)
        return g_strdup_printf ("%" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT " %s", whole / scales[i].length,
                                scales[i].unit, whole % scales[i].length / scales[i].part_length, scales[i].part);
    }
  return g_strdup_printf ("%" G_GINT64_FORMAT " s", whole);
}

char *
rensa_format_digits (double value, int digits)
{
  g_autofree char *format = g_strdup_printf ("%%.%dg", digits);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}

char *
rensa_format_plain (const char *format, va_list arguments)
{
  const locale_t plain = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);
  const locale_t before = uselocale (plain);
  char *text = g_strdup_vprintf (format, arguments);

  uselocale (before);
  freelocale (plain);
  return text;
}

static long
find_width (const char *const *cells, guint n, guint n_columns, guint column)
{
  long width = 0;

  for (guint i = column; i < n; i += n_columns)
    width = MAX (width, g_utf8_strlen (cells[i], -1));
  return width;
}

char *
rensa_format_columns (const char *const *cells, guint n, guint n_columns)
{
  GString *text = g_string_new (NULL);
  g_autofree long *widths = g_new (long, n_columns);

  for (guint i = 0; i < n_columns; i++)
    widths[i] = find_width (cells, n, n_columns, i);
  for (guint i = 0; i < n; i++)
    {
      const guint column = i % n_columns;
      const long pad = widths[column] - g_utf8_strlen (cells[i], -1);

      g_string_append_printf (text, "%*s%s%s", (int) pad, "", cells[i], column + 1 < n_columns ? "  " : "\n");
    }
  return g_string_free (text, FALSE);
}

char *
rensa_make_harmless (const char *text, gssize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *harmless = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      g_string_append_unichar (harmless, g_unichar_iscntrl (c) ? 0xfffd : c);
    }
  return g_string_free (harmless, FALSE);
}

static void
append_shortened (GString *short_text, const char *text, gsize length, glong most)
{
  g_autofree char *part = g_strndup (text, length);
  const glong n = g_utf8_strlen (part, -1);
  g_autofree char *head = NULL;

  if (n <= most)
    {
      g_string_append (short_text, part);
      return;
    }
  head = g_utf8_substring (part, 0, most / 2);
  g_string_append_printf (short_text, "%s…%s", head, g_utf8_offset_to_pointer (part, n - most / 2 + 1));
}

char *
rensa_shorten_sentence (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) quoted = g_string_new (NULL);
  GString *whole = g_string_new (NULL);
  const char *at = valid;

  for (const char *open = strstr (at, "“"); open != NULL; open = strstr (at, "“"))
    {
      const char *first = open + strlen ("“");
      const char *end = strstr (first, "”");

      if (end == NULL)
        break;
      g_string_append_len (quoted, at, first - at);
      append_shortened (quoted, first, (gsize) (end - first), MOST_QUOTED);
      at = end;
    }
  g_string_append (quoted, at);
  append_shortened (whole, quoted->str, quoted->len, MOST_LETTERS);
  return g_string_free (whole, FALSE);
}
