/* test-commands.c: what the subcommands print and write.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <string.h>

#include "cli-fixture.h"

typedef struct json_object Json;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Json, json_object_put)

static void
assert_has_line (const char *text, const char *pattern)
{
  if (!g_regex_match_simple (pattern, text, G_REGEX_MULTILINE, 0))
    g_error ("nothing in “%s” matches %s", text, pattern);
}

static void
test_train (Cli *cli, gconstpointer data)
{
  static const char *const files[] = { "accuracy.png", "cg.dot", "cg.json", "log", "loss.png", "model.npz" };

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --out o");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^epoch +iteration +main/loss +main/accuracy +validation/main/loss");
  assert_has_line (cli->out, "^2 +12 +[0-9.]+ ");
  assert_has_line (cli->out, "^The results are in o: accuracy.png cg.dot cg.json log loss.png model.npz$");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename ("o", files[i], NULL);

      g_assert_true (cli_has (cli, path));
    }

  cli_run (cli, "train a.rensa --out o --quiet");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "");
}

/* The trained model, the predictor in a snapshot and what training itself reported agree. */
/* HDF5 by the name of the file; another run begins with what fits, and says what does not. */
static void
test_first_weights (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --out o --quiet --model net.h5");
  cli_assert_ok (cli);
  g_assert_true (cli_has (cli, "o/net.h5"));
  g_assert_false (cli_has (cli, "o/model.npz"));

  cli_run (cli, "train a.rensa --out p --weights o/net.h5");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^Loaded 4 of 4 values of the model from the file\\.$");

  cli_run (cli, "train a.rensa --out p --weights o/net.h5 --set model.l2.out_size=3");
  g_assert_cmpint (cli->status, ==, 0);
  assert_has_line (cli->out, "^Loaded 2 of 4 values of the model from the file\\.$");
  g_assert_nonnull (strstr (cli->err, "rensa: predictor/l2/W keeps its initial values: "));

  cli_run (cli, "train a.rensa --out p --weights o/net.h5 --set model.l2.out_size=4 "
                "--map predictor/l2/b=predictor/l1/b --map predictor/l1/b=predictor/l1/b");
  cli_assert_failed (cli, "“predictor/l1/b” is mapped to both");
  cli_run (cli,
           "train a.rensa --out p --weights o/net.h5 --set model.l1.out_size=2 --map predictor/l1/b=predictor/l2/b "
           "--set model.l2.nobias=true");
  g_assert_cmpint (cli->status, ==, 0);
  assert_has_line (cli->out, "^Loaded 1 of 3 values of the model from the file\\.$");
  cli_run (cli, "train a.rensa --out p --weights o/net.h5 --map predictor/l1/b");
  g_assert_cmpint (cli->status, ==, 2);
  cli_run (cli, "train a.rensa --out p --map predictor/l1/b=b");
  g_assert_cmpint (cli->status, ==, 2);

  cli_run (cli, "train a.rensa --out p --quiet --weights nothing.npz");
  cli_assert_failed (cli, "weights: ");
  cli_run (cli, "train a.rensa --out p --quiet --model ../net.h5");
  g_assert_cmpint (cli->status, ==, 2);
}

/* "0.85": what the last entry of the log has for @key. */
static char *
read_last (Cli *cli, const char *log, const char *key)
{
  g_autofree char *text = cli_read (cli, log, NULL);
  g_autofree char *name = g_strdup_printf ("\"%s\": ", key);
  const char *value = g_strrstr (text, name);

  g_assert_nonnull (value);
  value += strlen (name);
  return g_strndup (value, strcspn (value, ",\n"));
}

/* Of one model, on 20 examples: what is printed, and what the log has. */
static void
test_batch_size (Cli *cli, gconstpointer data)
{
  static const int sizes[] = { 20, 1, 2, 3, 7, 13, 19, 60 };
  g_autofree char *printed = NULL;
  g_autofree char *logged = NULL;

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --out o --quiet");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *evaluate = g_strdup_printf (
          "evaluate a.rensa --weights o/model.npz --set data.iterator=SerialIterator(batch_size=%d)", sizes[i]);
      g_autofree char *train =
          g_strdup_printf ("train a.rensa --weights o/model.npz --out still --quiet --set optimizer=SGD(lr=1e-30) "
                           "--set data.iterator=SerialIterator(batch_size=%d)",
                           sizes[i]);
      g_autofree char *accuracy = NULL;

      cli_run (cli, evaluate);
      cli_assert_ok (cli);
      printed = printed != NULL ? printed : g_strdup (cli->out);
      g_assert_cmpstr (cli->out, ==, printed);

      cli_run (cli, train);
      cli_assert_ok (cli);
      accuracy = read_last (cli, "still/log", "validation/main/accuracy");
      logged = logged != NULL ? logged : g_strdup (accuracy);
      g_assert_cmpstr (accuracy, ==, logged);
    }
}

