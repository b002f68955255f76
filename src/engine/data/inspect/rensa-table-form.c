/* rensa-table-form.c: detects the format of a table from its beginning.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-private.h"

#include <math.h>
#include <string.h>

#define MOST_ROWS 1000
#define MOST_COLUMNS 256

/* Delimiters in order of preference if several fit equally well. */
static const char delimiters[] = { ';', '\t', '|', ',', ' ' };

/* The cells of the sample for one delimiter. */
typedef struct
{
  GPtrArray *rows; /* GPtrArray of texts */
  guint n_columns; /* number of columns of most rows */
  double share;    /* fraction of the rows with this number */
  gboolean is_bad; /* a row cannot be read */
  gboolean has_comments;
} Sample;

static void
sample_clear (Sample *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static const char *
get_cell (const Sample *self, guint row, guint column)
{
  const GPtrArray *cells = self->rows->pdata[row];

  return column < cells->len ? cells->pdata[column] : "";
}

/* A delimiter at the end of each row, as some programs write it, does not start another column. */
static gboolean
is_trailing (const Sample *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (*get_cell (self, i, self->n_columns - 1) != '\0')
      return FALSE;
  return self->n_columns > 1;
}

static void
find_n_columns (Sample *self)
{
  guint counts[MOST_COLUMNS + 1] = { 0 };

  for (guint i = 0; i < self->rows->len; i++)
    counts[((GPtrArray *) self->rows->pdata[i])->len]++;
  for (guint i = 1; i <= MOST_COLUMNS; i++)
    if (counts[i] > counts[self->n_columns])
      self->n_columns = i;
  self->share = (double) counts[self->n_columns] / MAX (self->rows->len, 1);
}

static GPtrArray *
copy_row (RensaTable *table)
{
  const guint n = MIN (rensa_table_get_n_fields (table), MOST_COLUMNS);
  GPtrArray *row = g_ptr_array_new_full (n, g_free);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (row, g_strdup (rensa_table_get_fields (table)[i]));
  return row;
}

static void
sample_read (Sample *self, const char *bytes, gsize n, char delimiter, gboolean skips_comments)
{
  g_autoptr (RensaTable) table = rensa_table_new_for_sample ("", bytes, n, delimiter);
  gboolean is_there;

  *self = (Sample){ .rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref) };
  if (skips_comments)
    rensa_table_skip_comments (table);
  while (self->rows->len < MOST_ROWS && !self->is_bad)
    {
      self->is_bad = !rensa_table_next (table, &is_there, NULL);
      if (self->is_bad || !is_there)
        break;
      g_ptr_array_add (self->rows, copy_row (table));
    }
  self->has_comments = rensa_table_get_n_comments (table) > 0;
  find_n_columns (self);
}

/* Numbers */

/* Tried in this order until one fits all cells; if the delimiter is a comma, a comma within a field
 * is more likely a thousands separator. */
static const RensaNumberForm forms[] = {
  { ',', '\0' }, { '.', '\0' }, { '.', ',' }, { ',', '.' }, { '.', ' ' }, { ',', ' ' }, { '.', '\'' }, { ',', '\'' },
};
static const RensaNumberForm forms_with_commas[] = {
  { '.', '\0' }, { '.', ',' }, { ',', '\0' }, { ',', '.' }, { '.', ' ' }, { ',', ' ' }, { '.', '\'' }, { ',', '\'' },
};

/* Returns the number of cells that are numbers in that form, and their sum. */
static guint
count_numbers (const Sample *self, const RensaNumberForm *form, double *sum)
{
  guint n = 0;

  *sum = 0;
  for (guint row = 0; row < self->rows->len; row++)
    for (guint column = 0; column < self->n_columns; column++)
      {
        double value;

        if (rensa_number_parse_any (get_cell (self, row, column), form, &value))
          {
            *sum += fabs (value);
            n++;
          }
      }
  return n;
}

static gboolean
suits (const RensaNumberForm *form, const RensaNumberForm *asked)
{
  return (asked->decimal == RENSA_FORM_GUESS || asked->decimal == form->decimal)
         && (asked->thousands == RENSA_FORM_GUESS || asked->thousands == form->thousands);
}

