/* test-examples.c: the projects that come with the program.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <string.h>

#include "cli-fixture.h"

/* A few iterations, told at their end; else the log is of once an epoch. */
#define TWENTY                                      \
  "--set stop.unit=iteration --set stop.period=20 " \
  "--set \"extensions.LogReport=LogReport(trigger=IntervalTrigger(period=20,unit='iteration'))\" "

#define CIFAR "cifar-10/cifar-10-subset-binary.tar.gz"
#define MNIST "mnist/train-images-idx3-ubyte.gz"

typedef struct json_object Json;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Json, json_object_put)

static char *
find_example (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".rensa", NULL);

  return g_test_build_filename (G_TEST_DIST, "..", "data", "examples", file, NULL);
}

static double
get_last (Cli *cli, const char *key)
{
  g_autofree char *text = cli_read (cli, "o/log", NULL);
  g_autoptr (Json) log = json_tokener_parse (text);
  struct json_object *entry = json_object_array_get_idx (log, json_object_array_length (log) - 1);

  return json_object_get_double (json_object_object_get (entry, key));
}

static void
train (Cli *cli, const char *name, const char *options)
{
  g_autofree char *file = find_example (name);
  g_autofree char *arguments = g_strdup_printf ("train '%s' --out o --quiet %s", file, options);

  cli_run (cli, arguments);
  cli_assert_ok (cli);
}

static void
test_strokes (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-mlp", "--set stop.period=2 --set data.dataset.n_train=2000 --set data.dataset.n_test=500");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >, 0.4);
  g_assert_true (cli_has (cli, "o/model.npz"));
}

static void
test_convnet (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-convnet", "--set stop.period=1 --set data.dataset.n_train=2000 --set data.dataset.n_test=500");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >, 0.4);
}

static void
test_moons (Cli *cli, gconstpointer data)
{
  train (cli, "moons", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >=, 0.98);
}

/* The noise alone has a mean square of 0.01. */
static void
test_waves (Cli *cli, gconstpointer data)
{
  train (cli, "waves", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 0.02);
}

/* Three arms around each other: guessing is right in a third of cases, straight lines in little more. */
static void
test_own_function (Cli *cli, gconstpointer data)
{
  train (cli, "own-function", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >=, 0.98);
}

/* A line, however it lies, has half of the examples on the wrong side; noise puts a few beyond reach. */
static void
test_weighted_examples (Cli *cli, gconstpointer data)
{
  train (cli, "weighted-examples", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >=, 0.96);
}

/* The mean picture of all digits misses by 240 or more. */
static void
test_autoencoder (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-autoencoder", "--set stop.period=5");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 225);
  g_assert_true (cli_has (cli, "o/rebuilt_iter_500.png"));
}

/* What is missed and how far codes spread are both in the loss. */
static void
test_vae (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-vae", "--set stop.period=5");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 232);
  g_assert_cmpfloat (get_last (cli, "main/spread"), >, 8);
  g_assert_cmpfloat_with_epsilon (get_last (cli, "main/loss"),
                                  get_last (cli, "main/rebuilt") + get_last (cli, "main/spread"), 1e-3);
  g_assert_true (cli_has (cli, "o/pictures_iter_500.png"));
  g_assert_true (cli_has (cli, "o/ways_iter_500.png"));
}

/* Neither wins: where one did, the loss of the other would leave these bounds. */
static void
test_dcgan (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-dcgan", "--set stop.period=2 --set data.dataset.n_train=1000 --set data.dataset.n_test=100");
  g_assert_cmpfloat (get_last (cli, "dis/loss"), >, 0.05);
  g_assert_cmpfloat (get_last (cli, "dis/loss"), <, 1.6);
  g_assert_cmpfloat (get_last (cli, "gen/loss"), >, 0.4);
  g_assert_cmpfloat (get_last (cli, "gen/loss"), <, 5);
  g_assert_true (cli_has (cli, "o/pictures_iter_32.png"));
}

/* Where the critic learns, it takes what is drawn for the lesser, and its slope is near one, which nothing else holds there. */
static void
test_wgan (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-wgan-gp", "--set stop.period=4 --set data.dataset.n_train=1000 --set data.dataset.n_test=100");
  g_assert_cmpfloat (get_last (cli, "distance"), >, 0.2);
  g_assert_cmpfloat_with_epsilon (get_last (cli, "steepness"), 1, 0.6);
  g_assert_cmpfloat_with_epsilon (get_last (cli, "critic/loss"), get_last (cli, "penalty") - get_last (cli, "distance"),
                                  1e-3);
  g_assert_true (cli_has (cli, "o/pictures_iter_80.png"));
}

