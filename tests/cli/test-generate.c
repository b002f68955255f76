/* test-generate.c: rensa generate.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

/* ' stands for ". Two letters that follow each other, and a generator whose pictures are its noise. */
static const char letters[] =
    "{'format': 1, 'data': {'dataset': {'type': 'text', 'attrs': {'path': 'ab.txt', 'tokens': 'characters', 'length': "
    "4}}, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 8}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'embed1', 'type': 'EmbedID', 'attrs': {'in_size': 2, 'out_size': 2}},"
    " {'name': 'classes', 'type': 'transpose', 'attrs': {'axes': [0, 2, 1]}}],"
    " 'edges': [{'from': 'x', 'to': 'embed1'}, {'from': 'embed1', 'to': 'classes'}], 'outputs': ['classes']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'optimizer': {'type': 'Adam', 'attrs': {'alpha': 0.1}},"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 20, 'unit': 'epoch'}},"
    " 'extensions': [{'type': 'GeneratedText', 'attrs': {'length': 5, 'temperature': 0, 'prompt': 'a'},"
    " 'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 20, 'unit': 'epoch'}}}]}";

static const char generator[] =
    "{'format': 2, 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 40, 'n_test': 10}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'models': {'gen': {'nodes': [{'name': 'z', 'type': 'Input'},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 4}}], 'edges': [{'from': 'z', 'to': 'l1'}]}},"
    " 'step': {'nodes': [{'name': 'x', 'type': 'Field'}, {'name': 'z', 'type': 'noise', 'attrs': {'shape': [3]}},"
    " {'name': 'y', 'type': 'Model', 'attrs': {'model': 'gen'}}, {'name': 'loss', 'type': 'average'}],"
    " 'edges': [{'from': 'z', 'to': 'y'}, {'from': 'y', 'to': 'loss'}]},"
    " 'losses': [{'node': 'loss', 'optimizer': {'type': 'SGD'}}],"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'epoch'}}, 'extensions': []}";

static void
write_document (Cli *cli, const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  cli_write (cli, "a.rensa", json, -1);
}

static void
train_letters (Cli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 200; i++)
    g_string_append (text, "ab");
  cli_write (cli, "ab.txt", text->str, -1);
  write_document (cli, letters);
  cli_run (cli, "train a.rensa --out o --quiet");
  cli_assert_ok (cli);
}

/* What the document has goes to the standard output; the file of the run is the same. */
static void
test_text (Cli *cli, gconstpointer data)
{
  g_autofree char *kept = NULL;
  g_autofree char *list = NULL;

  train_letters (cli);
  cli_run (cli, "generate a.rensa --weights o/model.npz");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "ababab\n");
  list = cli_list (cli, "o");
  g_assert_nonnull (strstr (list, "text_iter_"));

  cli_run (cli,
           "generate a.rensa -w o/model.npz -p \"GeneratedText(prompt='b', length=2, temperature=0)\" --out texts");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "texts/GeneratedText.txt\n");
  kept = cli_read (cli, "texts/GeneratedText.txt", NULL);
  g_assert_cmpstr (kept, ==, "bab\n");

  cli_run (cli, "generate a.rensa -w o/model.npz -p 'WorstExamples(n=1, n_examples=2)'");
  cli_assert_ok (cli);
  g_assert_true (g_str_has_prefix (cli->out, "correct  predicted  loss"));
  cli_run (cli, "generate a.rensa -w o/model.npz -p \"WordMap(link='predictor/embed1')\" -p Activations -o maps");
  cli_assert_ok (cli);
  cli_assert_holds (cli, "maps", "Activations_1.png WordMap.png");
}

static void
test_pictures (Cli *cli, gconstpointer data)
{
  g_autofree char *png = NULL;
  gsize length;

  write_document (cli, generator);
  cli_run (cli, "train a.rensa --out o --quiet");
  cli_assert_ok (cli);
  cli_run (
      cli,
      "generate a.rensa -w o/model.npz -p 'GeneratedPictures(shape=3)' -o p -p 'GeneratedPictures(shape=3, rows=1)'");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "p/GeneratedPictures.png\np/GeneratedPictures_1.png\n");
  cli_assert_holds (cli, "p", "GeneratedPictures.png GeneratedPictures_1.png");
  png = cli_read (cli, "p/GeneratedPictures.png", &length);
  g_assert_cmpmem (png, 8, "\x89PNG\r\n\x1a\n", 8);
}

static void
test_refused (Cli *cli, gconstpointer data)
{
  write_document (cli, generator);
  cli_run (cli, "train a.rensa --out o --quiet");
  cli_run (cli, "generate a.rensa");
  cli_assert_failed (cli, "No trained model specified; use --weights to choose its file");
  cli_run (cli, "generate a.rensa -w o/model.npz");
  cli_assert_failed (cli, "The document has no extension with viewable output; choose one with --preview.");
  cli_run (cli, "generate a.rensa -w o/model.npz -p LogReport");
  cli_assert_failed (cli, "LogReport produces no viewable output.");
  cli_run (cli, "generate a.rensa -w o/model.npz -p 'GeneratedPictures(shape=4)'");
  cli_assert_failed (
      cli,
      "gen/l1: linear: Expect: x.shape[1] == W.shape[1], Actual: 4 != 3; l1 expects 3 values per example, but 4 were given");
  cli_run (cli, "generate a.rensa -w o/model.npz -p 'GeneratedPictures(shape=3, model=\"dis\")'");
  cli_assert_failed (cli, "GeneratedPictures: the model has no link “dis”");
  cli_run (cli, "generate a.rensa -w o/model.npz -p 'GeneratedText()'");
  cli_assert_failed (cli, "GeneratedText: the model has no link “predictor”");
  cli_run (cli, "generate a.rensa -w o/model.npz -p 'Reconstructions(node=\"nothing\")'");
  cli_assert_failed (cli, "Reconstructions: the step has no node “nothing”");
  cli_run (cli, "generate a.rensa -w o/model.npz -p 'Reconstructions(node=\"y\", field=9)'");
  g_assert_cmpint (cli->status, ==, 1);
  cli_run (cli, "generate a.rensa -w o/model.npz -p WorstExamples");
  cli_assert_failed (cli, "WorstExamples: expected a document with one model and one loss, but this one has a training "
                          "step");
  cli_run (cli, "generate a.rensa -w o/model.npz -p Filters");
  cli_assert_failed (cli, "Filters: no link of the model has image filters");
  cli_run (cli, "generate a.rensa -w o/model.npz -p Activations");
  cli_assert_failed (cli, "Activations: the model has no link “predictor”");
  cli_run (cli, "generate a.rensa -w o/model.npz -p 'NearestWords(link=\"gen/l1\")'");
  cli_assert_failed (cli, "NearestWords: expected data with a vocabulary, but this data has none.");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/generate/text", test_text);
  ADD_CLI_TEST ("/cli/generate/pictures", test_pictures);
  ADD_CLI_TEST ("/cli/generate/refused", test_refused);
  return g_test_run ();
}
