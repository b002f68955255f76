/* test-new.c: rensa new, and rensa train of what it makes.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

static void
write_table (Cli *cli, const char *name)
{
  g_autoptr (GString) text = g_string_new ("a,b,kind\n");

  for (int i = 0; i < 60; i++)
    g_string_append_printf (text, "%d,%d,%s\n", 100 * i, i * 37 % 11, i < 30 ? "low" : "high");
  cli_write (cli, name, text->str, -1);
}

static void
test_table (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  write_table (cli, "marks.csv");
  cli_run (cli, "new marks.csv");
  cli_assert_ok (cli);
  g_assert_true (g_str_has_prefix (cli->out, "marks.rensa\n"));
  g_assert_nonnull (strstr (cli->out, "4 examples per batch, so that an epoch of 42 examples has 10 weight updates"));
  g_assert_nonnull (strstr (cli->out, "2 outputs, one for each class"));
  text = cli_read (cli, "marks.rensa", NULL);
  g_assert_nonnull (strstr (text, "\"path\": \"marks.csv\""));
  cli_run (cli, "train marks.rensa --quiet");
  cli_assert_ok (cli);
  g_assert_true (cli_has (cli, "result/model.npz"));
}

/* What is there already stays, and so does it where nothing can be made. */
static void
test_nothing_is_lost (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  write_table (cli, "marks.csv");
  cli_write (cli, "marks.rensa", "precious", -1);
  cli_run (cli, "new marks.csv");
  cli_assert_failed (cli, "marks.rensa already exists; use --force to overwrite it or --out to choose another name.");
  cli_run (cli, "new nothing.csv --out marks.rensa --force");
  cli_assert_failed (cli, "file or folder nothing.csv does not exist");
  text = cli_read (cli, "marks.rensa", NULL);
  g_assert_cmpstr (text, ==, "precious");
  cli_run (cli, "new marks.csv --force");
  cli_assert_ok (cli);
}

static void
test_other_files (Cli *cli, gconstpointer data)
{
  cli_write (cli, "a.exe", "MZ", -1);
  cli_run (cli, "new a.exe");
  cli_assert_failed (cli, "a.exe is not a table or other readable data file or folder.");
  cli_write (cli, "same.csv", "a,kind\n3,one\n1,one\n4,one\n", -1);
  cli_run (cli, "new same.csv");
  cli_assert_failed (cli, "all examples have the same class, so there is nothing to learn.");
  cli_run (cli, "new");
  g_assert_cmpint (cli->status, ==, 2);
}

/* A folder of texts is told from one of pictures; a text alone is one to go on with. */
static void
test_texts (Cli *cli, gconstpointer data)
{
  static const char *const names[] = { "texts", "texts/good", "texts/bad" };
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = cli_path (cli, names[i]);

      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
    }
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("texts/%s/%d.txt", i % 2 == 0 ? "good" : "bad", i);

      cli_write (cli, name, i % 2 == 0 ? "a lovely day with sun" : "a dull day with rain", -1);
    }
  cli_run (cli, "new texts");
  cli_assert_ok (cli);
  text = cli_read (cli, "texts.rensa", NULL);
  g_assert_nonnull (strstr (text, "\"text_folder\""));
  g_assert_nonnull (strstr (text, "\"tokens\": \"words\""));
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/new/table", test_table);
  ADD_CLI_TEST ("/cli/new/nothing-is-lost", test_nothing_is_lost);
  ADD_CLI_TEST ("/cli/new/other-files", test_other_files);
  ADD_CLI_TEST ("/cli/new/texts", test_texts);
  return g_test_run ();
}
