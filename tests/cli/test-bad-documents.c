/* test-bad-documents.c: documents that cannot be used: one sentence, exit status 1, and nothing written.
 * SPDX-License-Identifier: MIT */

#include "cli-fixture.h"

/* @find in the document becomes @replacement; @expected stands in the sentence. */
typedef struct
{
  const char *name;
  const char *find;
  const char *replacement;
  const char *expected;
  const char *options;
} Case;

static const Case cases[] = {
  { "json/comma", "\"seed\": 3,", "\"seed\": 3", "a.rensa: line 2, column 2: expected a comma or a closing brace." },
  { "json/cut-off", "\"period\": 2, \"unit\": \"epoch\"}}}\n", "", "unexpected end of input." },
  { "json/trailing", "\"epoch\"}}}\n", "\"epoch\"}}}\n}", "unexpected character." },
  { "json/duplicate", "\"seed\": 3", "\"seed\": 3, \"seed\": 4", "the name \"seed\" occurs twice in the same object." },
  { "json/nan", "\"seed\": 3", "\"seed\": NaN", "NaN is not a JSON value." },
  { "json/comment", "\"seed\": 3", "/* 3 */ \"seed\": 3", "expected a name in double quotes." },
  { "json/huge-number", "\"period\": 2", "\"period\": 1e400", "the number 1e400 is too large." },
  { "json/binary", "{", "\xff\xfe\x80", "line 1, column 1: " },
  { "format/missing", "\"format\": 1, ", "", "it has no \"format\"." },
  { "format/newer", "\"format\": 1", "\"format\": 7", "the document has format 7" },
  { "unknown/link", "\"Linear\"", "\"Linera\"",
    "model.nodes.l1: There is no link or function Linera; did you mean Linear?" },
  { "unknown/function", "\"relu\"", "\"relew\"",
    "model.nodes.relu1: There is no link or function relew; did you mean relu?" },
  { "unknown/optimizer", "\"Adam\"", "\"Madam\"", "optimizer: There is no optimizer Madam; did you mean Adam?" },
  { "unknown/dataset", "\"moons\"", "\"moon\"", "data.dataset: There is no dataset moon; did you mean moons?" },
  { "unknown/loss", "\"softmax_cross_entropy\"", "\"x\"", "loss: There is no function x." },
  { "unknown/device", "\"seed\": 3", "\"device\": \"cuda\"", "device: device cuda is not available here, only cpu." },
  { "attribute/unknown", "\"out_size\": 4", "\"out_sise\": 4",
    "Linear has no attribute out_sise; did you mean out_size?" },
  { "attribute/negative", "\"out_size\": 4", "\"out_size\": -4",
    "a.rensa: model.nodes.l1: Linear: out_size expects an integer of at least 0 or None, but -4 was given" },
  { "attribute/text", "\"out_size\": 4", "\"out_size\": \"four\"", "but \"four\" was given." },
  { "attribute/fraction", "\"out_size\": 4", "\"out_size\": 4.5", "but 4.5 was given." },
  { "attribute/out-of-range", "\"dropout\"", "\"dropout\", \"attrs\": {\"ratio\": 1.5}", "but 1.5 was given." },
  { "attribute/too-large", "\"out_size\": 4", "\"out_size\": 123456789012345678901234567890",
    "the number 123456789012345678901234567890 is too large." },
  { "attribute/beyond-int64", "\"out_size\": 4", "\"out_size\": 12345678901234567890",
    "a.rensa: model.nodes.l1: Linear: out_size expects integers greater than -2^63 and less than 2^63, but 12345678901234567890 was given" },
  { "attribute/overflow", "\"out_size\": 4", "\"out_size\": 4611686018427387904", "model.nodes.l1: " },
  { "attribute/no-memory", "\"out_size\": 4", "\"out_size\": 200000000000000", "a.rensa: " },
  { "model/cycle", "{\"from\": \"x\", \"to\": \"l1\"}", "{\"from\": \"relu1\", \"to\": \"l1\"}",
    "model.edges: the connections relu1 → l1 → drop1 → relu1 form a cycle." },
  { "model/dangling", "{\"from\": \"x\", \"to\": \"l1\"}", "{\"from\": \"x\", \"to\": \"layer1\"}",
    "a.rensa: model.edges.0: the connection from x to layer1: node layer1 does not exist" },
  { "model/missing-wire", "{\"from\": \"x\", \"to\": \"l1\"}, ", "",
    "model.nodes.l1: input x of l1 is not connected." },
  { "model/duplicate-name", "\"name\": \"l2\"", "\"name\": \"l1\"", "model: two nodes are named l1." },
  { "model/shapes", "\"out_size\": 2}", "\"in_size\": 784, \"out_size\": 2}",
    "a.rensa: model.nodes.l2: l2 expects 784 values per example, but 4 were given; relu1 outputs float32 (10, 4); leave in_size empty instead of 784 to infer it from the input" },
  { "model/classes", "\"out_size\": 2}", "\"out_size\": 1}",
    "l2 outputs 1 value per example, but the labels have 2 classes." },
  { "model/not-an-object", "\"model\": {", "\"model\": 3, \"weights_map\": {",
    "a.rensa: model: a model must be an object with \"nodes\", an array of at least one node" },
  { "data/batch", "\"batch_size\": 10", "\"batch_size\": 100",
    "the batch size 100 is larger than the data set of 60 examples" },
  { "data/no-file", "\"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}",
    "\"csv\", \"attrs\": {\"path\": \"missing.csv\"}", "data.dataset: " },
  { "data/split", "\"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}}", "\"moons\"}, \"split\": {\"fraction\": 2}",
    "data: split: fraction expects a number from 0 to 1, but 2 was given." },
  { "stop/period", "\"period\": 2", "\"period\": -1",
    "a.rensa: stop: IntervalTrigger: period expects a number from 1e-06 to 1000000000000, but -1 was given" },
  { "set/path", NULL, NULL, "--set model.l7.out_size=3: model: There is no node l7 here.",
    "--set model.l7.out_size=3" },
  { "set/value", NULL, NULL,
    "--set optimizer.alpha=fast: optimizer: Adam: alpha expects a number of at least 0, but \"fast\" was given",
    "--set optimizer.alpha=fast" },
};

