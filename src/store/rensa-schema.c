/* rensa-schema.c: the tables of the store and their migrations. doc/store.md describes their
 * content.
 * SPDX-License-Identifier: MIT */

#include "rensa-schema-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

/* The script at i migrates version i to i + 1. Released scripts are never changed; a change is a
 * new script. */
static const char *const migrations[] = {
  /* Table of runs. Documents are in a separate table, so that the list of runs can be read without them. */
  "CREATE TABLE runs ("
  " id INTEGER PRIMARY KEY,"
  " uuid TEXT NOT NULL UNIQUE,"
  " name TEXT NOT NULL,"
  " note TEXT NOT NULL DEFAULT '',"
  " tags TEXT NOT NULL DEFAULT '',"
  " starred INTEGER NOT NULL DEFAULT 0,"
  " deleted INTEGER NOT NULL DEFAULT 0,"
  " state TEXT NOT NULL,"
  " started INTEGER NOT NULL,"
  " ended INTEGER NOT NULL DEFAULT 0,"
  " updated INTEGER NOT NULL DEFAULT 0,"
  " elapsed REAL DEFAULT 0,"
  " iteration INTEGER NOT NULL DEFAULT 0,"
  " epoch REAL DEFAULT 0,"
  " dataset TEXT NOT NULL DEFAULT '',"
  " optimizer TEXT NOT NULL DEFAULT '',"
  " device TEXT NOT NULL DEFAULT '',"
  " seed INTEGER NOT NULL DEFAULT 0,"
  " n_links INTEGER NOT NULL DEFAULT 0,"
  " n_params INTEGER NOT NULL DEFAULT 0,"
  " parent TEXT,"
  " engine TEXT NOT NULL DEFAULT '',"
  " message TEXT,"
  " metric_name TEXT,"
  " best_metric REAL,"
  " last_metric REAL,"
  " loss_name TEXT,"
  " best_loss REAL,"
  " last_loss REAL);"
  "CREATE INDEX runs_active ON runs (uuid) WHERE state IN ('running', 'paused');"
  "CREATE TABLE documents ("
  " run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,"
  " text TEXT NOT NULL);"
  "CREATE TABLE series ("
  " id INTEGER PRIMARY KEY,"
  " run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
  " key TEXT NOT NULL,"
  " UNIQUE (run, key));"
  "CREATE TABLE chunks ("
  " series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,"
  " start INTEGER NOT NULL,"
  " n INTEGER NOT NULL,"
  " first_iteration INTEGER NOT NULL,"
  " last_iteration INTEGER NOT NULL,"
  " data BLOB NOT NULL,"
  " PRIMARY KEY (series, start));"
  "CREATE TABLE log ("
  " run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
  " entry INTEGER NOT NULL,"
  " position INTEGER NOT NULL,"
  " iteration INTEGER NOT NULL,"
  " key TEXT NOT NULL,"
  " value REAL,"
  " PRIMARY KEY (run, entry, position)) WITHOUT ROWID;"
  "CREATE TABLE events ("
  " id INTEGER PRIMARY KEY,"
  " run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
  " time INTEGER NOT NULL,"
  " iteration INTEGER NOT NULL,"
  " epoch REAL,"
  " elapsed REAL,"
  " what TEXT NOT NULL,"
  " text TEXT NOT NULL);"
  "CREATE INDEX events_of_run ON events (run);"
  "CREATE TABLE artifacts ("
  " run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
  " path TEXT NOT NULL,"
  " kind TEXT NOT NULL,"
  " iteration INTEGER NOT NULL,"
  " time INTEGER NOT NULL,"
  " PRIMARY KEY (run, path)) WITHOUT ROWID;",

  /* Each change of a run gets a number, so that another program reads only what has changed. */
  "ALTER TABLE runs ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;"
  "CREATE INDEX runs_by_revision ON runs (revision);"
  "CREATE TABLE revisions (last INTEGER NOT NULL);"
  "INSERT INTO revisions VALUES (0);"
  "CREATE TABLE removed ("
  " revision INTEGER PRIMARY KEY,"
  " uuid TEXT NOT NULL);"
  "CREATE TRIGGER runs_inserted AFTER INSERT ON runs BEGIN"
  " UPDATE revisions SET last = last + 1;"
  " UPDATE runs SET revision = (SELECT last FROM revisions) WHERE id = NEW.id;"
  " END;"
  "CREATE TRIGGER runs_updated AFTER UPDATE ON runs WHEN NEW.revision = OLD.revision BEGIN"
  " UPDATE revisions SET last = last + 1;"
  " UPDATE runs SET revision = (SELECT last FROM revisions) WHERE id = NEW.id;"
  " END;"
  "CREATE TRIGGER runs_removed AFTER DELETE ON runs BEGIN"
  " UPDATE revisions SET last = last + 1;"
  " INSERT INTO removed SELECT last, OLD.uuid FROM revisions;"
  " END;",

  /* In its own column, a loss that has become NaN looks like one that was never reported. */
  "ALTER TABLE runs ADD COLUMN not_finite INTEGER NOT NULL DEFAULT 0;",

  /* Before this version, the parts of a key and the meaning of its values were guessed from the key;
   * this does so for existing rows. */
  "ALTER TABLE series ADD COLUMN prefix INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE series ADD COLUMN observer INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE series ADD COLUMN measure INTEGER NOT NULL DEFAULT 0;"
  "UPDATE series SET prefix = instr (CAST (key AS BLOB), X'2F') WHERE key GLOB 'validation*/*/*';"
  "UPDATE series SET"
  " observer = length (CAST (rtrim (key, replace (key, '/', '')) AS BLOB)) - prefix,"
  " measure = CASE WHEN key GLOB '*/loss' OR key = 'loss' THEN 1"
  "  WHEN key GLOB '*/accuracy' OR key = 'accuracy' THEN 2 ELSE 0 END;",

  /* Exports of the trained model that were compared with it, and the results. */
  "ALTER TABLE runs ADD COLUMN proofs TEXT NOT NULL DEFAULT '';",

  /* Verdict on a run that has ended, and its advice. */
  ("ALTER TABLE runs ADD COLUMN verdict TEXT;"
   "ALTER TABLE runs ADD COLUMN advice TEXT;"),

  /* Verdict as codes with arguments, so that it is shown in the reader's language; earlier verdicts
   * remain sentences. */
  "ALTER TABLE runs ADD COLUMN verdict_record TEXT;",

  /* Reason of a failure as code and arguments, beside the sentence. */
  "ALTER TABLE runs ADD COLUMN message_record TEXT;",
};

