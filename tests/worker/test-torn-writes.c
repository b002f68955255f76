/* test-torn-writes.c: each write of each file that is kept fails in turn, until a round goes through in which none does.
 *
 * A disk is full or broken, a write is cut short, or the process ends in the midst of it. Then the old content is there or the new
 * one, whole; what was left aside goes when the file is written again; and an error is one sentence.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"
#include "rensa-builder.h"
#include "rensa-log.h"
#include "rensa-snapshot.h"
#include "worker-fixture.h"

/* More requests than any of these makes. */
#define MOST_REQUESTS 5000

/* What a child tells of what it did. */
typedef struct
{
  gboolean has_failed;
  gboolean was_met;
  char sentence[1024];
} Outcome;

/* @act: writes the first content or the second one; the first is written without faults
 * @check: that the content is the one or the other, and whole; which of them it is
 * @left: the files of the folder then, hidden ones included, besides those that may be there
 * @step: every which request fails; 1 but where it would take minutes */
typedef struct
{
  const char *name;
  gboolean (*act) (const char *folder, gboolean is_second, GError **error);
  gboolean (*check) (const char *folder);
  const char *allowed;
  guint step;
} Case;

static Outcome *outcome;

static char *
path_in (const char *folder, const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* A document */

static gboolean
save_document (const char *folder, gboolean is_second, GError **error)
{
  g_autofree char *text = make_document (is_second ? 7 : 3);
  g_autofree char *path = path_in (folder, "a.rensa");

  return rensa_document_save (document_of (text), path, error);
}

static gboolean
check_document (const char *folder)
{
  g_autofree char *path = path_in (folder, "a.rensa");
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_load (path, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = rensa_document_to_text (document);
  g_assert_true ((strstr (text, "\"period\": 7") != NULL) != (strstr (text, "\"period\": 3") != NULL));
  return strstr (text, "\"period\": 7") != NULL;
}

/* Snapshots, models and logs, of a trainer after this many iterations */

static RensaTrainer *
train (const char *folder, int iterations)
{
  g_autofree char *text = make_document (1000);
  g_autofree char *name = path_in (folder, "out");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  RensaTrainer *trainer;

  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, name, &error);
  g_assert_no_error (error);
  for (int i = 0; i < iterations; i++)
    g_assert_true (rensa_updater_update (rensa_trainer_get_updater (trainer), &error));
  return trainer;
}

static gboolean
save_snapshot (const char *folder, gboolean is_second, GError **error)
{
  g_autofree char *path = path_in (folder, "snapshot");
  g_autoptr (RensaTrainer) trainer = train (folder, is_second ? 5 : 2);

  return rensa_snapshot_save (trainer, path, error);
}

static gboolean
check_snapshot (const char *folder)
{
  g_autofree char *path = path_in (folder, "snapshot");
  g_autoptr (RensaTrainer) trainer = train (folder, 0);
  g_autoptr (GError) error = NULL;
  gint64 iteration;

  rensa_snapshot_load (trainer, path, &error);
  g_assert_no_error (error);
  iteration = rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
  g_assert_true (iteration == 5 || iteration == 2);
  return iteration == 5;
}

static RensaLink *
get_model (RensaTrainer *trainer)
{
  return rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
}

static gboolean
save_model (const char *folder, gboolean is_second, GError **error)
{
  g_autofree char *path = path_in (folder, "model.npz");
  g_autoptr (RensaTrainer) trainer = train (folder, is_second ? 5 : 2);

  return rensa_save_npz (path, rensa_link_serialize, get_model (trainer), TRUE, error);
}

static gboolean
is_model_of (const char *folder, int iterations)
{
  g_autofree char *path = path_in (folder, "model.npz");
  g_autofree char *same = path_in (folder, "same.npz");
  g_autofree char *of_path = NULL;
  g_autofree char *of_same = NULL;
  g_autoptr (RensaTrainer) trainer = train (folder, iterations);
  gsize n, n_same;

  g_assert_true (rensa_save_npz (same, rensa_link_serialize, get_model (trainer), TRUE, NULL));
  g_assert_true (g_file_get_contents (path, &of_path, &n, NULL));
  g_assert_true (g_file_get_contents (same, &of_same, &n_same, NULL));
  unlink (same);
  return n == n_same && memcmp (of_path, of_same, n) == 0;
}

static gboolean
check_model (const char *folder)
{
  g_assert_true (is_model_of (folder, 5) != is_model_of (folder, 2));
  return is_model_of (folder, 5);
}

#define N_ENTRIES 1500

/* The second one has more than memory holds. */
static gboolean
save_log (const char *folder, gboolean is_second, GError **error)
{
  g_autoptr (RensaLog) log = rensa_log_new ();
  g_autofree char *path = path_in (folder, "log");

  rensa_log_set_folder (log, folder);
  for (int i = 0; i < (is_second ? N_ENTRIES : 3); i++)
    {
      rensa_log_begin_entry (log);
      rensa_log_add (log, "main/loss", 1.0 / (i + 1));
      rensa_log_add_integer (log, "iteration", i);
    }
  return rensa_log_save (log, path, error);
}

static gboolean
check_log (const char *folder)
{
  g_autofree char *text = test_file_read (folder, "log");
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLog) log = rensa_log_new_from_json (text, "log", &error);
  guint n;
  double value;

  g_assert_no_error (error);
  n = rensa_log_get_n_entries (log);
  g_assert_true (n == N_ENTRIES || n == 3);
  g_assert_true (rensa_log_lookup (log, n - 1, "iteration", &value, NULL));
  g_assert_cmpfloat (value, ==, n - 1);
  return n == N_ENTRIES;
}

