/* test-analysis.c: shapes, sizes and mistakes of documents, right or wrong.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-json.h"

static RensaAnalysis *
analyse (RensaDocument *document)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);

  return rensa_analysis_new (document, cache);
}

static void
assert_same (const RensaNodeFacts *a, const RensaNodeFacts *b)
{
  g_assert_cmpint (a->is_known, ==, b->is_known);
  g_assert_cmpint (a->n_outputs, ==, b->n_outputs);
  g_assert_cmpint (a->n_params, ==, b->n_params);
  g_assert_cmpint (a->n_bytes, ==, b->n_bytes);
  g_assert_cmpint (a->learnt, ==, b->learnt);
  g_assert_cmpint (a->params != NULL, ==, b->params != NULL);
  if (a->params != NULL)
    g_assert_true (g_strv_equal ((const char *const *) a->params, (const char *const *) b->params));
  for (int i = 0; a->is_known && i < a->n_outputs; i++)
    {
      g_assert_cmpint (a->outputs[i].dtype, ==, b->outputs[i].dtype);
      g_assert_true (rensa_shape_equal (&a->outputs[i].shape, &b->outputs[i].shape));
    }
}

/* What the builder finds out about a right document, the analysis does too. */
static void
test_examples (void)
{
  static const char *const names[] = { "strokes-mlp", "moons", "waves" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *file = g_strconcat (names[i], ".rensa", NULL);
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", file, NULL);
      g_autoptr (RensaDocument) document = rensa_document_load (path, &error);
      g_autoptr (RensaBuilder) builder = document != NULL ? rensa_builder_new (document, NULL, &error) : NULL;
      const RensaFacts *facts = builder != NULL ? rensa_builder_get_facts (builder, &error) : NULL;
      g_autoptr (GPtrArray) nodes = NULL;
      g_autoptr (RensaAnalysis) analysis = NULL;

      g_assert_no_error (error);
      analysis = analyse (document);
      g_assert_true (rensa_analysis_is_trainable (analysis));
      g_assert_cmpint (rensa_analysis_get_batch_size (analysis), ==, rensa_builder_get_batch_size (builder));
      nodes = rensa_network_list_nodes (rensa_facts_get_network (facts));
      g_assert_cmpuint (nodes->len, >, 2);
      for (guint j = 0; j < nodes->len; j++)
        {
          const RensaModelNode *node = nodes->pdata[j];

          g_assert_true (rensa_facts_get (facts, node)->is_known);
          assert_same (rensa_analysis_get_facts (analysis, node->path), rensa_facts_get (facts, node));
        }
    }
}

static void
test_node (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaAnalysis) analysis = analyse (document);
  const RensaNodeFacts *node = rensa_analysis_get_facts (analysis, "l1");
  g_autofree char *caption = rensa_analysis_type_to_caption (&node->outputs[0]);
  const RensaType image = { RENSA_FLOAT32, RENSA_SHAPE (10, 3, 32, 32) };
  const RensaType number = { RENSA_FLOAT32, RENSA_SHAPE (10) };
  g_autofree char *image_caption = rensa_analysis_type_to_caption (&image);
  g_autofree char *number_caption = rensa_analysis_type_to_caption (&number);

  g_assert_cmpstr (caption, ==, "4");
  g_assert_cmpstr (image_caption, ==, "3×32×32");
  g_assert_cmpstr (number_caption, ==, "scalar");
  g_assert_cmpstr (node->params[0], ==, "W (4, 2)");
  g_assert_cmpstr (node->params[1], ==, "b (4,)");
  g_assert_null (node->params[2]);
  g_assert_cmpint (rensa_analysis_get_n_params (analysis), ==, 22);
  /* x, l1, relu1 and l2, then parameters and their gradients. */
  g_assert_cmpint (rensa_analysis_get_n_bytes (analysis), ==, 4 * (10 * (2 + 4 + 4 + 2) + 2 * 22));
  g_assert_null (rensa_analysis_get_facts (analysis, "l3"));
}

#define L1 "{\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}}"
#define L2 "{\"name\": \"l2\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}"
#define RELU1 "{\"name\": \"relu1\", \"type\": \"relu\"}"
#define MOONS "{\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}}"
#define LAST_EDGE "{\"from\": \"relu1\", \"to\": \"l2\"}"

/* @find in the document becomes @replacement, which is a mistake: one of them is reported at node @node, and mended by
 * @repair. */
