/* test-run.c: a run as the pages see it, live and from the store.
 * SPDX-License-Identifier: MIT */

#include <locale.h>
#include <math.h>
#include <string.h>

#include "studio-live-changes.h"
#include "studio-run-private.h"
#include "wait-for.h"
#include "worker-fixture.h"

typedef struct
{
  guint n_updates;
  guint n_list_changes;
  guint n_changes_in_update; /* since the last "updated" */
  guint n_worst;
  guint n_states;
  char *artifacts;
} Watch;

static void
updated (StudioRun *run, Watch *watch)
{
  watch->n_updates++;
  watch->n_worst = MAX (watch->n_worst, watch->n_changes_in_update);
  watch->n_changes_in_update = 0;
}

static void
log_changed (GListModel *log, guint position, guint removed, guint added, Watch *watch)
{
  g_assert_cmpuint (removed, ==, 0);
  g_assert_cmpuint (added, >, 0);
  watch->n_list_changes++;
  watch->n_changes_in_update++;
}

static void
state_changed (StudioRun *run, GParamSpec *spec, Watch *watch)
{
  watch->n_states++;
}

static void
file_written (StudioRun *run, const char *kind, const char *path, Watch *watch)
{
  char *all = g_strconcat (watch->artifacts != NULL ? watch->artifacts : "", kind, " ", NULL);

  g_free (watch->artifacts);
  watch->artifacts = all;
}

static void
watch_run (StudioRun *run, Watch *watch)
{
  g_signal_connect (run, "updated", G_CALLBACK (updated), watch);
  g_signal_connect (run, "notify::state", G_CALLBACK (state_changed), watch);
  g_signal_connect (run, "artifact", G_CALLBACK (file_written), watch);
  g_signal_connect (studio_run_get_log (run), "items-changed", G_CALLBACK (log_changed), watch);
}

/* Through the main loop, as in the studio. */
static void
wait_until (StudioRun *run, RensaWorkerState state, gint64 iteration)
{
  RensaWorkerStatus status;

  WAIT_FOR ((studio_run_get_status (run, &status), status.state >= state && status.iteration >= iteration));
}

static StudioRun *
start (RensaStore *store, const char *text, gboolean paused)
{
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (GError) error = NULL;
  StudioRun *run = studio_run_start (store, document, NULL, NULL, paused, &error);

  g_assert_no_error (error);
  return run;
}

static void
assert_series_are (StudioRun *run, GArray *expected)
{
  g_autoptr (GHashTable) n = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < expected->len; i++)
    {
      const RensaMessage *message = &g_array_index (expected, RensaMessage, i);
      StudioSeries *series = studio_run_find_series (run, message->key);
      const gsize at = GPOINTER_TO_SIZE (g_hash_table_lookup (n, message->key));
      RensaSeries *points;

      g_assert_nonnull (series);
      points = studio_series_get_points (series);
      g_assert_cmpuint (at, <, rensa_series_get_n_points (points));
      g_assert_cmpfloat (rensa_series_get_values (points)[at], ==, message->value);
      g_assert_cmpfloat (rensa_series_get_places (points, RENSA_SERIES_ITERATION)[at], ==, (double) message->iteration);
      g_assert_cmpfloat (rensa_series_get_places (points, RENSA_SERIES_EPOCH)[at], ==, message->epoch);
      g_hash_table_insert (n, (gpointer) message->key, GSIZE_TO_POINTER (at + 1));
    }
  g_assert_cmpuint (g_hash_table_size (n), ==, g_list_model_get_n_items (studio_run_get_series (run)));
  for (guint i = 0; i < g_hash_table_size (n); i++)
    {
      g_autoptr (StudioSeries) series = g_list_model_get_item (studio_run_get_series (run), i);
      const gsize n_points = GPOINTER_TO_SIZE (g_hash_table_lookup (n, studio_series_get_key (series)));

      g_assert_cmpuint (rensa_series_get_n_points (studio_series_get_points (series)), ==, n_points);
    }
}