/* The store */

#define N_VALUES 100

static RensaStore *
open_store (const char *folder, GError **error)
{
  g_autofree char *path = path_in (folder, "store");

  return rensa_store_open (path, error);
}

static gboolean
record_run (const char *folder, gboolean is_second, GError **error)
{
  const RensaRunStart start = { .name = is_second ? "second" : "first", .document = "{\"format\": 1}" };
  g_autoptr (RensaStore) store = open_store (folder, error);
  RensaRecorder *recorder = store != NULL ? rensa_store_begin (store, &start, error) : NULL;
  gboolean ok;

  if (recorder == NULL)
    return FALSE;
  rensa_recorder_describe (recorder, &(RensaReportKey){ (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS });
  for (int i = 1; i <= N_VALUES; i++)
    rensa_recorder_add_value (recorder, "main/loss", i, i, i, 1.0 / i);
  rensa_recorder_add_log (recorder, 0, (const char *[]){ "iteration" }, (double[]){ N_VALUES }, 1);
  rensa_recorder_add_event (recorder, N_VALUES, 1, 1, "optimizer.alpha", "0.1");
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  ok = rensa_store_flush (store, error);
  return ok;
}

/* Whether it is complete. */
static gboolean
check_run (RensaStore *store, RensaRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *document = rensa_store_load_document (store, run, &error);
  g_autoptr (RensaRunSeries) series = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (document, ==, "{\"format\": 1}");
  g_assert_false (rensa_run_is_active (run));
  if (rensa_run_get_state (run) != RENSA_RUN_FINISHED)
    return FALSE;
  series = rensa_store_load_series (store, run, "main/loss", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (series->n, ==, N_VALUES);
  return TRUE;
}

/* The row of a run may be there before its values are. */
static gboolean
check_store (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaStore) store = open_store (folder, &error);
  GListModel *runs;
  guint n_complete = 0;

  g_assert_no_error (error);
  g_assert_null (rensa_store_get_notice (store));
  flush_store (store);
  g_usleep (10000);
  flush_store (store);
  runs = rensa_store_get_runs (store);
  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);

      n_complete += check_run (store, run);
    }
  g_assert_true (n_complete >= 1);
  return n_complete >= 2;
}

