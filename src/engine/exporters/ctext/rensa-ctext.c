/* rensa-ctext.c: C code generation shared by export targets.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-ctext-private.h"

#define MAX_COMMENT 80
/* Maximum length guaranteed by C99, even for concatenated literals. */
#define MAX_LITERAL 4095

/* No backslash, no quote that ends the string, and no question mark, which may begin a trigraph. */
static gboolean
is_plain (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr (" _()[]{}=,.:;'+-*/<>!#&|~^", c) != NULL);
}

gboolean
rensa_ctext_is_long (const char *text)
{
  return strlen (text) > MAX_LITERAL;
}

char *
rensa_ctext_write_array (const char *text)
{
  GString *array = g_string_new ("{ ");

  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf (array, g_ascii_isalnum (*c) ? "'%c',%s" : "'\\%03o',%s", (guchar) *c,
                            (c - text) % 16 == 15 ? "\n    " : " ");
  g_string_append (array, "0 }");
  return g_string_free (array, FALSE);
}

char *
rensa_ctext_quote (const char *text)
{
  g_autofree char *array = rensa_ctext_is_long (text) ? rensa_ctext_write_array (text) : NULL;
  GString *literal = g_string_new (array != NULL ? "(const char[])" : "\"");

  if (array != NULL)
    return g_string_free (g_string_append (literal, array), FALSE);
  for (const char *c = text; *c != '\0'; c++)
    if (is_plain (*c))
      g_string_append_c (literal, *c);
    else
      g_string_append_printf (literal, "\\%03o", (guchar) *c);
  g_string_append_c (literal, '"');
  return g_string_free (literal, FALSE);
}

char *
rensa_ctext_write_comment (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *comment = g_string_new (NULL);
  int n = 0;

  for (const char *c = valid; *c != '\0' && n < MAX_COMMENT; c = g_utf8_next_char (c), n++)
    {
      const gunichar letter = g_utf8_get_char (c);
      const gboolean is_shown = letter < 128
                                    ? g_ascii_isalnum ((char) letter) || strchr (" _-.,:()", (int) letter) != NULL
                                    : g_unichar_isalnum (letter);

      g_string_append_unichar (comment, is_shown ? letter : '_');
    }
  return g_string_free (comment, FALSE);
}

gboolean
rensa_ctext_is_keyword (const char *name)
{
  static const char *const words[] = { "alignas",  "alignof",  "asm",      "auto",          "bool",
                                       "break",    "case",     "char",     "const",         "constexpr",
                                       "continue", "default",  "do",       "double",        "else",
                                       "enum",     "errno",    "extern",   "false",         "float",
                                       "for",      "fortran",  "goto",     "i386",          "if",
                                       "inline",   "int",      "linux",    "long",          "main",
                                       "nullptr",  "register", "restrict", "return",        "short",
                                       "signed",   "sizeof",   "static",   "static_assert", "stderr",
                                       "stdin",    "stdout",   "struct",   "switch",        "thread_local",
                                       "true",     "typedef",  "typeof",   "typeof_unqual", "union",
                                       "unix",     "unsigned", "void",     "volatile",      "while",
                                       NULL };

  return g_strv_contains (words, name);
}
