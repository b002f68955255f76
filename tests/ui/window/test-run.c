/* test-run.c: training in windows.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include <glib/gstdio.h>

#include "rensa-trainer.h"
#include "window-fixture.h"

/* Longer than any test lasts. */
#define ENDLESS 1000000

static StudioWindow *
open_project (Desk *desk, const char *file, const char *name, int epochs)
{
  g_autofree char *path = desk_path (desk, file);

  write_project (path, name, epochs);
  desk_open (desk, path);
  return STUDIO_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (desk->application)));
}

static void
test_train (Desk *desk, StudioWindow *window)
{
  StudioRun *run;

  open_project (desk, "a.rensa", "Short", 3);
  run = train (window);
  g_assert_cmpstr (get_page_name (window), ==, "training");
  WAIT_FOR (!studio_run_is_live (run));
  g_assert_cmpint (studio_run_get_state (run), ==, RENSA_WORKER_FINISHED);
  WAIT_FOR (can_act (window, "win.try"));
  g_assert_true (can_act (window, "run.start"));
  g_assert_false (can_act (window, "run.stop"));
}

/* A trained model of a step opens as a project of its own. */
static void
test_extract (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "predictor");
  g_autofree char *project = g_build_filename (path, "predictor.rensa", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  AdwMessageDialog *dialog;
  StudioWindow *other;
  StudioRun *run;

  open_project (desk, "a.rensa", "Short", 3);
  act (window, "win.edit-step");
  act_on (window, "win.extract", "predictor");
  g_assert_cmpstr (get_toast (window), ==, "There is no trained model to extract yet. Train the project first.");
  run = train (window);
  WAIT_FOR (!studio_run_is_live (run) && can_act (window, "win.try"));
  act_on (window, "win.extract", "predictor");
  close_chooser ();

  studio_window_extract (window, "predictor", folder);
  WAIT_FOR (desk_count_windows (desk) == 2);
  other = desk_find_other (desk, window);
  g_assert_cmpstr (studio_project_get_path (other->project), ==, project);
  gtk_window_destroy (GTK_WINDOW (other));

  studio_window_extract (window, "predictor", folder);
  dialog = wait_for_dialog (window, "Model Not Extracted");
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), path));
  answer (dialog, "close");
}

/* The best model takes the place of the last one; without its file the last one stays. */
static void
test_use_best (Desk *desk, StudioWindow *window)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *best = NULL;
  g_autofree char *wanted = NULL;
  g_autofree char *got = NULL;
  gsize n_wanted, n_got;

  open_project (desk, "a.rensa", "Short", 3);
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run) && can_act (window, "win.try"));
  first = studio_window_get_model_path (window->store, studio_run_get_record (window->run));
  g_assert_true (g_file_get_contents (first, &wanted, &n_wanted, NULL));
  g_assert_true (studio_project_set (window->project, "seed", "7", NULL));
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run) && can_act (window, "win.try"));
  second = studio_window_get_model_path (window->store, studio_run_get_record (window->run));
  folder = rensa_store_get_run_folder (window->store, studio_run_get_record (window->run));
  best = g_build_filename (folder, "best.npz", NULL);

  g_remove (best);
  act (window, "win.use-best");
  g_assert_nonnull (strstr (get_toast (window), "best.npz"));
  g_assert_true (g_file_get_contents (second, &got, &n_got, NULL));
  g_assert_false (n_got == n_wanted && memcmp (got, wanted, n_got) == 0);

  g_assert_true (g_file_set_contents (best, wanted, (gssize) n_wanted, NULL));
  act (window, "win.use-best");
  g_clear_pointer (&got, g_free);
  g_assert_true (g_file_get_contents (second, &got, &n_got, NULL));
  g_assert_cmpmem (got, n_got, wanted, n_wanted);
  WAIT_FOR (can_act (window, "win.try"));
}

