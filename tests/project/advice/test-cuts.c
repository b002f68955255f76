/* test-cuts.c: whatever is cut in an example, one problem is told, and its repair connects it again.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-json.h"

/* What each node of a level takes, and what the level gives. */
static void
describe_level (GString *text, const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      g_string_append_printf (text, "%s%s:", node->path, node->is_output ? "!" : "");
      for (guint j = 0; j < node->sources->len; j++)
        g_string_append_printf (text, " %d:%d", rensa_model_node_get_source (node, j)->node,
                                rensa_model_node_get_source (node, j)->output);
      g_string_append_c (text, '\n');
    }
}

/* Two documents of the same nodes with the same text are alike. */
static char *
describe (RensaDocument *document)
{
  const RensaNetwork *network = rensa_document_get_network (document);
  g_autoptr (GPtrArray) nodes = rensa_network_list_nodes (network);
  GString *text = g_string_new (NULL);

  describe_level (text, rensa_network_get_model (network));
  for (guint i = 0; i < nodes->len; i++)
    if (((RensaModelNode *) nodes->pdata[i])->model != NULL)
      describe_level (text, ((RensaModelNode *) nodes->pdata[i])->model);
  return g_string_free (text, FALSE);
}

static void
assert_trains (RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;

  json_object_object_add (rensa_document_change (document), "extensions", json_object_new_array ());
  g_assert_true (rensa_document_set (document, "stop=IntervalTrigger(period=1, unit='iteration')", &error));
  builder = rensa_builder_new (document, NULL, &error);
  trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  test_folder_remove (folder);
}

/* Presses the button of the only problem, if there is one. */
static void
mend (RensaDocument *document, RensaDataCache *cache)
{
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < rensa_analysis_get_n_problems (analysis); i++)
    g_test_message ("%s [%s]", rensa_analysis_get_problem (analysis, i)->sentence,
                    rensa_analysis_get_problem (analysis, i)->repair);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), <=, 1);
  if (rensa_analysis_get_n_problems (analysis) == 0)
    return;
  g_assert_nonnull (rensa_analysis_get_problem (analysis, 0)->repair);
  g_assert_false (g_str_has_prefix (rensa_analysis_get_problem (analysis, 0)->repair, "Remove"));
  rensa_problem_repair (rensa_analysis_get_problem (analysis, 0), document, &error);
  g_assert_no_error (error);
}

/* After @document was cut and mended: it is as it was, as @before tells, or can be trained all the same. */
static void
assert_whole (RensaDocument *document, RensaDataCache *cache, const char *before)
{
  g_autofree char *after = describe (document);
  g_autoptr (RensaAnalysis) analysis = NULL;

  if (strcmp (before, after) == 0)
    return;
  analysis = rensa_analysis_new (document, cache);
  if (!rensa_analysis_is_trainable (analysis))
    g_test_message ("%s", rensa_analysis_get_problem (analysis, 0)->sentence);
  g_assert_true (rensa_analysis_is_trainable (analysis));
  assert_trains (document);
}

static RensaDocument *
load (const char *file)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", file, NULL);
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_load (path, &error);

  g_assert_no_error (error);
  return document;
}

/* Each wire of an example is cut in turn. */
static void
test_wires (gconstpointer file)
{
  g_autoptr (RensaDocument) document = load (file);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  g_autofree char *before = describe (document);

  if (!rensa_analysis_is_trainable (analysis))
    {
      g_test_skip ("the data of this example are not here");
      return;
    }
  for (int wire = 0; rensa_network_find_wire (rensa_document_get_network (document), wire) != NULL; wire++)
    {
      g_autoptr (RensaDocument) copy = rensa_document_copy (document);
      const RensaModel *model = rensa_network_find_wire (rensa_document_get_network (document), wire);
      const RensaModelWire *cut = rensa_model_get_wire (model, (guint) wire - model->first_wire);

      g_test_message ("%s: %s to %s", model->scope, rensa_model_get_node (model, cut->source.node)->name,
                      rensa_model_get_node (model, cut->target)->name);
      g_assert_true (rensa_document_disconnect (copy, wire, NULL));
      mend (copy, cache);
      assert_whole (copy, cache, before);
    }
}

/* Cuts three nodes in a row out of the model of an example, the first being node @at, and pastes them again. */
static void
cut_and_paste (RensaDocument *document, guint at)
{
  const RensaModel *model = rensa_network_get_model (rensa_document_get_network (document));
  const char *names[4] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) kept = NULL;
  g_auto (GStrv) pasted = NULL;

  for (guint i = 0; i < 3; i++)
    names[i] = rensa_model_get_node (model, (int) (at + i))->name;
  kept = g_strdupv ((char **) names);
  text = rensa_document_copy_nodes (document, "", (const char *const *) kept, &error);
  g_assert_true (rensa_document_remove_nodes (document, "", (const char *const *) kept, &error));
  pasted = rensa_document_paste_nodes (document, "", text, 20, 20, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (pasted), ==, 3);
}

/* Pasted nodes go back to where they were, by one button. */
static void
test_pasted (gconstpointer file)
{
  g_autoptr (RensaDocument) document = load (file);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) before = rensa_analysis_new (document, cache);
  const guint n = rensa_network_get_model (rensa_document_get_network (document))->nodes->len;

  for (guint at = 1; at + 3 <= n; at++)
    {
      g_autoptr (RensaDocument) copy = rensa_document_copy (document);
      g_autoptr (RensaAnalysis) after = NULL;

      cut_and_paste (copy, at);
      mend (copy, cache);
      after = rensa_analysis_new (copy, cache);
      g_assert_true (rensa_analysis_is_trainable (after));
      g_assert_cmpint (rensa_analysis_get_n_params (after), ==, rensa_analysis_get_n_params (before));
    }
}

/* A model in the making, whose output is its bare Input. */
static void
test_pasted_into_new (void)
{
  g_autofree char *text = document_text_with ("{\"from\": \"x\", \"to\": \"l1\"}, ", "");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = NULL;

  g_assert_true (rensa_document_set_output (document, "", "x", NULL));
  analysis = rensa_analysis_new (document, cache);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (rensa_analysis_get_problem (analysis, 0)->repair, ==, "Connect x to l1");
  g_assert_true (rensa_problem_repair (rensa_analysis_get_problem (analysis, 0), document, NULL));
  g_assert_true (rensa_network_find_node (rensa_document_get_network (document), "l2")->is_output);
}

static void
add_examples (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while ((file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, ".rensa"))
      {
        g_autofree char *path = g_strconcat ("/project/advice/cuts/", file, NULL);

        g_test_add_data_func_full (path, g_strdup (file), test_wires, g_free);
      }
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  add_examples ();
  g_test_add_data_func ("/project/advice/cuts/pasted/moons", "moons.rensa", test_pasted);
  g_test_add_data_func ("/project/advice/cuts/pasted/strokes-convnet", "strokes-convnet.rensa", test_pasted);
  g_test_add_func ("/project/advice/cuts/pasted-into-new", test_pasted_into_new);
  return g_test_run ();
}
