/* test-interrupt.c: Ctrl-C, and going on as if nothing had happened.
 * SPDX-License-Identifier: MIT */

#include <signal.h>
#include <string.h>

#include "cli-fixture.h"

#define LIMIT (120 * G_USEC_PER_SEC)

static void
wait_for_file (Cli *cli, const char *name)
{
  const gint64 end = g_get_monotonic_time () + LIMIT;

  while (!cli_has (cli, name))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (500);
    }
}

/* The graph is written after the first iteration. */
static void
wait_for_training (Cli *cli)
{
  wait_for_file (cli, "stopped/cg.dot");
}

/* "snapshot_iter_N" in @folder; its N is below @end. */
static char *
find_snapshot (Cli *cli, const char *folder, gint64 end)
{
  g_autofree char *path = cli_path (cli, folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "snapshot_iter_"))
      {
        g_assert_cmpint (g_ascii_strtoll (name + strlen ("snapshot_iter_"), NULL, 10), <, end);
        return g_build_filename (folder, name, NULL);
      }
  g_assert_not_reached ();
}

static char *
read_log (Cli *cli, const char *name)
{
  g_autofree char *text = cli_read (cli, name, NULL);
  g_autoptr (GRegex) time = g_regex_new ("\"elapsed_time\": [0-9.e-]+", 0, 0, NULL);

  return g_regex_replace_literal (time, text, -1, 0, "", 0, NULL);
}

/* Dropout, Adam, shuffling and a last batch that reaches into the next epoch: all of their state counts. */
static void
test_resume (Cli *cli, gconstpointer data)
{
  const char *options = "--quiet --set stop.period=1500 --set data.iterator.batch_size=7";
  g_autofree char *start = g_strdup_printf ("train a.rensa %s --out stopped", options);
  g_autofree char *whole = g_strdup_printf ("train a.rensa %s --out whole", options);
  g_autofree char *resume = NULL;
  g_autofree char *snapshot = NULL;
  g_autofree char *stopped_log = NULL;
  g_autofree char *whole_log = NULL;
  g_autoptr (GBytes) stopped_model = NULL;
  g_autoptr (GBytes) whole_model = NULL;
  gsize length;
  char *bytes;
  GPid pid;

  cli_write_document (cli, NULL, NULL);
  pid = cli_start (cli, start);
  wait_for_training (cli);
  kill (pid, SIGINT);
  g_assert_cmpint (cli_wait (pid), ==, 130);
  g_assert_false (cli_has (cli, "stopped/model.npz"));
  snapshot = find_snapshot (cli, "stopped", 1500 * 60 / 7);

  resume = g_strdup_printf ("%s --resume %s", start, snapshot);
  cli_run (cli, resume);
  cli_assert_ok (cli);
  cli_run (cli, whole);
  cli_assert_ok (cli);

  bytes = cli_read (cli, "stopped/model.npz", &length);
  stopped_model = g_bytes_new_take (bytes, length);
  bytes = cli_read (cli, "whole/model.npz", &length);
  whole_model = g_bytes_new_take (bytes, length);
  g_assert_true (g_bytes_equal (stopped_model, whole_model));
  stopped_log = read_log (cli, "stopped/log");
  whole_log = read_log (cli, "whole/log");
  g_assert_cmpstr (stopped_log, ==, whole_log);
}

