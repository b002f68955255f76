/* rensa-table.c: reading comma-separated values.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-private.h"

#include <string.h>

#include "rensa-error.h"
#include "rensa-file.h"
#include "rensa-wording.h"

/* Quotes are resolved where the text lies: @out never overtakes @in. */
typedef struct
{
  const char *place;
  char *in;
  const char *end;
  char *out;
  char delimiter;
  guint line;
} Parser;

typedef enum
{
  FIELD_ENDS,
  ROW_ENDS,
  FIELD_IS_BAD,
} Ending;

static Ending
fail (const Parser *parser, guint line, GError **error, const char *what)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s, line %u: %s", parser->place, line, what);
  return FIELD_IS_BAD;
}

static gboolean
at_end_of_line (const Parser *parser)
{
  return parser->in == parser->end || *parser->in == '\n' || *parser->in == '\r';
}

static void
skip_end_of_line (Parser *parser)
{
  if (parser->in == parser->end)
    return;
  if (*parser->in == '\r' && parser->in + 1 < parser->end && parser->in[1] == '\n')
    parser->in++;
  parser->in++;
  parser->line++;
}

static gboolean
read_quoted (Parser *parser, GError **error)
{
  const guint line = parser->line;

  for (parser->in++; parser->in < parser->end; parser->in++)
    {
      if (*parser->in == '"' && (parser->in + 1 == parser->end || parser->in[1] != '"'))
        {
          parser->in++;
          if (at_end_of_line (parser) || *parser->in == parser->delimiter)
            return TRUE;
          fail (parser, parser->line, error, "there is text after a closing quote");
          return FALSE;
        }

      if (*parser->in == '"')
        parser->in++;
      parser->line += *parser->in == '\n';
      *parser->out++ = *parser->in;
    }

  fail (parser, line, error, "a quote is opened here and never closed");
  return FALSE;
}

static Ending
read_field (Parser *parser, char **field, GError **error)
{
  Ending ending;

  *field = parser->out;
  if (parser->in < parser->end && *parser->in == '"')
    {
      if (!read_quoted (parser, error))
        return FIELD_IS_BAD;
    }
  else
    while (!at_end_of_line (parser) && *parser->in != parser->delimiter)
      *parser->out++ = *parser->in++;

  ending = at_end_of_line (parser) ? ROW_ENDS : FIELD_ENDS;
  if (ending == ROW_ENDS)
    skip_end_of_line (parser);
  else
    parser->in++;
  /* What stood here, a delimiter or the end of the line or the file, has been read. */
  *parser->out++ = '\0';
  return ending;
}

/* Appends one row to @fields; @n is how many there were. */
static gboolean
read_row (Parser *parser, GPtrArray *fields, guint *n, GError **error)
{
  const guint before = fields->len;
  Ending ending;

  do
    {
      char *field;

      ending = read_field (parser, &field, error);
      g_ptr_array_add (fields, field);
    }
  while (ending == FIELD_ENDS);

  *n = fields->len - before;
  return ending == ROW_ENDS;
}

static void
skip_empty_lines (Parser *parser)
{
  while (parser->in < parser->end && at_end_of_line (parser))
    skip_end_of_line (parser);
}

/* The first row sets the number of columns, and their names where it is a header. */
static gboolean
read_first_row (RensaTable *table, Parser *parser, gboolean header, GError **error)
{
  guint line;

  skip_empty_lines (parser);
  line = parser->line;
  if (parser->in == parser->end)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: the file is empty", parser->place);
      return FALSE;
    }
  if (!read_row (parser, table->fields, &table->n_columns, error))
    return FALSE;

  table->names = g_new0 (char *, table->n_columns + 1);
  for (guint i = 0; i < table->n_columns; i++)
    table->names[i] = header ? g_strstrip (g_strdup (table->fields->pdata[i])) : g_strdup_printf ("%u", i);

  if (header)
    g_ptr_array_set_size (table->fields, 0);
  else
    g_array_append_val (table->lines, line);
  return TRUE;
}

static gboolean
read_rows (RensaTable *table, Parser *parser, gboolean header, GError **error)
{
  if (!read_first_row (table, parser, header, error))
    return FALSE;

  for (skip_empty_lines (parser); parser->in < parser->end; skip_empty_lines (parser))
    {
      const guint line = parser->line;
      guint n;

      if (!read_row (parser, table->fields, &n, error))
        return FALSE;
      if (n != table->n_columns)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s, line %u: the row has %u fields, but the %s has %u",
                       parser->place, line, n, header ? "header" : "first row", table->n_columns);
          return FALSE;
        }
      g_array_append_val (table->lines, line);
    }

  table->n_rows = table->lines->len;
  if (table->n_rows == 0)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: there is a header, but no row follows", parser->place);
  return table->n_rows > 0;
}

static gboolean
check_text (const char *place, const char *bytes, gsize n_bytes, GError **error)
{
  const char *valid;
  guint line = 1;

  if (g_utf8_validate_len (bytes, n_bytes, &valid))
    return TRUE;

  for (const char *at = bytes; at < valid; at++)
    line += *at == '\n';
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s, line %u: byte 0x%02x is not UTF-8 text", place, line,
               (guchar) *valid);
  return FALSE;
}

RensaTable *
rensa_table_read (const char *path, char delimiter, gboolean header, GError **error)
{
  g_autoptr (RensaTable) table = g_new0 (RensaTable, 1);
  Parser parser = { .delimiter = delimiter, .line = 1 };
  gsize n_bytes;

  table->place = g_strdup (path);
  table->fields = g_ptr_array_new ();
  table->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  table->bytes = rensa_file_read (path, G_MAXUINT64, &n_bytes, error);
  if (table->bytes == NULL)
    return NULL;
  if (!check_text (table->place, table->bytes, n_bytes, error))
    return NULL;

  parser.place = table->place;
  parser.in = table->bytes + (g_str_has_prefix (table->bytes, "\xef\xbb\xbf") ? 3 : 0);
  parser.out = parser.in;
  parser.end = table->bytes + n_bytes;
  return read_rows (table, &parser, header, error) ? g_steal_pointer (&table) : NULL;
}

void
rensa_table_free (RensaTable *table)
{
  g_free (table->place);
  g_free (table->bytes);
  g_strfreev (table->names);
  g_ptr_array_unref (table->fields);
  g_array_unref (table->lines);
  g_free (table);
}

static const char *
get_name (gconstpointer names, guint i)
{
  return ((const char *const *) names)[i];
}

int
rensa_table_find_column (const RensaTable *table, const char *name, GError **error)
{
  g_autofree char *suggestion = NULL;
  int found = -1;
  gint64 number;

  for (guint i = 0; i < table->n_columns; i++)
    if (g_str_equal (table->names[i], name))
      {
        if (found >= 0)
          {
            g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                         "%s: the columns %d and %u are both called “%s”; say which by its number", table->place, found,
                         i, name);
            return -1;
          }
        found = i;
      }
  if (found >= 0)
    return found;

  if (g_ascii_string_to_signed (name, 10, -(gint64) table->n_columns, table->n_columns - 1, &number, NULL))
    return number < 0 ? number + table->n_columns : number;

  suggestion = rensa_suggest (name, get_name, table->names, table->n_columns);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s has no column “%s”%s", table->place, name, suggestion);
  return -1;
}