static void
test_commands (Desk *desk, StudioWindow *window)
{
  RensaWorkerStatus status;
  gint64 iteration;

  open_project (desk, "a.rensa", "Long", ENDLESS);
  train (window);
  g_assert_false (can_act (window, "run.start") || can_act (window, "run.resume"));
  /* Keys that follow each other faster than the run obeys mean what they would later. */
  act (window, "run.toggle-pause");
  g_assert_true (can_act (window, "run.resume") && can_act (window, "run.step"));
  act (window, "run.toggle-pause");
  g_assert_true (can_act (window, "run.pause"));
  act (window, "run.pause");
  WAIT_FOR (studio_run_get_state (window->run) == RENSA_WORKER_PAUSED);
  g_assert_true (can_act (window, "run.resume") && can_act (window, "run.step"));
  g_assert_false (can_act (window, "run.pause"));
  WAIT_FOR (can_act (window, "win.try"));

  studio_run_get_status (window->run, &status);
  iteration = status.iteration;
  act (window, "run.step");
  WAIT_FOR ((studio_run_get_status (window->run, &status), status.iteration) == iteration + 1);
  act (window, "run.toggle-pause");
  WAIT_FOR (studio_run_get_state (window->run) == RENSA_WORKER_RUNNING);
  act (window, "run.snapshot");
  act (window, "run.toggle-pause");
  WAIT_FOR (studio_run_get_state (window->run) == RENSA_WORKER_PAUSED);
  stop (window);
  g_assert_cmpint (studio_run_get_state (window->run), ==, RENSA_WORKER_STOPPED);
}

/* A step without a run begins one that waits. */
static void
test_step (Desk *desk, StudioWindow *window)
{
  RensaWorkerStatus status;

  open_project (desk, "a.rensa", "Stepping", ENDLESS);
  act (window, "run.step");
  WAIT_FOR (window->run != NULL && studio_run_get_state (window->run) == RENSA_WORKER_PAUSED);
  WAIT_FOR ((studio_run_get_status (window->run, &status), status.iteration) == 1);
  stop (window);
}

/* A step after a stop continues the run that is shown, and so it does after the end, from where it can be trained on. No other run begins. */
static void
test_step_after_end (Desk *desk, StudioWindow *window)
{
  RensaWorkerStatus status;
  RensaRun *record;
  gint64 iteration;

  open_project (desk, "a.rensa", "Stepping", ENDLESS);
  train (window);
  record = studio_run_get_record (window->run);
  WAIT_FOR ((studio_run_get_status (window->run, &status), status.iteration) > 0);
  stop (window);
  studio_run_get_status (window->run, &status);
  iteration = status.iteration;
  g_assert_true (can_act (window, "run.step"));
  act (window, "run.step");
  g_assert_true (studio_run_get_record (window->run) == record);
  g_assert_true (studio_run_is_paused (window->run));
  WAIT_FOR (studio_run_get_state (window->run) == RENSA_WORKER_PAUSED);
  WAIT_FOR ((studio_run_get_status (window->run, &status), status.iteration) == iteration + 1);
  stop (window);

  open_project (desk, "b.rensa", "Short", 2);
  window = STUDIO_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (desk->application)));
  g_assert_true (can_act (window, "run.step"));
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run));
  record = studio_run_get_record (window->run);
  studio_run_get_status (window->run, &status);
  iteration = status.iteration;
  g_assert_true (can_act (window, "run.step") && can_act (window, "run.start"));
  g_assert_false (can_act (window, "run.resume"));
  act (window, "run.step");
  WAIT_FOR (studio_run_get_state (window->run) == RENSA_WORKER_PAUSED);
  WAIT_FOR ((studio_run_get_status (window->run, &status), status.iteration) == iteration + 1);
  act (window, "run.resume");
  WAIT_FOR (!studio_run_is_live (window->run));
  studio_run_get_status (window->run, &status);
  g_assert_cmpint (status.iteration, ==, 2 * iteration);
  act (window, "run.train-on");
  WAIT_FOR (!studio_run_is_live (window->run));
  studio_run_get_status (window->run, &status);
  g_assert_cmpint (status.iteration, >, 2 * iteration);
  g_assert_true (studio_run_get_record (window->run) == record);
  g_assert_cmpuint (g_list_model_get_n_items (rensa_store_get_runs (window->store)), ==, 2);
}

