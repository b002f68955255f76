/* rensa-sql.c: SQLite with GError.
 * SPDX-License-Identifier: MIT */

#include "rensa-sql-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

#include <math.h>
#include <stdarg.h>

#define PATIENCE_MS 5000
/* 9999-12-31 23:59:59 */
#define LAST_TIME (G_GINT64_CONSTANT (253402300799) * G_USEC_PER_SEC)

gboolean
rensa_sql_is_damaged (sqlite3 *db)
{
  const int code = sqlite3_errcode (db);

  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

static const char *
get_reason (sqlite3 *db)
{
  const int number = sqlite3_system_errno (db);

  switch (sqlite3_errcode (db))
    {
    case SQLITE_FULL:
      return _ ("no space is left on the disk");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return _ ("the database is damaged");
    case SQLITE_BUSY:
      return _ ("the database is locked by another program");
    case SQLITE_READONLY:
      return _ ("the database is not writable");
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return number != 0 ? g_strerror (number) : sqlite3_errmsg (db);
    default:
      return sqlite3_errmsg (db);
    }
}

gboolean
rensa_sql_fail (sqlite3 *db, GError **error)
{
  const char *path = sqlite3_db_filename (db, "main");

  rensa_set_words (error, rensa_sql_is_damaged (db) ? RENSA_ERROR_FORMAT : RENSA_ERROR_IO, "%s: %s.",
                   path != NULL ? path : "runs.db", get_reason (db));
  return FALSE;
}

sqlite3 *
rensa_sql_open (const char *path, GError **error)
{
  g_autoptr (sqlite3) db = NULL;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;

  if (sqlite3_open_v2 (path, &db, flags, NULL) != SQLITE_OK)
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s: %s.", path,
                       db != NULL ? get_reason (db) : _ ("not enough memory for the database"));
      return NULL;
    }

  sqlite3_busy_timeout (db, PATIENCE_MS);
  return g_steal_pointer (&db);
}

static void
bind_arguments (sqlite3_stmt *stmt, const char *types, va_list arguments)
{
  for (int i = 0; types[i] != '\0'; i++)
    switch (types[i])
      {
      case 't':
        sqlite3_bind_text (stmt, i + 1, va_arg (arguments, const char *), -1, SQLITE_TRANSIENT);
        break;
      case 'i':
        sqlite3_bind_int64 (stmt, i + 1, va_arg (arguments, gint64));
        break;
      default:
        sqlite3_bind_double (stmt, i + 1, va_arg (arguments, double));
        break;
      }
}

static sqlite3_stmt *
prepare (sqlite3 *db, GError **error, const char *sql, const char *types, va_list arguments)
{
  sqlite3_stmt *stmt;

  if (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) != SQLITE_OK)
    {
      rensa_sql_fail (db, error);
      return NULL;
    }

  bind_arguments (stmt, types, arguments);
  return stmt;
}

sqlite3_stmt *
rensa_sql_prepare (sqlite3 *db, GError **error, const char *sql, const char *types, ...)
{
  sqlite3_stmt *stmt;
  va_list arguments;

  va_start (arguments, types);
  stmt = prepare (db, error, sql, types, arguments);
  va_end (arguments);
  return stmt;
}

gboolean
rensa_sql_run (sqlite3 *db, GError **error, const char *sql, const char *types, ...)
{
  g_autoptr (sqlite3_stmt) stmt = NULL;
  va_list arguments;

  va_start (arguments, types);
  stmt = prepare (db, error, sql, types, arguments);
  va_end (arguments);
  return stmt != NULL && rensa_sql_step_once (stmt, error);
}

gboolean
rensa_sql_run_script (sqlite3 *db, const char *sql, GError **error)
{
  return sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK || rensa_sql_fail (db, error);
}

/* SQLite calls no busy handler here, since it already holds the read lock when it requests the write lock. */
gboolean
rensa_sql_begin_wal (sqlite3 *db, GError **error)
{
  const gint64 end = g_get_monotonic_time () + PATIENCE_MS * G_TIME_SPAN_MILLISECOND;
  int code;

  while ((code = sqlite3_exec (db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL)) == SQLITE_BUSY
         && g_get_monotonic_time () < end)
    g_usleep (10 * G_TIME_SPAN_MILLISECOND);
  return code == SQLITE_OK || rensa_sql_fail (db, error);
}

gboolean
rensa_sql_get_integer (sqlite3 *db, const char *sql, gint64 *value, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (db, error, sql, "");
  const int step = stmt != NULL ? rensa_sql_step (stmt, error) : -1;

  *value = step == 1 ? sqlite3_column_int64 (stmt, 0) : 0;
  return step >= 0;
}

int
rensa_sql_step (sqlite3_stmt *stmt, GError **error)
{
  switch (sqlite3_step (stmt))
    {
    case SQLITE_ROW:
      return 1;
    case SQLITE_DONE:
      return 0;
    default:
      rensa_sql_fail (sqlite3_db_handle (stmt), error);
      return -1;
    }
}

gboolean
rensa_sql_step_once (sqlite3_stmt *stmt, GError **error)
{
  int step;

  do
    step = rensa_sql_step (stmt, error);
  while (step == 1);

  sqlite3_reset (stmt);
  return step == 0;
}

double
rensa_sql_column_double (sqlite3_stmt *stmt, int column)
{
  return sqlite3_column_type (stmt, column) == SQLITE_NULL ? NAN : sqlite3_column_double (stmt, column);
}

double
rensa_sql_column_amount (sqlite3_stmt *stmt, int column)
{
  const double amount = sqlite3_column_double (stmt, column);

  return isfinite (amount) && amount > 0 ? amount : 0;
}

gint64
rensa_sql_column_count (sqlite3_stmt *stmt, int column)
{
  return MAX (sqlite3_column_int64 (stmt, column), 0);
}

gint64
rensa_sql_column_time (sqlite3_stmt *stmt, int column)
{
  return CLAMP (sqlite3_column_int64 (stmt, column), 0, LAST_TIME);
}

char *
rensa_sql_column_text (sqlite3_stmt *stmt, int column)
{
  const char *text = (const char *) sqlite3_column_text (stmt, column);

  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

RensaReportKey *
rensa_sql_column_report (sqlite3_stmt *stmt, int column)
{
  g_autofree char *key = rensa_sql_column_text (stmt, column);

  return key != NULL
             ? rensa_report_key_new (key, sqlite3_column_int64 (stmt, column + 1),
                                     sqlite3_column_int64 (stmt, column + 2), sqlite3_column_int64 (stmt, column + 3))
             : NULL;
}
