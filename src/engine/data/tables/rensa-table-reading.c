/* rensa-table-reading.c: reading a whole table into memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-reading-private.h"

#include <glib/gstdio.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-memory.h"
#include "rensa-table-cache-private.h"
#include "rensa-wording.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Number of values per block. */
#define BLOCK_CELLS (1 << 18)
/* Number of rows after which the columns are first checked for words. */
#define EARLY 1000
/* Minimum number of lines to detect the format, and the maximum size of the sample. */
#define SAMPLE_LINES 3
#define MOST_SAMPLE (64 << 20)
/* Number of rows between progress reports. */
#define REPORT_ROWS 4096

void
rensa_reading_clear (RensaReading *self)
{
  for (guint i = 0; self->columns != NULL && i < self->n_columns; i++)
    rensa_column_clear (&self->columns[i]);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->next_alike, g_free);
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->left_out, g_free);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

/* Returns TRUE if the bytes that are not UTF-8 may be Windows-1252; the file is then read again. */
static gboolean
try_other_encoding (RensaReading *self, RensaText *text, GError **error)
{
  if (!rensa_text_is_perhaps_other (text))
    return FALSE;
  self->encoding = RENSA_ENCODING_WINDOWS_1252;
  g_clear_error (error);
  return TRUE;
}

static int
count_lines (const char *text, gsize n)
{
  int n_lines = 0;

  for (gsize i = 0; i < n; i++)
    n_lines += text[i] == '\n' || text[i] == '\r';
  return n_lines;
}

/* Appends the next block to @sample, and further ones if the lines are long; FALSE with an error. */
static gboolean
read_lines (RensaText *text, GByteArray *sample, GError **error)
{
  int n_lines = 0;

  do
    {
      const guint before = sample->len;
      gssize n;

      g_byte_array_set_size (sample, before + RENSA_TEXT_BLOCK + 1);
      n = rensa_text_read (text, (char *) sample->data + before, error);
      g_byte_array_set_size (sample, before + (guint) MAX (n, 0));
      if (n <= 0)
        return n == 0;
      n_lines += count_lines ((const char *) sample->data + before, (gsize) n);
    }
  while (n_lines < SAMPLE_LINES && sample->len < MOST_SAMPLE);
  return TRUE;
}

/* Reads the beginning of the file, up to the end of a line. */
static GByteArray *
read_sample (RensaReading *self, GError **error)
{
  g_autoptr (GByteArray) sample = g_byte_array_new ();
  g_autoptr (RensaText) text = rensa_text_open (self->path, self->encoding, error);
  guint end;

  if (text == NULL)
    return NULL;
  self->stage = RENSA_READING_TEXT;
  if (!read_lines (text, sample, error))
    return try_other_encoding (self, text, error) ? read_sample (self, error) : NULL;

  end = sample->len;
  if (rensa_text_get_n_read (text) < rensa_text_get_size (text))
    while (end > 0 && sample->data[end - 1] != '\n' && sample->data[end - 1] != '\r')
      end--;
  if (end > 0)
    g_byte_array_set_size (sample, end);
  return g_steal_pointer (&sample);
}

RensaTable *
rensa_reading_open_table (const RensaReading *self, GError **error)
{
  RensaText *text = rensa_text_open (self->path, self->encoding, error);

  RensaTable *table = text != NULL ? rensa_table_new (self->path, text, self->form.delimiter) : NULL;

  if (table != NULL && self->form.has_comments)
    rensa_table_skip_comments (table);
  return table;
}

/* Strips the "# " with which NumPy begins a header: "# a" is the column a, but "# of rooms" is a name. */
static const char *
skip_sign (const char *name)
{
  return g_str_has_prefix (name, "# ") && name[2] != '\0' && strchr (name + 2, ' ') == NULL ? name + 2 : name;
}

/* Makes a name from a heading, which may contain line breaks of spreadsheets, or from the index if
 * there is none. @heading: nullable. */