static void
find_doubtful (const Sample *self, RensaTableForm *form, const RensaNumberForm *other)
{
  for (guint row = 0; row < self->rows->len; row++)
    for (guint column = 0; column < self->n_columns; column++)
      {
        const char *cell = get_cell (self, row, column);
        double a, b;

        if (rensa_number_parse_any (cell, &form->number, &a) && rensa_number_parse_any (cell, other, &b) && a != b)
          {
            g_strlcpy (form->doubtful, cell, sizeof form->doubtful);
            return;
          }
      }
}

static void
guess_number (const Sample *self, RensaTableForm *form)
{
  const RensaNumberForm asked = form->number;
  const RensaNumberForm *all = form->delimiter == ',' ? forms_with_commas : forms;
  const RensaNumberForm *other = NULL;
  guint most = 0;
  double best_sum = 0;

  form->number = (RensaNumberForm){ asked.decimal != RENSA_FORM_GUESS ? asked.decimal : '.',
                                    asked.thousands != RENSA_FORM_GUESS ? asked.thousands : '\0' };
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      double sum;
      const guint n = suits (&all[i], &asked) ? count_numbers (self, &all[i], &sum) : 0;

      if (n > most)
        {
          most = n;
          best_sum = sum;
          form->number = all[i];
          other = NULL;
        }
      else if (n > 0 && n == most && other == NULL && sum != best_sum)
        other = &all[i];
    }
  if (other != NULL)
    find_doubtful (self, form, other);
}

static gboolean
has_fractions (const Sample *self, const RensaNumberForm *form)
{
  double value;

  for (guint row = 0; row < self->rows->len; row++)
    for (guint column = 0; column < self->n_columns; column++)
      {
        const char *cell = get_cell (self, row, column);

        if (strchr (cell, form->decimal) != NULL && rensa_number_parse_any (cell, form, &value))
          return TRUE;
      }
  return FALSE;
}

/* Delimiter */

static gboolean
is_number (const char *cell)
{
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (rensa_number_parse (cell, &forms[i], &value))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if @cell contains several numbers separated by blanks, and is not a number with
 * blanks as thousands separators. */
static gboolean
is_numbers (const char *cell)
{
  g_auto (GStrv) parts = NULL;
  guint n = 0;

  if (strchr (cell, ' ') == NULL || is_number (cell))
    return FALSE;
  parts = g_strsplit (cell, " ", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] != '\0' && !is_number (parts[i]))
        return FALSE;
      n += *parts[i] != '\0';
    }
  return n > 1;
}

/* Blanks occur in all texts: they can be the delimiter only if all rows have the same number of
 * fields, and half of these are numbers. */
static gboolean
suits_blanks (const Sample *self)
{
  guint n_numbers = 0;

  if (self->is_bad || self->share < 1)
    return FALSE;
  for (guint row = 0; row < self->rows->len; row++)
    for (guint column = 0; column < self->n_columns; column++)
      n_numbers += is_number (get_cell (self, row, column));
  return n_numbers * 2 >= self->rows->len * self->n_columns;
}

/* Rates a delimiter between 0 and 1: rows should have the same number of cells, and no cell should
 * look as if it contained several. */
static double
judge (const Sample *self)
{
  double clean = 0;

  if (self->n_columns < 2)
    return 0;
  for (guint row = 0; row < self->rows->len; row++)
    for (guint column = 0; column < self->n_columns; column++)
      {
        const char *cell = get_cell (self, row, column);
        /* Commas also occur in sentences, and as decimal signs in many countries. */
        const gboolean is_split = strpbrk (cell, ";\t|") != NULL || is_numbers (cell);
        const gboolean is_doubtful = !is_split && strchr (cell, ',') != NULL && !is_number (cell);

        clean += is_split ? 0 : is_doubtful ? 0.5 : 1;
      }
  return self->share * self->share * clean / (self->rows->len * (double) self->n_columns);
}

static char
guess_delimiter (const char *bytes, gsize n)
{
  double best = 0;
  char delimiter = ',';

  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    {
      g_auto (Sample) sample = { 0 };
      double worth;

      sample_read (&sample, bytes, n, delimiters[i], TRUE);
      worth = delimiters[i] != ' ' || suits_blanks (&sample) ? judge (&sample) : 0;
      if (worth > best)
        {
          best = worth;
          delimiter = delimiters[i];
        }
    }
  return delimiter;
}

