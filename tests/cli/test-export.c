/* test-export.c: rensa export.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  assert_has (cli, "learn.py", "default=pathlib.Path(__file__).parent / 'o/model.npz'");
  cli_run (cli, "export a.rensa --out o/learn.py --weights o/model.npz");
  cli_assert_ok (cli);
  assert_has (cli, "o/learn.py", "pathlib.Path(__file__).parent / 'model.npz'");
  cli_run (cli, "train a.rensa --quiet --out p/q");
  cli_run (cli, "export a.rensa --out p/learn.py --weights o/model.npz");
  cli_assert_ok (cli);
  assert_has (cli, "p/learn.py", "pathlib.Path(__file__).parent / '../o/model.npz'");
  cli_edit (cli, "a.rensa", "\"format\": 1",
            "\"format\": 1, \"weights\": \"o/model.npz\", \"weights_map\": {\"a\": \"b\"}");
  cli_run (cli, "export a.rensa --out other.py");
  cli_assert_failed (cli, "o/model.npz");
  cli_run (cli, "export a.rensa --folder other");
  cli_assert_failed (cli, "o/model.npz");
  cli_run (cli, "export a.rensa --to document --out b.rensa");
  cli_assert_ok (cli);
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

/* A document called as a module of Python would be imported in its place. */
static void
name_of_the_document (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --set name=numpy");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "train_numpy.py\ntrain_numpy_data.npz\n");
}

static void
folder_holds_all (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --quiet --out o");
  cli_run (cli, "export a.rensa --weights o/model.npz --folder f --set name=Moons");
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (cli->out, ==, "f\n");
  /* It depends on the machine whether a program for Chainer can be proved. */
  g_assert_nonnull (strcasestr (cli->err, "verified"));
  g_assert_true (cli_has (cli, "f/README.md") && cli_has (cli, "f/model.npz") && cli_has (cli, "f/train_moons.py")
                 && cli_has (cli, "f/train_moons_data.npz"));
  cli_run (cli, "export a.rensa --folder f");
  cli_assert_failed (cli, "“f” already exists");
  cli_run (cli, "export a.rensa --folder g --force");
  g_assert_cmpint (cli->status, ==, 2);
}

static void
nothing_is_lost (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_write (cli, "learn.py", "precious", -1);
  cli_run (cli, "export a.rensa --out learn.py");
  cli_assert_failed (cli, "“learn.py” already exists; use --force to overwrite it or --out to choose another name.");
  g_assert_false (cli_has (cli, "learn_data.npz"));
  assert_has (cli, "learn.py", "precious");

  cli_write (cli, "other_data.npz", "precious", -1);
  cli_run (cli, "export a.rensa --out other.py");
  cli_assert_failed (cli,
                     "“other_data.npz” already exists; use --force to overwrite it or --out to choose another name");
  g_assert_false (cli_has (cli, "other.py"));

  cli_run (cli, "export a.rensa --out learn.py --force");
  cli_assert_ok (cli);
  assert_has (cli, "learn.py", "class Predictor(chainer.Chain):");
}

/* Neither half where the other cannot be made, and nothing on its way. */
static void
both_or_nothing (Cli *cli, gconstpointer data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  cli_write_document (cli, NULL, NULL);
  cli_write_document_on (cli, "\"csv\", \"attrs\": {\"path\": \"lost.csv\"}");
  cli_run (cli, "export a.rensa --out learn.py");
  cli_assert_failed (cli, "lost.csv");
  dir = g_dir_open (cli->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_assert_null (strstr (name, "learn"));
      g_assert_null (strstr (name, ".part"));
    }
}

/* Devices, pipes and links stay what they are. */
static void
written_through (Cli *cli, gconstpointer data)
{
  g_autofree char *link = g_build_filename (cli->folder, "link.py", NULL);

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --set name=moons --out /dev/stdout");
  g_assert_cmpint (cli->status, ==, 0);
  /* Nothing else may stand in the program. */
  g_assert_cmpstr (cli->err, ==, "train_moons_data.npz\n");
  g_assert_true (g_str_has_prefix (cli->out, "#!/usr/bin/env python3\n"));
  g_assert_true (g_str_has_suffix (cli->out, "    main()\n"));
  g_assert_nonnull (strstr (cli->out, "with_name('train_moons_data.npz')"));
  g_assert_true (cli_has (cli, "train_moons_data.npz"));

  cli_write (cli, "real.py", "old", -1);
  g_assert_cmpint (symlink ("real.py", link), ==, 0);
  cli_run (cli, "export a.rensa --out link.py --force");
  cli_assert_ok (cli);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_has (cli, "real.py", "class Predictor");
}

