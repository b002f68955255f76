/* test-extract.c: rensa extract.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

static void
train (Cli *cli, const char *example)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", example, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  cli_write (cli, "step.rensa", text, -1);
  cli_run (cli, "train step.rensa --quiet --out o --set stop.unit=iteration --set stop.period=3"
                " --set data.dataset.n_train=300 --set data.dataset.n_test=150 --set data.iterator.batch_size=20");
  cli_assert_ok (cli);
}

/* What the project says of its own data: nothing is left to learn. */
static void
assert_answers (Cli *cli, const char *project)
{
  g_autofree char *arguments = g_strdup_printf ("evaluate %s", project);
  const char *loss;

  cli_run (cli, arguments);
  cli_assert_ok (cli);
  loss = strstr (cli->out, "main/loss");
  g_assert_nonnull (loss);
  g_assert_cmpfloat (g_ascii_strtod (loss + strlen ("main/loss"), NULL), <, 1e-9);
}

/* Pictures go into one model, and what comes out of it into the other. */
static void
test_autoencoder (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-vae.rensa");
  cli_run (cli, "extract step.rensa decoder --weights o/model.npz --set data.iterator.batch_size=20");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "decoder/decoder.rensa\n");
  cli_assert_holds (cli, "decoder", "decoder.rensa decoder_data.npz decoder_model.npz");
  assert_answers (cli, "decoder/decoder.rensa");
  cli_run (cli, "show decoder/decoder.rensa");
  g_assert_nonnull (strstr (cli->out, "(5, 784)"));

  /* It gives two values, of which the first is kept. */
  cli_run (cli, "extract step.rensa encoder --weights o/model.npz --folder half");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "half/encoder.rensa\n");
  assert_answers (cli, "half/encoder.rensa");
}

/* BatchNormalization answers as it does in test mode; the program in C takes the noise. */
static void
test_generator (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-dcgan.rensa");
  cli_run (cli, "extract step.rensa gen --weights o/model.npz");
  cli_assert_ok (cli);
  assert_answers (cli, "gen/gen.rensa");
  cli_run (cli, "export gen/gen.rensa --to c --out gen.c");
  cli_assert_ok (cli);
  g_assert_true (cli_has (cli, "gen.h"));
  cli_run (cli, "train gen/gen.rensa --quiet --out on --set stop.period=1 --set stop.unit=iteration");
  cli_assert_ok (cli);
}

static void
test_refused (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-vae.rensa");
  cli_run (cli, "extract step.rensa gen --weights o/model.npz");
  cli_assert_failed (cli, "step: it does not call a model “gen”");
  cli_run (cli, "extract step.rensa decoder");
  cli_assert_failed (cli, "No trained model specified; use --weights to choose its file");
  cli_run (cli, "extract step.rensa decoder --weights o/model.npz --folder o");
  cli_assert_failed (cli, "“o” could not be written: File exists");
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "extract a.rensa predictor --weights o/model.npz");
  cli_assert_failed (cli, "The document has a single model and no step to extract a model from");
  g_assert_false (cli_has (cli, "gen"));
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);

  ADD_CLI_TEST ("/cli/extract/autoencoder", test_autoencoder);
  ADD_CLI_TEST ("/cli/extract/generator", test_generator);
  ADD_CLI_TEST ("/cli/extract/refused", test_refused);
  return g_test_run ();
}
