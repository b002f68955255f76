/* rensa-document-parse.c: a JSON parser that rejects everything that other parsers may read
 * differently.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-fields.h"
#include "rensa-language.h"

#include <math.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

typedef struct json_tokener Tokener;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Tokener, json_tokener_free)

typedef struct
{
  const char *start;
  const char *at;
} Scan;

static gboolean fail_at (const char *text, const char *at, GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static gboolean
fail_at (const char *text, const char *at, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  const char *line_start = text;
  guint line = 1;
  va_list args;

  for (const char *c = text; c < at; c++)
    if (*c == '\n')
      {
        line++;
        line_start = c + 1;
      }

  va_start (args, format);
  message = g_strdup_vprintf (_ (format), args);
  va_end (args);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("line %u, column %zu: %s."), line, (gsize) (at - line_start) + 1,
                   message);
  return FALSE;
}

/* Decodes the string whose opening quote is at the position of @scan; NULL with an error. */
static char *
scan_string (Scan *scan, GError **error)
{
  const char *opening = scan->at++;
  g_autoptr (Tokener) tokener = json_tokener_new ();
  g_autoptr (RensaJson) string = NULL;

  for (; *scan->at != '"'; scan->at++)
    {
      if ((guchar) *scan->at < ' ')
        {
          fail_at (scan->start, scan->at, error, N_ ("a string contains a control character or a line break"));
          return NULL;
        }
      if (*scan->at == '\\')
        scan->at++;
    }
  scan->at++;

  string = json_tokener_parse_ex (tokener, opening, (int) (scan->at - opening));
  return g_strdup (json_object_get_string (string));
}

static gboolean scan_value (Scan *scan, GError **error);

static void
skip_space (Scan *scan)
{
  scan->at += strspn (scan->at, " \t\r\n");
}

static gboolean
scan_object (Scan *scan, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  scan->at++;
  for (skip_space (scan); *scan->at != '}'; skip_space (scan))
    {
      const char *at = scan->at;
      char *name;

      if (*at == ',')
        {
          scan->at++;
          continue;
        }
      if (*at != '"')
        return fail_at (scan->start, at, error, N_ ("expected a name in double quotes"));
      name = scan_string (scan, error);
      if (name == NULL)
        return FALSE;
      if (!g_hash_table_add (names, name))
        return fail_at (scan->start, at, error, N_ ("the name \"%s\" occurs twice in the same object"), name);
      skip_space (scan);
      scan->at++;
      if (!scan_value (scan, error))
        return FALSE;
    }
  scan->at++;
  return TRUE;
}

static gboolean
scan_array (Scan *scan, GError **error)
{
  scan->at++;
  for (skip_space (scan); *scan->at != ']'; skip_space (scan))
    {
      if (*scan->at == ',')
        scan->at++;
      else if (!scan_value (scan, error))
        return FALSE;
    }
  scan->at++;
  return TRUE;
}

static const char *
skip_digits (const char *at)
{
  return at + strspn (at, G_CSET_DIGITS);
}

/* The tokener accepts "1.", too. Numbers that it rejects, such as "01" and "1e", do not get here. */
static gboolean
is_number (const char *word)
{
  const char *point = strchr (word, '.');

  return point == NULL || skip_digits (point + 1) > point + 1;
}

/* Returns TRUE if a number can be represented: a 64-bit integer, or any finite number with a point
 * or an exponent. */
static gboolean
is_in_range (const char *word)
{
  const char *digits = word + (word[0] == '-');

  if (*skip_digits (digits) != '\0')
    return isfinite (g_ascii_strtod (word, NULL));
  return word[0] == '-' ? g_ascii_string_to_signed (word, 10, G_MININT64, G_MAXINT64, NULL, NULL)
                        : g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT64, NULL, NULL);
}

