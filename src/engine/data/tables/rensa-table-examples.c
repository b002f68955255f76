/* rensa-table-examples.c: table rows as examples in the form of a data set.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-examples-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-table-reading-private.h"

/* Rows of a file, their format, and the columns used for examples. */
typedef struct
{
  RensaReading reading;
  const RensaExampleForm *form;
  RensaTable *table;
  gint64 n_columns;
  guint *places; /* index within a row, for each column */
  GArray *values;
} Rows;

static void
rows_clear (Rows *self)
{
  g_clear_pointer (&self->table, rensa_table_free);
  rensa_reading_clear (&self->reading);
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->values, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rows, rows_clear)

/* @n: number of values in the row */
static gboolean
refuse_row (Rows *self, guint line, guint n, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: line %u: an example has %lld values, but %u were found"),
                   self->reading.path, line, (long long) self->n_columns, n);
  return FALSE;
}

/* Matches columns by the names in the first row, or by position if the data set has no names. */
static gboolean
find_places (Rows *self, GError **error)
{
  if (self->form->names == NULL && self->n_columns > self->reading.n_columns)
    return refuse_row (self, 1, self->reading.n_columns, error);

  self->places = g_new (guint, self->n_columns);
  for (gint64 i = 0; i < self->n_columns; i++)
    {
      const int place =
          self->form->names != NULL ? rensa_reading_find_column (&self->reading, self->form->names[i], error) : (int) i;

      if (place < 0)
        return FALSE;
      self->places[i] = (guint) place;
    }
  return TRUE;
}

/* Returns the index of @text in @words. */
static gboolean
find_word (const char *const *words, const char *text, double *value)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], text))
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}

/* @words: (nullable): categories of the column; @is_missing: the text means a missing value */
static gboolean
refuse (Rows *self, guint place, const char *const *words, const char *text, gboolean is_missing, GError **error)
{
  g_autofree char *what = rensa_reading_word (*text == '\0'   ? _ ("the value is missing")
                                              : is_missing    ? _ ("the value is missing: found “{text}”")
                                              : words != NULL ? _ ("“{text}” is not a category of this column")
                                                              : _ ("expected a number, but found “{text}”"),
                                              text);

  return rensa_reading_refuse (&self->reading, place, rensa_table_get_line (self->table), what, "", error);
}

static gboolean
add_value (Rows *self, gint64 column, const char *text, GError **error)
{
  const char *const *words = self->form->categories != NULL ? self->form->categories->pdata[column] : NULL;
  const gboolean is_missing = rensa_missing_has (&self->reading.missing, text, words == NULL);
  double value;
  float narrow;

  if (is_missing && self->form->fills != NULL)
    value = g_array_index (self->form->fills, float, column);
  else if (!(words != NULL ? find_word (words, text, &value)
                           : rensa_number_parse_any (text, &self->reading.form.number, &value)))
    return refuse (self, self->places[column], words, text, is_missing, error);

  narrow = (float) value;
  g_array_append_val (self->values, narrow);
  return TRUE;
}

static gboolean
add_row (Rows *self, GError **error)
{
  const guint n = rensa_table_get_n_fields (self->table);

  for (gint64 i = 0; i < self->n_columns; i++)
    {
      if (self->places[i] >= n)
        return refuse_row (self, rensa_table_get_line (self->table), n, error);
      if (!add_value (self, i, rensa_table_get_fields (self->table)[self->places[i]], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_rows (Rows *self, GError **error)
{
  gboolean is_there = TRUE;

  while (rensa_table_next (self->table, &is_there, error) && is_there)
    if (!add_row (self, error))
      return FALSE;
  if (is_there)
    return FALSE;
  if (self->values->len > 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: no rows"), self->reading.path);
  return FALSE;
}

/* Uses the number format of the data set or, if it has none, detects it. */
static gboolean
begin (Rows *self, const char *path, int header, GError **error)
{
  const RensaNumberForm unknown = { RENSA_FORM_GUESS, RENSA_FORM_GUESS };

  self->reading = (RensaReading){
    .path = g_strdup (path),
    .encoding = RENSA_ENCODING_AUTO,
    .form = { .delimiter = RENSA_FORM_GUESS,
              .number = self->form->numbers.decimal != '\0' ? self->form->numbers : unknown,
              .header = header },
  };
  rensa_missing_init (&self->reading.missing, (const char *const *) self->form->missing);
  return rensa_reading_begin (&self->reading, error);
}

/* Returns TRUE if the columns of the data set are named by numbers, as without a header, and the
 * first row does not contain these names. */
static gboolean
lacks_header (const Rows *self)
{
  const char *const *found = (const char *const *) self->reading.names;
  gboolean lacks_name = FALSE;

  for (char **name = self->form->names; name != NULL && *name != NULL; name++)
    {
      if (!g_ascii_isdigit (**name))
        return FALSE;
      lacks_name = lacks_name || !g_strv_contains (found, *name);
    }
  return lacks_name;
}

static gboolean
open_rows (Rows *self, const char *path, GError **error)
{
  if (!begin (self, path, self->form->names != NULL ? TRUE : -1, error))
    return FALSE;
  if (lacks_header (self))
    {
      rensa_reading_clear (&self->reading);
      if (!begin (self, path, FALSE, error))
        return FALSE;
    }
  self->table = rensa_reading_open_table (&self->reading, error);
  return self->table != NULL && rensa_reading_skip_header (&self->reading, self->table, error);
}

RensaArray *
rensa_table_examples_read (const char *path, const RensaExampleForm *form, GError **error)
{
  g_auto (Rows) self = { .form = form, .n_columns = rensa_shape_count (&form->type.shape) };
  RensaShape shape = { .ndim = form->type.shape.ndim + 1 };

  self.values = g_array_new (FALSE, FALSE, sizeof (float));
  if (!open_rows (&self, path, error) || !find_places (&self, error) || !read_rows (&self, error))
    return NULL;

  shape.dims[0] = self.values->len / self.n_columns;
  memcpy (shape.dims + 1, form->type.shape.dims, (gsize) form->type.shape.ndim * sizeof *shape.dims);
  return rensa_array_new_from_host (RENSA_FLOAT32, &shape, self.values->data, error);
}
