/* test-builder.c: what a document trains, and whether its parts fit together.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-error.h"
#include "rensa-log.h"
#include "rensa-extensions.h"

/* All elements of the parameter at @path, as bytes. */
static GBytes *
get_param (RensaLink *model, const char *owner, int index)
{
  RensaArray *array = rensa_variable_get_array (rensa_link_get_param (rensa_link_find (model, owner), index));
  const gsize n = rensa_array_get_n_bytes (array);
  gpointer data = g_malloc (n);

  g_assert_true (rensa_array_to_host (array, data, NULL));
  return g_bytes_new_take (data, n);
}

static RensaLink *
make_model (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  RensaLink *model = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;

  g_assert_no_error (error);
  return model;
}

static gboolean
equal_params (RensaLink *a, RensaLink *b, const char *owner)
{
  g_autoptr (GBytes) first = get_param (a, owner, 0);
  g_autoptr (GBytes) second = get_param (b, owner, 0);

  return g_bytes_equal (first, second);
}

/* A link between l1 and l2, and one size that is given instead of found out, change nothing of the others. */
static void
test_first_values (void)
{
  g_autofree char *longer =
      document_text_with ("{\"name\": \"relu1\", \"type\": \"relu\"}",
                          "{\"name\": \"relu1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}}");
  g_autofree char *sized = document_text_with ("\"out_size\": 4", "\"in_size\": 2, \"out_size\": 4");
  g_autofree char *seeded = document_text_with ("\"seed\": 3", "\"seed\": 4");
  g_autoptr (RensaLink) model = make_model (test_document);
  g_autoptr (RensaLink) same = make_model (test_document);
  g_autoptr (RensaLink) with_another = make_model (longer);
  g_autoptr (RensaLink) with_size = make_model (sized);
  g_autoptr (RensaLink) with_seed = make_model (seeded);

  g_assert_true (equal_params (model, same, "predictor/l1"));
  g_assert_true (equal_params (model, with_another, "predictor/l1"));
  g_assert_true (equal_params (model, with_another, "predictor/l2"));
  g_assert_true (equal_params (model, with_size, "predictor/l1"));
  g_assert_false (equal_params (model, with_seed, "predictor/l1"));
  g_assert_false (equal_params (model, with_seed, "predictor/l2"));
}

static RensaTrainer *
train (const char *text, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  RensaTrainer *trainer = builder != NULL ? rensa_builder_make_trainer (builder, out, &error) : NULL;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  return trainer;
}

static double
get_last (RensaTrainer *trainer, const char *key)
{
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);
  double value = -1;

  g_assert_true (rensa_log_lookup (log, rensa_log_get_n_entries (log) - 1, key, &value, NULL));
  return value;
}

#define REPLACE(text, find, replacement)                                                    \
  G_STMT_START { g_assert_cmpuint (g_string_replace (text, find, replacement, 1), ==, 1); } \
  G_STMT_END

static void
test_classification (void)
{
  g_autofree char *out = test_folder_new ();
  g_autoptr (GString) text = g_string_new (test_document);
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (RensaTrainer) again = NULL;

  REPLACE (text, "\"period\": 2", "\"period\": 60");
  REPLACE (text, "\"Adam\"", "\"Adam\", \"attrs\": {\"alpha\": 0.02}");
  trainer = train (text->str, out);
  again = train (text->str, out);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 360);
  g_assert_cmpfloat (get_last (trainer, "main/loss"), <, 0.4);
  g_assert_cmpfloat (get_last (trainer, "validation/main/accuracy"), >, 0.8);
  g_assert_cmpfloat (get_last (trainer, "main/loss"), ==, get_last (again, "main/loss"));
  test_folder_remove (out);
}

/* A regression has no accuracy. */
static void
test_regression (void)
{
  g_autofree char *out = test_folder_new ();
  g_autoptr (GString) text = g_string_new (test_document);
  g_autoptr (RensaTrainer) trainer = NULL;
  double value;

  REPLACE (text, "\"moons\"", "\"waves\"");
  REPLACE (text, "\"out_size\": 2", "\"out_size\": 1");
  REPLACE (text, "softmax_cross_entropy", "mean_squared_error");
  REPLACE (text, " \"accuracy\": {\"type\": \"accuracy\"},", "");
  REPLACE (text, "\"period\": 2", "\"period\": 40");
  trainer = train (text->str, out);
  g_assert_cmpfloat (get_last (trainer, "validation/main/loss"), >, 0);
  g_assert_false (rensa_log_lookup (rensa_trainer_get_log (trainer, NULL), 0, "main/accuracy", &value, NULL));
  test_folder_remove (out);
}

