/* test-repairs-step.c: what is wrong with a training step, and a repair after which it trains.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"

/* @find is replaced once in the step of the fixture; the problem at @place says @sentence and is mended by @repair, and further ones by what is
 * offered for the first. */
static const struct
{
  const char *name;
  const char *find;
  const char *replacement;
  const char *place;
  const char *sentence;
  const char *repair;
} faults[] = {
  { "nobody-learns", "{'from': 'fake', 'to': 'loss_gen'}", "{'from': 'real', 'to': 'loss_gen'}", "losses.1.models",
    "loss_gen trains nothing: it does not depend on the parameters of gen.", "Remove Loss gen" },
  { "nobody-but-another", "'models': 'gen'", "'models': 'dis', 'name': 'gen'", "losses.1.models",
    "Two losses update the parameters of dis, each with its own optimizer.", "Remove Loss gen" },
  { "learnt-twice", "'models': 'gen'", "'models': 'gen, dis'", "losses.1.models",
    "Two losses update the parameters of dis, each with its own optimizer.", "Train dis to Minimize loss_dis Only" },
  { "learnt-by-all", "'models': 'dis',", "", "losses.1.models",
    "Two losses update the parameters of gen, each with its own optimizer.", "Train gen to Minimize loss_gen Only" },
  { "unknown-learner", "'models': 'gen'", "'models': 'gen, generator'", "losses.1.models",
    "The step has no model or link generator.", "Remove generator" },
  { "only-unknown-learner", "'models': 'gen'", "'models': 'generator'", "losses.1.models",
    "The step has no model or link generator.", "Train gen to Minimize loss_gen" },
  { "name-twice", "'models': 'gen'", "'name': 'dis', 'models': 'gen'", "losses.1.name", "Two losses are named dis.",
    "Rename to gen" },
  { "lost-loss", "'node': 'loss_gen'", "'node': 'fooled'", "losses.1.node", "Node fooled does not exist.",
    "Use loss_gen as Loss" },
  { "mistyped-loss", "'node': 'loss_gen'", "'node': 'loss_generator'", "losses.1.node",
    "Node loss_generator does not exist; did you mean loss_gen?", "Replace With loss_gen" },
  { "lost-report", "'reports': [{'node': 'y_fake'}]", "'reports': [{'node': 'wombat'}]", "reports.0.node",
    "Node wombat does not exist.", "Remove Report of wombat" },
  { "not-a-number", "'node': 'loss_gen'", "'node': 'y_fake'", "losses.1.node",
    "A loss must be a single number, but y_fake outputs shape (10, 1).", "Use the Mean of y_fake as Loss" },
  { "open", "{'name': 'fake', 'type': 'average'}",
    "{'name': 'fake', 'type': 'average'}, {'name': 'all', 'type': 'max'}", "step.nodes.all",
    "Input x of all is not connected.", "Remove all" },
  { "unused", "{'name': 'loss_gen', 'type': 'op_neg'}], 'edges': [",
    "{'name': 'loss_gen', 'type': 'op_neg'}, {'name': 'e', 'type': 'exp'}], 'edges': [{'from': 'fake', 'to': 'e'}, ",
    "step.nodes.e", "No loss or report depends on e.", "Report e" },
  { "beyond-the-data", "'type': 'Field'", "'type': 'Field', 'attrs': {'index': 5}", "step.nodes.x",
    "x refers to value 5 of an example, counted from 0, but each example has 2 values.", "Set index to 0" },
  { "not-called", "'models': {",
    "'models': {'idle': {'nodes': [{'name': 'z', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 1}}],"
    " 'edges': [{'from': 'z', 'to': 'l'}]}, ",
    "models.idle", "No node in the step calls the model idle.", "Remove Model idle" },
  { "to-be-called", "'to': 'l1'}]}}, 'step': {'nodes': [",
    "'to': 'l1'}]}, 'idle': {'nodes': [{'name': 'z', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 1}}],"
    " 'edges': [{'from': 'z', 'to': 'l'}]}}, 'step': {'nodes': [{'name': 'n', 'type': 'noise', 'attrs': {'shape': 3}}, ",
    "models.idle", "No node in the step calls the model idle.", "Call idle With n" },
  { "cycle", "{'from': 'z', 'to': 'x_fake'}", "{'from': 'y_fake', 'to': 'x_fake'}", "step.edges",
    "The connections y_fake → x_fake → y_fake form a cycle.", "Connect z to x_fake" },
  { "updater", "'stop':", "'updater': {'type': 'BPTTUpdater', 'attrs': {'bprop_len': 2}}, 'stop':", "updater",
    "BPTTUpdater trains all models with one loss, but the step has several losses or trains other models.",
    "Use StandardUpdater" },
};

