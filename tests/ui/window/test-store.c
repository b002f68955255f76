/* test-store.c: windows over a store that has trouble.
 * SPDX-License-Identifier: MIT */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include <glib/gstdio.h>

#include "window-fixture.h"

static void
train_once (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  desk_open (desk, path);
  train (window);
  WAIT_FOR (!studio_run_is_live (window->run));
  g_assert_cmpint (studio_run_get_state (window->run), ==, RENSA_WORKER_FINISHED);
}

/* The damaged database is kept, a new one serves, and that is reported once. */
static void
find_damage (Desk *desk, StudioWindow *window)
{
  StudioWindow *other;

  g_test_message ("%s", get_notice (window));
  g_assert_nonnull (strstr (get_notice (window), "runs-damaged-"));
  train_once (desk, window);
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "new-window", NULL);
  other = desk_find_other (desk, window);
  g_assert_null (get_notice (other));
  act (window, "win.hide-notice");
  g_assert_null (get_notice (window));
}

static void
test_corrupt (Desk *desk, gconstpointer data)
{
  g_autofree char *runs = desk_path (desk, "runs");
  g_autofree char *database = g_build_filename (runs, "runs.db", NULL);
  g_autofree char *garbage = g_malloc (100000);

  memset (garbage, 'x', 100000);
  g_assert_cmpint (g_mkdir (runs, 0755), ==, 0);
  g_assert_true (g_file_set_contents (database, garbage, 100000, NULL));
  desk_run (desk, NULL, find_damage);
}

/* Runs are trained all the same, and it is said that they will not be kept. */
static void
find_temporary (Desk *desk, StudioWindow *window)
{
  g_test_message ("%s", get_notice (window));
  g_assert_nonnull (strstr (get_notice (window), "will be lost"));
  g_assert_true (rensa_store_is_temporary (window->store));
  train_once (desk, window);
}

static void
test_not_writable (Desk *desk, gconstpointer data)
{
  g_setenv ("RENSA_RUNS", "/proc/no/such/folder", TRUE);
  desk_run (desk, NULL, find_temporary);
}

/* Nowhere at all: the window opens, projects can be edited, and nothing can be started. */
static void
find_no_store (Desk *desk, StudioWindow *window)
{
  g_test_message ("%s", get_notice (window));
  g_assert_nonnull (strstr (get_notice (window), "Training is not available"));
  desk_open_example (desk, "moons.rensa");
  act_on (window, "win.show-page", "runs");
  act_on (window, "win.show-page", "training");
  g_assert_false (can_act (window, "run.start"));
  gtk_window_close (GTK_WINDOW (window));
}

/* In a program of its own, which has not written anything yet, and cannot. */
static void
test_nowhere (Desk *desk, gconstpointer data)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  g_setenv ("RENSA_RUNS", "/proc/no/such/folder", TRUE);
  g_assert_true (g_file_set_contents (g_get_user_data_dir (), "in the way", -1, NULL));
  test_limit_files (0);
  desk_run (desk, NULL, find_no_store);
}

static StudioWindow *
train_long (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1000000);
  desk_open (desk, path);
  train (window);
  WAIT_FOR (studio_run_find_series (window->run, "main/loss") != NULL);
  return window;
}

/* It is reported while it lasts, in every window, and training goes on. */
static void
test_full_disk (Desk *desk, StudioWindow *window)
{
  StudioWindow *other;
  RensaWorkerStatus status;
  gint64 iteration;

  train_long (desk, window);
  test_limit_files (1 << 12);
  WAIT_FOR (get_notice (window) != NULL);
  g_test_message ("%s", get_notice (window));
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "new-window", NULL);
  other = desk_find_other (desk, window);
  g_assert_cmpstr (get_notice (other), ==, get_notice (window));
  studio_run_get_status (window->run, &status);
  iteration = status.iteration;
  WAIT_FOR ((studio_run_get_status (window->run, &status), status.iteration) > iteration + 100);

  test_limit_files (RLIM_INFINITY);
  WAIT_FOR (get_notice (window) == NULL);
  g_assert_null (get_notice (other));
  stop (window);
}

/* The last window does not take unwritten results with it without a word. */
static void
test_quit (Desk *desk, StudioWindow *window)
{
  AdwMessageDialog *dialog;

  train_long (desk, window);
  test_limit_files (1 << 12);
  WAIT_FOR (get_notice (window) != NULL);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Stop Training?"), "stop");
  dialog = wait_for_dialog (window, "Results Are Not Saved");
  g_test_message ("%s", adw_message_dialog_get_body (dialog));
  answer (dialog, "cancel");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Results Are Not Saved"), "close");
  WAIT_FOR (window == NULL);
  test_limit_files (RLIM_INFINITY);
}

int
main (int argc, char **argv)
{
  signal (SIGXFSZ, SIG_IGN);
  window_tests_init (&argc, &argv);
  ADD_LONG_TEST ("/ui/window/store/corrupt", test_corrupt);
  ADD_LONG_TEST ("/ui/window/store/not-writable", test_not_writable);
  ADD_LONG_TEST ("/ui/window/store/nowhere", test_nowhere);
  ADD_DESK_TEST ("/ui/window/store/full-disk", test_full_disk);
  ADD_DESK_TEST ("/ui/window/store/quit", test_quit);
  return g_test_run ();
}