/* Comments */

/* Returns TRUE if the presumed comments in @sample are ordinary rows: "# of rooms,price" contains
 * column names. */
static gboolean
are_rows (const Sample *sample, const char *bytes, gsize n, char delimiter)
{
  g_auto (Sample) all = { 0 };

  if (delimiter == ' ')
    return FALSE;
  sample_read (&all, bytes, n, delimiter, FALSE);
  return !all.is_bad && all.share == 1 && all.n_columns == sample->n_columns;
}

/* Header */

static gboolean
is_word (const char *cell, const RensaTableForm *form, const RensaMissing *missing)
{
  double value;

  return !rensa_missing_has (missing, cell, TRUE) && !rensa_number_parse_any (cell, &form->number, &value);
}

/* Returns TRUE for a word with only numbers below it. */
static gboolean
is_name_of_numbers (const Sample *self, guint column, const RensaTableForm *form, const RensaMissing *missing)
{
  guint n_numbers = 0;

  if (!is_word (get_cell (self, 0, column), form, missing))
    return FALSE;
  for (guint row = 1; row < self->rows->len; row++)
    {
      const char *cell = get_cell (self, row, column);
      double value;

      if (is_word (cell, form, missing))
        return FALSE;
      n_numbers += rensa_number_parse_any (cell, &form->number, &value);
    }
  return n_numbers > 0;
}

/* Returns TRUE for a word that occurs neither in the rows below nor in other columns of the
 * first row. */
static gboolean
is_name_of_words (const Sample *self, guint column, const RensaTableForm *form, const RensaMissing *missing)
{
  const char *name = get_cell (self, 0, column);

  if (!is_word (name, form, missing))
    return FALSE;
  for (guint row = 1; row < self->rows->len; row++)
    if (g_str_equal (get_cell (self, row, column), name))
      return FALSE;
  for (guint i = 0; i < self->n_columns; i++)
    if (i != column && g_str_equal (get_cell (self, 0, i), name))
      return FALSE;
  return TRUE;
}

static gboolean
guess_header (const Sample *self, const RensaTableForm *form, const RensaMissing *missing)
{
  guint n_names = 0;

  if (self->rows->len == 0)
    return TRUE;
  for (guint i = 0; i < self->n_columns; i++)
    if (is_name_of_numbers (self, i, form, missing))
      return TRUE;
  for (guint i = 0; i < self->n_columns; i++)
    n_names += is_name_of_words (self, i, form, missing);
  return n_names == self->n_columns;
}

/* "sep=;" in the first line is a hint for Excel. */
static gsize
read_hint (RensaTableForm *form, const char *sample, gsize n)
{
  gsize i = 5;

  if (n < 6 || g_ascii_strncasecmp (sample, "sep=", 4) != 0 || (sample[i] != '\r' && sample[i] != '\n'))
    return 0;
  if (form->delimiter == RENSA_FORM_GUESS)
    form->delimiter = sample[4];
  form->skips_line = TRUE;
  i += sample[i] == '\r';
  return MIN (i + 1, n);
}

void
rensa_table_form_guess (RensaTableForm *form, const char *bytes, gsize n, const RensaMissing *missing)
{
  g_auto (Sample) sample = { 0 };
  const gsize start = read_hint (form, bytes, n);

  bytes += start;
  n -= start;
  if (form->delimiter == RENSA_FORM_GUESS)
    form->delimiter = guess_delimiter (bytes, n);
  sample_read (&sample, bytes, n, form->delimiter, TRUE);
  if (sample.has_comments && are_rows (&sample, bytes, n, form->delimiter))
    {
      sample_clear (&sample);
      sample_read (&sample, bytes, n, form->delimiter, FALSE);
    }
  form->has_comments = sample.has_comments;
  form->is_trailing = is_trailing (&sample);
  sample.n_columns -= form->is_trailing;
  guess_number (&sample, form);
  form->has_fractions = has_fractions (&sample, &form->number);
  if (form->header < 0)
    form->header = guess_header (&sample, form, missing);
}
