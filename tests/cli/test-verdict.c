/* test-verdict.c: what rensa train says of its run, and the best model beside the last.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

#define EVERY(Name, Attrs, Period)              \
  "{\"type\": \"" Name "\", \"attrs\": {" Attrs \
  "}, \"trigger\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": " Period ", \"unit\": \"epoch\"}}}"

#define FAST "train a.rensa --quiet --set optimizer.alpha=1e25 "

/* @n rows of which two columns decide; in some places the label is the other one. */
static void
write_data (Cli *cli, int n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  g_autoptr (GString) table = g_string_new ("a,b,c,d,t\n");

  for (int i = 0; i < n; i++)
    {
      double x[4];

      for (int j = 0; j < 4; j++)
        x[j] = g_rand_double_range (random, -1, 1);
      g_string_append_printf (table, "%.4f,%.4f,%.4f,%.4f,%d\n", x[0], x[1], x[2], x[3],
                              (x[0] + x[1] > 0) != (g_rand_double (random) < 0.2));
    }
  cli_write (cli, "t.csv", table->str, -1);
  cli_write_document_on (cli, "\"csv\", \"attrs\": {\"path\": \"t.csv\"}");
}

/* The least validation loss comes long before the end. */
static void
test_best (Cli *cli, gconstpointer data)
{
  g_autofree char *facts = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *last = NULL;
  gsize n, n_second, n_last;

  write_data (cli, 150);
  cli_edit (cli, "a.rensa", "\"dropout\"", "\"tanh\"");
  cli_edit (cli, "a.rensa", "\"out_size\": 4", "\"out_size\": 64");
  cli_edit (cli, "a.rensa", "\"stop\":",
            "\"extensions\": [" EVERY ("Evaluator", "", "1") ", " EVERY ("LogReport", "", "1") ", " EVERY (
                "snapshot", "\"filename\": \"s\"", "120") "], \"stop\":");
  cli_run (cli, "train a.rensa --set optimizer.alpha=0.01 --set stop.unit=epoch --set stop.period=120 --out o");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "The validation was best at epoch "));
  g_assert_nonnull (strstr (cli->out, "That model is o/best.npz.\n"));
  first = cli_read (cli, "o/best.npz", &n);
  facts = cli_read (cli, "o/best.json", NULL);
  g_assert_nonnull (strstr (facts, "\"loss\""));

  /* What is trained on later is worse still, and the best of the first part stays. */
  cli_run (cli, "train a.rensa --set optimizer.alpha=0.01 --set stop.unit=epoch --set stop.period=150 --out o "
                "--resume o/s");
  cli_assert_ok (cli);
  second = cli_read (cli, "o/best.npz", &n_second);
  last = cli_read (cli, "o/model.npz", &n_last);
  g_assert_cmpmem (first, n, second, n_second);
  g_assert_true (n != n_last || memcmp (first, last, n) != 0);
  cli_run (cli, "evaluate a.rensa --weights o/best.npz");
  cli_assert_ok (cli);
}

/* The same words as in the studio, with the place, and failure. */
static void
test_not_finite (Cli *cli, gconstpointer data)
{
  write_data (cli, 60);
  cli_run (cli, FAST "--out o");
  cli_assert_failed (cli, "at iteration ");
  cli_assert_failed (cli, "the learning rate is too large.");

  /* The snapshot that it went on from serves, too, where a newer one has come too late. */
  cli_edit (cli, "a.rensa", "\"stop\":",
            "\"extensions\": [" EVERY ("snapshot", "\"filename\": \"s_{.updater.iteration}\"", "1") "], \"stop\":");
  cli_run (cli, FAST "--out o --set extensions.0.trigger.unit=iteration");
  cli_assert_failed (cli, "By then the weights had grown to ");
  cli_run (cli, FAST "--out o --set extensions.0.trigger.unit=iteration --set extensions.0.filename=s --resume o/s_1");
  cli_assert_failed (cli, "By then the weights had grown to ");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/verdict/best", test_best);
  ADD_CLI_TEST ("/cli/verdict/not-finite", test_not_finite);
  return g_test_run ();
}
