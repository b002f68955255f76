/* rensa-table-private.h: a file of rows of texts, and its columns as numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-text-private.h"

G_BEGIN_DECLS

/* Rows */

/* Values separated by a delimiter, as RFC 4180 has them.  Blanks around a field are passed over, and rows whose fields
 * are all empty.  With a blank as the delimiter, any number of blanks and tabs count as one. */
typedef struct _RensaTable RensaTable;

/* @place: the path of the file, for messages. @text is taken over. */
RensaTable *rensa_table_new (const char *place, RensaText *text, char delimiter);
/* @sample: UTF-8, copied */
RensaTable *rensa_table_new_for_sample (const char *place, const char *sample, gsize n, char delimiter);
void rensa_table_free (RensaTable *table);

/* Passes over rows that begin with "#" and a blank, or another "#", or that are a "#" alone. */
void rensa_table_skip_comments (RensaTable *table);
/* How many have been passed over. */
gint64 rensa_table_get_n_comments (RensaTable *table);

/* Goes to the next row; @is_there is FALSE where the last one has been read.  RENSA_ERROR_FORMAT naming file and line: a
 * quote that is not closed, text after a closing quote, a row of more than 16 MiB, and what rensa_text_read () says. */
gboolean rensa_table_next (RensaTable *table, gboolean *is_there, GError **error);
/* Of the row: borrowed until the next one. */
guint rensa_table_get_n_fields (RensaTable *table);
const char *const *rensa_table_get_fields (RensaTable *table);
/* The line of the file on which the row begins. */
guint rensa_table_get_line (RensaTable *table);
const char *rensa_table_get_place (RensaTable *table);
/* NULL for a sample. */
RensaText *rensa_table_get_text (RensaTable *table);

/* Numbers and what is missing */

/* A number that is finite as a float and takes up the whole text, but for spaces.  Words such as "nan" and "inf" and
 * hexadecimal numbers are none. */
gboolean rensa_number_parse (const char *text, const RensaNumberForm *form, double *value);

/* Texts that stand for a missing value, as the empty one does. */
typedef struct
{
  const char *const *always;
  const char *const *among_numbers;
  gboolean is_first[256]; /* characters with which one of them begins */
} RensaMissing;

/* @texts: (nullable): what somebody says; borrowed. Without it the usual ones are meant. */
void rensa_missing_init (RensaMissing *missing, const char *const *texts);
/* @among: in a column that otherwise holds numbers */
gboolean rensa_missing_has (const RensaMissing *missing, const char *text, gboolean among);

/* Form */

#define RENSA_FORM_GUESS '?'

/**
 * RensaTableForm: how a table is written.
 * @delimiter, @number: RENSA_FORM_GUESS in what is asked for
 * @header: whether the first row names the columns; -1 likewise
 * @skips_line: whether the first line says the delimiter, in Excel's way ("sep=;")
 * @is_trailing: (out): whether rows end with a delimiter that begins no column
 * @has_comments: (out): whether there are comments, to be passed over
 * @has_fractions: (out): whether there are decimal signs at all
 * @doubtful: (out): a text that would be another number with the other decimal sign, if there are only such; empty if not
 */
typedef struct
{
  char delimiter;
  RensaNumberForm number;
  int header;
  gboolean skips_line;
  gboolean is_trailing;
  gboolean has_comments;
  gboolean has_fractions;
  char doubtful[16];
} RensaTableForm;

/* Guesses what is to be guessed in @form from @n bytes of UTF-8 from the start of the file, which end where a row ends.
 * The same bytes give the same form, everywhere. */
void rensa_table_form_guess (RensaTableForm *form, const char *sample, gsize n, const RensaMissing *missing);

/* Units */

/**
 * RensaUnit: what stands beside each number of a column
 * @text: "%", "km", "€"; of dates their form, "YYYY-MM-DD" or "DD.MM.YYYY"; empty where there is nothing
 * @is_before: the unit is a currency in front of the number
 */
typedef struct
{
  char text[16];
  gboolean is_before;
} RensaUnit;