/* A whole run, by a worker */

static void
keep_notice (const RensaMessage *message, gpointer data)
{
  GError **error = data;

  if (message->kind == RENSA_MESSAGE_NOTICE && *error == NULL)
    *error = g_error_new_literal (RENSA_ERROR, RENSA_ERROR_IO, message->text);
}

/* Waits for its end; a file that could not be written is told by a notice, and is an error here. */
static gboolean
finish_worker (RensaWorker *worker, GError **error)
{
  g_autoptr (GError) problem = NULL;
  RensaWorkerStatus status;

  do
    {
      g_usleep (500);
      rensa_worker_get_status (worker, &status);
      rensa_worker_read (worker, keep_notice, &problem);
    }
  while (status.state < RENSA_WORKER_FINISHED);
  rensa_worker_read (worker, keep_notice, &problem);
  if (status.state == RENSA_WORKER_FAILED && problem == NULL)
    problem = g_error_new_literal (RENSA_ERROR, RENSA_ERROR_IO, rensa_worker_get_error (worker));
  rensa_worker_free (worker);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
train_run (RensaStore *store, RensaRun *resumed, GError **error)
{
  g_autofree char *text = make_document (2);
  g_autoptr (RensaDocument) document = document_of (text);
  const RensaWorkerOptions options = { .document = document, .store = store, .resume = resumed };
  RensaWorker *worker = rensa_worker_start (&options, error);

  return worker != NULL && finish_worker (worker, error) && rensa_store_flush (store, error);
}

static gboolean
train_whole_run (const char *folder, gboolean is_second, GError **error)
{
  g_autoptr (RensaStore) store = open_store (folder, error);

  return store != NULL && train_run (store, NULL, error);
}

static char *
read_model (RensaStore *store, RensaRun *run, gsize *n)
{
  g_autofree char *folder = rensa_store_get_run_folder (store, run);
  g_autofree char *path = path_in (folder, "model.npz");
  char *bytes = NULL;

  g_file_get_contents (path, &bytes, n, NULL);
  return bytes;
}

/* Whether its model is there, which is then that of the first run. */
static gboolean
check_trained (RensaStore *store, RensaRun *run)
{
  GListModel *runs = rensa_store_get_runs (store);
  g_autoptr (RensaRun) first = g_list_model_get_item (runs, g_list_model_get_n_items (runs) - 1);
  gsize n, n_expected;
  g_autofree char *model = read_model (store, run, &n);
  g_autofree char *expected = read_model (store, first, &n_expected);

  g_assert_false (rensa_run_is_active (run));
  g_assert_nonnull (expected);
  if (model == NULL)
    return FALSE;
  g_assert_cmpmem (model, n, expected, n_expected);
  return rensa_run_get_state (run) == RENSA_RUN_FINISHED;
}

/* A run that was cut off is gone on with, and ends at the same model. */
static gboolean
check_trained_runs (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaStore) store = open_store (folder, &error);
  g_autoptr (RensaRun) last = NULL;
  guint n;
  gboolean is_complete;

  g_assert_no_error (error);
  g_assert_null (rensa_store_get_notice (store));
  flush_store (store);
  n = g_list_model_get_n_items (rensa_store_get_runs (store));
  last = g_list_model_get_item (rensa_store_get_runs (store), 0);
  is_complete = n > 1 && check_trained (store, last);
  if (n > 1 && !is_complete)
    {
      train_run (store, last, &error);
      g_assert_no_error (error);
      flush_store (store);
      g_assert_true (check_trained (store, last));
    }
  return is_complete;
}

static const Case cases[] = {
  { "document", save_document, check_document, "a.rensa", 1 },
  { "snapshot", save_snapshot, check_snapshot, "snapshot out", 1 },
  { "model", save_model, check_model, "model.npz out", 1 },
  { "log", save_log, check_log, "log", 1 },
  { "store", record_run, check_store, "store", 1 },
  { "run", train_whole_run, check_trained_runs, "store", 7 },
};

