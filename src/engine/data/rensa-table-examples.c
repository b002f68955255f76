/* rensa-table-examples.c: the rows of a table as examples that a data set knows.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-examples-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-table-private.h"

/* Rows of a file, and the columns that examples are made of. */
typedef struct
{
  const char *path;
  const RensaExampleForm *form;
  RensaTable *table;
  gint64 n_columns;
  guint *places; /* of each column, in a row */
  GArray *values;
} Rows;

static void
rows_clear (Rows *self)
{
  g_clear_pointer (&self->table, rensa_table_free);
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->values, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rows, rows_clear)

/* What stands most often in the first line. */
static char
guess_delimiter (const char *path)
{
  static const char delimiters[] = ",;\t";
  g_autofree char *text = NULL;
  char best = ',';
  int most = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return best;
  for (const char *delimiter = delimiters; *delimiter != '\0'; delimiter++)
    {
      int n = 0;

      for (const char *c = text; *c != '\0' && *c != '\n'; c++)
        n += *c == *delimiter;
      if (n > most)
        {
          best = *delimiter;
          most = n;
        }
    }
  return best;
}

static gboolean
find_place (Rows *self, const char *name, guint *place, GError **error)
{
  const char *const *fields = rensa_table_get_fields (self->table);

  for (*place = 0; *place < rensa_table_get_n_fields (self->table); (*place)++)
    if (g_str_equal (fields[*place], name))
      return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the first row names no column “%s”"), self->path, name);
  return FALSE;
}

/* By the names of the first row, or as they come where the data set has none. */
static gboolean
find_places (Rows *self, GError **error)
{
  gboolean is_there;

  self->places = g_new (guint, self->n_columns);
  for (gint64 i = 0; i < self->n_columns; i++)
    self->places[i] = (guint) i;
  if (self->form->names == NULL)
    return TRUE;
  if (!rensa_table_next (self->table, &is_there, error))
    return FALSE;
  for (gint64 i = 0; is_there && i < self->n_columns; i++)
    if (!find_place (self, self->form->names[i], &self->places[i], error))
      return FALSE;
  return TRUE;
}

/* The number of @text among @words, of which the first is 0. */
static gboolean
find_word (Rows *self, const char *const *words, const char *text, double *value, GError **error)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], text))
      {
        *value = i;
        return TRUE;
      }
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: line %u: “%s” is none of the words of that column"), self->path,
                   rensa_table_get_line (self->table), text);
  return FALSE;
}

static gboolean
add_value (Rows *self, gint64 column, const char *text, GError **error)
{
  const RensaNumberForm plain = { '.', '\0' };
  const char *const *words = self->form->categories != NULL ? self->form->categories->pdata[column] : NULL;
  double value;
  float narrow;

  if (words != NULL)
    {
      if (!find_word (self, words, text, &value, error))
        return FALSE;
    }
  else if (!rensa_number_parse (text, &plain, &value))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: line %u: a number was expected, but “%s” was found"),
                       self->path, rensa_table_get_line (self->table), text);
      return FALSE;
    }
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
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("%s: line %u: an example has %lld values, but %u were found"), self->path,
                           rensa_table_get_line (self->table), (long long) self->n_columns, n);
          return FALSE;
        }
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
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: there are no rows"), self->path);
  return FALSE;
}

RensaArray *
rensa_table_examples_read (const char *path, const RensaExampleForm *form, GError **error)
{
  g_auto (Rows) self = { .path = path, .form = form, .n_columns = rensa_shape_count (&form->type.shape) };
  RensaText *text = rensa_text_open (path, RENSA_ENCODING_AUTO, error);
  RensaShape shape = { .ndim = form->type.shape.ndim + 1 };

  if (text == NULL)
    return NULL;
  self.table = rensa_table_new (path, text, guess_delimiter (path));
  self.values = g_array_new (FALSE, FALSE, sizeof (float));
  if (!find_places (&self, error) || !read_rows (&self, error))
    return NULL;

  shape.dims[0] = self.values->len / self.n_columns;
  memcpy (shape.dims + 1, form->type.shape.dims, (gsize) form->type.shape.ndim * sizeof *shape.dims);
  return rensa_array_new_from_host (RENSA_FLOAT32, &shape, self.values->data, error);
}