/* Finds what stands beside the number in @text.  A unit is a percent sign, a currency, or up to 15 bytes of letters behind the
 * number; letters in front of one are no unit but the name of something ("n10").  FALSE where there is none.  @value: the
 * number, or the days of a date since 1970-01-01. */
gboolean rensa_unit_find (RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value);
/* Reads a number with that unit, or a plain one if @unit is empty.  A 0 needs no unit. */
gboolean rensa_unit_parse (const RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value);
/* Reads a number with any unit or none. */
gboolean rensa_number_parse_any (const char *text, const RensaNumberForm *form, double *value);

/* Columns */

/* How a column is to be read. */
typedef enum
{
  RENSA_COLUMN_AUTO, /* numbers where more texts are one than not, else categories */
  RENSA_COLUMN_NUMBERS,
  RENSA_COLUMN_CATEGORIES,
  RENSA_COLUMN_CLASSES, /* categories, but numbers are put in the order of numbers */
  RENSA_COLUMN_LABEL,   /* auto, but few different whole numbers are classes */
} RensaColumnKind;

/* A value in the table: a number, NaN where it is missing, or of a category. */
typedef union
{
  float number;
  guint32 word;
} RensaCell;

#define RENSA_WORD_MISSING G_MAXUINT32
/* A column of at most as many different whole numbers is taken for classes. */
#define RENSA_MOST_CLASSES 20

/**
 * RensaColumn:
 * @as_words: how it is being read
 * @unit: beside the first value that is not missing; if another value has none, the column holds categories
 * @words: the numbers of words, by their texts; @texts: the words, in the order in which they came
 * @bad_line, @bad_text: of the first text that is no number; 0 and NULL where there is none
 * @missing_line, @missing_text: of the first that is missing, likewise
 * @n_like_numbers: texts that begin as a number does, a date say
 * @is_counter: whole numbers, each by one larger than the one before
 */
typedef struct
{
  RensaColumnKind kind;
  gboolean as_words;
  RensaUnit unit;
  GHashTable *words;
  GPtrArray *texts;
  guint64 n_numbers;
  guint64 n_texts;
  guint64 n_missing;
  guint64 n_like_numbers;
  guint bad_line;
  char *bad_text;
  guint missing_line;
  char *missing_text;
  double sum;
  gboolean is_whole;
  gboolean is_counter;
  double last;
  int n_seen;
  double seen[RENSA_MOST_CLASSES];
} RensaColumn;

void rensa_column_init (RensaColumn *column, RensaColumnKind kind);
void rensa_column_clear (RensaColumn *column);
/* Forgets what was read and begins anew, in the way that rensa_column_decide () found to be right. */
void rensa_column_restart (RensaColumn *column);
/* FALSE where there are too many different words to be kept. */
gboolean rensa_column_add (RensaColumn *column, const char *text, guint line, const RensaNumberForm *form,
                           const RensaMissing *missing, RensaCell *cell);
gboolean rensa_column_is_missing (const RensaColumn *column, RensaCell cell);
/* Whether what has been read till now should be read in the other way; if so, the column is restarted. */
gboolean rensa_column_decide (RensaColumn *column);
/* Word @number and how often it is met; and one that is put at the end, FALSE where it is there already or there are too many. */
const char *rensa_column_get_word (const RensaColumn *column, guint number, guint64 *count);
gboolean rensa_column_add_word (RensaColumn *column, const char *text, guint64 count);
/* Whether a text that is no number is a mistake. */
gboolean rensa_column_is_bad (const RensaColumn *column);

/* The words in sorted order, by number where they are classes and all of them numbers; NULL for a column of numbers.
 * @ranks gets the place of each word by the number in its cells. */
char **rensa_column_sort_words (const RensaColumn *column, const RensaNumberForm *form, guint32 **ranks);
/* What stands for the missing ones: the mean of the others, or the most frequent of the words. */
RensaCell rensa_column_get_mean (const RensaColumn *column, const guint32 *ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTable, rensa_table_free)

G_END_DECLS