static void
test_evaluate (Cli *cli, gconstpointer data)
{
  g_autofree char *log = NULL;
  g_autofree char *loss = NULL;
  g_auto (GStrv) lines = NULL;

  cli_write_document (cli, "\"stop\"", "\"extensions\": [\"Evaluator\", \"LogReport\", \"snapshot\"], \"stop\"");
  cli_run (cli, "train a.rensa --out o --quiet");
  cli_assert_ok (cli);
  cli_run (cli, "evaluate a.rensa --weights o/model.npz");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^main/loss +[0-9.]+$");
  assert_has_line (cli->out, "^main/accuracy +[0-9.]+$");

  lines = g_strsplit (cli->out, "\n", -1);
  loss = g_strndup (g_strchug (lines[0] + strlen ("main/loss")), 5);
  log = cli_read (cli, "o/log", NULL);
  g_assert_nonnull (strstr (strrchr (log, '{'), loss));

  loss = (g_free (loss), g_strdup (cli->out));
  cli_run (cli, "evaluate a.rensa --weights o/snapshot_iter_12");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, loss);

  /* The document's own, of which one layer has another name. */
  cli_edit (cli, "a.rensa", "\"name\": \"l1\"", "\"name\": \"fc\"");
  cli_edit (cli, "a.rensa", "\"to\": \"l1\"", "\"to\": \"fc\"");
  cli_edit (cli, "a.rensa", "\"from\": \"l1\"", "\"from\": \"fc\"");
  cli_edit (cli, "a.rensa", "\"format\": 1", "\"format\": 1, \"weights\": \"o/model.npz\"");
  cli_run (cli, "evaluate a.rensa");
  cli_assert_failed (cli, "predictor/fc/W");
  cli_edit (
      cli, "a.rensa", "\"format\": 1",
      "\"format\": 1, \"weights_map\": {\"predictor/fc/W\": \"predictor/l1/W\", \"predictor/fc/b\": \"predictor/l1/b\"}");
  cli_run (cli, "evaluate a.rensa");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, loss);
  cli_run (cli, "export a.rensa --to c");
  cli_assert_ok (cli);
}

static void
test_settings (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, NULL, NULL);
  cli_run (cli,
           "train a.rensa --out o --set stop.period=3 --set data.iterator.batch_size=20 --set 'optimizer=SGD(lr=0.1)'");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^3 +9 ");
}

static void
test_show (Cli *cli, gconstpointer data)
{
  g_autoptr (Json) json = NULL;
  struct json_object *nodes;

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "show a.rensa");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^l1 +Linear +\\(10, 4\\) +12 +160$");
  assert_has_line (cli->out, "^total +22 +640$");

  cli_run (cli, "show a.rensa --json");
  cli_assert_ok (cli);
  json = json_tokener_parse (cli->out);
  g_assert_nonnull (json);
  nodes = json_object_object_get (json, "nodes");
  g_assert_cmpuint (json_object_array_length (nodes), ==, 5);
  g_assert_cmpint (json_object_get_int (json_object_object_get (json, "parameters")), ==, 22);
}

/* Where a data set knows what its files hold, they need not be there to see the shapes. */
static void
test_show_without_data (Cli *cli, gconstpointer data)
{
  cli_write_document_on (cli, "\"mnist\", \"attrs\": {\"ndim\": 1}");
  cli_edit (cli, "a.rensa", "\"out_size\": 2", "\"out_size\": 10");
  cli_run (cli, "show a.rensa --dataset-root nowhere");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^x +Input +\\(10, 784\\) ");
  cli_run (cli, "train a.rensa --dataset-root nowhere --out o");
  g_assert_cmpint (cli->status, ==, 1);
}

static gboolean
names (struct json_object *list, const char *name)
{
  for (size_t i = 0; i < json_object_array_length (list); i++)
    if (strcmp (json_object_get_string (json_object_object_get (json_object_array_get_idx (list, i), "name")), name)
        == 0)
      return TRUE;
  return FALSE;
}

