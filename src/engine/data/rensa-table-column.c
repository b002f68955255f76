/* rensa-table-column.c: texts become numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-private.h"

#include <math.h>
#include <string.h>

/* A number that is finite as a float and takes up the whole text, but for spaces. */
static gboolean
parse_number (const char *text, double *value)
{
  char *end;

  while (g_ascii_isspace (*text))
    text++;
  /* strtod () takes "nan", "inf" and hexadecimal numbers as well, which are words in a table. */
  if (!g_ascii_isdigit (*text) && *text != '-' && *text != '+' && *text != '.')
    return FALSE;
  if (strpbrk (text, "xXnN") != NULL)
    return FALSE;

  *value = g_ascii_strtod (text, &end);
  if (end == text || !isfinite ((float) *value))
    return FALSE;
  while (g_ascii_isspace (*end))
    end++;
  return *end == '\0';
}

static gboolean
is_missing (const char *text, const char *const *missing)
{
  if (*text == '\0')
    return TRUE;
  for (guint i = 0; missing[i] != NULL; i++)
    if (g_str_equal (text, missing[i]))
      return TRUE;
  return FALSE;
}

/* FALSE at the first text that is no number, whose row @bad_row then is. */
static gboolean
read_numbers (RensaColumn *column, const RensaTable *table, guint index, const char *const *missing)
{
  for (gint64 row = 0; row < table->n_rows; row++)
    {
      const char *text = rensa_table_get (table, row, index);

      if (is_missing (text, missing))
        {
          column->values[row] = NAN;
          continue;
        }
      if (!parse_number (text, &column->values[row]))
        {
          column->bad_row = row;
          return FALSE;
        }
    }
  return TRUE;
}

/* Then a text among them is a mistake rather than the name of a category. */
static gboolean
is_mostly_numbers (const RensaTable *table, guint index, const char *const *missing)
{
  gint64 n_numbers = 0;
  gint64 n_texts = 0;
  double value;

  for (gint64 row = 0; row < table->n_rows; row++)
    {
      const char *text = rensa_table_get (table, row, index);

      if (parse_number (text, &value))
        n_numbers++;
      else if (!is_missing (text, missing))
        n_texts++;
    }
  return n_numbers > n_texts;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = 0, y = 0;

  parse_number (*(const char *const *) a, &x);
  parse_number (*(const char *const *) b, &y);
  return x != y ? (x > y) - (x < y) : compare_texts (a, b);
}

static gboolean
all_numbers (GPtrArray *texts)
{
  double value;

  for (guint i = 0; i < texts->len; i++)
    if (!parse_number (texts->pdata[i], &value))
      return FALSE;
  return TRUE;
}

/* The number of @text, a new one where it was not met before. */
static guint
number_text (GHashTable *numbers, GPtrArray *texts, const char *text)
{
  gpointer number;

  if (g_hash_table_lookup_extended (numbers, text, NULL, &number))
    return GPOINTER_TO_UINT (number);

  g_hash_table_insert (numbers, (gpointer) text, GUINT_TO_POINTER (texts->len));
  g_ptr_array_add (texts, (gpointer) text);
  return texts->len - 1;
}

/* Texts are numbered as they come, then renumbered in their order. */
static void
read_categories (RensaColumn *column, const RensaTable *table, guint index, gboolean by_number,
                 const char *const *missing)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autofree double *ranks = NULL;

  for (gint64 row = 0; row < table->n_rows; row++)
    {
      const char *text = rensa_table_get (table, row, index);

      column->values[row] = is_missing (text, missing) ? NAN : number_text (numbers, texts, text);
    }

  g_ptr_array_sort (texts, by_number && all_numbers (texts) ? compare_numbers : compare_texts);
  ranks = g_new (double, texts->len + 1);
  column->n_categories = texts->len;
  column->categories = g_new0 (char *, texts->len + 1);
  for (guint i = 0; i < texts->len; i++)
    {
      column->categories[i] = g_strdup (texts->pdata[i]);
      ranks[GPOINTER_TO_UINT (g_hash_table_lookup (numbers, texts->pdata[i]))] = i;
    }

  for (gint64 row = 0; row < table->n_rows; row++)
    if (!isnan (column->values[row]))
      column->values[row] = ranks[(guint) column->values[row]];
}

void
rensa_column_read (RensaColumn *column, const RensaTable *table, guint index, RensaColumnKind kind,
                   const char *const *missing)
{
  memset (column, 0, sizeof *column);
  column->values = g_new (double, table->n_rows);
  column->bad_row = -1;
  column->first_missing = -1;

  if (kind == RENSA_COLUMN_CATEGORIES || kind == RENSA_COLUMN_CLASSES)
    read_categories (column, table, index, kind == RENSA_COLUMN_CLASSES, missing);
  else if (!read_numbers (column, table, index, missing) && kind == RENSA_COLUMN_AUTO
           && !is_mostly_numbers (table, index, missing))
    {
      column->bad_row = -1;
      read_categories (column, table, index, FALSE, missing);
    }

  for (gint64 row = 0; column->bad_row < 0 && column->first_missing < 0 && row < table->n_rows; row++)
    if (isnan (column->values[row]))
      column->first_missing = row;
}

void
rensa_column_clear (RensaColumn *column)
{
  g_clear_pointer (&column->values, g_free);
  g_clear_pointer (&column->categories, g_strfreev);
}

static void
fill (RensaColumn *column, gint64 n_rows, double value)
{
  for (gint64 row = 0; row < n_rows; row++)
    if (isnan (column->values[row]))
      column->values[row] = value;
}

static double
get_mean (const RensaColumn *column, gint64 n_rows)
{
  double sum = 0;
  gint64 n = 0;

  for (gint64 row = 0; row < n_rows; row++)
    if (!isnan (column->values[row]))
      {
        sum += column->values[row];
        n++;
      }
  return n > 0 ? sum / n : 0;
}

static double
get_most_frequent (const RensaColumn *column, gint64 n_rows)
{
  g_autofree gint64 *counts = g_new0 (gint64, column->n_categories + 1);
  guint best = 0;

  for (gint64 row = 0; row < n_rows; row++)
    if (!isnan (column->values[row]))
      counts[(guint) column->values[row]]++;
  for (guint i = 0; i < column->n_categories; i++)
    if (counts[i] > counts[best])
      best = i;
  return best;
}

void
rensa_column_fill_with_mean (RensaColumn *column, gint64 n_rows)
{
  fill (column, n_rows, column->categories != NULL ? get_most_frequent (column, n_rows) : get_mean (column, n_rows));
}

void
rensa_column_fill_with_zero (RensaColumn *column, gint64 n_rows)
{
  fill (column, n_rows, 0);
}
