/* rensa-table-private.h: a file of rows of texts, and its columns as numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @place: the path of the file, for messages. @names: of the columns. @fields: the texts, row by row, in @bytes.
 * @lines: the line of the file on which each row begins. */
typedef struct
{
  char *place;
  char *bytes;
  guint n_columns;
  gint64 n_rows;
  char **names;
  GPtrArray *fields;
  GArray *lines;
} RensaTable;

/* Comma-separated values as RFC 4180 has them, with any @delimiter; a byte order mark and empty lines are passed
 * over.  Without @header the columns are called "0", "1" ….  RENSA_ERROR_FORMAT naming file and line: no rows,
 * rows of different lengths, a quote that is not closed, text after a closing quote, bytes that are not UTF-8. */
RensaTable *rensa_table_read (const char *path, char delimiter, gboolean header, GError **error);
void rensa_table_free (RensaTable *table);

static inline const char *
rensa_table_get (const RensaTable *table, gint64 row, guint column)
{
  return g_ptr_array_index (table->fields, row * table->n_columns + column);
}

/* The column of that name, or of that number (from the end where negative).  -1 with RENSA_ERROR_INVALID,
 * suggesting the nearest name, where there is none, and where several have the name. */
int rensa_table_find_column (const RensaTable *table, const char *name, GError **error);

/* How a column is to be read. */
typedef enum
{
  RENSA_COLUMN_AUTO, /* numbers where more texts are one than not, else categories */
  RENSA_COLUMN_NUMBERS,
  RENSA_COLUMN_CATEGORIES,
  RENSA_COLUMN_CLASSES, /* categories, but numbers are put in the order of numbers */
} RensaColumnKind;

/* @values: NaN where missing. @categories: in sorted order, NULL for numbers.  @bad_row: of the first text where a
 * number should stand, else -1; @first_missing: its row, else -1. */
typedef struct
{
  double *values;
  char **categories;
  guint n_categories;
  gint64 bad_row;
  gint64 first_missing;
} RensaColumn;

/* @missing: texts that stand for a missing value, as the empty one does. */
void rensa_column_read (RensaColumn *column, const RensaTable *table, guint index, RensaColumnKind kind,
                        const char *const *missing);
void rensa_column_clear (RensaColumn *column);
/* Replaces what is missing by the mean of the others, or the most frequent category. */
void rensa_column_fill_with_mean (RensaColumn *column, gint64 n_rows);
void rensa_column_fill_with_zero (RensaColumn *column, gint64 n_rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTable, rensa_table_free)

G_END_DECLS