static void
test_float64 (void)
{
  g_autofree char *out = test_folder_new ();
  g_autofree char *text = document_text_with ("\"seed\": 3", "\"seed\": 3, \"dtype\": \"float64\"");
  g_autoptr (RensaTrainer) trainer = train (text, out);
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  RensaVariable *weights = rensa_link_get_param (rensa_link_find (model, "predictor/l1"), 0);

  g_assert_cmpint (rensa_array_get_dtype (rensa_variable_get_array (weights)), ==, RENSA_FLOAT64);
  test_folder_remove (out);
}

/* Data without a test part are split, the same way for the same seed. */
static void
test_split (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "t.csv", NULL);
  g_autofree char *data =
      g_strdup_printf ("\"csv\", \"attrs\": {\"path\": \"%s\"}}, \"split\": {\"fraction\": 0.75},", path);
  g_autoptr (GString) text = g_string_new (test_document);
  g_autoptr (GString) table = g_string_new ("a,b,t\n");
  g_autoptr (RensaBuilder) builder = NULL;

  for (int i = 0; i < 41; i++)
    g_string_append_printf (table, "%d,%d,%s\n", i, -i, i % 2 == 0 ? "even" : "odd");
  g_assert_true (g_file_set_contents (path, table->str, -1, NULL));
  REPLACE (text, "\"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},", data);

  builder = builder_of (text->str, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_builder_prepare (builder, &error));
  g_assert_cmpint (rensa_dataset_get_length (rensa_builder_get_train (builder)), ==, 30);
  g_assert_cmpint (rensa_dataset_get_length (rensa_builder_get_test (builder)), ==, 11);
  g_assert_cmpint (rensa_builder_get_batch_size (builder), ==, 10);
  g_assert_cmpint (remove (path), ==, 0);
  g_assert_cmpint (remove (folder), ==, 0);
}

static const struct
{
  const char *find;
  const char *replacement;
  const char *message;
} bad[] = {
  { "\"out_size\": 2}", "\"in_size\": 7, \"out_size\": 2}",
    "model.nodes.l2: l2 expects 7 values per example, but 4 were given; relu1 outputs float32 (10, 4); leave in_size "
    "empty instead of 7 to infer it from the input." },
  { "\"relu\"", "\"max_pooling_2d\", \"attrs\": {\"ksize\": 2}",
    "model.nodes.relu1: relu1 expects images (arrays with 4 axes), but its input has 2 axes; l1 outputs float32 (10, "
    "4) (max_pooling_2d: Expect: x.ndim == 4, Actual: 2 != 4)." },
  { "{\"type\": \"softmax_cross_entropy\"}", "{\"type\": \"mean_squared_error\"}",
    "loss: the label is a class number, so mean_squared_error is not suitable (mean_squared_error: Expect: "
    "x0.dtype == x1.dtype, Actual: float32 != int32)." },
  { "\"out_size\": 2}", "\"out_size\": 1}",
    "model.nodes.l2: l2 outputs 1 value per example, but the labels have 2 classes." },
  { "\"batch_size\": 10", "\"batch_size\": 61",
    "data.iterator: SerialIterator: the batch size 61 is larger than the data set of 60 examples." },
  { "{\"name\": \"x\", \"type\": \"Input\"}",
    "{\"name\": \"x\", \"type\": \"Input\"}, {\"name\": \"y\", \"type\": \"Input\"}",
    "model: the model has 2 Input nodes, but each example has 1 value besides the label." },
  { "{\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}}",
    "{\"type\": \"csv\", \"attrs\": {\"path\": \"/nowhere.csv\"}}", "data.dataset: " },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = document_text_with (bad[i].find, bad[i].replacement);
      g_autofree char *expected = g_strconcat ("test.rensa: ", bad[i].message, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaBuilder) builder = builder_of (text, &error);

      g_assert_no_error (error);
      g_assert_false (rensa_builder_prepare (builder, &error));
      g_assert_nonnull (error);
      if (!g_str_has_suffix (expected, ": "))
        g_assert_cmpstr (error->message, ==, expected);
      g_assert_true (g_str_has_prefix (error->message, expected));
    }
}