static const struct
{
  const char *find;
  const char *replacement;
  const char *node;
  const char *place;
  const char *sentence;
  const char *repair;
} mistakes[] = {
  { "{\"out_size\": 2}", "{\"in_size\": 7, \"out_size\": 2}", "l2", "model.nodes.l2",
    "l2 expects 7 values per example, but 4 were given; relu1 outputs float32 (10, 4); leave in_size empty instead of 7 to infer it from the input.",
    "Set in_size to 4" },
  { "{\"out_size\": 4}", "{}", "l1", "model.nodes.l1", "l1: out_size expects an integer, but None was given.",
    "Set out_size to 10" },
  { "{\"out_size\": 4}", "{\"out_sise\": 4}", "l1", "model.nodes.l1.out_sise",
    "Linear has no attribute out_sise; did you mean out_size?", "Rename out_sise to out_size" },
  { "{\"out_size\": 4}", "{\"out_size\": 4, \"nobias\": 3}", "l1", "model.nodes.l1.nobias",
    "Linear: nobias expects true or false, but 3 was given.", "Reset nobias" },
  { "\"Linear\"", "\"Liner\"", "l1", "model.nodes.l1", "There is no link or function Liner; did you mean Linear?",
    "Replace With Linear" },
  { "\"relu\"", "\"quux\"", "relu1", "model.nodes.relu1", "There is no link or function quux.", "Remove relu1" },
  { "\"relu\"}", "\"relu\", \"repeat\": 2}", "relu1", "model.nodes.relu1",
    "relu1 cannot be repeated; only links with one input and one output can.", "Set repeat to 1" },
  { RELU1, RELU1 ", {\"name\": \"l1\", \"type\": \"relu\"}", "3", "model", "Two nodes are named l1.",
    "Rename to relu2" },
  { RELU1, RELU1 ", {\"name\": \"l3\", \"type\": \"relu\"}", "l3", "model.nodes.l3", "Input x of l3 is not connected.",
    "Connect l2 to l3" },
  { "{\"from\": \"l1\", \"to\": \"relu1\"},", "", "relu1", "model.nodes.relu1", "Input x of relu1 is not connected.",
    "Connect l1 to relu1" },
  { LAST_EDGE, LAST_EDGE ", {\"from\": \"x\", \"to\": \"l2\"}", "l2", "model.edges.3",
    "The connection from x to l2: l2 already has 1 connected input.", "Remove the connection from x to l2" },
  { LAST_EDGE, LAST_EDGE ", {\"from\": \"x\", \"to\": \"l9\"}", "x", "model.edges.3",
    "The connection from x to l9: node l9 does not exist.", "Remove the connection from x to l9" },
  { "{\"from\": \"x\", \"to\": \"l1\"}", "{\"from\": \"relu1\", \"to\": \"l1\"}", "relu1", "model.edges",
    "The connections relu1 → l1 → relu1 form a cycle.", "Connect x to l1" },
  { "[\"l2\"]", "[\"relu1\"]", "l2", "model.nodes.l2", "l2 does not reach any output; connect or delete it.",
    "Make l2 the Output" },
  { "[\"l2\"]", "[\"l7\"]", NULL, "model.outputs", "Node l7 does not exist.", "Make l2 the Output" },
  { "[\"l2\"]", "[\"l2\", \"relu1\"]", NULL, "model.outputs", "The loss requires one model output, but there are 2.",
    "Make l2 the Output" },
  { "{\"type\": \"softmax_cross_entropy\"}", "{\"type\": \"softmax_cross_entropy\", \"attrs\": {\"reduce\": \"no\"}}",
    NULL, "loss", "softmax_cross_entropy outputs (10,), one number per example, but a single number is required.",
    "Set reduce to mean" },
  { "{\"out_size\": 2}", "{\"out_size\": 1}", "l2", "model.nodes.l2",
    "l2 outputs 1 value per example, but the labels have 2 classes.", "Set out_size of l2 to 2" },
  { "{\"type\": \"softmax_cross_entropy\"}", "{\"type\": \"mean_squared_error\"}", NULL, "loss",
    "The label is a class number, so mean_squared_error is not suitable.", "Use softmax_cross_entropy" },
  { "{\"type\": \"accuracy\"}", "{\"type\": \"binary_accuracy\"}", NULL, "accuracy",
    "l2 outputs 2 values per example, but the label has a single number.", "Use accuracy" },
  { "\"loss\"", "\"los\"", NULL, "loss", "The name of a function is missing.", "Use softmax_cross_entropy" },
  { "\"Adam\"", "\"Adm\"", NULL, "optimizer", "There is no optimizer Adm; did you mean Adam?", "Replace With Adam" },
  { "\"batch_size\": 10", "\"batch_size\": 61", NULL, "data.iterator",
    "SerialIterator: the batch size 61 is larger than the data set of 60 examples.", "Set batch_size to 4" },
  { "{\"rate\": 0.001}", "{}", NULL, "hooks.0.rate", "WeightDecay: rate requires a value: a number of at least 0.",
    "Set rate to 0.0001" },
  { "{\"name\": \"x\", \"type\": \"Input\"}",
    "{\"name\": \"x\", \"type\": \"Input\"}, {\"name\": \"y\", \"type\": "
    "\"Input\"}",
    NULL, "model", "The model has 2 Input nodes, but each example has 1 value besides the label.", "Remove y" },
  { "\"seed\": 3", "\"dtype\": \"int32\"", NULL, "dtype",
    "Expected float16, bfloat16, float32 or float64, but int32 was given.", "Use float32" },
};