/* Several files that belong together are no stream; a link stays one. */
static void
files_beside (Cli *cli, gconstpointer data)
{
  g_autofree char *pipe = cli_path (cli, "pipe.c");
  g_autofree char *link = cli_path (cli, "link.c");

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --quiet --out o");
  cli_assert_ok (cli);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  cli_run (cli, "export a.rensa --to c --weights o/model.npz --out pipe.c --force");
  cli_assert_failed (cli, "“pipe.c” is a folder, a device or a pipe, not a file; this format cannot be written there");
  g_assert_false (cli_has (cli, "pipe.h"));

  cli_write (cli, "real.c", "old", -1);
  g_assert_cmpint (symlink ("real.c", link), ==, 0);
  cli_run (cli, "export a.rensa --to c --weights o/model.npz --out link.c --force");
  cli_assert_ok (cli);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_has (cli, "real.c", "#include \"link.h\"");
  g_assert_true (cli_has (cli, "link.h"));
}

static void
full_devices (Cli *cli, gconstpointer data)
{
  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --set name=moons --out /dev/full");
  cli_assert_failed (cli, "“/dev/full” could not be written: No space left on device");
  g_assert_false (cli_has (cli, "train_moons_data.npz"));
}

/* The model alone, or with the softmax of its loss. */
static void
kinds_of_outputs (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --quiet --out o");
  cli_assert_ok (cli);
  cli_run (cli, "export a.rensa --weights o/model.npz --to c --out usual.c");
  cli_assert_ok (cli);
  cli_run (cli, "export a.rensa --weights o/model.npz --to c --outputs predictions --out same.c");
  cli_assert_ok (cli);
  cli_run (cli, "export a.rensa --weights o/model.npz --to c --outputs logits --out logits.c");
  cli_assert_ok (cli);
  assert_has (cli, "usual.c", "from prediction to answer");
  assert_has (cli, "same.c", "from prediction to answer");
  text = cli_read (cli, "logits.c", NULL);
  g_assert_null (strstr (text, "from prediction to answer"));
  cli_run (cli, "export a.rensa --to chainer --outputs logits");
  cli_assert_failed (
      cli,
      "“chainer” is a training program whose model returns logits anyway; --outputs only applies to trained models (onnx, c)");
  cli_run (cli, "export a.rensa --weights o/model.npz --to c --outputs logit");
  cli_assert_failed (cli, "“logit”");
}

static void
mistakes_are_told (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "export a.rensa --to fortran");
  cli_assert_failed (cli, "fortran");
  cli_run (cli, "export a.rensa --out nowhere/a.py");
  cli_assert_failed (cli, "nowhere/a.py” could not be written");
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
  ADD_CLI_TEST ("/cli/export/folder", folder_holds_all);
  ADD_CLI_TEST ("/cli/export/chainer", program_and_data);
  ADD_CLI_TEST ("/cli/export/weights", trained_model);
  ADD_CLI_TEST ("/cli/export/document", settings_are_applied);
  ADD_CLI_TEST ("/cli/export/name", name_of_the_document);
  ADD_CLI_TEST ("/cli/export/nothing-is-lost", nothing_is_lost);
  ADD_CLI_TEST ("/cli/export/both-or-nothing", both_or_nothing);
  ADD_CLI_TEST ("/cli/export/written-through", written_through);
  ADD_CLI_TEST ("/cli/export/files-beside", files_beside);
  ADD_CLI_TEST ("/cli/export/full-devices", full_devices);
  ADD_CLI_TEST ("/cli/export/outputs", kinds_of_outputs);
  ADD_CLI_TEST ("/cli/export/mistakes", mistakes_are_told);
  return g_test_run ();
}
