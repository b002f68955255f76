/* test-repairs.c: whatever is wrong with a document, a repair that is offered leads on.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-fit.h"
#include "rensa-function.h"
#include "rensa-json.h"
#include "rensa-link.h"

/* Pictures of 28 by 28, and values to be predicted; ' stands for ". */
static const char pictures[] =
    "{'format': 1, 'data': {'dataset': {'type': 'strokes', 'attrs': {'n_train': 20, 'n_test': 10, 'ndim': 3}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'conv1', 'type': 'Convolution2D', 'attrs': {'in_channels': 1, 'out_channels': 4, 'ksize': 5}},"
    " {'name': 'pool1', 'type': 'max_pooling_2d', 'attrs': {'ksize': 2}},"
    " {'name': 'bn1', 'type': 'BatchNormalization', 'attrs': {'size': 4}},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'in_size': 576, 'out_size': 10}}],"
    " 'edges': [{'from': 'x', 'to': 'conv1'}, {'from': 'conv1', 'to': 'pool1'}, {'from': 'pool1', 'to': 'bn1'},"
    " {'from': 'bn1', 'to': 'l1'}], 'outputs': ['l1']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'}, 'optimizer': {'type': 'Adam'}}";

/* What comes after pool1 takes whatever it gives. */
static const char pooled[] =
    "{'format': 1, 'data': {'dataset': {'type': 'strokes', 'attrs': {'n_train': 20, 'n_test': 10, 'ndim': 3}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'conv1', 'type': 'Convolution2D', 'attrs': {'out_channels': 4, 'ksize': 5}},"
    " {'name': 'pool1', 'type': 'max_pooling_2d', 'attrs': {'ksize': 2}},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 10}}],"
    " 'edges': [{'from': 'x', 'to': 'conv1'}, {'from': 'conv1', 'to': 'pool1'}, {'from': 'pool1', 'to': 'l1'}],"
    " 'outputs': ['l1']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'}, 'optimizer': {'type': 'Adam'}}";

static const char values[] =
    "{'format': 1, 'data': {'dataset': {'type': 'waves', 'attrs': {'n': 40}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 5}}, {'name': 'tanh1', 'type': 'tanh'},"
    " {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 1}}],"
    " 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'l1', 'to': 'tanh1'}, {'from': 'tanh1', 'to': 'l2'}],"
    " 'outputs': ['l2']}, 'loss': {'type': 'mean_squared_error'}, 'accuracy': null, 'optimizer': {'type': 'Adam'}}";

static const char *const bases[] = { test_document, pictures, values };

static RensaDocument *
make_document (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  return document_of (json);
}

/* With one setting changed. */
static RensaAnalysis *
analyse_with (const char *text, const char *assignment)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_document (text);

  g_assert_true (rensa_document_set (document, assignment, NULL));
  return rensa_analysis_new (document, cache);
}

/* The problems and hints of an analysis, one after the other. */
static guint
count_all (RensaAnalysis *analysis)
{
  return rensa_analysis_get_n_problems (analysis) + rensa_analysis_get_n_hints (analysis);
}

static const RensaProblem *
get (RensaAnalysis *analysis, guint i)
{
  const guint n = rensa_analysis_get_n_problems (analysis);

  return i < n ? rensa_analysis_get_problem (analysis, i) : rensa_analysis_get_hint (analysis, i - n);
}

static guint
count_alike (RensaAnalysis *analysis, const char *sentence)
{
  guint n = 0;

  for (guint i = 0; i < count_all (analysis); i++)
    n += strcmp (get (analysis, i)->sentence, sentence) == 0;
  return n;
}

static void
assert_mended (const RensaProblem *problem, RensaAnalysis *before, RensaAnalysis *after)
{
  g_assert_cmpuint (count_alike (after, problem->sentence), <, count_alike (before, problem->sentence));
  for (guint i = 0; i < count_all (after); i++)
    {
      const RensaProblem *other = get (after, i);

      if (strcmp (other->place, problem->place) == 0 && (!other->is_hint || problem->is_hint))
        g_assert_cmpuint (count_alike (after, other->sentence), <=, count_alike (before, other->sentence));
    }
}

/* What is read first is a sentence of words. */
static void
assert_worded (const RensaProblem *problem)
{
  g_assert_null (strstr (problem->sentence, "Expect:"));
  g_assert_true (problem->detail == NULL || strstr (problem->detail, "Expect:") != NULL);
}

