/* test-language.c: the language of the command line.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

static void
test_german (Cli *cli, gconstpointer data)
{
  g_autofree char *catalog = g_test_build_filename (G_TEST_BUILT, "..", "po", "de", "LC_MESSAGES", "rensa.mo", NULL);

  if (!g_file_test (catalog, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the translations are not built");
      return;
    }

  g_setenv ("LANGUAGE", "de", TRUE);
  cli_run (cli, "");
  g_assert_cmpint (cli->status, ==, 2);
  g_assert_cmpstr (cli->err, ==, "rensa: Ein Befehl fehlt.\nHilfe: rensa --help\n");
  cli_run (cli, "--help");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "\nBefehle:\n"));
  cli_run (cli, "show --help");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "Zeigt die Schichten des Modells eines Dokuments"));
  g_assert_nonnull (strstr (cli->out, "--device=GERÄT"));
  cli_run (cli, "train --threads 2000 a.rensa");
  g_assert_cmpint (cli->status, ==, 2);
  g_assert_nonnull (strstr (cli->err, "Die Zahl der Threads muss zwischen 1 und 1024 liegen"));

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "show a.rensa");
  cli_assert_ok (cli);
  g_assert_true (g_regex_match_simple ("^Name +Typ +Ausgabe +Parameter +Bytes$", cli->out, G_REGEX_MULTILINE, 0));
}

static void
test_english (Cli *cli, gconstpointer data)
{
  g_unsetenv ("LANGUAGE");
  cli_run (cli, "");
  g_assert_cmpint (cli->status, ==, 2);
  g_assert_cmpstr (cli->err, ==, "rensa: A command is missing.\nTry rensa --help.\n");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/language/english", test_english);
  ADD_CLI_TEST ("/cli/language/german", test_german);
  return g_test_run ();
}
