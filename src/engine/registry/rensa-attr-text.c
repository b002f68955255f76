/* rensa-attr-text.c: attributes as users type them, in Python syntax.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

#include <errno.h>

/* State of a scan of text: the open quotes, if any, and the closing brackets that it expects. */
typedef struct
{
  char quote;
  gboolean escaped;
  int depth;
  char closing[RENSA_ATTR_MAX_DEPTH];
} Scan;

/* Returns a message about the next character, or NULL. */
static const char *
scan_next (Scan *scan, char c)
{
  static const char opening[] = "([{";
  static const char closing[] = ")]}";
  const char *bracket;

  if (scan->quote != '\0')
    {
      if (!scan->escaped && c == scan->quote)
        scan->quote = '\0';
      scan->escaped = !scan->escaped && c == '\\';
    }
  else if (c == '\'' || c == '"')
    {
      scan->quote = c;
    }
  else if ((bracket = strchr (opening, c)) != NULL)
    {
      if (scan->depth == RENSA_ATTR_MAX_DEPTH)
        return _ ("brackets are nested too deeply");
      scan->closing[scan->depth++] = closing[bracket - opening];
    }
  else if (strchr (closing, c) != NULL)
    {
      if (scan->depth == 0 || scan->closing[--scan->depth] != c)
        return _ ("unmatched closing bracket");
    }
  return NULL;
}

static const char *
scan_end (const Scan *scan)
{
  if (scan->quote != '\0')
    return _ ("unterminated quote");
  if (scan->depth > 0)
    return _ ("unmatched opening bracket");
  return NULL;
}

static void
add_piece (GPtrArray *pieces, const char *start, const char *end)
{
  g_ptr_array_add (pieces, g_strstrip (g_strndup (start, end - start)));
}

GStrv
rensa_text_split (const char *text, char separator, GError **error)
{
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func (g_free);
  Scan scan = { 0 };
  const char *problem = NULL;
  const char *start = text;
  const char *at;

  for (at = text; *at != '\0' && problem == NULL; at++)
    {
      problem = scan_next (&scan, *at);
      if (*at == separator && scan.quote == '\0' && scan.depth == 0)
        {
          add_piece (pieces, start, at);
          start = at + 1;
        }
    }
  if (problem == NULL)
    problem = scan_end (&scan);
  if (problem != NULL)
    {
      g_autofree char *excerpt = rensa_excerpt (text);

      rensa_set_words (error, RENSA_ERROR_INVALID, "\"%s\": %s", excerpt, problem);
      return NULL;
    }

  add_piece (pieces, start, at);
  if (pieces->len == 1 && *(char *) pieces->pdata[0] == '\0')
    g_ptr_array_set_size (pieces, 0);
  g_ptr_array_add (pieces, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&pieces), FALSE);
}

gboolean
rensa_text_is_none (const char *text)
{
  return strcmp (text, "None") == 0 || strcmp (text, "null") == 0;
}

void
rensa_text_append_quoted (GString *text, const char *string)
{
  static const char special[] = "\\'\n\t\r";
  static const char letters[] = "\\'ntr";

  g_string_append_c (text, '\'');
  for (const char *c = string; *c != '\0'; c++)
    {
      const char *found = strchr (special, *c);

      if (found != NULL)
        g_string_append_printf (text, "\\%c", letters[found - special]);
      else if (g_ascii_iscntrl (*c))
        g_string_append_printf (text, "\\x%02x", *c);
      else
        g_string_append_c (text, *c);
    }
  g_string_append_c (text, '\'');
}

/* Reads @n_digits hexadecimal digits at @at as a character; FALSE if they are not one. */
static gboolean
append_character (GString *string, const char *at, int n_digits)
{
  gunichar character = 0;

  for (int i = 0; i < n_digits; i++)
    {
      if (!g_ascii_isxdigit (at[i]))
        return FALSE;
      character = 16 * character + g_ascii_xdigit_value (at[i]);
    }
  if (character == 0 || !g_unichar_validate (character))
    return FALSE;

  g_string_append_unichar (string, character);
  return TRUE;
}