static char *
make_name (const char *heading, guint i)
{
  g_autofree char *name = g_strdup (heading);

  for (char *p = name; p != NULL && *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  if (name == NULL || *g_strstrip (name) == '\0')
    return g_strdup_printf ("%u", i);
  return g_strdup (i == 0 ? skip_sign (name) : name);
}

/* Returns TRUE if the last comment before the first row contains a name for each column, as
 * numpy.savetxt (header="a b") writes them: "# a b". */
static gboolean
holds_names (RensaTable *comment, guint n)
{
  const char *const *fields = rensa_table_get_fields (comment);
  gboolean has_word = FALSE;

  for (guint i = 0; i < rensa_table_get_n_fields (comment); i++)
    {
      double value;

      has_word = has_word || !rensa_number_parse_any (fields[i], &(RensaNumberForm){ '.', '\0' }, &value);
      for (guint j = 0; j < i; j++)
        if (g_str_equal (fields[i], fields[j]))
          return FALSE;
    }
  return rensa_table_get_n_fields (comment) == n && has_word;
}

/* Returns NULL if there are none. */
static RensaTable *
find_names_in_comment (const RensaReading *self, const char *sample, gsize n, guint n_columns)
{
  g_autoptr (RensaTable) comment = NULL;
  const char *end = sample + n;
  const char *last = NULL;
  gboolean is_there = FALSE;

  if (self->form.header || self->form.delimiter != ' ')
    return NULL;
  for (const char *at = sample; at < end && *at == '#';)
    {
      const char *newline = memchr (at, '\n', (gsize) (end - at));

      last = at;
      at = newline != NULL ? newline + 1 : end;
    }
  if (last == NULL)
    return NULL;
  last += strspn (last, "#");
  comment = rensa_table_new_for_sample (self->path, last, (gsize) (end - last), ' ');
  return rensa_table_next (comment, &is_there, NULL) && is_there && holds_names (comment, n_columns)
             ? g_steal_pointer (&comment)
             : NULL;
}

/* Determines the columns from the first row, which contains their names if there is a header. */
static void
take_names (RensaReading *self, RensaTable *table, const char *sample, gsize n_bytes)
{
  const char *const *fields = rensa_table_get_fields (table);
  guint n = rensa_table_get_n_fields (table);
  g_autoptr (RensaTable) comment = NULL;

  n -= self->form.is_trailing && n > 1 && *fields[n - 1] == '\0';
  comment = find_names_in_comment (self, sample, n_bytes, n);
  self->has_names_in_comment = comment != NULL;
  if (comment != NULL)
    fields = rensa_table_get_fields (comment);
  self->n_columns = n;
  self->names = g_new0 (char *, n + 1);
  self->next_alike = g_new0 (guint, n);
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  /* Iterates in reverse, so that places refers to the first column of each name. */
  for (guint i = n; i-- > 0;)
    {
      self->names[i] = make_name (self->form.header || comment != NULL ? fields[i] : NULL, i);
      self->next_alike[i] = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, self->names[i]));
      g_hash_table_replace (self->places, self->names[i], GUINT_TO_POINTER (i + 1));
    }
}

gboolean
rensa_reading_skip_header (const RensaReading *self, RensaTable *table, GError **error)
{
  gboolean is_there = TRUE;
  const int n = self->form.skips_line + self->form.header;

  for (int i = 0; i < n && is_there; i++)
    if (!rensa_table_next (table, &is_there, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_names (RensaReading *self, const char *sample, gsize n, GError **error)
{
  g_autoptr (RensaTable) table = rensa_table_new_for_sample (self->path, sample, n, self->form.delimiter);
  gboolean is_there;

  if (self->form.has_comments)
    rensa_table_skip_comments (table);
  if ((self->form.skips_line && !rensa_table_next (table, &is_there, error))
      || !rensa_table_next (table, &is_there, error))
    return FALSE;
  if (is_there)
    {
      take_names (self, table, sample, n);
      return TRUE;
    }
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the file is empty"), self->path);
  return FALSE;
}

gboolean
rensa_reading_begin (RensaReading *self, GError **error)
{
  g_autoptr (GByteArray) sample = read_sample (self, error);
  const char *text = sample != NULL ? (const char *) sample->data : NULL;

  if (sample == NULL)
    return FALSE;

  rensa_table_form_guess (&self->form, text, sample->len, &self->missing);
  self->stage = RENSA_READING_ROWS;
  if (!read_names (self, text, sample->len, error))
    return FALSE;

  self->left_out = g_new0 (gboolean, self->n_columns);
  self->columns = g_new0 (RensaColumn, self->n_columns);
  return TRUE;
}

static const char *
get_name (gconstpointer names, guint i)
{
  return ((const char *const *) names)[i];
}

int
rensa_reading_find_column (const RensaReading *self, const char *name, GError **error)
{
  g_autofree char *suggestion = NULL;
  const int own = GPOINTER_TO_INT (g_hash_table_lookup (self->places, name)) - 1;
  const int found = own >= 0 ? own : GPOINTER_TO_INT (g_hash_table_lookup (self->places, skip_sign (name))) - 1;
  gint64 number;

  if (found >= 0 && self->next_alike[found] > 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: columns %d and %u are both named “%s”; specify the column by number"), self->path,
                       found, self->next_alike[found] - 1, name);
      return -1;
    }
  if (found >= 0)
    return found;

  if (g_ascii_string_to_signed (name, 10, -(gint64) self->n_columns, self->n_columns - 1, &number, NULL))
    return number < 0 ? number + self->n_columns : number;

  suggestion = rensa_suggest (name, get_name, self->names, self->n_columns);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s has no column “%s”%s"), self->path, name, suggestion);
  return -1;
}

gboolean
rensa_reading_refuse (const RensaReading *self, guint column, guint line, const char *what, const char *advice,
                      GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u, column “%s”: %s%s"), self->path, line,
                   self->names[column], what, advice);
  return FALSE;
}

char *
rensa_reading_word (const char *format, const char *text)
{
  g_autofree char *excerpt = rensa_excerpt (text);
  GString *words = g_string_new (format);

  g_string_replace (words, "{text}", excerpt, 1);
  return g_string_free (words, FALSE);
}

/* Rows */

gint64
rensa_reading_get_block_rows (const RensaReading *self)
{
  return MAX (BLOCK_CELLS / MAX (self->n_kept, 1), 1);
}

guint *
rensa_reading_list_kept (const RensaReading *self)
{
  guint *kept = g_new (guint, self->n_columns + 1);
  guint n = 0;

  for (guint i = 0; i < self->n_columns; i++)
    if (!self->left_out[i] && (int) i != self->label)
      kept[n++] = i;
  if (self->label >= 0)
    kept[n] = (guint) self->label;
  return kept;
}

/* Returns the memory of the next row. */
static RensaCell *
add_row (RensaReading *self, GError **error)
{
  const gint64 n_rows = rensa_reading_get_block_rows (self);
  const gint64 row = self->n_rows % n_rows;
  RensaCell *block;

  if (row == 0)
    {
      block = rensa_memory_try_map ((gsize) n_rows * self->n_kept * sizeof *block);
      if (block == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("%s: not enough memory for more than %lld rows"),
                           self->path, (long long) self->n_rows);
          return NULL;
        }
      g_ptr_array_add (self->blocks, block);
    }
  block = self->blocks->pdata[self->blocks->len - 1];
  self->n_rows++;
  return block + row * self->n_kept;
}