static const RensaProblem *
find_at (RensaAnalysis *analysis, const char *place)
{
  for (guint i = 0; i < rensa_analysis_get_n_problems (analysis); i++)
    if (strcmp (rensa_analysis_get_problem (analysis, i)->place, place) == 0)
      return rensa_analysis_get_problem (analysis, i);
  return NULL;
}

/* A run of four iterations. */
static void
assert_trains (RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaTrainer) trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  test_folder_remove (folder);
}

static void
repair (RensaDocument *document, const RensaProblem *problem)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (problem->repair);
  rensa_problem_repair (problem, document, &error);
  g_assert_no_error (error);
}

static void
test_fault (gconstpointer data)
{
  const int i = GPOINTER_TO_INT (data);
  g_autofree char *text = step_text_with (faults[i].find, faults[i].replacement);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  const RensaProblem *problem = find_at (analysis, faults[i].place);

  g_assert_nonnull (problem);
  g_assert_cmpstr (problem->sentence, ==, faults[i].sentence);
  g_assert_cmpstr (problem->repair, ==, faults[i].repair);
  repair (document, problem);
  for (guint n = 0; n < 3; n++)
    {
      rensa_analysis_unref (analysis);
      analysis = rensa_analysis_new (document, cache);
      if (rensa_analysis_is_trainable (analysis))
        break;
      repair (document, rensa_analysis_get_problem (analysis, 0));
    }
  g_assert_true (rensa_analysis_is_trainable (analysis));
  assert_trains (document);
}

static RensaDocument *
load_tagger (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "appointments-tagger.rensa", NULL);
  RensaDocument *document = rensa_document_load (path, &error);

  g_assert_no_error (error);
  rensa_document_set (document, "stop=IntervalTrigger(period=2, unit='iteration')", &error);
  g_assert_no_error (error);
  return document;
}

static void
assert_mended (RensaDocument *document, const char *sentence, const char *label)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) before = rensa_analysis_new (document, cache);
  g_autoptr (RensaAnalysis) after = NULL;
  const RensaProblem *problem = rensa_analysis_get_problem (before, 0);

  g_assert_cmpuint (rensa_analysis_get_n_problems (before), ==, 1);
  g_test_message ("%s", problem->sentence);
  g_assert_true (g_str_has_prefix (problem->sentence, sentence));
  g_assert_cmpstr (problem->repair, ==, label);
  repair (document, problem);
  after = rensa_analysis_new (document, cache);
  g_assert_true (rensa_analysis_is_trainable (after));
  assert_trains (document);
}

/* A sequence where an array is taken: the wire goes, where no value of each sequence would fit, either. */
static void
test_sequence_for_array (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = load_tagger ();

  g_assert_true (rensa_document_connect (document, "tagger", "embed", "lstm:hx", &error));
  assert_mended (document, "The input hx of lstm expects an array, but is a sequence;",
                 "Remove the connection from embed to lstm");
}

/* The last scores of each sentence are compared with all that there are. */
static void
test_sequence_for_one (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = load_tagger ();
  g_autofree char *last = rensa_document_add_node (document, "", "sequence_last", NULL, 0, 0, &error);
  g_autofree char *loss = rensa_document_add_node (document, "", "mean_squared_error", "distance", 0, 0, &error);

  g_assert_true (rensa_document_connect (document, "", "scores", last, &error));
  g_assert_true (rensa_document_connect (document, "", last, loss, &error));
  g_assert_true (rensa_document_connect (document, "", "scores", loss, &error));
  g_assert_true (rensa_document_add_report (document, loss, &error));
  assert_mended (document, "distance expects inputs of the same shape", "Insert sequence_last");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/project/advice/repairs-step/", faults[i].name, NULL);

      g_test_add_data_func (path, GINT_TO_POINTER (i), test_fault);
    }
  g_test_add_func ("/project/advice/repairs-step/sequence-for-array", test_sequence_for_array);
  g_test_add_func ("/project/advice/repairs-step/sequence-for-one", test_sequence_for_one);
  return g_test_run ();
}
