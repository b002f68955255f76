/* rensa-table-reading-private.h: reading a whole table into memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-table-private.h"

G_BEGIN_DECLS

/* Progress of a reading. */
typedef enum
{
  RENSA_READING_TEXT = 1, /* the file is valid text */
  RENSA_READING_ROWS,     /* all rows have the same length */
  RENSA_READING_COLUMNS,  /* all requested columns exist */
  RENSA_READING_NUMBERS,  /* numbers are numbers */
  RENSA_READING_MISSING,  /* no required value is missing */
} RensaReadingStage;

/**
 * RensaReading:
 * @form, @encoding: first as requested, then as detected
 * @names: names of the columns
 * @places: maps names to the index + 1 of the first column of that name
 * @next_alike: for each column, the index + 1 of the next column of the same name; 0 if there is
 *   none
 * @label: a column, or -1
 * @left_out: columns that are omitted
 * @cached_from: minimum size in bytes of tables that are cached in binary form
 * @columns: n_columns of them
 * @n_kept: number of values kept per row: those of the input columns, in order, then the label
 * @blocks: RensaCell *, rensa_reading_get_block_rows () rows each
 * @n_incomplete: number of rows with a missing value
 * @n_comments: number of skipped comment lines
 *
 * The values are stored in blocks that can be freed one by one, so that the memory required is
 * that of the values, not that of the file.
 */
typedef struct
{
  char *path;
  RensaTableForm form;
  RensaEncoding encoding;
  RensaMissing missing;
  guint n_columns;
  char **names;
  gboolean has_names_in_comment;
  GHashTable *places;
  guint *next_alike;
  int label;
  gboolean *left_out;
  guint64 cached_from;
  RensaColumn *columns;
  guint n_kept;
  GPtrArray *blocks;
  gint64 n_rows;
  gint64 n_incomplete;
  gint64 n_comments;
  RensaReadingStage stage;
} RensaReading;

void rensa_reading_clear (RensaReading *reading);
/* Detects format and encoding, and reads the column names. @path, @form, @encoding and @missing
 * must be set. */
gboolean rensa_reading_begin (RensaReading *reading, GError **error);
/* Opens the table at its first line; skips the lines before its first row. */
RensaTable *rensa_reading_open_table (const RensaReading *reading, GError **error);
gboolean rensa_reading_skip_header (const RensaReading *reading, RensaTable *table, GError **error);
/* Returns the column of that name or number (counted from the end if negative). -1 with
 * RENSA_ERROR_INVALID if the column does not exist, suggesting the nearest name, or if the name is
 * ambiguous. */
int rensa_reading_find_column (const RensaReading *reading, const char *name, GError **error);
/* Returns FALSE with RENSA_ERROR_FORMAT naming file, line and column. @what: the problem with the
 * text there; @advice: text to append, or "" */
gboolean rensa_reading_refuse (const RensaReading *reading, guint column, guint line, const char *what,
                               const char *advice, GError **error);
/* Returns @format with "{text}" replaced by an excerpt of @text. */
char *rensa_reading_word (const char *format, const char *text);
/* Reads all rows; @label, @left_out and the kinds of the columns must be set. */
gboolean rensa_reading_read (RensaReading *reading, const RensaDataPlaces *places, GError **error);
gint64 rensa_reading_get_block_rows (const RensaReading *reading);
/* Returns the column indices of the cells in a row, in order. */
guint *rensa_reading_list_kept (const RensaReading *reading);

/* Rates the progress: larger for a later stage and, within a stage, for fewer problematic columns. */
int rensa_reading_get_how_far (const RensaReading *reading);

/* Adds notes to @notes on how the table was read, suspicious contents, and the columns. @missing,
 * @categorical: the attributes of these names. */
void rensa_reading_tell (const RensaReading *reading, const char *missing, const char *categorical, GPtrArray *notes);
/* Suggests remedies after a failure. */
void rensa_reading_advise (const RensaReading *reading, const char *missing, const char *categorical, GPtrArray *notes);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaReading, rensa_reading_clear)

G_END_DECLS
