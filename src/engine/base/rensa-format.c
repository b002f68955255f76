/* rensa-format.c: numbers and foreign text as people read them.
 * SPDX-License-Identifier: MIT */

#include "rensa-format.h"

#include <math.h>

char *
rensa_format_count (gint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, count);
  GString *text = g_string_new (digits);

  for (gssize at = (gssize) text->len - 3; at > (count < 0 ? 1 : 0); at -= 3)
    g_string_insert_c (text, at, ',');
  return g_string_free (text, FALSE);
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