/* Children, because threads and what a crash leaves behind must not outlive a round */

static int
run_child (void (*func) (const Case *tried, const char *folder, FaultKind kind, guint nth), const Case *tried,
           const char *folder, FaultKind kind, guint nth)
{
  const pid_t pid = fork ();
  int status;

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      /* Else all runs would have the same UUID. */
      g_random_set_seed ((guint32) getpid ());
      func (tried, folder, kind, nth);
      _exit (0);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
act (const Case *tried, const char *folder, FaultKind kind, guint nth)
{
  g_autoptr (GError) error = NULL;

  faults_arm_disk (folder, kind, nth);
  outcome->has_failed = !tried->act (folder, nth > 0, &error);
  outcome->was_met = faults_disarm ();
  g_strlcpy (outcome->sentence, error != NULL ? error->message : "", sizeof outcome->sentence);
}

static void
check_names (const char *folder, const char *names)
{
  g_auto (GStrv) allowed = g_strsplit (names, " ", -1);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (!g_strv_contains ((const char *const *) allowed, name))
      g_error ("%s: %s stays", folder, name);
}

/* Writing once more clears what a crash has left. */
static void
check (const Case *tried, const char *folder, FaultKind kind, guint nth)
{
  g_autofree char *store = path_in (folder, "store");
  g_autoptr (GError) error = NULL;

  outcome->has_failed = !tried->check (folder);
  tried->act (folder, TRUE, &error);
  g_assert_no_error (error);
  g_assert_true (tried->check (folder));
  check_names (folder, tried->allowed);
  if (g_file_test (store, G_FILE_TEST_IS_DIR))
    check_names (store, "runs.db runs.db-wal runs.db-shm runs");
}

static gboolean
is_sentence (const char *text)
{
  return *text != '\0' && g_utf8_validate (text, -1, NULL) && strchr (text, '\n') == NULL;
}

/* Whether there was an nth request. */
static gboolean
play_round (const Case *tried, FaultKind kind, guint nth)
{
  char *folder = test_folder_new ();
  gboolean was_met, has_failed, is_new;
  int status;

  *outcome = (Outcome){ 0 };
  run_child (act, tried, folder, kind, 0);
  *outcome = (Outcome){ 0 };
  status = run_child (act, tried, folder, kind, nth);
  was_met = outcome->was_met || status == FAULT_CRASHED;
  has_failed = outcome->has_failed;
  if (status != FAULT_CRASHED)
    g_assert_cmpint (status, ==, 0);
  if (has_failed && !is_sentence (outcome->sentence))
    g_error ("%s %d %u: no sentence: %s", tried->name, kind, nth, outcome->sentence);
  if (kind == FAULT_SHORT || !was_met)
    g_assert_false (has_failed);

  g_assert_cmpint (run_child (check, tried, folder, kind, nth), ==, 0);
  is_new = !outcome->has_failed;
  if (status == 0 && !has_failed && !is_new)
    g_error ("%s %d %u: what was written is lost", tried->name, kind, nth);
  test_folder_free (folder);
  return was_met;
}

static void
test_case (gconstpointer data)
{
  const Case *tried = data;

  for (FaultKind kind = 0; kind < N_FAULT_KINDS; kind++)
    {
      guint nth = 1 + kind % tried->step;

      while (play_round (tried, kind, nth))
        {
          /* With a sanitizer a round takes several times as long. */
          nth += MAX (tried->step, tests_are_slow () ? nth / 5 : 0);
          g_assert_cmpuint (nth, <, MOST_REQUESTS);
        }
      g_test_message ("%s: fault %d at each of %u requests", tried->name, kind, nth - 1);
      g_assert_cmpuint (nth, >, 1);
    }
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  outcome = mmap (NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/worker/torn-writes/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
