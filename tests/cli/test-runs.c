/* test-runs.c: rensa runs, and runs in place of documents.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"
#include "rensa-store.h"

/* The program finds the store by the environment. */
static RensaStore *
open_store (Cli *cli)
{
  g_autofree char *folder = cli_path (cli, "runs");
  g_autoptr (GError) error = NULL;
  RensaStore *store;

  g_setenv ("RENSA_RUNS", folder, TRUE);
  store = rensa_store_open (NULL, &error);
  g_assert_no_error (error);
  return store;
}

static void
add_model (Cli *cli, RensaRecorder *recorder, const char *from)
{
  g_autofree char *to = g_build_filename (rensa_recorder_get_folder (recorder), "model.npz", NULL);
  gsize length;
  g_autofree char *bytes = cli_read (cli, from, &length);

  g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
  rensa_recorder_add_artifact (recorder, "model", to, 12);
}

/* A run of a.rensa, as the studio keeps it; with what the folder @learned holds, where that is not NULL. */
static char *
add_run (Cli *cli, const char *name, const char *learned)
{
  g_autoptr (RensaStore) store = open_store (cli);
  g_autofree char *document = cli_read (cli, "a.rensa", NULL);
  const RensaRunStart start = { .name = name, .document = document, .device = "cpu" };
  g_autoptr (GError) error = NULL;
  RensaRecorder *recorder = rensa_store_begin (store, &start, &error);
  char *uuid;

  g_assert_no_error (error);
  uuid = g_strdup (rensa_run_get_uuid (rensa_recorder_get_run (recorder)));
  if (learned != NULL)
    {
      g_autofree char *model = g_build_filename (learned, "model.npz", NULL);

      add_model (cli, recorder, model);
    }
  rensa_recorder_add_value (recorder, "main/loss", 12, 2, 1, 0.25);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  g_assert_true (rensa_store_flush (store, &error));
  return uuid;
}

static void
train (Cli *cli, const char *options, const char *folder)
{
  g_autofree char *arguments = g_strdup_printf ("train a.rensa --quiet --out %s %s", folder, options);

  cli_run (cli, arguments);
  cli_assert_ok (cli);
}

static void
test_list (Cli *cli, gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_auto (GStrv) lines = NULL;

  cli_write_document (cli, NULL, NULL);
  first = add_run (cli, "the first", NULL);
  second = add_run (cli, "of two\nlines", NULL);
  cli_run (cli, "runs");
  cli_assert_ok (cli);
  lines = g_strsplit (cli->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_true (g_str_has_prefix (lines[0], "ID "));
  g_assert_true (strncmp (lines[1], second, 8) == 0);
  g_assert_true (g_str_has_suffix (lines[1], "  of two lines"));
  g_assert_true (strncmp (lines[2], first, 8) == 0);
  g_assert_true (g_str_has_suffix (lines[2], "  the first"));
  g_assert_nonnull (strstr (lines[2], " finished "));
}

static void
test_no_runs (Cli *cli, gconstpointer data)
{
  g_autoptr (RensaStore) store G_GNUC_UNUSED = open_store (cli);

  cli_run (cli, "runs");
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (cli->out, ==, "");
  g_assert_nonnull (strstr (cli->err, "There are no runs in "));
  cli_run (cli, "predict run:latest x.csv");
  cli_assert_failed (cli, "No run “latest” in ");
}

/* What @command answers, or writes into the file "o.c". */
static char *
run_on (Cli *cli, const char *command, const char *name, const char *options)
{
  g_auto (GStrv) parts = g_strsplit (command, "@", -1);
  g_autofree char *named = g_strjoinv (name, parts);
  g_autofree char *arguments = g_strconcat (named, options, NULL);

  cli_run (cli, arguments);
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (cli->out, !=, "");
  return strstr (command, "o.c") != NULL ? cli_read (cli, "o.c", NULL) : g_steal_pointer (&cli->out);
}

/* Each command gives of the run what it gives of its document and its model. */
static void
test_commands (Cli *cli, gconstpointer data)
{
  const char *const commands[] = { "predict @ points.csv", "evaluate @", "export @ --to c --out o.c --force",
                                   "show @" };
  g_autofree char *uuid = NULL;
  g_autofree char *name = NULL;

  cli_write_document (cli, NULL, NULL);
  cli_write (cli, "points.csv", "0.5,0.25\n-1,2\n", -1);
  train (cli, "", "o");
  uuid = add_run (cli, "a", "o");
  name = g_strdup_printf ("run:%.6s", uuid);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *weights = g_str_has_prefix (commands[i], "show") ? "" : " --weights o/model.npz";
      g_autofree char *expected = run_on (cli, commands[i], "a.rensa", weights);
      g_autofree char *found = run_on (cli, commands[i], name, "");

      g_assert_cmpstr (found, ==, expected);
    }
}