static void
assert_log_is_whole (StudioRun *run, guint n)
{
  GListModel *log = studio_run_get_log (run);
  const char *const *keys = studio_run_get_log_keys (run);

  g_assert_cmpuint (g_list_model_get_n_items (log), ==, n);
  g_assert_cmpuint (g_strv_length ((char **) keys), ==, 7);
  g_assert_true (g_strv_contains (keys, "validation/main/loss"));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StudioLogEntry) entry = g_list_model_get_item (log, i);

      g_assert_cmpfloat (studio_log_entry_get_value (entry, "epoch"), ==, i + 1);
      g_assert_true (studio_log_entry_has (entry, "main/loss"));
      g_assert_false (studio_log_entry_has (entry, "nothing"));
      g_assert_true (isnan (studio_log_entry_get_value (entry, "nothing")));
    }
}

static char *
get_text (StudioRun *run, const char *property)
{
  char *text;

  g_object_get (run, property, &text, NULL);
  return text;
}

static void
test_live (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (300);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };
  Watch watch = { 0 };
  g_autofree char *progress = NULL;
  g_autofree char *title = NULL;
  g_autoptr (StudioRun) run = NULL;
  g_autoptr (StudioRun) seen = NULL;
  g_autoptr (GError) error = NULL;

  train_plainly (desk, text, "plain", &plain);
  run = start (store, text, FALSE);
  watch_run (run, &watch);
  g_assert_true (studio_run_is_live (run));
  g_assert_null (studio_run_find_series (run, "main/loss"));
  wait_until (run, RENSA_WORKER_FINISHED, 0);
  g_assert_false (studio_run_is_live (run));
  assert_series_are (run, expected);
  assert_log_is_whole (run, 300);
  g_assert_cmpuint (watch.n_worst, <=, 1);
  g_assert_cmpuint (watch.n_updates, >, 0);
  g_assert_cmpuint (watch.n_states, >=, 1);
  g_assert_true (g_str_has_prefix (watch.artifacts, "graph "));
  g_assert_nonnull (strstr (watch.artifacts, " log "));
  g_assert_true (g_str_has_suffix (watch.artifacts, " model "));
  progress = get_text (run, "progress-text");
  title = get_text (run, "title");
  g_assert_cmpstr (progress, ==, "epoch 300 of 300");
  g_assert_cmpstr (title, ==, "Moons");
  g_assert_null (studio_run_get_error (run));

  /* The same from the store. */
  flush_store (store);
  seen = studio_run_open (store, studio_run_get_record (run), &error);
  g_assert_no_error (error);
  g_assert_false (studio_run_is_live (seen));
  g_assert_cmpint (studio_run_get_state (seen), ==, RENSA_WORKER_FINISHED);
  assert_series_are (seen, expected);
  assert_log_is_whole (seen, 300);
  g_free (progress);
  progress = get_text (seen, "progress-text");
  g_assert_cmpstr (progress, ==, "epoch 300 of 300");
  g_assert_cmpstr (studio_run_get_folder (seen), ==, studio_run_get_folder (run));
  g_free (watch.artifacts);
}

static void
keep_notice (StudioRun *run, const char *sentence, char **notice)
{
  g_free (*notice);
  *notice = g_strdup (sentence);
}

