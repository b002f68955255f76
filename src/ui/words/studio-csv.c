/* studio-csv.c: writes CSV fields.
 * SPDX-License-Identifier: MIT */

#include "studio-csv.h"

#include <string.h>

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