/* What can be shown, but not trained; a document without a place has none before the sentence. */
static void
test_not_trainable (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) nothing =
      builder_of_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'relu1', 'type': 'relu'}],"
                        " 'edges': [{'from': 'x', 'to': 'relu1'}]}",
                        &error);
  g_autoptr (RensaDocument) untitled = rensa_document_parse (test_document, -1, "", &error);
  g_autoptr (RensaBuilder) huge = NULL;

  g_assert_no_error (error);
  g_assert_true (rensa_builder_prepare (nothing, &error));
  g_assert_null (rensa_builder_make_trainer (nothing, ".", &error));
  assert_sentence (&error, "test.rensa: model: nothing to train yet; add a layer to start.");

  g_assert_true (rensa_document_set (untitled, "model.l1.out_size=100000000000000", &error));
  huge = rensa_builder_new (untitled, NULL, &error);
  g_assert_true (rensa_builder_prepare (huge, &error));
  g_assert_null (rensa_builder_make_trainer (huge, ".", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);
  g_assert_true (g_str_has_prefix (error->message, "model: the parameters and their gradients require 3.6"));
}

static const struct
{
  const char *find;
  const char *replacement;
  const char *message;
} unread[] = {
  { "\"seed\": 3", "\"seed\": \"x\"",
    "document: seed expects an integer from 0 to 9007199254740992, but \"x\" was given." },
  { "\"seed\": 3", "\"device\": \"cuda:0\"", "device: device cuda:0 is not available here, only cpu." },
  { "\"seed\": 3", "\"dtype\": \"int32\"",
    "dtype: expected float16, bfloat16, float32 or float64, but int32 was given." },
  { "\"data\"", "\"dat\"", "data: expected an object, but found nothing." },
  { "\"dataset\"", "\"dataseed\"", "data.dataset: the name of dataset is missing." },
  { "\"moons\"", "\"mons\"", "data.dataset: There is no dataset mons; did you mean moons?" },
  { "\"loss\"", "\"los\"", "loss: the name of a function is missing." },
  { "{\"type\": \"accuracy\"}", "3", "accuracy: expected an object with a \"type\", but 3 was given." },
  { "\"Adam\"", "\"Adam\", \"attrs\": {\"beta1\": 2}",
    "optimizer: Adam: beta1 expects a number from 0 to 1, but 2 was given." },
  { "\"WeightDecay\"", "\"WeightDcay\"", "hooks.0: There is no optimizer hook WeightDcay; did you mean WeightDecay?" },
  { "\"IntervalTrigger\"", "\"Interval\"", "stop: There is no trigger Interval; did you mean IntervalTrigger?" },
  { "{\"type\": \"LogReport\"}", "{\"type\": \"PlotReport\"}",
    "extensions.1: PlotReport: y_keys requires a value: comma-separated names of reported values (main/loss, "
    "main/accuracy, validation/main/loss, validation/main/accuracy)." },
  { "{\"type\": \"LogReport\"}", "{\"type\": \"LogReport\", \"trigger\": {\"type\": \"x\"}}",
    "extensions.1.trigger: There is no trigger x." },
  { "[{\"type\": \"Evaluator\"}, {\"type\": \"LogReport\"}]", "3", "extensions: expected an array." },
};

static void
test_unread (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unread); i++)
    {
      g_autofree char *text = document_text_with (unread[i].find, unread[i].replacement);
      g_autofree char *expected = g_strconcat ("test.rensa: ", unread[i].message, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (builder_of (text, &error));
      assert_sentence (&error, expected);
    }
}

/* The shapes of data that are not there are shown, and nothing is trained on what stands in for them. */
static void
test_stand_in (void)
{
  static const char text[] = "{\"format\": 1, \"data\": {\"dataset\": \"mnist\"}, \"model\": {\"nodes\": ["
                             "{\"name\": \"x\", \"type\": \"Input\"}, "
                             "{\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 10}}], "
                             "\"edges\": [{\"from\": \"x\", \"to\": \"l1\"}]}, \"loss\": \"softmax_cross_entropy\", "
                             "\"optimizer\": \"SGD\"}";
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, "", &error);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, "/nowhere", &error);
  const RensaFacts *facts;

  g_assert_no_error (error);
  facts = rensa_builder_get_facts (builder, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_facts_get (facts, rensa_network_find_node (rensa_facts_get_network (facts), "l1"))->n_params,
                   ==, 7850);
  g_assert_false (rensa_builder_prepare (builder, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/builder/first-values", test_first_values);
  g_test_add_func ("/project/build/builder/classification", test_classification);
  g_test_add_func ("/project/build/builder/regression", test_regression);
  g_test_add_func ("/project/build/builder/float64", test_float64);
  g_test_add_func ("/project/build/builder/split", test_split);
  g_test_add_func ("/project/build/builder/stand-in", test_stand_in);
  g_test_add_func ("/project/build/builder/bad", test_bad);
  g_test_add_func ("/project/build/builder/not-trainable", test_not_trainable);
  g_test_add_func ("/project/build/builder/unread", test_unread);
  return g_test_run ();
}
