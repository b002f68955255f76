/* test-kill.c: kill -9 at any moment loses nothing that matters.
 *
 * A child trains through worker and store and is killed. Then the database is whole, the run shows as interrupted, and
 * going on with it ends at the same parameters, bit for bit, as a run that was never cut off, with each value in the
 * store once.
 * SPDX-License-Identifier: MIT */

#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "worker-fixture.h"

#define CHILD "--child"
#define N_ROUNDS 20
#define N_SLOW_ROUNDS 3
/* Microseconds: what training takes, about; and how long a child, which makes pauses, may live. The store writes once
 * a second, and when the child asks for it. */
#define LENGTH (7 * G_USEC_PER_SEC / 10)
#define LIFE (12 * G_USEC_PER_SEC / 10)

/* @folder NULL: where RENSA_RUNS says. */
static RensaStore *
open_store (const char *folder)
{
  g_autoptr (GError) error = NULL;
  RensaStore *store = rensa_store_open (folder, &error);

  g_assert_no_error (error);
  return store;
}

/* The only run of the store; NULL where its row was not written yet. */
static RensaRun *
get_run (RensaStore *store)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (store), 0);

  g_assert_cmpuint (g_list_model_get_n_items (rensa_store_get_runs (store)), <=, 1);
  return run;
}

static RensaWorker *
start_worker (RensaStore *store, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (text);
  const RensaWorkerOptions options = { .document = document, .store = store, .resume = get_run (store) };
  RensaWorker *worker = rensa_worker_start (&options, &error);

  g_assert_no_error (error);
  return worker;
}

/* Now and then a snapshot, a pause, the end of one, or a commit. */
static void
act (RensaStore *store, RensaWorker *worker, RensaWorkerState state, GRand *random)
{
  const int choice = g_rand_int_range (random, 0, 20);

  if (choice < 2)
    rensa_worker_take_snapshot (worker);
  else if (choice < 3)
    rensa_worker_pause (worker);
  else if (choice < 5 && state == RENSA_WORKER_PAUSED)
    rensa_worker_resume (worker);
  else if (choice < 6)
    rensa_store_flush (store, NULL);
}

/* Trains what the file @path says until it is killed or has finished. */
static int
be_child (const char *path, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *text = NULL;
  g_autoptr (RensaStore) store = open_store (NULL);
  g_autoptr (RensaWorker) worker = NULL;
  RensaWorkerStatus status;
  gboolean is_told = FALSE;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  worker = start_worker (store, text);
  do
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      rensa_worker_get_status (worker, &status);
      if (!is_told && status.state == RENSA_WORKER_RUNNING)
        is_told = write (STDOUT_FILENO, "!", 1) == 1;
      act (store, worker, status.state, random);
      g_usleep ((gulong) g_rand_int_range (random, 1000, 6000));
    }
  while (status.state < RENSA_WORKER_FINISHED);
  return 0;
}

typedef struct
{
  char *program;
  char *text;     /* the document */
  char *document; /* a file of it */
  GArray *expected;
} Bench;

/* Starts a child and kills it: up to @life after its training has begun, or before it gets that far. */
static void
kill_one (const Bench *bench, const char *folder, gint64 life)
{
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "RENSA_RUNS", folder, TRUE);
  g_autofree char *seed = g_strdup_printf ("%d", g_test_rand_int_range (0, G_MAXINT));
  char *argv[] = { bench->program, (char *) CHILD, bench->document, seed, NULL };
  const gboolean is_early = g_test_rand_int_range (0, 5) == 0;
  g_autoptr (GError) error = NULL;
  GPid pid;
  int out;
  int status;
  char byte;

  g_spawn_async_with_pipes (NULL, argv, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, &out, NULL,
                            &error);
  g_assert_no_error (error);
  if (is_early)
    g_usleep ((gulong) g_test_rand_int_range (0, 100000));
  else if (read (out, &byte, 1) == 1)
    g_usleep ((gulong) g_test_rand_int_range (0, (gint32) life));
  kill (pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  close (out);
  /* It may have finished; nothing else may have ended it. */
  g_assert_true (WIFSIGNALED (status) ? WTERMSIG (status) == SIGKILL : WEXITSTATUS (status) == 0);
}

