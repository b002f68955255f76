/* rensa-python.c: formatting of Python code.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-private.h"

#include <string.h>

gboolean
rensa_python_is_keyword (const char *name)
{
  static const char *const keywords[] = { "False",  "None",     "True",  "and",    "as",       "assert",
                                          "async",  "await",    "break", "class",  "continue", "def",
                                          "del",    "elif",     "else",  "except", "finally",  "for",
                                          "from",   "global",   "if",    "import", "in",       "is",
                                          "lambda", "nonlocal", "not",   "or",     "pass",     "raise",
                                          "return", "try",      "while", "with",   "yield",    NULL };

  return g_strv_contains (keywords, name);
}

/* Invisible characters, and those that change the text direction, are written as escapes; an
 * invalid byte is written as Python represents it in file names. */
static const char *
append_character (GString *quoted, const char *at)
{
  const gunichar c = g_utf8_get_char_validated (at, -1);

  if (c == (gunichar) -1 || c == (gunichar) -2)
    {
      g_string_append_printf (quoted, "\\udc%02x", (guchar) *at);
      return at + 1;
    }
  if (c == '\\' || c == '\'')
    g_string_append_printf (quoted, "\\%c", (char) c);
  else if (g_unichar_isprint (c))
    g_string_append_unichar (quoted, c);
  else
    g_string_append_printf (quoted, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
  return g_utf8_next_char (at);
}

char *
rensa_python_quote (const char *text)
{
  GString *quoted = g_string_new ("'");

  while (*text != '\0')
    text = append_character (quoted, text);
  g_string_append_c (quoted, '\'');
  return g_string_free (quoted, FALSE);
}

/* Returns the closing quote of the string that begins at @text. */
static const char *
skip_string (const char *text)
{
  const char *c = text + 1;

  while (*c != '\0' && *c != *text)
    c += *c == '\\' && c[1] != '\0' ? 2 : 1;
  return c;
}

const char *
rensa_python_skip_bracket (const char *text)
{
  int depth = 0;

  for (const char *c = text; *c != '\0'; c++)
    if (*c == '\'' || *c == '"')
      {
        c = skip_string (c);
        if (*c == '\0')
          return c;
      }
    else if (strchr ("([{", *c) != NULL)
      depth++;
    else if (strchr (")]}", *c) != NULL && --depth == 0)
      return c;
  return text + strlen (text);
}

const char *
rensa_python_find_arguments (const char *text)
{
  const gsize length = strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.");
  const char *bracket = text + length;

  return length > 0 && *bracket == '(' && rensa_python_skip_bracket (bracket)[1] == '\0' ? bracket : NULL;
}

GPtrArray *
rensa_python_split (const char *list, gsize length)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_free);
  const char *end = list + length;
  const char *start = list;
  gboolean in_parameters = FALSE; /* inside the parameters of a lambda */

  for (const char *c = list; c < end; c++)
    {
      in_parameters = g_str_has_prefix (c, "lambda ") || (in_parameters && *c != ':');
      if (*c == '\'' || *c == '"')
        c = skip_string (c);
      else if (strchr ("([{", *c) != NULL)
        c = rensa_python_skip_bracket (c);
      else if ((*c == ',' && !in_parameters) || g_str_has_prefix (c, " for "))
        {
          g_ptr_array_add (pieces, g_strstrip (g_strndup (start, c - start)));
          start = c + 1;
        }
    }
  if (start < end)
    g_ptr_array_add (pieces, g_strstrip (g_strndup (start, end - start)));
  return pieces;
}

/* Returns TRUE if the bracket at @c in @text contains a lookup key: losses['gen']. */
static gboolean
is_key (const char *text, const char *c)
{
  return c > text && c[0] == '[' && c[1] == '\'' && (g_ascii_isalnum (c[-1]) || c[-1] == '_');
}

/* Returns the first bracket that contains something other than a key; NULL if there is none. */
static const char *
find_bracket (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '\'' || *c == '"')
        c = skip_string (c);
      else if (is_key (text, c))
        c = rensa_python_skip_bracket (c);
      else if ((*c == '(' || *c == '[') && c[1] != ')' && c[1] != ']')
        return c;
      if (*c == '\0')
        break;
    }
  return NULL;
}

