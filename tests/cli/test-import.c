/* test-import.c: rensa import, and rensa predict of what it takes.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

static void
import (Cli *cli, const char *name, const char *options)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "reference", "onnx", name, NULL);
  g_autofree char *arguments = g_strdup_printf ("import '%s' %s", file, options);

  cli_run (cli, arguments);
}

static void
test_document (Cli *cli, gconstpointer data)
{
  import (cli, "conv_bn_block.opset11.onnx", "--out block.rensa");
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_nonnull (strstr (cli->err, "random numbers"));
  g_assert_cmpstr (cli->out, ==, "block.rensa\n");
  cli_assert_holds (cli, ".", "block.npz block.rensa");
  cli_run (cli, "train block.rensa --quiet --out o --set stop.unit=iteration --set stop.period=2");
  cli_assert_ok (cli);
  g_assert_true (cli_has (cli, "o/model.npz"));
}

static void
test_nothing_is_lost (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  cli_write (cli, "block.npz", "precious", -1);
  import (cli, "conv_bn_block.opset11.onnx", "--out block.rensa");
  cli_assert_failed (cli, "“block.npz” already exists; use --force to overwrite it or --out to choose another name.");
  text = cli_read (cli, "block.npz", NULL);
  g_assert_cmpstr (text, ==, "precious");
  g_assert_false (cli_has (cli, "block.rensa"));
  import (cli, "conv_bn_block.opset11.onnx", "--out block.rensa --force");
  g_assert_cmpint (cli->status, ==, 0);
}

static void
test_bad_files (Cli *cli, gconstpointer data)
{
  cli_write (cli, "a.onnx", "\x08\x08nothing", -1);
  cli_run (cli, "import a.onnx");
  cli_assert_failed (cli, "a.onnx: ");
  cli_run (cli, "import a.txt");
  cli_assert_failed (cli, "a.txt: the file name must end in ");
  cli_run (cli, "predict a.onnx x.npy");
  cli_assert_failed (cli, "a.onnx: ");
  cli_run (cli, "predict a.onnx x.npy --weights model.npz");
  g_assert_cmpint (cli->status, ==, 2);
  g_assert_nonnull (strstr (cli->err, "a.onnx contains its own weights; --weights only applies to documents."));
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/import/document", test_document);
  ADD_CLI_TEST ("/cli/import/lost", test_nothing_is_lost);
  ADD_CLI_TEST ("/cli/import/bad", test_bad_files);
  return g_test_run ();
}