/* Decodes the characters of @text between its first and last, which are quotes. */
static char *
unquote (const char *text)
{
  static const char letters[] = "\\'\"ntr";
  static const char special[] = "\\'\"\n\t\r";
  GString *string = g_string_new (NULL);
  const char *end = text + strlen (text) - 1;

  for (const char *c = text + 1; c < end; c++)
    {
      const char *found = *c == '\\' && c + 1 < end ? strchr (letters, c[1]) : NULL;
      int n_digits = *c == '\\' && c[1] == 'x' ? 2 : *c == '\\' && c[1] == 'u' ? 4 : 0;

      if (found != NULL)
        {
          g_string_append_c (string, special[found - letters]);
          c++;
        }
      else if (n_digits > 0 && append_character (string, c + 2, n_digits))
        c += 1 + n_digits;
      else
        g_string_append_c (string, *c);
    }
  return g_string_free (string, FALSE);
}

static gboolean
is_quoted (const char *text)
{
  return text[0] == '\'' || text[0] == '"';
}

char *
rensa_text_read_string (const char *text, GError **error)
{
  g_autofree char *excerpt = NULL;
  Scan scan = { 0 };
  const char *at = text;

  if (!is_quoted (text))
    return g_strdup (text);

  do
    scan_next (&scan, *at++);
  while (*at != '\0' && scan.quote != '\0');
  if (*at == '\0' && scan.quote == '\0')
    return unquote (text);

  excerpt = rensa_excerpt (text);
  rensa_set_words (error, RENSA_ERROR_INVALID, "\"%s\": %s", excerpt,
                   *at == '\0' ? scan_end (&scan) : _ ("unexpected text after the closing quote"));
  return NULL;
}

/* Numbers keep their text, so that messages show what was typed. */
static struct json_object *
read_number (const char *text)
{
  const char *digits = text + (text[0] == '-' || text[0] == '+');
  char *end;
  double real;

  if (!g_ascii_isdigit (digits[0]) && !(digits[0] == '.' && g_ascii_isdigit (digits[1])))
    return NULL;
  if (strspn (digits, G_CSET_DIGITS "+-.eE") != strlen (digits))
    return NULL;

  if (strspn (digits, G_CSET_DIGITS) == strlen (digits))
    {
      gint64 integer;

      errno = 0;
      integer = g_ascii_strtoll (text, NULL, 10);
      if (errno == 0)
        return json_object_new_int64 (integer);
    }

  real = g_ascii_strtod (text, &end);
  return *end == '\0' ? json_object_new_double_s (real, text) : NULL;
}

/* Returns the text between the parentheses of "NAME(…)", or NULL. */
static char *
read_arguments (const char *text, const char *name)
{
  gsize length = strlen (name);

  if (!g_str_has_prefix (text, name) || text[length] != '(' || !g_str_has_suffix (text, ")"))
    return NULL;

  return g_strndup (text + length + 1, strlen (text) - length - 2);
}

static gboolean
read_items (const GStrv pieces, struct json_object **json, GError **error)
{
  guint n = g_strv_length (pieces);
  g_autoptr (RensaJson) array = json_object_new_array ();

  for (guint i = 0; i < n; i++)
    {
      struct json_object *item;

      if (i > 0 && i == n - 1 && pieces[i][0] == '\0')
        break;
      if (!rensa_text_read_literal (pieces[i], &item, NULL, error))
        return FALSE;
      json_object_array_add (array, item);
    }

  *json = g_steal_pointer (&array);
  return TRUE;
}

/* Reads the bounds of a slice; missing ones, empty or at the end, are None. */
static gboolean
read_slice (const GStrv bounds, struct json_object **json, GError **error)
{
  guint n = g_strv_length (bounds);
  g_autoptr (RensaJson) slice = json_object_new_object ();
  struct json_object *array = json_object_new_array ();

  json_object_object_add (slice, "slice", array);
  for (guint i = 0; i < MAX (n, 3); i++)
    {
      struct json_object *bound = NULL;

      if (i < n && bounds[i][0] != '\0' && !rensa_text_read_literal (bounds[i], &bound, NULL, error))
        return FALSE;
      json_object_array_add (array, bound);
    }

  *json = g_steal_pointer (&slice);
  return TRUE;
}