static void
append_spaces (GString *out, int n)
{
  g_string_append_printf (out, "%*s", n, "");
}

static void append_piece (GString *out, int indent, const char *text, int tail);

/* Writes as many pieces per line as fit; @tail characters follow the last. */
static void
append_filled (GString *out, int indent, GPtrArray *pieces, int tail)
{
  int column = indent;

  append_spaces (out, indent);
  for (guint i = 0; i < pieces->len; i++)
    {
      const char *piece = pieces->pdata[i];
      const gboolean is_last = i + 1 == pieces->len;
      const int length = (int) g_utf8_strlen (piece, -1);
      const gboolean is_joined = !is_last && g_str_has_prefix (pieces->pdata[i + 1], "for ");
      const int after = is_last ? tail : !is_joined;
      const gboolean fits = indent + length + after <= RENSA_PYTHON_WIDTH;

      if (column > indent && (column + 1 + length + after > RENSA_PYTHON_WIDTH))
        {
          g_string_append_c (out, '\n');
          append_spaces (out, indent);
          column = indent;
        }
      else if (column > indent)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      append_piece (out, indent, piece, after);
      g_string_append (out, is_last || is_joined ? "" : ",");
      /* Starts a new line after a piece of several lines. */
      column = fits ? column + length + 1 : RENSA_PYTHON_WIDTH;
    }
}

/* @out is at the column @indent; @tail characters follow on the last line. */
static void
append_piece (GString *out, int indent, const char *text, int tail)
{
  const char *bracket = find_bracket (text);
  const char *end = bracket != NULL ? rensa_python_skip_bracket (bracket) : NULL;
  const int hanging = g_str_has_prefix (text, "def ") ? 8 : 4;
  g_autoptr (GPtrArray) pieces = NULL;

  if (indent + g_utf8_strlen (text, -1) + tail <= RENSA_PYTHON_WIDTH || bracket == NULL)
    {
      g_string_append (out, text);
      return;
    }

  pieces = rensa_python_split (bracket + 1, end - bracket - 1);
  g_string_append_len (out, text, bracket + 1 - text);
  g_string_append_c (out, '\n');
  append_filled (out, indent + hanging, pieces, (int) g_utf8_strlen (end, -1) + tail);
  g_string_append (out, end);
}

void
rensa_python_append (GString *out, int indent, const char *line)
{
  append_spaces (out, indent);
  append_piece (out, indent, line, 0);
  g_string_append_c (out, '\n');
}

void
rensa_python_append_printf (GString *out, int indent, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  if (line[0] == '\0')
    g_string_append_c (out, '\n');
  else
    rensa_python_append (out, indent, line);
}

/* Escapes characters of @text that would end a docstring or be lost in it. */
static char *
escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *escaped = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    if (*c == '\\' || *c == '"')
      g_string_append_printf (escaped, "\\%c", *c);
    else if (g_unichar_isprint (g_utf8_get_char (c)))
      g_string_append_unichar (escaped, g_utf8_get_char (c));
    else
      g_string_append_c (escaped, ' ');
  return g_string_free (escaped, FALSE);
}

static void
append_paragraph (GString *out, const char *paragraph, int column)
{
  g_autofree char *escaped = escape (paragraph);
  g_auto (GStrv) words = g_strsplit (escaped, " ", -1);
  gboolean is_first = TRUE;

  if (paragraph[0] == ' ')
    {
      g_string_append (out, escaped);
      return;
    }
  for (guint i = 0; words[i] != NULL; i++)
    {
      const int length = (int) g_utf8_strlen (words[i], -1);

      if (length == 0)
        continue;
      if (!is_first && column + 1 + length > RENSA_PYTHON_WIDTH)
        {
          g_string_append_c (out, '\n');
          column = 0;
        }
      else if (!is_first)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, words[i]);
      column += length;
      is_first = FALSE;
    }
}

void
rensa_python_append_docstring (GString *out, const char *text)
{
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n\n", -1);

  g_string_append (out, "\"\"\"");
  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? "\n\n" : "");
      append_paragraph (out, paragraphs[i], i > 0 ? 0 : 3);
    }
  g_string_append (out, "\n\"\"\"\n");
}
