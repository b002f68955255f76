/* store-fixture.c: what the tests of the store share.
 * SPDX-License-Identifier: MIT */

#include "store-fixture.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char *program;

void
store_tests_init (int *argc, char ***argv)
{
  program = g_canonicalize_filename ((*argv)[*argc - 1], NULL);
  (*argc)--;
  g_test_init (argc, argv, NULL);
}

char *
database_of (const char *folder)
{
  return g_build_filename (folder, "runs.db", NULL);
}

RensaStore *
open_store (const char *folder)
{
  g_autoptr (GError) error = NULL;
  RensaStore *store = rensa_store_open (folder, &error);

  g_assert_no_error (error);
  g_assert_nonnull (store);
  return store;
}

void
describe_usual (RensaRecorder *recorder)
{
  static const RensaReportKey reports[] = {
    { (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS },
    { (char *) "main/accuracy", 0, 5, RENSA_MEASURE_SCORE },
    { (char *) "validation/main/loss", 11, 5, RENSA_MEASURE_LOSS },
    { (char *) "validation/main/accuracy", 11, 5, RENSA_MEASURE_SCORE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    rensa_recorder_describe (recorder, &reports[i]);
}

RensaRecorder *
begin_run (RensaStore *store, const char *name)
{
  g_autoptr (GError) error = NULL;
  const RensaRunStart start = { .name = name,
                                .document = "{\"format\": 1}",
                                .parent = "somebody",
                                .dataset = "moons",
                                .optimizer = "Adam",
                                .device = "cpu",
                                .seed = 9007199254740992,
                                .n_links = 3,
                                .n_params = 89610 };
  RensaRecorder *recorder = rensa_store_begin (store, &start, &error);

  g_assert_no_error (error);
  g_assert_nonnull (recorder);
  describe_usual (recorder);
  return recorder;
}

void
finish_run (RensaStore *store, RensaRecorder *recorder)
{
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  flush (store);
}

void
flush (RensaStore *store)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_store_flush (store, &error));
  g_assert_no_error (error);
}

RensaRun *
first_run (RensaStore *store)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (store), 0);

  return run;
}

guint
count_runs (RensaStore *store)
{
  return g_list_model_get_n_items (rensa_store_get_runs (store));
}

RensaRunSeries *
load_series (RensaStore *store, RensaRun *run, const char *key)
{
  g_autoptr (GError) error = NULL;
  RensaRunSeries *series = rensa_store_load_series (store, run, key, &error);

  g_assert_no_error (error);
  return series;
}

static sqlite3 *
open_database (const char *folder)
{
  g_autofree char *path = database_of (folder);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  return db;
}

void
run_sql (const char *folder, const char *sql)
{
  sqlite3 *db = open_database (folder);
  char *problem = NULL;

  sqlite3_exec (db, sql, NULL, NULL, &problem);
  g_assert_cmpstr (problem, ==, NULL);
  sqlite3_close (db);
}

sqlite3 *
lock_database (const char *folder)
{
  sqlite3 *db = open_database (folder);

  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  return db;
}

gboolean
try_sql (const char *folder, const char *sql)
{
  sqlite3 *db = open_database (folder);
  const int result = sqlite3_exec (db, sql, NULL, NULL, NULL);

  sqlite3_close (db);
  return result == SQLITE_OK;
}

char *
ask_text (const char *folder, const char *sql)
{
  sqlite3 *db = open_database (folder);
  sqlite3_stmt *stmt;
  char *text;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  text = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_finalize (stmt);
  sqlite3_close (db);
  return text;
}

void
fill_store (const char *folder, guint n_runs)
{
  g_autoptr (GString) document = g_string_new ("{\"format\": 1");
  g_autofree char *sql = NULL;

  for (int i = 0; i < 20; i++)
    g_string_append_printf (document, ", \"setting_%d\": {\"type\": \"Something\", \"attrs\": {\"value\": %d}}", i, i);
  g_string_append (document, "}");
  g_clear_object (&(RensaStore *){ open_store (folder) });

  sql = g_strdup_printf (
      "BEGIN;"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
      " INSERT INTO runs (uuid, name, note, tags, state, started, ended, elapsed, iteration, epoch, dataset, optimizer,"
      " device, engine, n_links, n_params, metric_name, best_metric, last_metric, loss_name, best_loss, last_loss)"
      " SELECT printf('00000000-0000-0000-0000-%%012d', i), 'Strokes, MLP ' || i, 'a note of run ' || i, 'mlp,class',"
      " 'finished', 1700000000000000 + i * 1000000, 1700000000000000 + i * 1000001, 12.5, 12000, 20, 'strokes', 'Adam',"
      " 'cpu', '0.1.0', 3, 89610, 'validation/main/accuracy', 0.95, 0.94, 'validation/main/loss', 0.31, 0.32 FROM n;"
      "INSERT INTO documents SELECT id, '%s' FROM runs;"
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 79)"
      " INSERT INTO log SELECT id, i / 4, i %% 4, i * 600, 'main/key' || i %% 4, 0.5 FROM runs, n;"
      "INSERT INTO series (run, key) SELECT id, 'main/loss' FROM runs;"
      "INSERT INTO chunks SELECT id, 0, 300, 1, 300, zeroblob(3600) FROM series;"
      "COMMIT;",
      n_runs, document->str);
  run_sql (folder, sql);
}

gint64
ask_integer (const char *folder, const char *sql)
{
  g_autofree char *text = ask_text (folder, sql);

  return g_ascii_strtoll (text, NULL, 10);
}

struct _Child
{
  GPid pid;
  FILE *commands;
  FILE *answers;
};

/* No GSubprocess: its thread is unknown to the thread sanitizer. */
Child *
child_new (const char *folder)
{
  g_autoptr (GError) error = NULL;
  Child *child = g_new0 (Child, 1);
  char *command[] = { program, (char *) folder, NULL };
  int in;
  int out;

  g_spawn_async_with_pipes (NULL, command, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &child->pid, &in, &out, NULL,
                            &error);
  g_assert_no_error (error);
  child->commands = fdopen (in, "w");
  child->answers = fdopen (out, "r");
  return child;
}

char *
child_ask (Child *child, const char *command)
{
  char line[1024];

  g_assert_cmpint (fprintf (child->commands, "%s\n", command), >, 0);
  g_assert_cmpint (fflush (child->commands), ==, 0);
  g_assert_nonnull (fgets (line, sizeof line, child->answers));
  return g_strdup (g_strchomp (line));
}

static void
wait_for_end (Child *child)
{
  if (child->pid != 0)
    g_assert_cmpint (waitpid (child->pid, NULL, 0), ==, child->pid);
  child->pid = 0;
}

void
child_kill (Child *child)
{
  kill (child->pid, SIGKILL);
  wait_for_end (child);
}

void
child_free (Child *child)
{
  fclose (child->commands);
  wait_for_end (child);
  fclose (child->answers);
  g_free (child);
}