const int rensa_schema_version = G_N_ELEMENTS (migrations);

static gboolean
run_migrations (sqlite3 *db, GError **error)
{
  g_autofree char *set_version = g_strdup_printf ("PRAGMA user_version = %d", rensa_schema_version);
  gint64 version;

  if (!rensa_sql_get_integer (db, "PRAGMA user_version", &version, error))
    return FALSE;

  for (int i = (int) version; i < rensa_schema_version; i++)
    if (!rensa_sql_run_script (db, migrations[i], error))
      return FALSE;

  return version >= rensa_schema_version || rensa_sql_run_script (db, set_version, error);
}

gboolean
rensa_schema_migrate (sqlite3 *db, GError **error)
{
  g_autoptr (GError) reason = NULL;
  gint64 version;

  /* An up-to-date database is opened without waiting for a writer. */
  if (!rensa_sql_get_integer (db, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version >= rensa_schema_version)
    return TRUE;

  /* Lock before reading the version, because another program may be migrating, too. */
  if (!rensa_sql_run_script (db, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (run_migrations (db, &reason) && rensa_sql_run_script (db, "COMMIT", &reason))
    return TRUE;

  if (sqlite3_errcode (db) == SQLITE_ERROR)
    rensa_set_words (
        error, RENSA_ERROR_INVALID,
        N_ ("%s was not created by Rensa: its schema version is %lld, but its tables do not match; set RENSA_RUNS "
            "to another folder."),
        sqlite3_db_filename (db, "main"), (long long) version);
  else
    g_propagate_error (error, g_steal_pointer (&reason));
  sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}