static gboolean
check_length (const RensaReading *self, RensaTable *table, GError **error)
{
  const guint n = rensa_table_get_n_fields (table);
  g_autofree char *found = NULL;

  if (n == self->n_columns || (n == self->n_columns + 1 && *rensa_table_get_fields (table)[n - 1] == '\0'))
    return TRUE;

  found = g_strdup_printf (ngettext ("%u field", "%u fields", n), n);
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   self->form.header ? N_ ("%s, line %u: the row has %s, but the header has %u")
                                     : N_ ("%s, line %u: the row has %s, but the first row has %u"),
                   self->path, rensa_table_get_line (table), found, self->n_columns);
  return FALSE;
}

static gboolean
take_row (RensaReading *self, RensaTable *table, GError **error)
{
  const char *const *fields = rensa_table_get_fields (table);
  const guint line = rensa_table_get_line (table);
  RensaCell *cell = check_length (self, table, error) ? add_row (self, error) : NULL;
  RensaCell *last = cell != NULL ? cell + self->n_kept - 1 : NULL;
  gboolean is_complete = TRUE;

  if (cell == NULL)
    return FALSE;
  for (guint i = 0; i < self->n_columns; i++)
    {
      RensaCell *place = (int) i == self->label ? last : cell;

      if (self->left_out[i])
        continue;
      if (!rensa_column_add (&self->columns[i], fields[i], line, &self->form.number, &self->missing, place))
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT,
                           N_ ("%s, line %u, column “%s”: more than a million distinct words; exclude this column"),
                           self->path, line, self->names[i]);
          return FALSE;
        }
      is_complete = is_complete && !rensa_column_is_missing (&self->columns[i], *place);
      cell += (int) i != self->label;
    }
  self->n_incomplete += !is_complete;
  return TRUE;
}

/* Returns TRUE if a column must be read with another interpretation. */
static gboolean
decide (RensaReading *self)
{
  gboolean changes = FALSE;

  for (guint i = 0; i < self->n_columns; i++)
    changes = (!self->left_out[i] && rensa_column_decide (&self->columns[i])) || changes;
  return changes;
}