static void
test_commands (Desk *desk, gconstpointer data)
{
  g_autofree char *notice = NULL;
  g_autofree char *text = make_document (20);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  Plain plain = { .at = 2, .path = "optimizers.main.alpha", .text = "0.3" };
  g_autoptr (StudioRun) run = NULL;
  g_autoptr (StudioEvent) event = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *a = desk_path (desk, "plain/model.npz");
  g_autofree char *b = NULL;

  train_plainly (desk, text, "plain", &plain);
  run = start (store, text, TRUE);
  wait_until (run, RENSA_WORKER_PAUSED, 0);
  studio_run_step (run);
  studio_run_step (run);
  wait_until (run, RENSA_WORKER_PAUSED, 2);
  g_assert_false (studio_run_set (run, "optimizer.alpha", "often", NULL));
  g_assert_true (studio_run_set (run, "optimizer.alpha", "0.3", &error));
  g_signal_connect (run, "notice", G_CALLBACK (keep_notice), &notice);
  studio_run_take_snapshot (run);
  studio_run_resume (run);
  wait_until (run, RENSA_WORKER_FINISHED, 0);
  g_assert_cmpstr (notice, ==, "Snapshot “snapshot_iter_2” saved");
  b = g_build_filename (studio_run_get_folder (run), "model.npz", NULL);
  assert_same_file (a, b);

  g_assert_cmpuint (g_list_model_get_n_items (studio_run_get_events (run)), ==, 1);
  event = g_list_model_get_item (studio_run_get_events (run), 0);
  g_assert_cmpstr (studio_event_get_text (event), ==, "Learning Rate = 0.3");
  g_assert_cmpfloat (studio_event_get_place (event, RENSA_SERIES_ITERATION), ==, 2);
  g_assert_cmpfloat (studio_event_get_place (event, RENSA_SERIES_EPOCH), ==, 14.0 / 60);

  /* Nothing happens when it is over. */
  studio_run_pause (run);
  studio_run_step (run);
  g_assert_false (studio_run_set (run, "optimizer.alpha", "0.3", &error));
  g_assert_nonnull (error);
}

static void
change_both (StudioProject *project, StudioLiveChanges *changes, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (studio_project_set (project, "optimizer.alpha", text, &error));
  g_assert_true (studio_live_changes_enter (changes, "optimizer.alpha", "optimizer.alpha", text, &error));
  g_assert_no_error (error);
}

/* The values that the run was given, in their order. */
static void
assert_given (StudioRun *run, const char *expected)
{
  g_auto (GStrv) values = g_strsplit (expected, " ", -1);
  g_autoptr (GString) given = g_string_new (NULL);

  WAIT_FOR (g_list_model_get_n_items (studio_run_get_events (run)) >= g_strv_length (values));
  for (guint i = 0; i < g_list_model_get_n_items (studio_run_get_events (run)); i++)
    {
      g_autoptr (StudioEvent) event = g_list_model_get_item (studio_run_get_events (run), i);

      g_string_append_printf (given, "%s%s", i > 0 ? " " : "", strrchr (studio_event_get_text (event), ' ') + 1);
    }
  g_assert_cmpstr (given->str, ==, expected);
}

/* What was changed for the project and its run is undone and redone for both; what was changed before the run, or in the project
 * alone, does not touch it. */
static void
test_live_changes (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (20);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (StudioProject) project = studio_project_new (document, NULL);
  g_autoptr (StudioRun) run = NULL;
  g_autoptr (StudioLiveChanges) changes = NULL;
  g_autofree char *trained = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (studio_project_set (project, "optimizer.alpha", "0.25", &error));
  trained = rensa_document_to_text (studio_project_get_document (project));
  run = start (store, trained, TRUE);
  wait_until (run, RENSA_WORKER_PAUSED, 0);
  changes = studio_live_changes_new (project, run);
  g_assert_true (studio_project_set (project, "seed", "7", &error));
  change_both (project, changes, "0.5");
  assert_given (run, "0.5");
  studio_project_undo (project);
  assert_given (run, "0.5 0.25");
  studio_project_redo (project);
  assert_given (run, "0.5 0.25 0.5");
  studio_project_undo (project);
  studio_project_undo (project);
  studio_project_undo (project);
  assert_given (run, "0.5 0.25 0.5 0.25");
  studio_run_stop (run);
  wait_until (run, RENSA_WORKER_STOPPED, 0);
}

/* What was reported before and after are one run. */
static void
test_continue (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (20);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  Plain plain = { .messages = expected };
  g_autoptr (StudioRun) first = NULL;
  g_autoptr (StudioRun) run = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *progress = NULL;

  train_plainly (desk, text, "plain", &plain);
  first = start (store, text, TRUE);
  for (int i = 0; i < 20; i++)
    studio_run_step (first);
  wait_until (first, RENSA_WORKER_PAUSED, 20);
  progress = get_text (first, "progress-text");
  g_assert_cmpstr (progress, ==, "epoch 3 of 20");
  studio_run_stop (first);
  wait_until (first, RENSA_WORKER_STOPPED, 20);
  flush_store (store);

  run = studio_run_continue (store, studio_run_get_record (first), NULL, FALSE, &error);
  g_assert_no_error (error);
  g_assert_true (studio_run_is_live (run));
  g_assert_cmpuint (g_list_model_get_n_items (studio_run_get_log (run)), ==, 2);
  wait_until (run, RENSA_WORKER_FINISHED, 0);
  assert_series_are (run, expected);
  assert_log_is_whole (run, 20);
}

