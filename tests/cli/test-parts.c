/* test-parts.c: a run for each part of a cross validation.
 * SPDX-License-Identifier: MIT */

#include <signal.h>
#include <string.h>

#include "cli-fixture.h"

#define TRAIN_LONG "train a.rensa --quiet --parts 3 --set stop.unit=iteration --set stop.period=80 "
#define TRAIN "train a.rensa --parts 3 --set stop.unit=iteration --set stop.period=8 "

/* 40 rows of two classes; the document writes a snapshot and evaluates after 4 iterations. */
static void
write_data (Cli *cli)
{
  g_autoptr (GString) table = g_string_new ("a,b,t\n");

  for (int i = 0; i < 40; i++)
    g_string_append_printf (table, "%d,%d,%d\n", i * 5 % 13, i % 7, i % 2);
  cli_write (cli, "t.csv", table->str, -1);
  cli_write_document_on (cli, "\"csv\", \"attrs\": {\"path\": \"t.csv\"}");
  cli_edit (cli, "a.rensa", "\"stop\":",
            "\"extensions\": ["
            "{\"type\": \"Evaluator\", \"trigger\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 4, "
            "\"unit\": \"iteration\"}}}, "
            "{\"type\": \"snapshot\", \"attrs\": {\"filename\": \"s\"}, \"trigger\": "
            "{\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 4, \"unit\": \"iteration\"}}}], \"stop\":");
}

static void
test_parts (Cli *cli, gconstpointer data)
{
  g_autofree char *results = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  write_data (cli);
  cli_run (cli, TRAIN "--out o");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "Part 3 of 3"));
  g_assert_nonnull (strstr (cli->out, "Mean ± standard deviation over 3 parts:\n  validation/main/loss: "));
  cli_assert_holds (cli, "o", "part-1 part-2 part-3 parts.json");
  results = cli_read (cli, "o/parts.json", NULL);
  g_assert_nonnull (strstr (results, "\"part\": 3"));
  first = cli_read (cli, "o/part-1/model.npz", NULL);
  second = cli_read (cli, "o/part-2/model.npz", NULL);
  g_assert_nonnull (first);
  g_assert_nonnull (second);
}

/* From a snapshot of the second part on, the results are those of a run that nobody has interrupted. */
static void
test_resume (Cli *cli, gconstpointer data)
{
  g_autofree char *whole = NULL;
  g_autofree char *resumed = NULL;

  write_data (cli);
  cli_run (cli, TRAIN "--quiet --out o");
  cli_assert_ok (cli);
  whole = cli_read (cli, "o/parts.json", NULL);
  cli_run (cli, TRAIN "--quiet --out o --resume o/part-2/s");
  cli_assert_ok (cli);
  resumed = cli_read (cli, "o/parts.json", NULL);
  g_assert_cmpstr (resumed, ==, whole);
}

/* The snapshot that an interrupted part has left, "o/part-2/snapshot_iter_5"; NULL if there is none. */
static char *
find_snapshot (Cli *cli, const char *out)
{
  for (int part = 3; part > 0; part--)
    {
      g_autofree char *folder = g_strdup_printf ("%s/part-%d", out, part);
      g_autofree char *names = cli_list (cli, folder);
      const char *name = strstr (names, "snapshot_iter_");

      if (name != NULL)
        return g_strdup_printf ("%s/%.*s", folder, (int) strcspn (name, " "), name);
    }
  return NULL;
}

/* A signal between two parts, when nothing is trained, is obeyed, too; and the results are those of a run that nobody has interrupted. */
static void
test_interrupt (Cli *cli, gconstpointer data)
{
  g_autofree char *whole = NULL;

  write_data (cli);
  cli_run (cli, TRAIN_LONG "--out w");
  cli_assert_ok (cli);
  whole = cli_read (cli, "w/parts.json", NULL);
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *out = g_strdup_printf ("o%d", i);
      g_autofree char *start = g_strdup_printf (TRAIN_LONG "--out %s", out);
      g_autofree char *model = g_strdup_printf ("%s/part-1/model.npz", out);
      g_autofree char *results = g_strdup_printf ("%s/parts.json", out);
      g_autofree char *snapshot = NULL;
      g_autofree char *resume = NULL;
      g_autofree char *resumed = NULL;
      const GPid pid = cli_start (cli, start);

      while (!cli_has (cli, model))
        g_usleep (100);
      g_usleep ((gulong) (900 * i));
      kill (pid, SIGINT);
      g_assert_cmpint (cli_wait (pid), ==, 128 + SIGINT);
      snapshot = find_snapshot (cli, out);
      g_assert_nonnull (snapshot);
      g_test_message ("interrupted with %s", snapshot);
      resume = g_strdup_printf ("%s --resume %s", start, snapshot);
      cli_run (cli, resume);
      cli_assert_ok (cli);
      resumed = cli_read (cli, results, NULL);
      g_assert_cmpstr (resumed, ==, whole);
    }
}

static void
test_misuse (Cli *cli, gconstpointer data)
{
  write_data (cli);
  cli_run (cli, "train a.rensa --parts 1");
  g_assert_cmpint (cli->status, ==, 2);
  cli_run (cli, "train a.rensa --parts 3 --resume s");
  g_assert_cmpint (cli->status, ==, 2);
  cli_run (cli, "train a.rensa --parts 3 --set data.dataset=moons --quiet");
  cli_assert_failed (cli, "the data has its own validation set, so cross-validation is not possible");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/parts/all", test_parts);
  ADD_CLI_TEST ("/cli/parts/resume", test_resume);
  ADD_CLI_TEST ("/cli/parts/interrupt", test_interrupt);
  ADD_CLI_TEST ("/cli/parts/misuse", test_misuse);
  return g_test_run ();
}