/* Scans a number, true, false or null; rejects what the tokener accepts beyond JSON. */
static gboolean
scan_plain (Scan *scan, GError **error)
{
  static const char *const words[] = { "true", "false", "null", NULL };
  const gsize length = strcspn (scan->at, ",]} \t\r\n");
  g_autofree char *word = g_strndup (scan->at, length);
  g_autofree char *excerpt = rensa_excerpt (word);

  if (!g_strv_contains (words, word))
    {
      if (!g_ascii_isdigit (word[word[0] == '-']) || !is_number (word))
        return fail_at (scan->start, scan->at, error, N_ ("%s is not a JSON value"), excerpt);
      /* The tokener would round these silently. */
      if (!is_in_range (word))
        return fail_at (scan->start, scan->at, error, N_ ("the number %s is too large"), excerpt);
    }
  scan->at += length;
  return TRUE;
}

/* Walks over text that the tokener has accepted. */
static gboolean
scan_value (Scan *scan, GError **error)
{
  skip_space (scan);
  if (*scan->at == '{')
    return scan_object (scan, error);
  if (*scan->at == '[')
    return scan_array (scan, error);
  if (*scan->at == '"')
    {
      g_autofree char *string = scan_string (scan, error);

      return string != NULL;
    }
  return scan_plain (scan, error);
}

static const char *
describe_problem (enum json_tokener_error problem)
{
  switch (problem)
    {
    case json_tokener_continue:
      return N_ ("unexpected end of input");
    case json_tokener_error_depth:
      return N_ ("brackets are nested more than 64 levels deep");
    case json_tokener_error_parse_utf8_string:
      return N_ ("invalid UTF-8 character");
    case json_tokener_error_parse_eof:
      return N_ ("unexpected end of input");
    case json_tokener_error_parse_object_key_name:
      return N_ ("expected a name in double quotes");
    case json_tokener_error_parse_object_key_sep:
      return N_ ("expected a colon after the name");
    case json_tokener_error_parse_object_value_sep:
      return N_ ("expected a comma or a closing brace");
    case json_tokener_error_parse_array:
      return N_ ("expected a comma or a closing bracket");
    case json_tokener_error_parse_number:
      return N_ ("expected a number");
    case json_tokener_error_parse_string:
      return N_ ("invalid character in a string");
    default:
      return N_ ("expected a value");
    }
}

struct json_object *
rensa_document_parse_json (const char *text, gsize length, GError **error)
{
  g_autofree char *terminated = NULL;
  g_autoptr (Tokener) tokener = NULL;
  g_autoptr (RensaJson) json = NULL;
  enum json_tokener_error problem;
  Scan scan;

  if (length > RENSA_DOCUMENT_MAX_BYTES)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("a document must not exceed 16 MiB, but this one has %zu bytes."),
                       length);
      return NULL;
    }

  terminated = g_strndup (text, length);
  if (g_str_has_prefix (terminated, BYTE_ORDER_MARK))
    {
      fail_at (terminated, terminated, error,
               N_ ("the file begins with a byte order mark, which JSON does not allow; save it as UTF-8 without one"));
      return NULL;
    }
  tokener = json_tokener_new_ex (RENSA_DOCUMENT_MAX_DEPTH);
  json_tokener_set_flags (tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  json = json_tokener_parse_ex (tokener, terminated, (int) length + 1);
  problem = json_tokener_get_error (tokener);
  scan = (Scan){ terminated, terminated };
  if (problem != json_tokener_success || strlen (terminated) != length)
    {
      fail_at (terminated, terminated + MIN (json_tokener_get_parse_end (tokener), length), error, "%s",
               problem == json_tokener_success ? _ ("the file contains a null byte")
               : problem == json_tokener_error_parse_unexpected && json_tokener_get_parse_end (tokener) > 0
                   ? _ ("unexpected character")
                   : _ (describe_problem (problem)));
      return NULL;
    }
  if (!scan_value (&scan, error))
    return NULL;

  return g_steal_pointer (&json);
}