/* Reads slice (stop) and slice (start, stop, step), as in Python. */
static gboolean
read_slice_call (const char *arguments, struct json_object **json, GError **error)
{
  g_auto (GStrv) bounds = rensa_text_split (arguments, ',', error);

  if (bounds == NULL)
    return FALSE;

  if (g_strv_length (bounds) == 1)
    {
      const char *stop_only[] = { "", bounds[0], NULL };

      return read_slice ((GStrv) stop_only, json, error);
    }
  return read_slice (bounds, json, error);
}

/* Reads "(…)" and "[…]". Parentheses around a single value without a comma only group. */
static gboolean
read_brackets (const char *text, struct json_object **json, gboolean *is_list, GError **error)
{
  g_autofree char *inner = g_strndup (text + 1, strlen (text) - 2);
  g_auto (GStrv) pieces = rensa_text_split (inner, ',', error);

  if (pieces == NULL)
    return FALSE;
  if (text[0] == '(' && g_strv_length (pieces) == 1)
    return rensa_text_read_literal (pieces[0], json, is_list, error);

  *is_list = text[0] == '[';
  return read_items (pieces, json, error);
}

static struct json_object *
new_ellipsis (void)
{
  struct json_object *ellipsis = json_object_new_object ();

  json_object_object_add (ellipsis, "ellipsis", json_object_new_boolean (TRUE));
  return ellipsis;
}

static struct json_object *
read_word (const char *text)
{
  if (strcmp (text, "true") == 0 || strcmp (text, "True") == 0)
    return json_object_new_boolean (TRUE);
  if (strcmp (text, "false") == 0 || strcmp (text, "False") == 0)
    return json_object_new_boolean (FALSE);
  if (strcmp (text, "...") == 0 || strcmp (text, "Ellipsis") == 0)
    return new_ellipsis ();
  return json_object_new_string (text);
}

/* Reads one value, without a comma outside brackets. */
static gboolean
read_value (const char *text, struct json_object **json, gboolean *is_list, GError **error)
{
  g_autofree char *slice_arguments = read_arguments (text, "slice");
  g_autofree char *float_arguments = read_arguments (text, "float");
  g_auto (GStrv) bounds = NULL;

  if ((text[0] == '(' && g_str_has_suffix (text, ")")) || (text[0] == '[' && g_str_has_suffix (text, "]")))
    return read_brackets (text, json, is_list, error);
  if (slice_arguments != NULL)
    return read_slice_call (slice_arguments, json, error);
  if (float_arguments != NULL && is_quoted (float_arguments))
    return read_value (float_arguments, json, is_list, error);
  if (is_quoted (text))
    {
      g_autofree char *string = rensa_text_read_string (text, error);

      *json = string != NULL ? json_object_new_string (string) : NULL;
      return string != NULL;
    }

  bounds = rensa_text_split (text, ':', error);
  if (bounds == NULL)
    return FALSE;
  if (g_strv_length (bounds) > 1)
    return read_slice (bounds, json, error);

  *json = NULL;
  if (!rensa_text_is_none (text) && (*json = read_number (text)) == NULL)
    *json = read_word (text);
  return TRUE;
}

gboolean
rensa_text_read_literal (const char *text, struct json_object **json, gboolean *is_list, GError **error)
{
  g_auto (GStrv) pieces = rensa_text_split (text, ',', error);
  gboolean list = FALSE;
  gboolean done;

  if (pieces == NULL)
    return FALSE;

  if (g_strv_length (pieces) > 1)
    done = read_items (pieces, json, error);
  else
    done = read_value (pieces[0] != NULL ? pieces[0] : "", json, &list, error);

  if (is_list != NULL)
    *is_list = list;
  return done;
}