static void
assert_repairs (RensaDocument *document, RensaDataCache *cache, guint *n_repairs)
{
  g_autoptr (RensaAnalysis) before = rensa_analysis_new (document, cache);

  for (guint i = 0; i < count_all (before); i++)
    {
      const RensaProblem *problem = get (before, i);
      g_autoptr (RensaDocument) copy = rensa_document_copy (document);
      g_autoptr (RensaAnalysis) after = NULL;
      g_autoptr (GError) error = NULL;

      assert_worded (problem);
      g_test_message ("%s: %s [%s] (%s)", problem->place, problem->sentence,
                      problem->repair != NULL ? problem->repair : "no repair", problem->detail);
      if (problem->repair == NULL)
        continue;
      rensa_problem_repair (problem, copy, &error);
      g_assert_no_error (error);
      after = rensa_analysis_new (copy, cache);
      assert_mended (problem, before, after);
      (*n_repairs)++;
    }
}

/* The node pool1 as @component with the attributes that it begins with; its repair in English, NULL for none. */
static char *
find_repair_of_type (const RensaComponent *component)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_document (pooled);
  g_autoptr (RensaAttrs) started = rensa_component_start (component);
  g_autoptr (RensaJson) json = rensa_attrs_to_json (started);
  struct json_object *node;
  g_autoptr (RensaAnalysis) analysis = NULL;
  const RensaProblem *problem;

  rensa_document_change (document);
  node = rensa_document_get (document, "model.nodes.pool1");
  json_object_object_add (node, "type", json_object_new_string (component->name));
  json_object_object_del (json, "type");
  json_object_object_add (node, "attrs", json_object_get (json));
  analysis = rensa_analysis_new (document, cache);
  problem = rensa_analysis_find_problem (analysis, "pool1");
  return problem != NULL ? g_strdup (problem->repair) : NULL;
}

/* "max_pooling_2d" of "max_pooling_1d"; NULL where there is none. */
static char *
find_of_pictures (const char *name)
{
  char *other = g_strdup (name);
  const gsize length = strlen (other);

  if (length > 2 && strchr ("13", other[length - 2]) != NULL && g_ascii_tolower (other[length - 1]) == 'd')
    {
      other[length - 2] = '2';
      if (rensa_registry_find_node (other) != NULL)
        return other;
    }
  g_free (other);
  return NULL;
}

static guint
count_inputs (RensaComponentKind kind, const RensaComponent *component)
{
  return g_strv_length ((GStrv) (kind == RENSA_COMPONENT_LINK ? ((const RensaLinkClass *) component)->inputs
                                                              : ((const RensaFunctionClass *) component)->inputs));
}

/* What is for one axis, or for three, is replaced by the same for pictures. */
static void
test_axes (void)
{
  const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION };
  const RensaType type = { RENSA_FLOAT32, RENSA_SHAPE (10, 4, 24, 24) };
  guint n_offered = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[kind], &n);

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *other = find_of_pictures (components[i]->name);
          g_autofree char *expected = other != NULL ? g_strconcat ("Use ", other, NULL) : NULL;
          g_autofree char *repair = NULL;

          if (other == NULL || count_inputs (kinds[kind], components[i]) != 1
              || !rensa_component_fits (rensa_registry_find_node (other), &type, RENSA_FLOAT32)
              || rensa_component_fits (components[i], &type, RENSA_FLOAT32))
            continue;
          repair = find_repair_of_type (components[i]);
          g_test_message ("%s: %s", components[i]->name, repair != NULL ? repair : "no repair");
          g_assert_cmpstr (repair, ==, expected);
          n_offered++;
        }
    }
  g_assert_cmpuint (n_offered, >=, 6);
}

static gboolean mutate (struct json_object *json, const char *text, guint *at);

static gboolean
mutate_member (struct json_object *object, const char *text, guint *at)
{
  struct json_object_iter member;

  json_object_object_foreachC (object, member)
  {
    g_autofree char *name = g_strdup (member.key);

    if ((*at)-- == 0)
      {
        if (text != NULL)
          json_object_object_add (object, name, json_tokener_parse (text));
        else
          json_object_object_del (object, name);
        return TRUE;
      }
    if (mutate (member.val, text, at))
      return TRUE;
  }
  return FALSE;
}

