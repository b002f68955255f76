/* rensa-table-private.h: text tables, and the conversion of their columns to numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-text-private.h"

G_BEGIN_DECLS

/* Rows */

/* A table of delimiter-separated values according to RFC 4180. Blanks around fields, and rows with
 * only empty fields, are ignored. If the delimiter is a blank, any number of blanks and tabs counts
 * as one. */
typedef struct _RensaTable RensaTable;

/* @place: path of the file, for messages. Takes ownership of @text. */
RensaTable *rensa_table_new (const char *place, RensaText *text, char delimiter);
/* @sample: UTF-8, copied */
RensaTable *rensa_table_new_for_sample (const char *place, const char *sample, gsize n, char delimiter);
void rensa_table_free (RensaTable *table);

/* Enables skipping of rows that begin with "#" and a blank or another "#", or consist of a single "#". */
void rensa_table_skip_comments (RensaTable *table);
/* Returns the number of comments skipped so far. */
gint64 rensa_table_get_n_comments (RensaTable *table);

/* Advances to the next row; @is_there is FALSE after the last one. RENSA_ERROR_FORMAT naming file
 * and line: an unclosed quote, text after a closing quote, a row of more than 16 MiB, and the
 * errors of rensa_text_read (). */
gboolean rensa_table_next (RensaTable *table, gboolean *is_there, GError **error);
/* The current row: borrowed until the next one. */
guint rensa_table_get_n_fields (RensaTable *table);
const char *const *rensa_table_get_fields (RensaTable *table);
/* Returns the first line of the row in the file. */
guint rensa_table_get_line (RensaTable *table);
const char *rensa_table_get_place (RensaTable *table);
/* NULL for a sample. */
RensaText *rensa_table_get_text (RensaTable *table);

/* Numbers and missing values */

/* Parses a number that is finite as a float and makes up the whole text, except for spaces. Words
 * such as "nan" and "inf", and hexadecimal numbers, are rejected. */
gboolean rensa_number_parse (const char *text, const RensaNumberForm *form, double *value);

/* Texts that mean a missing value, in addition to the empty text. */
typedef struct
{
  const char *const *always;
  const char *const *among_numbers;
  gboolean is_first[256]; /* first characters of these texts */
} RensaMissing;

/* @texts: (nullable): specified by the user; borrowed. NULL means the usual ones. */
void rensa_missing_init (RensaMissing *missing, const char *const *texts);
/* @among: the column otherwise contains numbers */
gboolean rensa_missing_has (const RensaMissing *missing, const char *text, gboolean among);

/* Form */

#define RENSA_FORM_GUESS '?'

/**
 * RensaTableForm: format of a table.
 * @delimiter, @number: RENSA_FORM_GUESS to be detected
 * @header: TRUE if the first row contains column names; -1 to be detected
 * @skips_line: TRUE if the first line specifies the delimiter, in Excel's format ("sep=;")
 * @is_trailing: (out): TRUE if rows end with a delimiter that does not start another column
 * @has_comments: (out): TRUE if there are comments to skip
 * @has_fractions: (out): TRUE if there are decimal signs
 * @doubtful: (out): example of a text that would be a different number in another form that fits
 *   equally many cells; empty if there is no such form
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

/* Detects the unspecified parts of @form from the first @n bytes of the file, in UTF-8, which end
 * with a complete row. The result depends only on these bytes. */
void rensa_table_form_guess (RensaTableForm *form, const char *sample, gsize n, const RensaMissing *missing);

/* Units */

/**
 * RensaUnit: text next to each number of a column
 * @text: "%", "km", "€"; for dates the format, "YYYY-MM-DD" or "DD.MM.YYYY"; empty if there is none
 * @is_before: the unit is a currency before the number
 */
typedef struct
{
  char text[16];
  gboolean is_before;
} RensaUnit;

/* Finds the unit of the number in @text. A unit is a percent sign, a currency, or up to 15 bytes of
 * letters after the number; letters before a number make it a name ("n10"). FALSE if there is no
 * unit. @value: the number, or the days since 1970-01-01 for a date. */
gboolean rensa_unit_find (RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value);
/* Parses a number with that unit, or a plain one if @unit is empty. A 0 may lack the unit. */
gboolean rensa_unit_parse (const RensaUnit *unit, const char *text, const RensaNumberForm *form, double *value);
/* Parses a number with any unit or none. */
gboolean rensa_number_parse_any (const char *text, const RensaNumberForm *form, double *value);

/* Columns */

/* Requested interpretation of a column. */
typedef enum
{
  RENSA_COLUMN_AUTO, /* numbers if most texts are numbers, otherwise categories */
  RENSA_COLUMN_NUMBERS,
  RENSA_COLUMN_CATEGORIES,
  RENSA_COLUMN_CLASSES, /* categories, but numbers are sorted numerically */
  RENSA_COLUMN_LABEL,   /* like auto, but few different integers are classes */
} RensaColumnKind;

/* A value of the table: a number, NaN if missing, or the index of a category. */
typedef union
{
  float number;
  guint32 word;
} RensaCell;

#define RENSA_WORD_MISSING G_MAXUINT32
/* Maximum number of different integers in a column that is interpreted as classes. */
#define RENSA_MOST_CLASSES 20

/**
 * RensaColumn:
 * @as_words: current interpretation
 * @unit: unit of the first value that is not missing; if another value has no unit, the column
 *   contains categories
 * @words: maps texts to word numbers; @texts: the words, in order of first occurrence
 * @bad_line, @bad_text: position of the first text that is not a number; 0 and NULL if there is
 *   none
 * @missing_line, @missing_text: the same for the first missing value
 * @n_like_numbers: number of texts that begin like a number, for example dates
 * @is_counter: each number is an integer, larger by one than the previous
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
/* Discards the data and starts again with the interpretation chosen by rensa_column_decide (). */
void rensa_column_restart (RensaColumn *column);
/* Returns FALSE if there are too many distinct words. */
gboolean rensa_column_add (RensaColumn *column, const char *text, guint line, const RensaNumberForm *form,
                           const RensaMissing *missing, RensaCell *cell);
gboolean rensa_column_is_missing (const RensaColumn *column, RensaCell cell);
/* Returns TRUE if the data so far requires the other interpretation; if so, the column is restarted. */
gboolean rensa_column_decide (RensaColumn *column);
/* Returns word @number and its frequency; appends a word, FALSE if it already exists or there are
 * too many. */
const char *rensa_column_get_word (const RensaColumn *column, guint number, guint64 *count);
gboolean rensa_column_add_word (RensaColumn *column, const char *text, guint64 count);
/* Returns TRUE if a text that is not a number is an error. */
gboolean rensa_column_is_bad (const RensaColumn *column);

/* Returns the sorted words, in numeric order if they are classes and all of them numbers; NULL for
 * a column of numbers.
 * @ranks gets the sorted position of each word number. */
char **rensa_column_sort_words (const RensaColumn *column, const RensaNumberForm *form, guint32 **ranks);
/* Returns the replacement of missing values: the mean, or the most frequent word. */
RensaCell rensa_column_get_mean (const RensaColumn *column, const guint32 *ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTable, rensa_table_free)

G_END_DECLS