static void
check_integrity (RensaStore *store)
{
  g_autofree char *path = g_build_filename (rensa_store_get_folder (store), "runs.db", NULL);
  sqlite3 *db;
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "PRAGMA integrity_check", -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, "ok");
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

/* What the killed program has left; returns the iteration that was written, -1 where there is no run. */
static gint64
check_remains (RensaStore *store)
{
  RensaRun *run = get_run (store);

  g_assert_null (rensa_store_get_notice (store));
  check_integrity (store);
  if (run == NULL)
    return -1;

  g_assert_true (rensa_run_get_state (run) == RENSA_RUN_INTERRUPTED || rensa_run_get_state (run) == RENSA_RUN_FINISHED);
  return rensa_run_get_iteration (run);
}

static void
finish (Desk *desk, RensaStore *store, const Bench *bench)
{
  g_autofree char *expected = desk_path (desk, "plain/model.npz");
  g_autofree char *found = NULL;
  RensaRun *run;

  desk->worker = start_worker (store, bench->text);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  found = g_build_filename (rensa_worker_get_folder (desk->worker), "model.npz", NULL);
  assert_same_file (expected, found);
  flush_store (store);
  run = get_run (store);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FINISHED);
  assert_series (store, run, bench->expected);
}

/* Some rounds are killed a second time, while they go on. */
static void
play_round (Desk *desk, const Bench *bench, int round)
{
  g_autofree char *name = g_strdup_printf ("runs-%d", round);
  g_autofree char *folder = desk_path (desk, name);
  const int n_kills = g_test_rand_int_range (1, 3);
  GString *told = g_string_new (NULL);
  gint64 first;

  for (int i = 0; i < n_kills; i++)
    {
      g_autoptr (RensaStore) store = NULL;

      kill_one (bench, folder, LIFE / n_kills);
      store = open_store (folder);
      g_string_append_printf (told, " %" G_GINT64_FORMAT, check_remains (store));
      if (i < n_kills - 1)
        continue;
      finish (desk, store, bench);
      first = rensa_worker_get_first_iteration (desk->worker);
      g_test_message ("round %d: written up to%s, went on from %" G_GINT64_FORMAT, round, told->str, first);
      desk_close_worker (desk);
    }
  g_string_free (told, TRUE);
  test_folder_remove (folder);
}

/* A document that trains as long as the test wants on this machine. */
static char *
make_long_document (Desk *desk)
{
  const int n = 100;
  g_autofree char *trial = make_document (n);
  const gint64 start = g_get_monotonic_time ();

  train_plainly (desk, trial, "trial", NULL);
  return make_document ((int) CLAMP (n * LENGTH / MAX (g_get_monotonic_time () - start, 1), 100, 20000));
}

static void
test_kill (Desk *desk, gconstpointer program)
{
  const int n_rounds = tests_are_slow () ? N_SLOW_ROUNDS : N_ROUNDS;
  g_autofree char *text = make_long_document (desk);
  g_autofree char *document = desk_path (desk, "document.rensa");
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };
  const Bench bench = { (char *) program, text, document, expected };

  g_test_message ("%d of %d rounds", n_rounds, N_ROUNDS);
  g_assert_true (g_file_set_contents (document, text, -1, NULL));
  train_plainly (desk, text, "plain", &plain);
  for (int i = 0; i < n_rounds; i++)
    play_round (desk, &bench, i);
}

int
main (int argc, char **argv)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (argc == 4 && strcmp (argv[1], CHILD) == 0)
    {
      char *no_arguments[] = { argv[0], NULL };
      char **rest = no_arguments;
      int n = 1;

      worker_tests_init (&n, &rest);
      return be_child (argv[2], (guint32) strtoul (argv[3], NULL, 10));
    }
  worker_tests_init (&argc, &argv);
  g_test_add ("/worker/kill", Desk, program, desk_set_up, test_kill, desk_tear_down);
  return g_test_run ();
}