static gboolean
mutate_element (struct json_object *array, const char *text, guint *at)
{
  for (gsize i = 0; i < json_object_array_length (array); i++)
    {
      if ((*at)-- == 0)
        {
          if (text != NULL)
            json_object_array_put_idx (array, i, json_tokener_parse (text));
          else
            json_object_array_del_idx (array, i, 1);
          return TRUE;
        }
      if (mutate (json_object_array_get_idx (array, i), text, at))
        return TRUE;
    }
  return FALSE;
}

/* The value that is reached when @at has been counted down becomes the JSON text, or is taken away for NULL. FALSE where
 * there are not so many values. */
static gboolean
mutate (struct json_object *json, const char *text, guint *at)
{
  if (json_object_is_type (json, json_type_object))
    return mutate_member (json, text, at);
  return json_object_is_type (json, json_type_array) && mutate_element (json, text, at);
}

/* Every value of three documents is taken away, or becomes another one of each kind. */
static void
test_values (void)
{
  static const char *const texts[] = { NULL, "null", "0", "3", "61", "\"relu\"", "[\"x\", \"l1\"]", "{}" };
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  guint n_repairs = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
      for (guint place = 0;; place++)
        {
          g_autoptr (RensaDocument) document = make_document (bases[i]);
          guint at = place;

          if (!mutate (rensa_document_change (document), texts[j], &at))
            break;
          assert_repairs (document, cache, &n_repairs);
        }
  g_assert_cmpuint (n_repairs, >, 300);
}

/* Every link and function is put after a node, each time another one. */
static void
test_nodes (void)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION };
  static const char *const nodes[][3] = { { "x", "relu1", "l2" }, { "x", "conv1", "l1" }, { "x", "tanh1", "l2" } };
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  guint n_repairs = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      {
        guint n;
        const RensaComponent *const *components = rensa_registry_list (kinds[k], &n);

        for (guint j = 0; j < n; j++)
          {
            g_autoptr (RensaDocument) document = make_document (bases[i]);
            g_autofree char *name =
                rensa_document_insert_after (document, "", nodes[i][j % 3], components[j]->name, 0, 0, NULL);

            if (name != NULL)
              assert_repairs (document, cache, &n_repairs);
          }
      }
  g_assert_cmpuint (n_repairs, >, 100);
}

/* Every function in place of the loss, and for values also of the accuracy. */
static void
test_comparisons (void)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  guint n;
  const RensaComponent *const *functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  guint n_repairs = 0;

  for (guint i = 0; i <= G_N_ELEMENTS (bases); i++)
    for (guint j = 0; j < n; j++)
      {
        const gboolean is_loss = i < G_N_ELEMENTS (bases);
        g_autoptr (RensaDocument) document = make_document (is_loss ? bases[i] : values);
        g_autofree char *text = g_strdup_printf ("%s=%s", is_loss ? "loss" : "accuracy", functions[j]->name);

        if (rensa_document_set (document, text, NULL))
          assert_repairs (document, cache, &n_repairs);
      }
  g_assert_cmpuint (n_repairs, >, 100);
}

static const RensaProblem *
find_at (RensaAnalysis *analysis, const char *place)
{
  for (guint i = 0; i < count_all (analysis); i++)
    if (strcmp (get (analysis, i)->place, place) == 0)
      return get (analysis, i);
  return NULL;
}

static const char *
get_type (RensaDocument *document, const char *path)
{
  return json_object_get_string (json_object_object_get (rensa_document_get (document, path), "type"));
}

/* A value to predict, and all else as a new document has it: one problem, and one repair for all of it. */
static void
test_value_label (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_document (values);
  g_autoptr (RensaAnalysis) before = NULL;
  g_autoptr (RensaAnalysis) after = NULL;

  g_assert_true (rensa_document_set (document, "loss=softmax_cross_entropy", &error));
  g_assert_true (rensa_document_set (document, "accuracy=accuracy", &error));
  g_assert_true (rensa_document_set (document, "model.l2.out_size=10", &error));
  before = rensa_analysis_new (document, cache);
  g_assert_cmpuint (count_all (before), ==, 1);
  g_assert_cmpstr (get (before, 0)->place, ==, "loss");
  g_assert_cmpstr (get (before, 0)->sentence, ==, "The label is a value, so softmax_cross_entropy is not suitable.");
  g_assert_cmpstr (get (before, 0)->repair, ==, "Use mean_squared_error");

  g_assert_true (rensa_problem_repair (get (before, 0), document, &error));
  after = rensa_analysis_new (document, cache);
  g_assert_cmpuint (count_all (after), ==, 0);
  g_assert_cmpstr (get_type (document, "loss"), ==, "mean_squared_error");
  g_assert_null (rensa_document_get (document, "accuracy"));
  g_assert_cmpint (json_object_get_int (rensa_document_get (document, "model.l2.out_size")), ==, 1);
}