static void
assert_mistake (RensaDocument *document, const char *node, const char *place, const char *sentence, const char *repair)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAnalysis) before = analyse (document);
  g_autoptr (RensaAnalysis) after = NULL;
  const RensaProblem *problem = NULL;

  for (guint i = 0; i < rensa_analysis_get_n_problems (before); i++)
    if (strcmp (rensa_analysis_get_problem (before, i)->sentence, sentence) == 0)
      problem = rensa_analysis_get_problem (before, i);
  if (problem == NULL)
    g_test_message ("instead of: %s: %s", sentence, rensa_analysis_find_problem (before, NULL)->sentence);
  g_assert_nonnull (problem);
  g_assert_cmpstr (problem->node, ==, node);
  g_assert_cmpstr (problem->place, ==, place);
  g_assert_cmpstr (problem->repair, ==, repair);
  g_assert_true (node == NULL || rensa_analysis_find_problem (before, node) != NULL);
  g_assert_false (rensa_analysis_is_trainable (before));
  if (repair == NULL)
    return;

  g_assert_true (rensa_problem_repair (problem, document, &error));
  after = analyse (document);
  g_assert_cmpuint (rensa_analysis_get_n_problems (after), <=, rensa_analysis_get_n_problems (before));
  for (guint i = 0; i < rensa_analysis_get_n_problems (after); i++)
    g_assert_cmpstr (rensa_analysis_get_problem (after, i)->sentence, !=, sentence);
}

static void
test_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *text = document_text_with (mistakes[i].find, mistakes[i].replacement);
      g_autoptr (RensaDocument) document = document_of (text);

      assert_mistake (document, mistakes[i].node, mistakes[i].place, mistakes[i].sentence, mistakes[i].repair);
    }
}

static RensaDocument *
document_on_strokes (const char *ndim, const char *nodes)
{
  g_autofree char *text = g_strdup_printf (
      "{\"format\": 1, \"data\": {\"dataset\": {\"type\": \"strokes\", \"attrs\": {\"n_train\": 20, \"n_test\": 10, "
      "\"ndim\": %s}}, \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 10}}}, \"model\": "
      "{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}, {\"name\": \"n1\", %s}], \"edges\": [{\"from\": \"x\", "
      "\"to\": \"n1\"}]}, \"loss\": {\"type\": \"softmax_cross_entropy\"}, \"optimizer\": {\"type\": \"Adam\"}}",
      ndim, nodes);

  return document_of (text);
}

