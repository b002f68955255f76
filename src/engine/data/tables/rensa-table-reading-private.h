/* rensa-table-reading-private.h: a whole table in memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-table-private.h"

G_BEGIN_DECLS

/* How far a reading has come. */
typedef enum
{
  RENSA_READING_TEXT = 1, /* bytes that are letters */
  RENSA_READING_ROWS,     /* rows of the same length */
  RENSA_READING_COLUMNS,  /* the columns that are asked for are there */
  RENSA_READING_NUMBERS,  /* numbers are numbers */
  RENSA_READING_MISSING,  /* nothing is missing that is needed */
} RensaReadingStage;

/**
 * RensaReading:
 * @form, @encoding: as asked for, then as found
 * @names: of the columns
 * @places: the number + 1 of the first column of each name
 * @next_alike: of each column that + 1 of the next of the same name; 0 where there is none
 * @label: a column, or -1
 * @left_out: columns that are not kept
 * @cached_from: tables of so many bytes are kept as numbers for next time
 * @columns: n_columns of them
 * @n_kept: values of a row that are kept: those of the columns that go in, in their order, then the label
 * @blocks: RensaCell *, rensa_reading_get_block_rows () rows each
 * @n_incomplete: rows in which a value is missing
 * @n_comments: lines that were passed over as comments
 *
 * The values lie in blocks, which can be given back one by one, so that the memory needed is that of the values and not
 * that of the file.
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
/* Finds out form and encoding, and reads the names of the columns. @path, @form, @encoding and @missing are set. */
gboolean rensa_reading_begin (RensaReading *reading, GError **error);
/* The table itself, at its first line, and what stands in front of its rows passed over. */
RensaTable *rensa_reading_open_table (const RensaReading *reading, GError **error);
gboolean rensa_reading_skip_header (const RensaReading *reading, RensaTable *table, GError **error);
/* The column of that name, or of that number (from the end where negative).  -1 with RENSA_ERROR_INVALID,
 * suggesting the nearest name, where there is none, and where several have the name. */
int rensa_reading_find_column (const RensaReading *reading, const char *name, GError **error);
/* FALSE with RENSA_ERROR_FORMAT naming file, line and column. @what: is wrong with the text there; @advice: what goes on from that, or "" */
gboolean rensa_reading_refuse (const RensaReading *reading, guint column, guint line, const char *what,
                               const char *advice, GError **error);
/* @format with an excerpt of @text in the place of "{text}". */
char *rensa_reading_word (const char *format, const char *text);
/* Reads all rows; @label, @left_out and the kinds of the columns are set. */
gboolean rensa_reading_read (RensaReading *reading, const RensaDataPlaces *places, GError **error);
gint64 rensa_reading_get_block_rows (const RensaReading *reading);
/* The columns of the cells of a row, in their order. */
guint *rensa_reading_list_kept (const RensaReading *reading);

/* Larger the further it has come, and within a stage the fewer columns stand in the way. */
int rensa_reading_get_how_far (const RensaReading *reading);

/* Adds to @notes how the table was read, what is strange about it, and what its columns are. @missing, @categorical: the
 * attributes of these names. */
void rensa_reading_tell (const RensaReading *reading, const char *missing, const char *categorical, GPtrArray *notes);
/* After a failure: what might help. */
void rensa_reading_advise (const RensaReading *reading, const char *missing, const char *categorical, GPtrArray *notes);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaReading, rensa_reading_clear)

G_END_DECLS
