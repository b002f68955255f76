/* rensa-table.c: sequential reading of table rows.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-private.h"

#include <string.h>

#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Maximum size of a row: an unclosed quote would otherwise extend to the end of the file. */
#define MOST_BYTES (16 << 20)

/* Position of a field in the buffer. If @has_quotes, inner quotes are still doubled. */
typedef struct
{
  char *start;
  char *end;
  gboolean has_quotes;
} Field;

struct _RensaTable
{
  char *place;
  RensaText *text; /* NULL if the buffer contains everything from the start */
  char delimiter;
  gboolean has_runs; /* consecutive blanks count as one delimiter */
  gboolean skips_comments;
  gint64 n_comments;
  gboolean is_stop[256]; /* characters that end an unquoted field */
  char *buffer;          /* one byte larger than @capacity */
  gsize capacity;
  gsize at;
  gsize end;
  gboolean is_over; /* no data follows that in the buffer */
  guint line;       /* line of @at */
  guint row_line;
  GArray *fields;
  GPtrArray *row;
};

typedef enum
{
  ROW_IS_READ,
  ROW_GOES_ON, /* past the end of the buffer */
  ROW_IS_BAD,
} Outcome;

static RensaTable *
table_new (const char *place, char delimiter, gsize capacity)
{
  RensaTable *self = g_new0 (RensaTable, 1);

  self->place = g_strdup (place);
  self->delimiter = delimiter;
  self->has_runs = delimiter == ' ';
  self->is_stop['\n'] = self->is_stop['\r'] = self->is_stop[(guchar) delimiter] = TRUE;
  self->is_stop['\t'] |= self->has_runs;
  self->capacity = capacity;
  self->buffer = g_malloc (capacity + 1);
  self->line = 1;
  self->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  self->row = g_ptr_array_new ();
  return self;
}

RensaTable *
rensa_table_new (const char *place, RensaText *text, char delimiter)
{
  RensaTable *self = table_new (place, delimiter, 2 * RENSA_TEXT_BLOCK);

  self->text = text;
  return self;
}

RensaTable *
rensa_table_new_for_sample (const char *place, const char *sample, gsize n, char delimiter)
{
  RensaTable *self = table_new (place, delimiter, n);

  memcpy (self->buffer, sample, n);
  self->end = n;
  self->is_over = TRUE;
  return self;
}

void
rensa_table_free (RensaTable *self)
{
  g_free (self->place);
  g_clear_pointer (&self->text, rensa_text_free);
  g_free (self->buffer);
  g_array_unref (self->fields);
  g_ptr_array_unref (self->row);
  g_free (self);
}

void
rensa_table_skip_comments (RensaTable *self)
{
  self->skips_comments = TRUE;
}

gint64
rensa_table_get_n_comments (RensaTable *self)
{
  return self->n_comments;
}

const char *
rensa_table_get_place (RensaTable *self)
{
  return self->place;
}

RensaText *
rensa_table_get_text (RensaTable *self)
{
  return self->text;
}

guint
rensa_table_get_line (RensaTable *self)
{
  return self->row_line;
}

guint
rensa_table_get_n_fields (RensaTable *self)
{
  return self->row->len;
}

const char *const *
rensa_table_get_fields (RensaTable *self)
{
  return (const char *const *) self->row->pdata;
}

static Outcome
fail (RensaTable *self, guint line, GError **error, const char *what)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: %s"), self->place, line, _ (what));
  return ROW_IS_BAD;
}

static gboolean
is_blank (const RensaTable *self, char c)
{
  return (c == ' ' || c == '\t') && (self->has_runs || c != self->delimiter);
}

static void
skip_blanks (const RensaTable *self, char **at, const char *end)
{
  while (*at < end && is_blank (self, **at))
    ++*at;
}

/* Scanning of one row: starts at @at, and leaves its end in @at. */

static Outcome
scan_quoted (RensaTable *self, char **at, const char *end, guint *line, Field *field, GError **error)
{
  const guint first_line = *line;

  field->start = ++*at;
  for (;;)
    {
      char *quote = memchr (*at, '"', end - *at);

      if (quote == NULL || (quote + 1 == end && !self->is_over))
        return self->is_over ? fail (self, first_line, error, N_ ("this opening quote is never closed")) : ROW_GOES_ON;
      for (const char *c = *at; c < quote; c++)
        *line += *c == '\n';
      field->end = quote;
      *at = quote + 1;
      if (*at == end || **at != '"')
        break;
      field->has_quotes = TRUE;
      ++*at;
    }

  skip_blanks (self, at, end);
  if (*at < end && !self->is_stop[(guchar) * *at] && !(self->has_runs && is_blank (self, (*at)[-1])))
    return fail (self, *line, error, N_ ("unexpected text after a closing quote"));
  return ROW_IS_READ;
}