static gboolean
report (const RensaReading *self, RensaTable *table, const RensaDataPlaces *places, GError **error)
{
  RensaText *text = rensa_table_get_text (table);

  if (places->progress != NULL)
    places->progress (rensa_text_get_n_read (text), rensa_text_get_size (text), self->n_rows, places->progress_data);
  if (places->cancellable == NULL || !g_cancellable_is_cancelled (places->cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("%s: reading was cancelled"), self->path);
  return FALSE;
}

/* Checks the available memory for the rest of the table, estimated from the rows so far. */
static gboolean
check_memory (const RensaReading *self, RensaTable *table, GError **error)
{
  RensaText *text = rensa_table_get_text (table);
  const double share = (double) rensa_text_get_n_read (text) / MAX (rensa_text_get_size (text), 1);
  const double bytes = (double) self->n_rows * self->n_kept * sizeof (RensaCell);

  /* Checks only when the number of rows has doubled. */
  if ((self->n_rows & (self->n_rows - 1)) != 0)
    return TRUE;
  return rensa_memory_check ((guint64) (bytes / MAX (share, 1e-9) - bytes), self->path, error);
}

typedef enum
{
  DONE,
  AGAIN, /* a column, or the encoding, was misinterpreted */
  FAILED,
} Outcome;

static Outcome
read_rows (RensaReading *self, RensaTable *table, const RensaDataPlaces *places, gboolean is_first, GError **error)
{
  gboolean is_there;

  if (!rensa_reading_skip_header (self, table, error))
    return FAILED;
  for (;;)
    {
      if (!rensa_table_next (table, &is_there, error))
        return FAILED;
      if (!is_there)
        return decide (self) ? AGAIN : DONE;
      if (!take_row (self, table, error))
        return FAILED;
      if (self->n_rows % REPORT_ROWS == 0
          && (!report (self, table, places, error) || !check_memory (self, table, error)))
        return FAILED;
      if (is_first && self->n_rows == EARLY && decide (self))
        return AGAIN;
    }
}

static void
restart (RensaReading *self)
{
  self->n_rows = self->n_incomplete = 0;
  g_ptr_array_set_size (self->blocks, 0);
  for (guint i = 0; i < self->n_columns; i++)
    rensa_column_restart (&self->columns[i]);
}

static Outcome
read_file (RensaReading *self, const RensaDataPlaces *places, gboolean is_first, GError **error)
{
  g_autoptr (RensaTable) table = rensa_reading_open_table (self, error);
  Outcome outcome;

  if (table == NULL)
    return FAILED;

  restart (self);
  outcome = read_rows (self, table, places, is_first, error);
  if (outcome == FAILED && try_other_encoding (self, rensa_table_get_text (table), error))
    return AGAIN;
  if (outcome == DONE)
    {
      self->encoding = rensa_text_get_encoding (rensa_table_get_text (table));
      self->n_comments = rensa_table_get_n_comments (table);
    }
  return outcome;
}

static gboolean
check_n_rows (RensaReading *self, GError **error)
{
  if (self->n_rows > 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the header is not followed by any rows"), self->path);
  return FALSE;
}

/* All values of a column determine its interpretation; the early check only saves time. */
static gboolean
read_whole (RensaReading *self, const RensaDataPlaces *places, GError **error)
{
  Outcome outcome = AGAIN;

  self->blocks = g_ptr_array_new_with_free_func (rensa_memory_unmap);
  for (gboolean is_first = TRUE; outcome == AGAIN; is_first = FALSE)
    outcome = read_file (self, places, is_first, error);
  return outcome == DONE && check_n_rows (self, error);
}

static gboolean
is_large (const RensaReading *self)
{
  GStatBuf status;

  return g_stat (self->path, &status) == 0 && (guint64) status.st_size >= self->cached_from;
}

gboolean
rensa_reading_read (RensaReading *self, const RensaDataPlaces *places, GError **error)
{
  const gboolean is_kept = is_large (self);
  g_autofree char *mark = is_kept ? rensa_table_cache_make_mark (self) : NULL;

  self->stage = RENSA_READING_ROWS;
  self->n_kept = 0;
  for (guint i = 0; i < self->n_columns; i++)
    self->n_kept += !self->left_out[i];
  if (is_kept && rensa_table_cache_load (self, places))
    return TRUE;
  if (!read_whole (self, places, error))
    return FALSE;
  if (mark != NULL)
    rensa_table_cache_save (self, mark, places);
  return TRUE;
}

int
rensa_reading_get_how_far (const RensaReading *self)
{
  int n = 0;

  /* With a wrong delimiter there is only one column, in which no errors are found. */
  if (self->stage == RENSA_READING_COLUMNS && self->n_columns == 1)
    return (int) RENSA_READING_TEXT * (1 << 20);
  for (guint i = 0; i < self->n_columns && self->stage >= RENSA_READING_NUMBERS; i++)
    if (!self->left_out[i])
      n += self->stage == RENSA_READING_NUMBERS ? rensa_column_is_bad (&self->columns[i])
                                                : self->columns[i].n_missing > 0;
  return (int) self->stage * (1 << 20) - MIN (n, 1 << 19);
}
