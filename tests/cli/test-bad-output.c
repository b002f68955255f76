/* test-bad-output.c: results that cannot be written: a sentence, exit status 1, nothing half written, and all else is.
 * SPDX-License-Identifier: MIT */

#include "cli-fixture.h"

#define SNAPSHOT "{\"type\": \"snapshot\", \"attrs\": {\"filename\": \"run\"}}"

/* A document that writes nothing but what @extensions name, "[\"LogReport\"]", and the model at the end. */
static void
write_document (Cli *cli, const char *extensions)
{
  g_autofree char *replacement = g_strdup_printf ("\"extensions\": %s, \"stop\"", extensions);

  cli_write_document (cli, "\"stop\"", replacement);
}

static void
test_folder (Cli *cli, gconstpointer data)
{
  write_document (cli, "[]");
  cli_run (cli, "train a.rensa --quiet --out a.rensa");
  cli_assert_failed (cli, "Cannot write to the output folder a.rensa: Not a directory.");
  cli_run (cli, "train a.rensa --quiet --out a.rensa/below");
  cli_assert_failed (cli, "Cannot write to the output folder a.rensa/below: Not a directory.");
  cli_assert_holds (cli, ".", "a.rensa");
}

/* A folder stands where a file is to be put: that is reported before anything is trained. */
static void
test_taken (Cli *cli, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *extensions;
  } cases[] = { { "log", "[\"LogReport\"]" },
                { "plot.png", "[{\"type\": \"PlotReport\", \"attrs\": {\"y_keys\": \"main/loss\"}}]" },
                { "cg.dot", "[\"DumpGraph\"]" },
                { "run", "[" SNAPSHOT "]" },
                { "model.npz", "[]" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *out = g_strdup_printf ("out%u", i);
      g_autofree char *taken = g_build_filename (out, cases[i].name, NULL);
      g_autofree char *path = cli_path (cli, taken);
      g_autofree char *arguments = g_strdup_printf ("train a.rensa --quiet --out %s", out);
      g_autofree char *expected = g_strdup_printf ("“%s” could not be written: ", taken);

      write_document (cli, cases[i].extensions);
      g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
      cli_run (cli, arguments);
      cli_assert_failed (cli, expected);
      cli_assert_holds (cli, out, cases[i].name);
    }
}

/* The snapshot of the first run survives a second run that cannot write its own, and can be gone on from. */
static void
test_full_disk (Cli *cli, gconstpointer data)
{
  const char *again = "train a.rensa --quiet --out out --set stop.period=3 --resume out/run";
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;

  write_document (cli, "[\"LogReport\", " SNAPSHOT "]");
  cli_run (cli, "train a.rensa --quiet --out out");
  cli_assert_ok (cli);
  cli_assert_holds (cli, "out", "log model.npz run");
  before = cli_read (cli, "out/run", &n_before);

  for (gsize limit = 4096; limit < n_before; limit += 4096)
    {
      cli_run_on_full_disk (cli, again, limit);
      cli_assert_told (cli, "rensa: “out/run” could not be written: ");
      cli_assert_told (cli, "File too large.");
      cli_assert_holds (cli, "out", "log model.npz run");
      g_clear_pointer (&after, g_free);
      after = cli_read (cli, "out/run", &n_after);
      g_assert_cmpmem (before, n_before, after, n_after);
    }

  cli_run (cli, again);
  cli_assert_ok (cli);
}

/* Each file on its own, with no earlier one: not even a part of it is there. */
static void
test_no_space (Cli *cli, gconstpointer data)
{
  static const struct
  {
    const char *extensions;
    const char *expected;
  } cases[] = {
    { "[]", "“out/model.npz” could not be written: " },
    { "[\"snapshot_object\"]", "“out/model_iter_6” could not be written: " },
    { "[\"snapshot\"]", "“out/snapshot_iter_6” could not be written: " },
    { "[\"LogReport\"]", "“out/log” could not be written: " },
    { "[\"DumpGraph\"]", "“out/cg.dot” could not be written: " },
    { "[{\"type\": \"PlotReport\", \"attrs\": {\"y_keys\": \"main/loss\"}}]", "“out/plot.png” could not be written: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      write_document (cli, cases[i].extensions);
      cli_run_on_full_disk (cli, "train a.rensa --quiet --out out", 64);
      cli_assert_told (cli, cases[i].expected);
      cli_assert_holds (cli, "out", "");
    }
}

/* What an extension cannot write keeps nothing else from being written: the model above all. */
static void
test_model_is_saved (Cli *cli, gconstpointer data)
{
  /* Between the sizes of the two files. */
  static const gsize limits[] = { 1000, 1500, 2000 };
  const char *options = "--quiet --out out --set stop.period=40";
  g_autofree char *train = g_strdup_printf ("train a.rensa %s", options);

  write_document (cli, "[\"LogReport\", \"Evaluator\"]");
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      cli_run_on_full_disk (cli, train, limits[i] + 1500);
      cli_assert_told (cli, "“out/log” could not be written: ");
      cli_assert_holds (cli, "out", "model.npz");
    }
  cli_run (cli, train);
  cli_assert_ok (cli);
  cli_assert_holds (cli, "out", "log model.npz");
}

/* Whatever the command prints has to arrive, wherever it ends. */
static void
test_full_device (Cli *cli, gconstpointer data)
{
  static const char *const uses[] = {
    "--help",
    "--version",
    "list",
    "list links",
    "list --json",
    "show a.rensa",
    "show a.rensa --json",
    "train a.rensa --out second",
    "evaluate a.rensa --weights out/model.npz",
    "export a.rensa --to document --out copy.rensa",
  };
  static const char *const commands[] = { "train", "evaluate", "show", "export", "list" };

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --quiet --out out");
  cli_assert_ok (cli);
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      g_test_message ("%s", uses[i]);
      cli_run_into (cli, uses[i], "/dev/full");
      cli_assert_failed (cli, "Standard output could not be written: ");
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *help = g_strconcat (commands[i], " --help", NULL);

      cli_run_into (cli, help, "/dev/full");
      cli_assert_failed (cli, "Standard output could not be written: ");
    }
  g_assert_true (cli_has (cli, "second/model.npz"));
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/bad/output/folder", test_folder);
  ADD_CLI_TEST ("/cli/bad/output/taken", test_taken);
  ADD_CLI_TEST ("/cli/bad/output/full-disk", test_full_disk);
  ADD_CLI_TEST ("/cli/bad/output/no-space", test_no_space);
  ADD_CLI_TEST ("/cli/bad/output/model-is-saved", test_model_is_saved);
  ADD_CLI_TEST ("/cli/bad/output/full-device", test_full_device);
  return g_test_run ();
}