static void
test_pictures (void)
{
  g_autoptr (RensaDocument) flat = document_on_strokes ("1", "\"type\": \"max_pooling_2d\", \"attrs\": {\"ksize\": 2}");
  g_autoptr (RensaDocument) nothing = document_on_strokes ("3", "\"type\": \"relu\"");
  g_autoptr (RensaDocument) pictures =
      document_on_strokes ("3", "\"type\": \"Convolution2D\", \"attrs\": {\"out_channels\": 6, \"ksize\": 3}");
  g_autoptr (RensaDocument) no_size =
      document_on_strokes ("3", "\"type\": \"Convolution2D\", \"attrs\": {\"out_channels\": 6}");
  g_autoptr (RensaDocument) channels = document_on_strokes (
      "3", "\"type\": \"Convolution2D\", \"attrs\": {\"in_channels\": 3, \"out_channels\": 10, \"ksize\": 28}");

  assert_mistake (flat, "n1", "model.nodes.n1",
                  "n1 expects images (arrays with 4 axes), but its input has 2 axes; x outputs float32 (10, 784).",
                  "Set ndim of the data to 3");
  assert_mistake (nothing, NULL, "model", "Nothing to train yet; add a layer to start.", "Add Linear");
  assert_mistake (pictures, NULL, "loss",
                  "n1 outputs 6×26×26 values per example, but softmax_cross_entropy expects 10 values, one per class.",
                  "Add Linear");
  assert_mistake (no_size, "n1", "model.nodes.n1", "n1 has no filter size.", "Set ksize to 3");
  assert_mistake (
      channels, "n1", "model.nodes.n1",
      "n1 expects images of 3 channels, but 1 was given; x outputs float32 (10, 1, 28, 28); leave in_channels empty instead of 3 to infer it from the input.",
      "Set in_channels to 1");
}

/* 900 copies of a layer and 50 copies of another in a Sequential, in a Sequential. */
static RensaDocument *
make_repeated (void)
{
  g_autofree char *text = document_text_with (
      RELU1,
      "{\"name\": \"relu1\", \"type\": \"Sequential\", \"repeat\": 900, \"model\": {\"nodes\": [{\"name\": "
      "\"a\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 8}}, {\"name\": \"b\", \"type\": \"Sequential\", "
      "\"repeat\": 50, \"model\": {\"nodes\": [{\"name\": \"c\", \"type\": \"Linear\", \"attrs\": {\"out_size\": "
      "8}}]}}]}}");

  return document_of (text);
}

/* Copies that are alike are not called one by one, but all of them count. */
static void
test_repeat (void)
{
  g_autoptr (RensaDocument) document = make_repeated ();
  g_autoptr (RensaAnalysis) analysis = analyse (document);

  g_assert_true (rensa_analysis_is_trainable (analysis));
  /* The first a takes four values, the others eight. */
  g_assert_cmpint (rensa_analysis_get_facts (analysis, "relu1.a")->n_params, ==, 40 + 899 * 72);
  g_assert_cmpint (rensa_analysis_get_facts (analysis, "relu1.b.c")->n_params, ==, 900 * 50 * 72);
  g_assert_cmpint (rensa_analysis_get_facts (analysis, "relu1")->n_params, ==, 40 + 899 * 72 + 900 * 50 * 72);
  g_assert_cmpint (rensa_analysis_get_facts (analysis, "relu1")->n_bytes, ==, 900 * 51 * 10 * 8 * 4);
}

/* Several mistakes at once, each at its place; what does not depend on them is known all the same. */
static void
test_all_at_once (void)
{
  g_autofree char *text = document_text_with (L1, "{\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": "
                                                  "4, \"nobias\": 7, \"n_batch_axes\": \"x\"}}");
  g_autoptr (GString) whole = g_string_new (text);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaAnalysis) analysis = NULL;

  g_string_replace (whole, "\"Adam\"", "\"Adm\"", 1);
  g_string_replace (whole, "\"l2\"]", "\"l9\"]", 1);
  document = document_of (whole->str);
  analysis = analyse (document);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 4);
  g_assert_true (rensa_analysis_get_facts (analysis, "x")->is_known);
  g_assert_false (rensa_analysis_get_facts (analysis, "l1")->is_known);
  g_assert_false (rensa_analysis_get_facts (analysis, "l2")->is_known);
  g_assert_cmpstr (rensa_analysis_find_problem (analysis, "l1")->place, ==, "model.nodes.l1.nobias");
  g_assert_null (rensa_analysis_find_problem (analysis, "l2"));
}

/* Without data the shapes are not known, and nothing is wrong with the model. */
static void
test_without_data (void)
{
  g_autofree char *text = document_text_with (MOONS, "{\"type\": \"csv\", \"attrs\": {\"path\": \"/nowhere.csv\"}}");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAnalysis) analysis = analyse (document);

  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (rensa_analysis_get_problem (analysis, 0)->place, ==, "data.dataset");
  g_assert_false (rensa_analysis_get_facts (analysis, "l1")->is_known);
}

