/* rensa-schema-mend.c: restores removed tables and columns.
 * SPDX-License-Identifier: MIT */

#include "rensa-schema-private.h"

#include <string.h>

/* Collects the tables and columns that the model has and the database lacks. */
typedef struct
{
  sqlite3 *db;
  sqlite3 *model; /* database of a new store */
  GString *script;
  GString *names; /* "log, runs.note" */
} Mending;

static void
note_missing (Mending *mending, const char *table, const char *column)
{
  g_string_append_printf (mending->names, "%s%s%s%s", mending->names->len > 0 ? ", " : "", table,
                          column != NULL ? "." : "", column != NULL ? column : "");
}

static gboolean
has_row (sqlite3 *db, const char *sql, const char *a, const char *b, gboolean *found, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (db, error, sql, b != NULL ? "tt" : "t", a, b);
  const int step = stmt != NULL ? rensa_sql_step (stmt, error) : -1;

  *found = step == 1;
  return step >= 0;
}

/* Constraints of a column are omitted, since existing rows could not satisfy them; a default is kept. */
static gboolean
compare_columns (Mending *mending, const char *table, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (mending->model, error, "SELECT name, type, dflt_value FROM pragma_table_info(?1)", "t", table);
  int step = -1;

  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      g_autofree char *name = rensa_sql_column_text (stmt, 0);
      g_autofree char *type = rensa_sql_column_text (stmt, 1);
      g_autofree char *initial = rensa_sql_column_text (stmt, 2);
      gboolean found;

      if (!has_row (mending->db, "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", table, name, &found, error))
        return FALSE;
      if (found)
        continue;
      note_missing (mending, table, name);
      g_string_append_printf (mending->script, "ALTER TABLE %s ADD COLUMN %s %s%s%s;", table, name, type,
                              initial != NULL ? " DEFAULT " : "", initial != NULL ? initial : "");
    }
  return step == 0;
}

static gboolean
compare (Mending *mending, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (
      mending->model, error, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", "");
  int step = -1;

  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      g_autofree char *type = rensa_sql_column_text (stmt, 0);
      g_autofree char *name = rensa_sql_column_text (stmt, 1);
      g_autofree char *sql = rensa_sql_column_text (stmt, 2);
      gboolean found;

      if (!has_row (mending->db, "SELECT 1 FROM sqlite_schema WHERE name = ?1", name, NULL, &found, error))
        return FALSE;
      if (!found)
        {
          note_missing (mending, name, NULL);
          g_string_append_printf (mending->script, "%s;", sql);
        }
      else if (g_str_equal (type, "table") && !compare_columns (mending, name, error))
        return FALSE;
    }
  return step == 0;
}

/* The triggers depend on its single row. */
static gboolean
check_revisions (Mending *mending, GError **error)
{
  gint64 n;

  if (strstr (mending->names->str, "revisions") == NULL)
    {
      if (!rensa_sql_get_integer (mending->db, "SELECT count(*) FROM revisions", &n, error))
        return FALSE;
      if (n > 0)
        return TRUE;
      note_missing (mending, "revisions", NULL);
    }
  g_string_append (mending->script, "INSERT INTO revisions SELECT coalesce(max(revision), 0) FROM runs;");
  return TRUE;
}

static gboolean
run_script (Mending *mending, GError **error)
{
  if (!rensa_sql_run_script (mending->db, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (rensa_sql_run_script (mending->db, mending->script->str, error)
      && rensa_sql_run_script (mending->db, "COMMIT", error))
    return TRUE;

  sqlite3_exec (mending->db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

gboolean
rensa_schema_mend (sqlite3 *db, char **missing, GError **error)
{
  g_autoptr (sqlite3) model = rensa_sql_open (":memory:", error);
  g_autoptr (GString) script = g_string_new (NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  Mending mending = { db, model, script, names };

  *missing = NULL;
  if (model == NULL || !rensa_schema_migrate (model, error) || !compare (&mending, error)
      || !check_revisions (&mending, error))
    return FALSE;
  if (script->len == 0)
    return TRUE;
  if (!run_script (&mending, error))
    return FALSE;

  *missing = g_strdup (names->str);
  return TRUE;
}