/* A value of the table is another than when the snapshot was made. */
static void
test_other_data (Cli *cli, gconstpointer data)
{
  const char *start = "train a.rensa --quiet --set stop.unit=iteration";
  const char *resume = "train a.rensa --quiet --resume result/s --set stop.unit=iteration --set stop.period=8";
  g_autofree char *run = g_strdup_printf ("%s --set stop.period=6", start);
  g_autoptr (GString) table = g_string_new ("a,b,t\n");

  for (int i = 0; i < 40; i++)
    g_string_append_printf (table, "%d,%d,%d\n", i, i % 7, i % 2);
  cli_write (cli, "t.csv", table->str, -1);
  cli_write_document_on (cli, "\"csv\", \"attrs\": {\"path\": \"t.csv\"}");
  cli_edit (cli, "a.rensa", "\"stop\":",
            "\"extensions\": [{\"type\": \"snapshot\", \"attrs\": {\"filename\": \"s\"}, \"trigger\": "
            "{\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 6, \"unit\": \"iteration\"}}}], \"stop\":");
  cli_run (cli, run);
  cli_assert_ok (cli);
  cli_run (cli, resume);
  cli_assert_ok (cli);

  cli_run (cli, run);
  for (int i = 0; i < 40; i++)
    {
      g_autofree char *row = g_strdup_printf ("\n%d,%d,", i, i % 7);
      g_autofree char *other = g_strdup_printf ("\n%d,%d,", i + 1, i % 7);

      cli_edit (cli, "t.csv", row, other);
    }
  cli_run (cli, resume);
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (cli->err, ==, "rensa: The data differ from those with which result/s was written.\n");
}

typedef struct
{
  const char *name;
  int number;
} Signal;

static const Signal signals[] = { { "int", SIGINT }, { "term", SIGTERM }, { "hup", SIGHUP } };

/* A batch system, or a terminal that is closed. */
static void
test_signal (Cli *cli, gconstpointer data)
{
  const Signal *sent = data;
  g_autofree char *snapshot = NULL;
  GPid pid;

  cli_write_document (cli, NULL, NULL);
  pid = cli_start (cli, "train a.rensa --quiet --set stop.period=1000000 --out stopped");
  wait_for_training (cli);
  kill (pid, sent->number);
  g_assert_cmpint (cli_wait (pid), ==, 128 + sent->number);
  snapshot = find_snapshot (cli, "stopped", G_MAXINT64);
  g_assert_false (cli_has (cli, "stopped/model.npz"));
}

/* Products large enough for oneDNN, whose kernels use the stack pointer for data: where a handler ran on it, the heap was overwritten,
 * and nearly half of such trainings aborted. The signal arrives at another moment each time. */
static void
test_large_products (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, "\"out_size\": 4", "\"out_size\": 600");
  cli_edit (cli, "a.rensa", "\"out_size\": 2", "\"out_size\": 600");
  for (int i = 0; i < 12; i++)
    {
      g_autofree char *folder = g_strdup_printf ("stopped%d", i);
      g_autofree char *start = g_strdup_printf (
          "train a.rensa --quiet --set stop.period=1000000 --set data.iterator.batch_size=60 --out %s", folder);
      g_autofree char *graph = g_build_filename (folder, "cg.dot", NULL);
      g_autofree char *snapshot = NULL;
      const GPid pid = cli_start (cli, start);

      wait_for_file (cli, graph);
      g_usleep (1000 + 1700 * i);
      kill (pid, i % 2 == 0 ? SIGINT : SIGTERM);
      g_assert_cmpint (cli_wait (pid), ==, 128 + (i % 2 == 0 ? SIGINT : SIGTERM));
      snapshot = find_snapshot (cli, folder, G_MAXINT64);
    }
}

/* "| head": nobody reads any more. */
static void
test_broken_pipe (Cli *cli, gconstpointer data)
{
  g_autofree char *snapshot = NULL;

  cli_write_document (cli, NULL, NULL);
  cli_run_into_broken_pipe (cli, "train a.rensa --set stop.period=1000000 --out stopped");
  g_assert_cmpint (cli->status, ==, 128 + SIGPIPE);
  snapshot = find_snapshot (cli, "stopped", G_MAXINT64);
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/interrupt/resume", test_resume);
  ADD_CLI_TEST ("/cli/interrupt/other-data", test_other_data);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/interrupt/", signals[i].name, NULL);

      g_test_add (path, Cli, &signals[i], cli_set_up, test_signal, cli_tear_down);
    }
  ADD_CLI_TEST ("/cli/interrupt/large-products", test_large_products);
  ADD_CLI_TEST ("/cli/interrupt/broken-pipe", test_broken_pipe);
  return g_test_run ();
}
