/* rensa-sql-private.h: SQLite with GError.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-report-key.h"

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

/* Opens a connection for one thread at a time; it waits up to five seconds for other programs. */
sqlite3 *rensa_sql_open (const char *path, GError **error);

/* @types has one letter for each argument ?1, ?2, … that follows: t (const char *, NULL is NULL), i
 *   (gint64), d (double, NaN is NULL). */
sqlite3_stmt *rensa_sql_prepare (sqlite3 *db, GError **error, const char *sql, const char *types, ...);
/* Runs a single statement to its end. */
gboolean rensa_sql_run (sqlite3 *db, GError **error, const char *sql, const char *types, ...);
/* Runs any number of statements without parameters. */
gboolean rensa_sql_run_script (sqlite3 *db, const char *sql, GError **error);
/* Enables the write-ahead log, and waits up to five seconds for other programs that open the same
 * new database. */
gboolean rensa_sql_begin_wal (sqlite3 *db, GError **error);
/* Gets the first column of the first row; 0 if there is none. */
gboolean rensa_sql_get_integer (sqlite3 *db, const char *sql, gint64 *value, GError **error);

/* Returns 1 for a row, 0 at the end, -1 with an error. */
int rensa_sql_step (sqlite3_stmt *stmt, GError **error);
/* Runs a statement that returns no rows; it can be bound again afterwards. */
gboolean rensa_sql_step_once (sqlite3_stmt *stmt, GError **error);

/* Columns may contain any value, since the database is untrusted. */

/* NaN for NULL. */
double rensa_sql_column_double (sqlite3_stmt *stmt, int column);
/* Finite and not negative. */
double rensa_sql_column_amount (sqlite3_stmt *stmt, int column);
/* Returns a number that is not negative. */
gint64 rensa_sql_column_count (sqlite3_stmt *stmt, int column);
/* µs since 1970, of a year with four digits. */
gint64 rensa_sql_column_time (sqlite3_stmt *stmt, int column);
/* Owned; always valid UTF-8; NULL for NULL. */
char *rensa_sql_column_text (sqlite3_stmt *stmt, int column);
/* Reads the columns key, prefix, observer, measure, starting at @column; NULL if the key is invalid. */
RensaReportKey *rensa_sql_column_report (sqlite3_stmt *stmt, int column);

/* Returns TRUE if the last call on @db failed because the file is not a valid database. */
gboolean rensa_sql_is_damaged (sqlite3 *db);
/* Sets @error from the last failure of @db. Always returns FALSE. */
gboolean rensa_sql_fail (sqlite3 *db, GError **error);

G_END_DECLS
