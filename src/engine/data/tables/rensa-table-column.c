/* rensa-table-column.c: conversion of table columns to numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-private.h"

#include <math.h>
#include <string.h>

/* Maximum number of distinct words; more are not categories, and would take much memory. */
#define MOST_WORDS (1 << 20)

typedef struct
{
  char *text;
  guint64 count;
} Word;

static void
word_free (gpointer data)
{
  Word *word = data;

  g_free (word->text);
  g_free (word);
}

static void
start (RensaColumn *self)
{
  self->is_whole = self->is_counter = TRUE;
  self->n_numbers = self->n_texts = self->n_missing = self->n_like_numbers = 0;
  self->bad_line = self->missing_line = 0;
  self->sum = 0;
  self->n_seen = 0;
  self->unit = (RensaUnit){ 0 };
  if (!self->as_words)
    return;

  self->texts = g_ptr_array_new_with_free_func (word_free);
  self->words = g_hash_table_new (g_str_hash, g_str_equal);
}

void
rensa_column_init (RensaColumn *self, RensaColumnKind kind)
{
  memset (self, 0, sizeof *self);
  self->kind = kind;
  self->as_words = kind == RENSA_COLUMN_CATEGORIES || kind == RENSA_COLUMN_CLASSES;
  start (self);
}

void
rensa_column_clear (RensaColumn *self)
{
  g_clear_pointer (&self->words, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->bad_text, g_free);
  g_clear_pointer (&self->missing_text, g_free);
}

void
rensa_column_restart (RensaColumn *self)
{
  rensa_column_clear (self);
  start (self);
}

static void
add_number (RensaColumn *self, double value)
{
  int i = 0;

  self->is_counter = self->is_counter && (self->n_numbers == 0 || value == self->last + 1);
  self->last = value;
  self->n_numbers++;
  self->sum += value;
  if (!self->is_whole || self->n_seen > RENSA_MOST_CLASSES)
    return;

  self->is_whole = value == floor (value);
  while (i < self->n_seen && self->seen[i] != value)
    i++;
  if (i == self->n_seen && i < RENSA_MOST_CLASSES)
    self->seen[i] = value;
  self->n_seen += i == self->n_seen;
}

gboolean
rensa_column_add_word (RensaColumn *self, const char *text, guint64 count)
{
  Word *word;

  if (self->texts->len == MOST_WORDS || g_hash_table_contains (self->words, text))
    return FALSE;
  word = g_new (Word, 1);
  *word = (Word){ g_strdup (text), count };
  g_hash_table_insert (self->words, word->text, GUINT_TO_POINTER (self->texts->len));
  g_ptr_array_add (self->texts, word);
  return TRUE;
}

const char *
rensa_column_get_word (const RensaColumn *self, guint number, guint64 *count)
{
  const Word *word = self->texts->pdata[number];

  *count = word->count;
  return word->text;
}

static gboolean
number_word (RensaColumn *self, const char *text, RensaCell *cell)
{
  gpointer number;

  if (g_hash_table_lookup_extended (self->words, text, NULL, &number))
    cell->word = GPOINTER_TO_UINT (number);
  else if (rensa_column_add_word (self, text, 0))
    cell->word = self->texts->len - 1;
  else
    return FALSE;
  ((Word *) self->texts->pdata[cell->word])->count++;
  return TRUE;
}

static void
note (guint *line, char **text, guint new_line, const char *new_text)
{
  if (*line != 0)
    return;
  *line = new_line;
  *text = g_strdup (new_text);
}

/* The first value of a column determines the unit of its numbers. */
static gboolean
parse (RensaColumn *self, const char *text, const RensaNumberForm *form, double *value)
{
  const gboolean is_first = self->n_numbers == 0 && self->n_texts == 0;

  if (rensa_unit_parse (&self->unit, text, form, value))
    return TRUE;
  return is_first && self->kind != RENSA_COLUMN_CATEGORIES && self->kind != RENSA_COLUMN_CLASSES
         && rensa_unit_find (&self->unit, text, form, value);
}