static void
scan_plain (RensaTable *self, char **at, const char *end, Field *field)
{
  field->start = *at;
  while (*at < end && !self->is_stop[(guchar) * *at])
    ++*at;
  field->end = *at;
  while (field->end > field->start && is_blank (self, field->end[-1]))
    field->end--;
}

/* Returns TRUE if the row is a comment: "#", followed by a blank, another "#" or nothing. "#id" and
 * "#,name" are part of a table. */
static gboolean
is_comment (const RensaTable *self, const char *at, const char *end)
{
  return self->skips_comments && *at == '#' && (at + 1 == end || strchr ("# \r\n", at[1]) != NULL);
}

/* Scans to the end of the row, adding its fields. */
static Outcome
scan_fields (RensaTable *self, char **at, const char *end, guint *line, GError **error)
{
  for (;;)
    {
      Field field = { 0 };
      Outcome outcome = ROW_IS_READ;

      skip_blanks (self, at, end);
      if (*at < end && **at == '"')
        outcome = scan_quoted (self, at, end, line, &field, error);
      else
        scan_plain (self, at, end, &field);
      if (outcome != ROW_IS_READ)
        return outcome;
      g_array_append_val (self->fields, field);

      if (self->has_runs)
        skip_blanks (self, at, end);
      if (*at == end || **at == '\n' || **at == '\r')
        return ROW_IS_READ;
      *at += !self->has_runs;
    }
}

/* A comment is a row without fields. */
static Outcome
scan_row (RensaTable *self, char **at, guint *line, GError **error)
{
  const char *end = self->buffer + self->end;
  Outcome outcome = ROW_IS_READ;

  g_array_set_size (self->fields, 0);
  if (is_comment (self, *at, end))
    while (*at < end && **at != '\n' && **at != '\r')
      ++*at;
  else
    outcome = scan_fields (self, at, end, line, error);

  if (outcome != ROW_IS_READ)
    return outcome;
  if (*at == end)
    return self->is_over ? ROW_IS_READ : ROW_GOES_ON;
  if (**at == '\r' && *at + 1 == end && !self->is_over)
    return ROW_GOES_ON;
  if (**at == '\r' && *at + 1 < end && (*at)[1] == '\n')
    ++*at;
  ++*at;
  ++*line;
  return ROW_IS_READ;
}

static void
resolve_quotes (Field *field)
{
  char *to = field->start;

  for (const char *from = field->start; from < field->end; from++)
    {
      *to++ = *from;
      from += *from == '"';
    }
  field->end = to;
}

/* Modifies the row in place, which is only possible once it is complete. */
static void
take_row (RensaTable *self)
{
  g_ptr_array_set_size (self->row, 0);
  for (guint i = 0; i < self->fields->len; i++)
    {
      Field *field = &g_array_index (self->fields, Field, i);

      if (field->has_quotes)
        resolve_quotes (field);
      *field->end = '\0';
      g_ptr_array_add (self->row, field->start);
    }
}

/* Moves the remaining data to the start of the buffer, and reads another block. */
static gboolean
read_on (RensaTable *self, GError **error)
{
  gssize n;

  self->end -= self->at;
  memmove (self->buffer, self->buffer + self->at, self->end);
  self->at = 0;
  if (self->end > MOST_BYTES)
    {
      fail (self, self->line, error, N_ ("the row exceeds 16 MiB; a quote may not be closed"));
      return FALSE;
    }
  if (self->capacity - self->end < RENSA_TEXT_BLOCK)
    {
      self->capacity *= 2;
      self->buffer = g_realloc (self->buffer, self->capacity + 1);
    }

  n = rensa_text_read (self->text, self->buffer + self->end, error);
  if (n < 0)
    return FALSE;
  self->is_over = n == 0;
  self->end += n;
  return TRUE;
}

static gboolean
is_empty (const RensaTable *self)
{
  for (guint i = 0; i < self->row->len; i++)
    if (*(const char *) self->row->pdata[i] != '\0')
      return FALSE;
  return TRUE;
}

gboolean
rensa_table_next (RensaTable *self, gboolean *is_there, GError **error)
{
  *is_there = FALSE;
  for (;;)
    {
      char *at = self->buffer + self->at;
      guint line = self->line;
      Outcome outcome = ROW_GOES_ON;

      if (self->is_over && self->at == self->end)
        return TRUE;
      if (self->at < self->end)
        outcome = scan_row (self, &at, &line, error);
      if (outcome == ROW_IS_BAD || (outcome == ROW_GOES_ON && !read_on (self, error)))
        return FALSE;
      if (outcome == ROW_GOES_ON)
        continue;

      take_row (self);
      self->row_line = self->line;
      self->line = line;
      self->at = at - self->buffer;
      self->n_comments += self->row->len == 0;
      if (!is_empty (self))
        break;
    }

  *is_there = TRUE;
  return TRUE;
}
