/* test-export.c: rensa export.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

static void
assert_has (Cli *cli, const char *name, const char *expected)
{
  g_autofree char *text = cli_read (cli, name, NULL);

  g_assert_nonnull (strstr (text, expected));
}

static void
program_and_data (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --to chainer --out learn.py");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "learn.py\nlearn_data.npz\n");
  assert_has (cli, "learn.py", "with_name('learn_data.npz')");
  assert_has (cli, "learn.py", "class Predictor(chainer.Chain):");
  g_assert_true (cli_has (cli, "learn_data.npz"));
}

static void
trained_model (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --quiet --out o");
  cli_assert_ok (cli);
  cli_run (cli, "export a.rensa --out learn.py --weights o/model.npz");
  cli_assert_ok (cli);
  assert_has (cli, "learn.py", "default='o/model.npz'");
  cli_run (cli, "export a.rensa --out other.py --weights o/log");
  cli_assert_failed (cli, "o/log");
  g_assert_false (cli_has (cli, "other.py"));
}

static void
settings_are_applied (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --to document --out b.rensa --set seed=77");
  cli_assert_ok (cli);
  assert_has (cli, "b.rensa", "\"seed\": 77");
  g_assert_false (cli_has (cli, "b_data.npz"));
}

static void
mistakes_are_told (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --to fortran");
  cli_assert_failed (cli, "fortran");
  cli_run (cli, "export a.rensa --out nowhere/a.py");
  cli_assert_failed (cli, "nowhere/a.py could not be written");
  cli_run (cli, "export");
  g_assert_cmpint (cli->status, ==, 2);
  cli_write_document_on (cli, "\"csv\", \"attrs\": {\"path\": \"lost.csv\"}");
  cli_run (cli, "export a.rensa --out a.py");
  cli_assert_failed (cli, "lost.csv");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/export/chainer", program_and_data);
  ADD_CLI_TEST ("/cli/export/weights", trained_model);
  ADD_CLI_TEST ("/cli/export/document", settings_are_applied);
  ADD_CLI_TEST ("/cli/export/mistakes", mistakes_are_told);
  return g_test_run ();
}