gboolean
rensa_column_add (RensaColumn *self, const char *text, guint line, const RensaNumberForm *form,
                  const RensaMissing *missing, RensaCell *cell)
{
  double value;

  if (rensa_missing_has (missing, text, !self->as_words))
    {
      self->n_missing++;
      note (&self->missing_line, &self->missing_text, line, text);
      if (self->as_words)
        cell->word = RENSA_WORD_MISSING;
      else
        cell->number = NAN;
      return TRUE;
    }

  if (parse (self, text, form, &value))
    {
      add_number (self, value);
      cell->number = (float) value;
    }
  else
    {
      note (&self->bad_line, &self->bad_text, line, text);
      /* Ignores a text that may mean a missing number when determining the kind of the column. */
      self->n_texts += !rensa_missing_has (missing, text, TRUE);
      self->n_like_numbers += g_ascii_isdigit (text[*text == '-' || *text == '+']);
      cell->number = NAN;
    }
  return !self->as_words || number_word (self, text, cell);
}

gboolean
rensa_column_is_missing (const RensaColumn *self, RensaCell cell)
{
  return self->as_words ? cell.word == RENSA_WORD_MISSING : isnan (cell.number);
}

gboolean
rensa_column_decide (RensaColumn *self)
{
  gboolean as_words = self->as_words;

  if (self->kind == RENSA_COLUMN_AUTO || self->kind == RENSA_COLUMN_LABEL)
    as_words = self->n_texts > 0 && (self->n_texts >= self->n_numbers || *self->unit.text != '\0');
  if (self->kind == RENSA_COLUMN_LABEL && self->n_texts == 0)
    as_words = self->is_whole && self->n_seen <= RENSA_MOST_CLASSES;
  if (as_words == self->as_words)
    return FALSE;

  self->as_words = as_words;
  rensa_column_restart (self);
  return TRUE;
}

gboolean
rensa_column_is_bad (const RensaColumn *self)
{
  return !self->as_words && self->bad_line != 0;
}

/* Sorting of words */

typedef struct
{
  const RensaUnit *unit;
  const RensaNumberForm *form;
  gboolean by_number;
} Order;

static int
compare_words (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  const Word *const *x = a;
  const Word *const *y = b;
  double left = 0, right = 0;

  if (order->by_number)
    {
      rensa_unit_parse (order->unit, (*x)->text, order->form, &left);
      rensa_unit_parse (order->unit, (*y)->text, order->form, &right);
    }
  return left != right ? (left > right) - (left < right) : strcmp ((*x)->text, (*y)->text);
}

char **
rensa_column_sort_words (const RensaColumn *self, const RensaNumberForm *form, guint32 **ranks)
{
  const guint n = self->texts != NULL ? self->texts->len : 0;
  g_autoptr (GPtrArray) sorted = NULL;
  Order order = { &self->unit, form,
                  self->kind != RENSA_COLUMN_CATEGORIES && self->kind != RENSA_COLUMN_AUTO && self->n_texts == 0 };
  char **words;

  *ranks = NULL;
  if (!self->as_words)
    return NULL;

  sorted = g_ptr_array_copy (self->texts, NULL, NULL);
  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort_with_data (sorted, compare_words, &order);
  words = g_new0 (char *, n + 1);
  *ranks = g_new0 (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const Word *word = sorted->pdata[i];

      words[i] = g_strdup (word->text);
      (*ranks)[GPOINTER_TO_UINT (g_hash_table_lookup (self->words, word->text))] = i;
    }
  return words;
}

RensaCell
rensa_column_get_mean (const RensaColumn *self, const guint32 *ranks)
{
  RensaCell mean = { .number = self->n_numbers > 0 ? self->sum / self->n_numbers : 0 };
  guint64 most = 0;

  if (!self->as_words)
    return mean;

  mean.word = 0;
  for (guint i = 0; i < self->texts->len; i++)
    {
      const Word *word = self->texts->pdata[i];

      if (word->count > most || (word->count == most && ranks[i] < ranks[mean.word]))
        mean.word = i;
      most = MAX (most, word->count);
    }
  return mean;
}