static void
test_case (Cli *cli, gconstpointer data)
{
  const Case *bad = data;
  g_autofree char *arguments = g_strdup_printf ("train a.rensa %s", bad->options != NULL ? bad->options : "");

  cli_write_document (cli, bad->find, bad->replacement);
  cli_run (cli, arguments);
  cli_assert_failed (cli, bad->expected);
  cli_assert_holds (cli, "result", "");
}

/* A misspelled field is reported, also beside the mistake that it makes. */
static void
test_misspelled (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, "\"data\": {", "\"date\": {");
  cli_run (cli, "train a.rensa");
  cli_assert_told (cli, "rensa: a.rensa: date: There is no field date here; did you mean data?\n"
                        "rensa: a.rensa: data: expected an object, but found nothing.\n");
  cli_assert_holds (cli, "result", "");
  cli_write_document (cli, "\"name\": \"l2\", ", "\"name\": \"l2\", \"repaet\": 2, ");
  cli_run (cli, "show a.rensa");
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (cli->err, ==,
                   "rensa: a.rensa: model.nodes.l2.repaet: There is no field repaet here; did you mean repeat?\n");
}

static void
test_no_file (Cli *cli, gconstpointer data)
{
  cli_run (cli, "train missing.rensa");
  cli_assert_failed (cli, "“missing.rensa” could not be opened: No such file or directory");
  cli_run (cli, "show missing.rensa");
  cli_assert_failed (cli, "“missing.rensa” could not be opened: No such file or directory");
}

static void
test_deep (Cli *cli, gconstpointer data)
{
  g_autofree char *brackets = g_strnfill (200000, '[');
  g_autofree char *deep = g_strdup_printf ("{\"format\": 1, \"model\": %s", brackets);

  cli_write (cli, "a.rensa", deep, -1);
  cli_run (cli, "train a.rensa");
  cli_assert_failed (cli, "brackets are nested more than 64 levels deep.");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/bad/", cases[i].name, NULL);

      g_test_add (path, Cli, &cases[i], cli_set_up, test_case, cli_tear_down);
    }
  ADD_CLI_TEST ("/cli/bad/misspelled", test_misspelled);
  ADD_CLI_TEST ("/cli/bad/no-file", test_no_file);
  ADD_CLI_TEST ("/cli/bad/deep", test_deep);
  return g_test_run ();
}