/* The option comes before what the run has learned, and that before what the document begins with. */
static void
test_which_weights (Cli *cli, gconstpointer data)
{
  g_autofree char *uuid = NULL;
  g_autofree char *of_run = NULL;
  g_autofree char *of_option = NULL;

  cli_write_document (cli, NULL, NULL);
  cli_write (cli, "points.csv", "0.5,0.25\n", -1);
  train (cli, "", "o");
  train (cli, "--set seed=7", "other");
  uuid = add_run (cli, "a", "o");
  cli_run (cli, "predict run:latest points.csv --set weights=other/model.npz");
  cli_assert_ok (cli);
  of_run = g_steal_pointer (&cli->out);
  cli_run (cli, "predict run:latest points.csv --weights other/model.npz");
  cli_assert_ok (cli);
  of_option = g_steal_pointer (&cli->out);
  cli_run (cli, "predict a.rensa points.csv --weights o/model.npz");
  g_assert_cmpstr (cli->out, ==, of_run);
  cli_run (cli, "predict a.rensa points.csv --set weights=other/model.npz");
  g_assert_cmpstr (cli->out, ==, of_option);
  g_assert_cmpstr (of_run, !=, of_option);
}

static void
test_refused (Cli *cli, gconstpointer data)
{
  g_autofree char *without = NULL;
  g_autofree char *named = NULL;

  cli_write_document (cli, NULL, NULL);
  cli_write (cli, "points.csv", "0.5,0.25\n", -1);
  without = add_run (cli, "nothing", NULL);
  cli_run (cli, "predict run:latest points.csv");
  cli_assert_failed (cli, "The run “nothing” has no trained model yet");
  cli_run (cli, "predict run:no points.csv");
  cli_assert_failed (cli, "No run “no” in ");
  named = g_strdup_printf ("predict run:%.3s points.csv", without);
  cli_run (cli, named);
  cli_assert_failed (cli, "No run “");
  cli_run (cli, "predict a.rensa points.csv");
  cli_assert_failed (cli, "No trained model specified; use --weights to choose its file");
}

/* A model that cannot be read is passed over. */
static void
test_spoiled (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_write (cli, "points.csv", "0.5,0.25\n", -1);
  train (cli, "", "o");
  cli_write (cli, "o/model.npz", "PK spoiled", -1);
  g_free (add_run (cli, "spoiled", "o"));
  cli_run (cli, "predict run:latest points.csv");
  cli_assert_failed (cli, "The run “spoiled” has no trained model yet");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);

  ADD_CLI_TEST ("/cli/runs/list", test_list);
  ADD_CLI_TEST ("/cli/runs/no-runs", test_no_runs);
  ADD_CLI_TEST ("/cli/runs/commands", test_commands);
  ADD_CLI_TEST ("/cli/runs/which-weights", test_which_weights);
  ADD_CLI_TEST ("/cli/runs/refused", test_refused);
  ADD_CLI_TEST ("/cli/runs/spoiled", test_spoiled);
  return g_test_run ();
}