/* What was found out of one wire is not done to another one that has its number by now. */
static void
test_stale_repair (void)
{
  g_autofree char *text = document_text_with (LAST_EDGE, LAST_EDGE ", {\"from\": \"x\", \"to\": \"l2\"}");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDocument) changed = rensa_document_copy (document);
  g_autoptr (RensaAnalysis) analysis = analyse (document);
  const RensaProblem *problem = rensa_analysis_find_problem (analysis, "l2");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (problem->wire, ==, 3);
  g_assert_true (rensa_analysis_get_network (analysis) == rensa_document_get_network (document));
  g_assert_true (rensa_document_set (changed, "seed=8", &error));
  g_assert_false (rensa_problem_repair (problem, changed, &error));
  assert_sentence (&error, "The document has changed in the meantime, and this may be a different connection now.");
  g_assert_true (rensa_problem_repair (problem, document, &error));
  g_assert_cmpuint (rensa_network_get_model (rensa_document_get_network (document))->wires->len, ==, 3);
}

static void
test_data_cache (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = document_text_with ("\"relu\"", "\"reul\"");
  g_autofree char *no_data = document_text_with ("\"moons\"", "\"mons\"");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDocument) wrong = document_of (no_data);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDataset) train = NULL;
  g_autoptr (RensaDataset) test = NULL;
  g_autoptr (RensaDataset) train_again = NULL;
  g_autoptr (RensaDataset) test_again = NULL;
  g_autoptr (RensaDataset) fresh = NULL;
  g_autoptr (RensaDataset) fresh_test = NULL;

  g_assert_true (rensa_data_cache_load (cache, document, &train, &test, &error));
  g_assert_cmpint (rensa_dataset_get_length (train), ==, 60);
  g_assert_cmpint (rensa_dataset_get_length (test), ==, 20);
  g_assert_true (rensa_data_cache_load (cache, document, &train_again, &test_again, &error));
  g_assert_true (train == train_again);
  rensa_data_cache_clear (cache);
  g_assert_true (rensa_data_cache_load (cache, document, &fresh, &fresh_test, &error));
  g_assert_true (train != fresh);
  g_assert_false (rensa_data_cache_load (cache, wrong, &fresh, &fresh_test, &error));
  assert_sentence (&error, "data.dataset: There is no dataset mons; did you mean moons?");
}

/* What was worked out before an edit and is used again is what would be found anew. */
static void
test_after_edits (void)
{
  static const char *const edits[] = {
    "seed=2",
    "model.l2.out_size=3",
    "model.relu1.a.out_size=6",
    "model.relu1.b.c.out_size=6",
    "model.relu1.repeat=1",
    "model.relu1.b.repeat=1",
    "model.relu1.a.out_size=5",
    "model.relu1.b.repeat=3",
    "model.relu1.repeat=2",
    "model.l1.in_size=9",
    "model.l2.out_size=2",
    "model.l1.in_size=None",
    "dtype=float64",
    "data.iterator.batch_size=7",
  };
  static const char *const paths[] = { "x", "l1", "relu1", "relu1.a", "relu1.b", "relu1.b.c", "l2" };
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_repeated ();

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAnalysis) before G_GNUC_UNUSED = rensa_analysis_new (document, cache);
      const gboolean is_set = rensa_document_set (document, edits[i], &error);
      g_autoptr (RensaAnalysis) after = rensa_analysis_new (document, cache);
      g_autofree char *text = rensa_document_to_text (document);
      g_autoptr (RensaDocument) same = document_of (text);
      g_autoptr (RensaAnalysis) anew = analyse (same);

      g_assert_no_error (error);
      g_assert_true (is_set);
      for (guint j = 0; j < G_N_ELEMENTS (paths); j++)
        assert_same (rensa_analysis_get_facts (after, paths[j]), rensa_analysis_get_facts (anew, paths[j]));
      g_assert_cmpint (rensa_analysis_get_n_params (after), ==, rensa_analysis_get_n_params (anew));
      g_assert_cmpuint (rensa_analysis_get_n_problems (after), ==, rensa_analysis_get_n_problems (anew));
      for (guint j = 0; j < rensa_analysis_get_n_problems (anew); j++)
        g_assert_cmpstr (rensa_analysis_get_problem (after, j)->sentence, ==,
                         rensa_analysis_get_problem (anew, j)->sentence);
    }
}

static RensaAnalysis *
analyse_with_weights (RensaDocument *document, const char *path)
{
  json_object_object_add (rensa_document_change (document), "weights", json_object_new_string (path));
  return analyse (document);
}