/* Pairs taken at random would have 0.1 * d² + 0.9 * (1 - d)² of twins that stay in one place, 0.09 at best. */
static void
test_siamese (Cli *cli, gconstpointer data)
{
  train (cli, "strokes-siamese", "--set stop.period=3");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 0.035);
}

/* Of all numbers up to a million: who guesses is never right. */
static void
test_numbers (Cli *cli, gconstpointer data)
{
  train (cli, "numbers-in-words", "");
  g_assert_cmpfloat (get_last (cli, "exact_match"), >=, 0.9);
  g_assert_cmpfloat (get_last (cli, "bleu"), >=, 0.95);
  g_assert_true (cli_has (cli, "o/translations_iter_157.txt"));
}

/* Who looks back at the words learns it in two epochs. */
static void
test_attention (Cli *cli, gconstpointer data)
{
  train (cli, "numbers-in-words-attention", "--set stop.period=2");
  g_assert_cmpfloat (get_last (cli, "exact_match"), >=, 0.9);
  g_assert_true (cli_has (cli, "o/alignments_iter_157.png"));
}

/* More than half of the words have no tag, so that saying so of all would be right for as many. */
static void
test_appointments (Cli *cli, gconstpointer data)
{
  train (cli, "appointments-tagger", "");
  g_assert_cmpfloat (get_last (cli, "tag_accuracy"), >=, 0.99);
  g_assert_cmpfloat (get_last (cli, "exact_match"), >=, 0.97);
  g_assert_true (cli_has (cli, "o/tags_iter_32.txt"));
}

static void
test_transformer (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  train (cli, "little-sentences-transformer", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >, 0.75);
  text = cli_read (cli, "o/text_iter_287.txt", NULL);
  g_assert_true (g_str_has_prefix (text, "the "));
  g_assert_cmpint (g_utf8_strlen (text, -1), ==, 205);
}

/* Animals stand where animals stand. */
static void
assert_animals (Cli *cli)
{
  g_autofree char *text = cli_read (cli, "o/neighbours_iter_1730.txt", NULL);

  g_assert_true (g_regex_match_simple ("^mouse: (cat|fox|otter|heron|owl|crow|rat|hare|deer|dog|duck) ", text, 0, 0));
  g_assert_nonnull (strstr (text, "\nold: "));
}

static void
test_vectors (Cli *cli, gconstpointer data)
{
  train (cli, "little-sentences-vectors", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >, 0.55);
  assert_animals (cli);
}

/* Words taken for equally likely have a loss of ln 60 = 4.1, and by how often they come, 3.5. */
static void
test_tree (Cli *cli, gconstpointer data)
{
  train (cli, "little-sentences-tree", "");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 1.2);
  assert_animals (cli);
}

/* Of skip-gram, which has one neighbour to go by: less than by how often the words come. */
static void
test_skipgram (Cli *cli, gconstpointer name)
{
  train (cli, name, "");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 2.4);
  assert_animals (cli);
}

/* At first the right word and five wrong ones cost ln 2 each, 4.16. */
static void
test_sampling (Cli *cli, gconstpointer name)
{
  train (cli, name, "");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 1.8);
  assert_animals (cli);
}

/* 27 letters taken for equally likely have a loss of 3.3; where each word ends, nobody knows which one comes next. */
static void
test_little_sentences (Cli *cli, gconstpointer data)
{
  train (cli, "little-sentences", "--set stop.period=4");
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 0.4);
  g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >, 0.8);
}

/* With data from elsewhere, of which @file is one; FALSE, and skipped, where it is not there. */
static gboolean
train_on (Cli *cli, const char *name, const char *file, const char *options)
{
  g_autofree char *path = find_test_data (file);
  g_autofree char *all = g_strdup_printf ("--dataset-root '%s' %s", g_getenv ("RENSA_TEST_DATA"), options);

  if (path != NULL)
    train (cli, name, all);
  return path != NULL;
}

static void
test_mushrooms (Cli *cli, gconstpointer data)
{
  if (train_on (cli, "mushrooms", "mushrooms/mushrooms.csv", ""))
    g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >=, 0.975);
}

static void
test_mnist_mlp (Cli *cli, gconstpointer data)
{
  if (train_on (cli, "mnist-mlp", MNIST, "--set stop.period=1"))
    g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >=, 0.7);
}