/* What is wrong is reported in one sentence, where it can be mended; nothing is trained. */
static void
assert_refused (Desk *desk, const char *find, const char *replacement, const char *told, const char *page)
{
  g_autofree char *path = desk_path (desk, "wrong.rensa");
  StudioWindow *window;

  write_changed_project (path, find, replacement);
  desk_open (desk, path);
  window = STUDIO_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (desk->application)));
  act (window, "run.start");
  WAIT_FOR (get_toast (window) != NULL);
  g_test_message ("%s", get_toast (window));
  g_assert_nonnull (strstr (get_toast (window), told));
  g_assert_null (strchr (get_toast (window), '\n'));
  g_assert_cmpstr (get_page_name (window), ==, page);
  g_assert_null (window->run);
  g_assert_cmpuint (g_list_model_get_n_items (rensa_store_get_runs (window->store)), ==, 0);
  g_assert_true (can_act (window, "run.start"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_refused (Desk *desk, StudioWindow *window)
{
  g_object_ref (window);
  assert_refused (desk, "\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": { \"out_size\": 4 }",
                  "\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": { \"in_size\": 7, \"out_size\": 4 }",
                  "l1 expects 7", "model");
  assert_refused (desk, "{ \"type\": \"moons\", \"attrs\": { \"n\": 300, \"n_test\": 60 } }",
                  "{ \"type\": \"csv\", \"attrs\": { \"path\": \"gone.csv\" } }", "gone.csv", "data");
  assert_refused (desk, "\"batch_size\": 10", "\"batch_size\": 1000", "1000", "data");
  assert_refused (desk, "\"Adam\"", "\"Adma\"", "Adma", "training");
  assert_refused (desk, "\"format\": 1", "\"format\": 1, \"device\": \"cuda\"",
                  "Device cuda is not available here, only cpu.", "training");
  g_object_unref (window);
}

/* Data that vanish after they were looked at: the run fails with a sentence, and the window goes on. */
static void
test_vanished (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");
  g_autofree char *data = desk_path (desk, "points.csv");

  g_file_set_contents (data, "x,y,label\n0,1,0\n1,0,1\n1,1,0\n0,0,1\n2,1,0\n1,2,1\n3,1,0\n1,3,1\n4,1,0\n1,4,1\n", -1,
                       NULL);
  write_changed_project (path, "{ \"type\": \"moons\", \"attrs\": { \"n\": 300, \"n_test\": 60 } }",
                         "{ \"type\": \"csv\", \"attrs\": { \"path\": \"points.csv\" } }");
  desk_open (desk, path);
  studio_project_wait_for_analysis (window->project);
  g_assert_true (rensa_analysis_get_n_problems (studio_project_get_analysis (window->project)) <= 1);
  g_unlink (data);
  act (window, "win.reload-data");
  act (window, "run.start");
  g_assert_false (can_act (window, "run.start"));
  WAIT_FOR (get_toast (window) != NULL);
  g_assert_nonnull (strstr (get_toast (window), "points.csv"));
  g_assert_cmpstr (get_page_name (window), ==, "data");
}

static void
test_two_windows (Desk *desk, StudioWindow *first)
{
  StudioWindow *second;
  StudioRun *a;
  StudioRun *b;

  open_project (desk, "a.rensa", "First", ENDLESS);
  second = open_project (desk, "b.rensa", "Second", ENDLESS);
  g_assert_true (second != first);
  a = train (first);
  b = train (second);
  WAIT_FOR (studio_run_find_series (a, "main/loss") != NULL && studio_run_find_series (b, "main/loss") != NULL);
  g_assert_true (studio_run_is_live (a) && studio_run_is_live (b));
  stop (first);
  g_assert_true (studio_run_is_live (b));
  stop (second);
  g_assert_cmpuint (g_list_model_get_n_items (rensa_store_get_runs (first->store)), ==, 2);
}

/* The page shows the run; the project is not touched, and its next run is its own. */
static void
test_continue_other (Desk *desk, StudioWindow *window)
{
  g_autofree char *uuid = NULL;
  StudioWindow *other;
  StudioRun *run;
  g_autofree char *title = NULL;

  open_project (desk, "a.rensa", "First", ENDLESS);
  train (window);
  stop (window);
  uuid = g_strdup (rensa_run_get_uuid (studio_run_get_record (window->run)));

  other = open_project (desk, "b.rensa", "Second", ENDLESS);
  act_on (other, "win.continue-run", uuid);
  WAIT_FOR (other->run != NULL && studio_run_get_state (other->run) == RENSA_WORKER_RUNNING);
  g_assert_cmpstr (get_page_name (other), ==, "training");
  g_assert_cmpstr (studio_project_get_title (other->project), ==, "Second");
  g_assert_true (studio_project_is_saved (other->project));
  g_object_get (other->run, "title", &title, NULL);
  g_assert_cmpstr (title, ==, "First");

  /* One at a time. */
  act_on (other, "win.open-run", uuid);
  g_assert_null (get_toast (other));
  act_on (other, "win.continue-run", uuid);
  g_assert_nonnull (strstr (get_toast (other), "Stop it first"));
  act_on (window, "win.continue-run", uuid);
  answer (wait_for_dialog (window, "This Run Cannot Be Resumed"), "close");
  stop (other);
  run = train (other);
  g_assert_cmpstr (rensa_run_get_name (studio_run_get_record (run)), ==, "Second");
  stop (other);
}

/* Before what was reported is removed. */
static void
test_begin_again (Desk *desk, StudioWindow *window)
{
  g_autofree char *uuid = NULL;
  g_autoptr (StudioRun) first = NULL;

  open_project (desk, "a.rensa", "First", 20);
  g_assert_true (studio_project_set (window->project, "optimizer", "SGD(lr=1e30)", NULL));
  first = g_object_ref (train (window));
  WAIT_FOR (studio_run_get_state (first) == RENSA_WORKER_FAILED);
  uuid = g_strdup (rensa_run_get_uuid (studio_run_get_record (window->run)));
  act_on (window, "win.continue-run", uuid);
  answer (wait_for_dialog (window, "Resume From Iteration 0?"), "cancel");
  g_assert_true (window->run == first);
  act_on (window, "win.continue-run", uuid);
  answer (wait_for_dialog (window, "Resume From Iteration 0?"), "resume");
  WAIT_FOR (window->run != first && studio_run_get_state (window->run) == RENSA_WORKER_FAILED);
}

static void
test_open_run (Desk *desk, StudioWindow *window)
{
  g_autofree char *first = NULL;
  g_autofree char *npz = desk_path (desk, "exported.npz");
  g_autofree char *nowhere = desk_path (desk, "no/folder.npz");
  g_autoptr (GFile) file = g_file_new_for_path (npz);
  g_autoptr (GFile) bad = g_file_new_for_path (nowhere);
  StudioWindow *other;

  open_project (desk, "a.rensa", "Short", 2);
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run));
  first = g_strdup (rensa_run_get_uuid (studio_run_get_record (window->run)));
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run));
  g_assert_cmpstr (rensa_run_get_uuid (studio_run_get_record (window->run)), !=, first);

  act_on (window, "win.show-page", "runs");
  act_on (window, "win.open-run", first);
  g_assert_cmpstr (get_page_name (window), ==, "training");
  g_assert_cmpstr (rensa_run_get_uuid (studio_run_get_record (window->run)), ==, first);
  g_assert_false (studio_run_is_live (window->run));
  act_on (window, "win.open-run", "no-such-run");
  g_assert_nonnull (strstr (get_toast (window), "no longer exists"));

  /* Its document becomes a project of its own, and what that trains knows where it came from. */
  act_on (window, "win.open-run-document", first);
  other = desk_find_other (desk, window);
  g_assert_nonnull (other);
  g_assert_null (studio_project_get_path (other->project));
  train (other);
  g_assert_cmpstr (rensa_run_get_parent (studio_run_get_record (other->run)), ==, first);
  WAIT_FOR (!studio_run_is_live (other->run));

  act_on (window, "win.export-npz", first);
  close_chooser ();
  studio_window_export_npz (window, file);
  g_assert_true (g_file_test (npz, G_FILE_TEST_EXISTS));
  studio_window_export_npz (window, bad);
  answer (wait_for_dialog (window, "Parameters Not Exported"), "close");
}