/* A class to predict, in a document for values: the repair measures the accuracy as well. */
static void
test_class_label (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_document (pictures);
  g_autoptr (RensaAnalysis) before = NULL;
  g_autoptr (RensaAnalysis) after = NULL;

  g_assert_true (rensa_document_set (document, "loss=mean_squared_error", &error));
  g_assert_true (rensa_document_set (document, "accuracy=None", &error));
  before = rensa_analysis_new (document, cache);
  g_assert_cmpuint (rensa_analysis_get_n_problems (before), ==, 1);
  g_assert_cmpstr (get (before, 0)->repair, ==, "Use softmax_cross_entropy");

  g_assert_true (rensa_problem_repair (get (before, 0), document, &error));
  after = rensa_analysis_new (document, cache);
  g_assert_cmpuint (count_all (after), ==, 0);
  g_assert_cmpstr (get_type (document, "loss"), ==, "softmax_cross_entropy");
  g_assert_cmpstr (get_type (document, "accuracy"), ==, "accuracy");
}

/* The softmax of one value is 1, whatever the value. */
static void
test_softmax_over_one (void)
{
  g_autoptr (RensaAnalysis) analysis = analyse_with (values, "loss=softmax_cross_entropy");

  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (get (analysis, 0)->repair, ==, "Use mean_squared_error");
}

/* Numbers of ten classes in place of yes and no fit the shapes, but the loss would fall below 0 without end. */
static void
test_negative_loss (void)
{
  g_autoptr (RensaAnalysis) analysis = analyse_with (pictures, "loss=sigmoid_cross_entropy");

  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (get (analysis, 0)->place, ==, "loss");
  g_assert_cmpstr (get (analysis, 0)->repair, ==, "Use softmax_cross_entropy");
}

/* More values than classes keep nobody from training. */
static void
test_more_than_classes (void)
{
  g_autoptr (RensaAnalysis) analysis = analyse_with (test_document, "model.l2.out_size=7");

  g_assert_true (rensa_analysis_is_trainable (analysis));
  g_assert_cmpuint (rensa_analysis_get_n_hints (analysis), ==, 1);
  g_assert_cmpstr (get (analysis, 0)->node, ==, "l2");
  g_assert_cmpstr (get (analysis, 0)->sentence, ==,
                   "l2 outputs 7 values per example, but the labels have only 2 classes.");
  g_assert_cmpstr (get (analysis, 0)->repair, ==, "Set out_size of l2 to 2");
}

/* The text of @text, which is freed, when each of its hints has been mended as it says: @n of them. */
static char *
mend_half_steps (char *text, const char *dtype, guint n)
{
  g_autofree char *taken = text;
  g_autofree char *sentence = g_strdup_printf (
      "In %s, updates that are small relative to the parameters are lost; add FP32Update to update them in float32.",
      dtype);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_document (taken);

  for (;; n--)
    {
      g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);

      g_assert_true (rensa_analysis_is_trainable (analysis));
      g_assert_cmpuint (rensa_analysis_get_n_hints (analysis), ==, n);
      if (n == 0)
        return rensa_document_to_text (document);
      g_assert_cmpstr (get (analysis, 0)->sentence, ==, sentence);
      g_assert_cmpstr (get (analysis, 0)->repair, ==, "Add FP32Update");
      g_assert_true (rensa_problem_repair (get (analysis, 0), document, NULL));
    }
}

/* Halves can be trained without, and often for nothing; hooks that are there stay. */
static void
test_half_steps (void)
{
  static const char *const dtypes[] = { "float16", "bfloat16" };

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      g_autofree char *field = g_strdup_printf ("{'dtype': '%s', ", dtypes[i]);
      g_autofree char *hooked = mend_half_steps (document_text_with ("{", field), dtypes[i], 1);
      g_autofree char *plain = mend_half_steps (g_strconcat (field, values + 1, NULL), dtypes[i], 1);
      g_autofree char *step = mend_half_steps (step_text_with ("{", field), dtypes[i], 2);

      g_assert_nonnull (strstr (hooked, "WeightDecay"));
      g_assert_nonnull (strstr (plain, "FP32Update"));
      g_assert_nonnull (strstr (step, "FP32Update"));
    }
}