static void
test_mnist_lenet5 (Cli *cli, gconstpointer data)
{
  if (train_on (cli, "mnist-lenet5", MNIST, "--set stop.period=1"))
    g_assert_cmpfloat (get_last (cli, "validation/main/accuracy"), >=, 0.8);
}

/* By how often its 65 characters come, they have a loss of 3.3. */
static void
test_shakespeare (Cli *cli, gconstpointer data)
{
  if (train_on (cli, "tinyshakespeare", "text/tinyshakespeare.txt", TWENTY))
    g_assert_cmpfloat (get_last (cli, "main/loss"), <, 3.2);
}

/* At first the right word and five wrong ones cost ln 2 each, 4.16. */
static void
test_ptb (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  if (!train_on (cli, "ptb-vectors", "text/ptb.valid.txt", "--set stop.period=6"))
    return;
  g_assert_cmpfloat (get_last (cli, "validation/main/loss"), <, 2.5);
  text = cli_read (cli, "o/neighbours_iter_2473.txt", NULL);
  g_assert_true (g_regex_match_simple ("^million: billion ", text, G_REGEX_MULTILINE, 0));
  g_assert_true (g_regex_match_simple ("^two: (three|four|five|six|seven|eight) ", text, G_REGEX_MULTILINE, 0));
}

/* Who guesses is right in a tenth of the thousand cases, give or take a hundredth. */
static void
test_cifar (Cli *cli, gconstpointer name)
{
  if (train_on (cli, name, CIFAR, TWENTY "--set data.dataset.folder='" CIFAR "'"))
    g_assert_cmpfloat (get_last (cli, "main/accuracy"), >, 0.13);
}

#define ADD_NAMED_TEST(name, func) g_test_add ("/cli/examples/" name, Cli, name, cli_set_up, func, cli_tear_down)

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/examples/strokes-mlp", test_strokes);
  ADD_CLI_TEST ("/cli/examples/strokes-convnet", test_convnet);
  ADD_CLI_TEST ("/cli/examples/moons", test_moons);
  ADD_CLI_TEST ("/cli/examples/waves", test_waves);
  ADD_CLI_TEST ("/cli/examples/own-function", test_own_function);
  ADD_CLI_TEST ("/cli/examples/weighted-examples", test_weighted_examples);
  ADD_CLI_TEST ("/cli/examples/little-sentences", test_little_sentences);
  ADD_CLI_TEST ("/cli/examples/little-sentences-transformer", test_transformer);
  ADD_CLI_TEST ("/cli/examples/little-sentences-vectors", test_vectors);
  ADD_CLI_TEST ("/cli/examples/little-sentences-tree", test_tree);
  ADD_CLI_TEST ("/cli/examples/numbers-in-words", test_numbers);
  ADD_CLI_TEST ("/cli/examples/numbers-in-words-attention", test_attention);
  ADD_CLI_TEST ("/cli/examples/appointments-tagger", test_appointments);
  ADD_CLI_TEST ("/cli/examples/strokes-autoencoder", test_autoencoder);
  ADD_CLI_TEST ("/cli/examples/strokes-vae", test_vae);
  ADD_CLI_TEST ("/cli/examples/strokes-dcgan", test_dcgan);
  ADD_CLI_TEST ("/cli/examples/strokes-wgan-gp", test_wgan);
  ADD_CLI_TEST ("/cli/examples/strokes-siamese", test_siamese);
  ADD_CLI_TEST ("/cli/examples/mushrooms", test_mushrooms);
  ADD_CLI_TEST ("/cli/examples/mnist-mlp", test_mnist_mlp);
  ADD_CLI_TEST ("/cli/examples/mnist-lenet5", test_mnist_lenet5);
  ADD_CLI_TEST ("/cli/examples/tinyshakespeare", test_shakespeare);
  ADD_CLI_TEST ("/cli/examples/ptb-vectors", test_ptb);
  ADD_NAMED_TEST ("little-sentences-skipgram", test_skipgram);
  ADD_NAMED_TEST ("little-sentences-skipgram-tree", test_skipgram);
  ADD_NAMED_TEST ("little-sentences-sampling", test_sampling);
  ADD_NAMED_TEST ("little-sentences-skipgram-sampling", test_sampling);
  ADD_NAMED_TEST ("cifar10-vgg", test_cifar);
  ADD_NAMED_TEST ("cifar10-resnet", test_cifar);
  return g_test_run ();
}