/* Closing asks; then training ends by itself, and the window with it. */
static void
test_close (Desk *desk, StudioWindow *window)
{
  g_autoptr (RensaRun) record = NULL;

  open_project (desk, "a.rensa", "Long", ENDLESS);
  record = g_object_ref (studio_run_get_record (train (window)));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Stop Training?"), "cancel");
  g_assert_true (studio_run_is_live (window->run));

  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Stop Training?"), "stop");
  WAIT_FOR (window == NULL);
  g_assert_cmpint (rensa_run_get_state (record), ==, RENSA_RUN_STOPPED);
}

/* With unsaved changes both questions are asked; who stays at the second one can train and be asked again. */
static void
test_close_unsaved (Desk *desk, StudioWindow *window)
{
  open_project (desk, "a.rensa", "Long", ENDLESS);
  train (window);
  change_name (window, "Longer");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Stop Training?"), "stop");
  answer (wait_for_dialog (window, "Save Changes?"), "cancel");
  g_assert_nonnull (window);

  train (window);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Stop Training?"), "stop");
  answer (wait_for_dialog (window, "Save Changes?"), "discard");
  WAIT_FOR (window == NULL);
}

/* A run that ends while the question stands. */
static void
test_close_ended (Desk *desk, StudioWindow *window)
{
  AdwMessageDialog *dialog;

  open_project (desk, "a.rensa", "Long", ENDLESS);
  train (window);
  gtk_window_close (GTK_WINDOW (window));
  dialog = wait_for_dialog (window, "Stop Training?");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  stop (window);
  answer (dialog, "stop");
  WAIT_FOR (window == NULL);
}