static void
test_list (Cli *cli, gconstpointer data)
{
  static const char *const expected[][2] = { { "functions", "relu" },
                                             { "functions", "softmax_cross_entropy" },
                                             { "links", "Linear" },
                                             { "initializers", "HeNormal" },
                                             { "optimizers", "Adam" },
                                             { "hooks", "GradientClipping" },
                                             { "datasets", "strokes" },
                                             { "iterators", "SerialIterator" },
                                             { "iterators", "MultithreadIterator" },
                                             { "orders", "ShuffleOrderSampler" },
                                             { "updaters", "StandardUpdater" },
                                             { "triggers", "IntervalTrigger" },
                                             { "extensions", "Evaluator" } };
  g_autoptr (Json) all = NULL;
  g_autoptr (Json) links = NULL;

  cli_run (cli, "list --json");
  cli_assert_ok (cli);
  all = json_tokener_parse (cli->out);
  g_assert_nonnull (all);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_true (names (json_object_object_get (all, expected[i][0]), expected[i][1]));

  cli_run (cli, "list links --json");
  cli_assert_ok (cli);
  links = json_tokener_parse (cli->out);
  g_assert_cmpint (json_object_object_length (links), ==, 1);
  g_assert_true (json_object_equal (json_object_object_get (links, "links"), json_object_object_get (all, "links")));

  cli_run (cli, "list optimizers");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^  SGD +Updates parameters in the direction opposite to the gradient$");

  cli_run (cli, "list functions");
  cli_assert_ok (cli);
  assert_has_line (cli->out, "^functions, activation$");
  assert_has_line (cli->out, "^  softplus +Smooth approximation of ReLU$");
}

static void
test_device (Cli *cli, gconstpointer data)
{
  cli_write_document_on (cli, "\"xor\"");
  cli_run (cli, "train a.rensa --device cpus");
  cli_assert_failed (cli, "a.rensa: device: device cpus is not available here, only cpu; did you mean cpu?");
  cli_edit (cli, "a.rensa", "\"seed\"", "\"device\": \"cuda\", \"seed\"");
  cli_run (cli, "train a.rensa --quiet --out o --device cpu");
  cli_assert_ok (cli);
}

static void
test_help (Cli *cli, gconstpointer data)
{
  static const char *const commands[] = { "train", "evaluate", "show", "list" };

  cli_run (cli, "--version");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "rensa " RENSA_VERSION "\n");
  cli_run (cli, "--help");
  cli_assert_ok (cli);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_assert_nonnull (strstr (cli->out, commands[i]));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("%s --help", commands[i]);
      g_autofree char *usage = g_strdup_printf ("rensa %s [OPTION…]", commands[i]);

      cli_run (cli, arguments);
      cli_assert_ok (cli);
      g_assert_nonnull (strstr (cli->out, usage));
    }
}

static void
test_misuse (Cli *cli, gconstpointer data)
{
  static const char *const wrong[] = {
    "", "trane", "train", "train a b", "train --fast a", "train --threads -1 a", "evaluate a b", "list things", "show"
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      cli_run (cli, wrong[i]);
      g_assert_cmpint (cli->status, ==, 2);
      g_assert_cmpstr (cli->out, ==, "");
      assert_has_line (cli->err, "^Try rensa .*--help\\.$");
    }
}

/* What is printed is text, whatever bytes a name has. */
static void
test_foreign_names (Cli *cli, gconstpointer data)
{
  cli_run (cli, "train gr\xfc.rensa");
  cli_assert_failed (cli, "“gr\uFFFD.rensa”");
  cli_run (cli, "gr\xfc");
  g_assert_true (g_utf8_validate (cli->err, -1, NULL));
  g_assert_nonnull (strstr (cli->err, "gr\uFFFD"));

  cli_write_document (cli, NULL, NULL);
  cli_run (cli, "train a.rensa --quiet --out gr\xfc");
  cli_assert_ok (cli);
  cli_run (cli, "export a.rensa --to chainer --out b\xfc");
  cli_assert_ok (cli);
  g_assert_true (g_utf8_validate (cli->out, -1, NULL));
  g_assert_true (g_str_has_prefix (cli->out, "b\uFFFD"));
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/train", test_train);
  ADD_CLI_TEST ("/cli/evaluate", test_evaluate);
  ADD_CLI_TEST ("/cli/batch-size", test_batch_size);
  ADD_CLI_TEST ("/cli/first-weights", test_first_weights);
  ADD_CLI_TEST ("/cli/settings", test_settings);
  ADD_CLI_TEST ("/cli/show", test_show);
  ADD_CLI_TEST ("/cli/show-without-data", test_show_without_data);
  ADD_CLI_TEST ("/cli/list", test_list);
  ADD_CLI_TEST ("/cli/device", test_device);
  ADD_CLI_TEST ("/cli/help", test_help);
  ADD_CLI_TEST ("/cli/misuse", test_misuse);
  ADD_CLI_TEST ("/cli/foreign-names", test_foreign_names);
  return g_test_run ();
}