/* A file that is not there is told before a run begins; what is in one is nobody's business until then. */
static void
test_weights (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "any.npz", NULL);
  g_autofree char *nothing = g_build_filename (folder, "gone.npz", NULL);
  g_autoptr (RensaDocument) document = document_of (test_document);
  const char *const wrong[] = { nothing, folder };
  g_autoptr (RensaAnalysis) right = NULL;

  test_file_write (folder, "any.npz", "no weights", -1);
  right = analyse_with_weights (document, file);
  g_assert_true (rensa_analysis_is_trainable (right));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (RensaAnalysis) analysis = analyse_with_weights (document, wrong[i]);
      const RensaProblem *problem = rensa_analysis_find_problem (analysis, NULL);
      g_autoptr (RensaAnalysis) after = NULL;

      g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
      g_assert_false (rensa_analysis_is_trainable (analysis));
      g_assert_cmpstr (problem->place, ==, "weights");
      g_assert_nonnull (strstr (problem->sentence, wrong[i]));
      g_assert_cmpstr (problem->repair, ==, "Start From Random Weights");
      g_assert_true (rensa_problem_repair (problem, document, NULL));
      after = analyse (document);
      g_assert_true (rensa_analysis_is_trainable (after));
    }
  test_folder_free (g_steal_pointer (&folder));
}

/* What a document asks for may be on another machine; the repair is one that can be undone, like any change. */
static void
test_device (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaAnalysis) analysis = NULL;
  g_autoptr (RensaAnalysis) after = NULL;
  const RensaProblem *problem;

  json_object_object_add (rensa_document_change (document), "device", json_object_new_string ("cuda:7"));
  analysis = analyse (document);
  problem = rensa_analysis_find_problem (analysis, NULL);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (problem->place, ==, "device");
  g_assert_null (problem->node);
  g_assert_true (g_str_has_prefix (problem->sentence, "Device cuda:7 is not available here, only cpu"));
  g_assert_cmpstr (problem->repair, ==, "Train on the CPU");

  g_assert_true (rensa_problem_repair (problem, document, NULL));
  g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "device")), ==, "cpu");
  after = analyse (document);
  g_assert_true (rensa_analysis_is_trainable (after));
}

static gint64
get_out_size (RensaDocument *document, const char *path)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);
  g_autoptr (RensaJson) value =
      rensa_attrs_get_json (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), "out_size"));

  return json_object_get_int64 (value);
}

static void
append (RensaAnalysis *analysis, RensaDocument *document, const char *after, const char *type)
{
  g_autofree char *name = rensa_document_insert_after (document, "", after, type, 0, 0, NULL);

  rensa_analysis_fit_end (analysis, document, name);
}

/* The last layer gives what the labels need; one before it is as wide as ever. */
static void
test_end (void)
{
  static const struct
  {
    const char *dataset;
    gint64 n;
  } cases[] = { { "moons", 2 }, { "waves", 1 }, { "blobs(classes=5)", 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaDocument) document = rensa_document_new_empty ("end");
      g_autofree char *assignment = g_strconcat ("data.dataset=", cases[i].dataset, NULL);
      g_autoptr (RensaAnalysis) analysis = NULL;
      g_autoptr (GError) error = NULL;

      rensa_document_set (document, assignment, &error);
      g_assert_no_error (error);
      analysis = analyse (document);
      append (analysis, document, "x", "Linear");
      append (analysis, document, "l1", "relu");
      append (analysis, document, "relu1", "Linear");
      g_assert_cmpint (get_out_size (document, "model.l1"), ==, 10);
      g_assert_cmpint (get_out_size (document, "model.l2"), ==, cases[i].n);
    }
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/advice/analysis/examples", test_examples);
  g_test_add_func ("/project/advice/analysis/node", test_node);
  g_test_add_func ("/project/advice/analysis/mistakes", test_mistakes);
  g_test_add_func ("/project/advice/analysis/pictures", test_pictures);
  g_test_add_func ("/project/advice/analysis/repeat", test_repeat);
  g_test_add_func ("/project/advice/analysis/after-edits", test_after_edits);
  g_test_add_func ("/project/advice/analysis/all-at-once", test_all_at_once);
  g_test_add_func ("/project/advice/analysis/without-data", test_without_data);
  g_test_add_func ("/project/advice/analysis/stale-repair", test_stale_repair);
  g_test_add_func ("/project/advice/analysis/data-cache", test_data_cache);
  g_test_add_func ("/project/advice/analysis/weights", test_weights);
  g_test_add_func ("/project/advice/analysis/device", test_device);
  g_test_add_func ("/project/advice/analysis/end", test_end);
  return g_test_run ();
}