static int may_end; /* atomic */

static gboolean
sleep_on (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  while (!g_atomic_int_get (&may_end))
    g_usleep (1000);
  return TRUE;
}

static const RensaExtensionClass sleeper_class = {
  .name = "Sleeper",
  .title = "Sleeper",
  .summary = "Sleeps",
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .call = sleep_on,
};

static const RensaComponent *const sleepers[] = { (const RensaComponent *) &sleeper_class };

/* An iteration that does not end: who closes once more need not wait for it. */
static void
test_close_stuck (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "stuck.rensa");
  g_autoptr (RensaRun) record = NULL;

  write_changed_project (path, "{ \"type\": \"Evaluator\" }", "{ \"type\": \"Sleeper\" }");
  desk_open (desk, path);
  record = g_object_ref (studio_run_get_record (train (window)));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Stop Training?"), "stop");
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Close Without Waiting?"), "cancel");
  g_assert_true (studio_run_is_live (window->run));

  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Close Without Waiting?"), "close");
  WAIT_FOR (window == NULL);
  WAIT_FOR (rensa_run_get_state (record) == RENSA_RUN_INTERRUPTED);
  g_atomic_int_set (&may_end, 1);
}

static void
test_try (Desk *desk, StudioWindow *window)
{
  GtkWidget *dialog;

  open_project (desk, "a.rensa", "Short", 2);
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run));
  WAIT_FOR (can_act (window, "win.try"));
  act (window, "win.try");
  dialog = window->try_dialog;
  g_assert_nonnull (dialog);
  act (window, "win.try");
  g_assert_true (window->try_dialog == dialog);
  gtk_window_destroy (GTK_WINDOW (dialog));
  WAIT_FOR (window->try_dialog == NULL);
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/window/run/train", test_train);
  ADD_DESK_TEST ("/ui/window/run/extract", test_extract);
  ADD_DESK_TEST ("/ui/window/run/use-best", test_use_best);
  ADD_DESK_TEST ("/ui/window/run/commands", test_commands);
  ADD_DESK_TEST ("/ui/window/run/step", test_step);
  ADD_DESK_TEST ("/ui/window/run/step-after-end", test_step_after_end);
  ADD_DESK_TEST ("/ui/window/run/refused", test_refused);
  ADD_DESK_TEST ("/ui/window/run/vanished", test_vanished);
  ADD_DESK_TEST ("/ui/window/run/two-windows", test_two_windows);
  ADD_DESK_TEST ("/ui/window/run/continue-other", test_continue_other);
  ADD_DESK_TEST ("/ui/window/run/begin-again", test_begin_again);
  ADD_DESK_TEST ("/ui/window/run/open", test_open_run);
  ADD_DESK_TEST ("/ui/window/run/close", test_close);
  ADD_DESK_TEST ("/ui/window/run/close-unsaved", test_close_unsaved);
  ADD_DESK_TEST ("/ui/window/run/close-ended", test_close_ended);
  rensa_registry_add (RENSA_COMPONENT_EXTENSION, sleepers, G_N_ELEMENTS (sleepers));
  ADD_DESK_TEST ("/ui/window/run/close-stuck", test_close_stuck);
  ADD_DESK_TEST ("/ui/window/run/try", test_try);
  return g_test_run ();
}
