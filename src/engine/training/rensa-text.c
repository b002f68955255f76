/* rensa-text.c: pieces of text that several extensions read or write.
 * SPDX-License-Identifier: MIT */

#include "rensa-text-private.h"

#include <math.h>

GStrv
rensa_split_names (const char *text)
{
  g_autoptr (GStrvBuilder) names = NULL;
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return NULL;

  names = g_strv_builder_new ();
  parts = g_strsplit (text, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*g_strstrip (parts[i]) != '\0')
        g_strv_builder_add (names, parts[i]);
    }
  return g_strv_builder_end (names);
}

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
