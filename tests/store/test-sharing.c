/* test-sharing.c: two programs that have the same store open.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "store-fixture.h"

static void
runs_appear (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) here = open_store (folder);
  g_autoptr (RensaStore) there = open_store (folder);
  RensaRecorder *recorder = begin_run (there, "first");
  g_autofree char *uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (recorder)));
  g_autoptr (GError) error = NULL;
  RensaRun *run;

  wait_until ((run = rensa_store_find_run (here, uuid)) != NULL);
  g_assert_true (run != rensa_recorder_get_run (recorder) && run == first_run (here));
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_RUNNING);
  g_assert_false (rensa_store_delete (here, run, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_store_continue (here, run, 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);

  rensa_recorder_add_value (recorder, "main/loss", 600, 1, 2.5, 0.125);
  wait_until (rensa_run_get_last_loss (run) == 0.125);
  g_assert_cmpint (rensa_run_get_iteration (run), ==, 600);
  finish_run (there, recorder);
  wait_until (rensa_run_get_state (run) == RENSA_RUN_FINISHED);
  g_clear_object (&there);
  g_clear_object (&here);
  test_folder_free (folder);
}

/* Edits of different fields do not undo each other, whoever makes them. */
static void
edits_meet (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) here = open_store (folder);
  g_autoptr (RensaStore) there = NULL;
  RensaRun *run;
  RensaRun *same;

  finish_run (here, begin_run (here, "first"));
  there = open_store (folder);
  run = first_run (here);
  same = first_run (there);
  rensa_store_set_name (here, run, "name from here");
  rensa_store_set_note (there, same, "note from there");
  wait_until (g_str_equal (rensa_run_get_name (same), "name from here"));
  wait_until (g_str_equal (rensa_run_get_note (run), "note from there"));
  g_assert_cmpstr (rensa_run_get_name (run), ==, "name from here");
  g_assert_cmpstr (rensa_run_get_note (same), ==, "note from there");

  /* News of a change elsewhere that waited while the name was changed here know the old name. */
  rensa_store_set_starred (there, same, TRUE);
  flush (there);
  g_usleep (2500000);
  rensa_store_set_name (here, run, "newest name");
  wait_until (rensa_run_get_starred (run));
  g_assert_cmpstr (rensa_run_get_name (run), ==, "newest name");
  wait_until (g_str_equal (rensa_run_get_name (same), "newest name"));
  g_assert_cmpstr (rensa_run_get_name (run), ==, "newest name");
  g_clear_object (&there);
  g_clear_object (&here);
  test_folder_free (folder);
}

static void
deleted_elsewhere (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) here = open_store (folder);
  RensaStore *there;
  RensaRun *run;

  finish_run (here, begin_run (here, "first"));
  finish_run (here, begin_run (here, "second"));
  there = open_store (folder);
  run = first_run (there);
  g_assert_true (rensa_store_delete (there, run, NULL));
  wait_until (count_runs (here) == 1);
  rensa_store_undelete (there, run);
  wait_until (count_runs (here) == 2);
  g_assert_cmpstr (rensa_run_get_name (first_run (here)), ==, "second");

  /* At once for good, so that nobody sees it deleted before it has gone. */
  g_assert_true (rensa_store_delete (there, run, NULL));
  g_object_unref (there);
  wait_until (count_runs (here) == 1);
  g_assert_cmpstr (rensa_run_get_name (first_run (here)), ==, "first");
  g_clear_object (&here);
  test_folder_free (folder);
}

/* The shell of SQLite is another program, too. */
static void
plain_sql (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRun *run;

  finish_run (store, begin_run (store, "first"));
  run = first_run (store);
  run_sql (folder, "UPDATE runs SET tags = 'by hand'");
  wait_until (g_str_equal (rensa_run_get_tags (run), "by hand"));
  run_sql (folder, "DELETE FROM runs");
  wait_until (count_runs (store) == 0);
  g_clear_object (&store);
  test_folder_free (folder);
}

static gboolean
says (Child *child, const char *command, const char *uuid, const char *expected)
{
  g_autofree char *line = g_strdup_printf ("%s %s", command, uuid);
  g_autofree char *answer = child_ask (child, line);

  return g_str_equal (answer, expected);
}

static void
two_programs (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  Child *child = child_new (folder);
  g_autofree char *uuid = child_ask (child, "begin theirs");
  RensaRecorder *recorder = begin_run (store, "ours");
  const char *ours = rensa_run_get_uuid (rensa_recorder_get_run (recorder));
  RensaRun *run;

  wait_until ((run = rensa_store_find_run (store, uuid)) != NULL);
  g_assert_true (rensa_run_is_active (run));
  flush (store);
  wait_until (says (child, "state", ours, "running"));
  g_assert_true (says (child, "continue", ours, "refused"));
  g_assert_true (says (child, "finish", "", "finished"));
  wait_until (rensa_run_get_state (run) == RENSA_RUN_FINISHED);

  finish_run (store, recorder);
  wait_until (says (child, "continue", ours, "continued"));
  wait_until (rensa_run_get_state (rensa_store_find_run (store, ours)) == RENSA_RUN_RUNNING);
  child_kill (child);
  wait_until (rensa_run_get_state (rensa_store_find_run (store, ours)) == RENSA_RUN_INTERRUPTED);
  child_free (child);
  g_clear_object (&store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/sharing/runs-appear", runs_appear);
  g_test_add_func ("/store/sharing/edits-meet", edits_meet);
  g_test_add_func ("/store/sharing/deleted-elsewhere", deleted_elsewhere);
  g_test_add_func ("/store/sharing/plain-sql", plain_sql);
  g_test_add_func ("/store/sharing/two-programs", two_programs);
  return g_test_run ();
}