/* Of the example @name with fewer vectors at @path, and of the repair that is as many as the example has. */
static void
assert_few_vectors (const char *name, const char *path, const char *sentence, const char *repair)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *base = g_strconcat (name, ".rensa", NULL);
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", base, NULL);
  g_autofree char *assignment = g_strconcat (path, "=5", NULL);
  g_autoptr (RensaDocument) document = rensa_document_load (file, &error);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) before = NULL;
  g_autoptr (RensaAnalysis) after = NULL;
  g_autoptr (RensaBuilder) builder = NULL;

  g_assert_true (rensa_document_set (document, assignment, &error));
  before = rensa_analysis_new (document, cache);
  g_assert_cmpuint (rensa_analysis_get_n_problems (before), ==, 1);
  g_assert_cmpstr (get (before, 0)->sentence, ==, sentence);
  g_assert_cmpstr (get (before, 0)->repair, ==, repair);
  builder = rensa_builder_new (document, NULL, &error);
  g_assert_false (rensa_builder_prepare (builder, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);

  g_assert_true (rensa_problem_repair (get (before, 0), document, &error));
  after = rensa_analysis_new (document, cache);
  g_assert_true (rensa_analysis_is_trainable (after));
}

/* A vector for each token, or the run ends where the first one without is met. */
static void
test_few_vectors (void)
{
  assert_few_vectors ("little-sentences", "model.embed1.in_size",
                      "embed1 has 5 vectors, but the text has 27 different tokens.", "Set in_size to 27");
  assert_few_vectors ("numbers-in-words", "models.encoder.embed.in_size",
                      "embed has 5 vectors, but the text has 30 different tokens.", "Set in_size to 30");
}

/* What no machine has. */
static void
test_memory (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = make_document (test_document);
  g_autoptr (RensaAnalysis) of_params = NULL;
  g_autoptr (RensaAnalysis) of_batch = NULL;

  g_assert_true (rensa_document_set (document, "model.l1.out_size=100000000000000", &error));
  of_params = rensa_analysis_new (document, cache);
  g_assert_cmpuint (count_all (of_params), ==, 1);
  g_assert_nonnull (find_at (of_params, "model"));
  g_assert_true (g_str_has_prefix (get (of_params, 0)->sentence, "The parameters and their gradients require 3.6"));

  g_assert_true (rensa_document_set (document, "model.l1.out_size=4", &error));
  g_assert_true (rensa_document_set (document, "model.relu1=tile(reps=(1, 2000000000))", &error));
  g_free (rensa_document_insert_after (document, "", "relu1", "tile", 0, 0, &error));
  g_assert_true (rensa_document_set (document, "model.tile1.reps=(1, 1000)", &error));
  g_free (rensa_document_insert_after (document, "", "tile1", "sum", 0, 0, &error));
  g_assert_true (rensa_document_set (document, "model.sum1=sum(axis=1, keepdims=True)", &error));
  of_batch = rensa_analysis_new (document, cache);
  g_assert_nonnull (find_at (of_batch, "data.iterator"));
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/advice/repairs/axes", test_axes);
  g_test_add_func ("/project/advice/repairs/values", test_values);
  g_test_add_func ("/project/advice/repairs/nodes", test_nodes);
  g_test_add_func ("/project/advice/repairs/comparisons", test_comparisons);
  g_test_add_func ("/project/advice/repairs/value-label", test_value_label);
  g_test_add_func ("/project/advice/repairs/class-label", test_class_label);
  g_test_add_func ("/project/advice/repairs/softmax-over-one", test_softmax_over_one);
  g_test_add_func ("/project/advice/repairs/negative-loss", test_negative_loss);
  g_test_add_func ("/project/advice/repairs/more-than-classes", test_more_than_classes);
  g_test_add_func ("/project/advice/repairs/half-steps", test_half_steps);
  g_test_add_func ("/project/advice/repairs/few-vectors", test_few_vectors);
  g_test_add_func ("/project/advice/repairs/memory", test_memory);
  return g_test_run ();
}