static void
test_failure (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (2), "\"Adam\"", "\"Adma\"");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (StudioRun) run = start (store, text, FALSE);
  g_autofree char *told = NULL;

  wait_until (run, RENSA_WORKER_FAILED, 0);
  g_assert_nonnull (strstr (studio_run_get_error (run), "Adma"));
  told = get_text (run, "error");
  g_assert_cmpstr (told, ==, studio_run_get_error (run));
}

static void
count_notice (StudioRun *run, const char *sentence, guint *n)
{
  g_assert_nonnull (strstr (sentence, "became NaN"));
  ++*n;
}

static void
test_notice (Desk *desk, gconstpointer data)
{
  char *diverging = replaced (make_document (20), "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.01}}",
                              "{\"type\": \"SGD\", \"attrs\": {\"lr\": 1e30}}");
  g_autofree char *text = replaced (diverging, "\"format\": 1", "\"format\": 1, \"stop_at_nan\": false");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (StudioRun) run = start (store, text, FALSE);
  guint n = 0;

  g_signal_connect (run, "notice", G_CALLBACK (count_notice), &n);
  wait_until (run, RENSA_WORKER_FINISHED, 0);
  g_assert_cmpuint (n, >, 0);
}

/* Closing the window while it trains. */
static void
test_dispose (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1000000);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  StudioRun *run = start (store, text, FALSE);
  g_autoptr (RensaRun) record = g_object_ref (studio_run_get_record (run));

  wait_until (run, RENSA_WORKER_RUNNING, 10);
  g_object_unref (run);
  flush_store (store);
  g_assert_cmpint (rensa_run_get_state (record), ==, RENSA_RUN_STOPPED);
}

static void
test_iterations (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (2000), "\"unit\": \"epoch\"", "\"unit\": \"iteration\"");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (StudioRun) run = start (store, text, FALSE);
  g_autofree char *progress = NULL;
  g_autofree char *rate = NULL;

  wait_until (run, RENSA_WORKER_FINISHED, 0);
  progress = get_text (run, "progress-text");
  rate = get_text (run, "rate-text");
  g_assert_cmpstr (progress, ==, "iteration 2,000 of 2,000");
  g_assert_true (g_str_has_suffix (rate, " of training"));
}

/* Seldom enough that the frames of a long run cost next to nothing, often enough for the first of all; a person who steps
 * sees each value at once. */
static void
test_interval (void)
{
  const struct
  {
    RensaWorkerState state;
    double elapsed;
    guint interval;
  } cases[] = {
    { RENSA_WORKER_PREPARING, 0, 80 }, { RENSA_WORKER_RUNNING, 0, 80 },      { RENSA_WORKER_RUNNING, 30, 80 },
    { RENSA_WORKER_RUNNING, 60, 150 }, { RENSA_WORKER_RUNNING, 86400, 250 }, { RENSA_WORKER_PAUSED, 86400, 80 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaWorkerStatus status = { .state = cases[i].state, .elapsed = cases[i].elapsed };

      g_assert_cmpuint (studio_run_choose_interval (&status), ==, cases[i].interval);
    }
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  worker_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/run/live", test_live);
  ADD_DESK_TEST ("/ui/run/commands", test_commands);
  ADD_DESK_TEST ("/ui/run/live-changes", test_live_changes);
  ADD_DESK_TEST ("/ui/run/continue", test_continue);
  ADD_DESK_TEST ("/ui/run/failure", test_failure);
  ADD_DESK_TEST ("/ui/run/notice", test_notice);
  ADD_DESK_TEST ("/ui/run/dispose", test_dispose);
  ADD_DESK_TEST ("/ui/run/iterations", test_iterations);
  g_test_add_func ("/ui/run/interval", test_interval);
  return g_test_run ();
}
