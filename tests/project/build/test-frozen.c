/* test-frozen.c: parts of a document that do not learn.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

/* l0 learns, all of block does not, and l1 does. */
#define MODEL                                                                                               \
  "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l0', 'type': 'Linear', 'attrs': {'out_size': 4}},"  \
  " {'name': 'block', 'type': 'Chain', 'frozen': true, 'model': {'nodes': [{'name': 'x', 'type': 'Input'}," \
  " {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 4}}, {'name': 'drop', 'type': 'dropout'},"        \
  " {'name': 'bn', 'type': 'BatchNormalization', 'attrs': {'size': 4}}],"                                   \
  " 'edges': [{'from': 'x', 'to': 'l'}, {'from': 'l', 'to': 'drop'}, {'from': 'drop', 'to': 'bn'}]}},"      \
  " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l0'},"      \
  " {'from': 'l0', 'to': 'block'}, {'from': 'block', 'to': 'l1'}]}"

static RensaTrainer *
make_trainer (const char *text, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  RensaTrainer *trainer = builder != NULL ? rensa_builder_make_trainer (builder, out, &error) : NULL;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

static void
save (RensaTrainer *trainer, const char *path)
{
  g_autoptr (GError) error = NULL;

  rensa_snapshot_save (trainer, path, &error);
  g_assert_no_error (error);
}

static char *
text_of_model (const char *model)
{
  g_autofree char *json = g_strdelimit (g_strdup (model), "'", '"');
  g_autoptr (RensaDocument) document = document_of (test_document);

  json_object_object_add (rensa_document_change (document), "model", json_tokener_parse (json));
  return rensa_document_to_text (document);
}

static gboolean
is_same (RensaNpz *a, RensaNpz *b, const char *key)
{
  g_autoptr (RensaArray) first = rensa_npz_read (a, key, NULL);
  g_autoptr (RensaArray) second = rensa_npz_read (b, key, NULL);
  const gsize n = rensa_array_get_n_bytes (first);
  g_autofree char *bytes = g_malloc (n);
  g_autofree char *others = g_malloc (n);

  g_assert_cmpuint (rensa_array_get_n_bytes (second), ==, n);
  g_assert_true (rensa_array_to_host (first, bytes, NULL));
  g_assert_true (rensa_array_to_host (second, others, NULL));
  return memcmp (bytes, others, n) == 0;
}

/* Each value of the model stays as it is where @frozen is in its key, and no state of it is saved; others learn. */
static void
assert_learned_outside (const char *before, const char *after, const char *frozen)
{
  g_autoptr (RensaNpz) a = rensa_npz_open (before, NULL);
  g_autoptr (RensaNpz) b = rensa_npz_open (after, NULL);
  guint n_frozen = 0;
  guint n_moved = 0;

  for (guint i = 0; i < rensa_npz_get_n_keys (b); i++)
    {
      const char *key = rensa_npz_get_key (b, i);
      const gboolean is_frozen = strstr (key, frozen) != NULL;

      g_test_message ("%s", key);
      if (g_str_has_prefix (key, "updater/model:"))
        n_moved += !is_same (a, b, key);
      if (g_str_has_prefix (key, "updater/optimizer:") && is_frozen)
        g_assert_true (g_str_has_suffix (key, "/t"));
      if (is_frozen)
        g_assert_true (is_same (a, b, key));
      n_frozen += is_frozen;
    }
  g_assert_cmpuint (n_moved, >, 0);
  g_assert_cmpuint (n_frozen, >, 0);
}

/* Trains for 4 iterations between two snapshots. */
static void
check_training (const char *text, const char *frozen)
{
  g_autoptr (GString) longer = g_string_new (text);
  g_autofree char *folder = test_folder_new ();
  g_autofree char *before = g_build_filename (folder, "before", NULL);
  g_autofree char *after = g_build_filename (folder, "after", NULL);
  g_autofree char *resumed = g_build_filename (folder, "resumed", NULL);
  g_autoptr (RensaTrainer) first = make_trainer (text, folder);
  g_autoptr (RensaTrainer) second = NULL;
  g_autoptr (RensaTrainer) straight = NULL;
  g_autoptr (GError) error = NULL;

  g_string_replace (longer, "\"period\": 2", "\"period\": 3", 1);
  rensa_trainer_run (first, &error);
  g_assert_no_error (error);
  save (first, before);

  straight = make_trainer (longer->str, folder);
  rensa_trainer_run (straight, &error);
  save (straight, after);
  assert_learned_outside (before, after, frozen);

  second = make_trainer (longer->str, folder);
  g_assert_true (rensa_snapshot_load (second, before, &error));
  rensa_trainer_run (second, &error);
  g_assert_no_error (error);
  save (second, resumed);
  assert_learned_outside (before, resumed, frozen);
  test_folder_remove (folder);
}

static void
test_chain (void)
{
  g_autofree char *text = text_of_model (MODEL);

  check_training (text, "/block/");
}

/* Whatever looks at gradients passes over those that there are not. */
static void
test_extensions (void)
{
  g_autofree char *plain = text_of_model (MODEL);
  g_autoptr (GString) text = g_string_new (plain);
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_string_replace (text, "{ \"type\": \"LogReport\" }",
                                      "{ \"type\": \"LogReport\" }, {\"type\": \"ParameterStatistics\"},"
                                      " {\"type\": \"VariableStatisticsPlot\"}, {\"type\": \"DumpGraph\"},"
                                      " {\"type\": \"FailOnNonNumber\"}",
                                      1),
                    ==, 1);
  trainer = make_trainer (text->str, folder);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  test_folder_remove (folder);
}

static void
test_model_of_step (void)
{
  g_autofree char *text = step_text_with ("'gen': {'nodes'", "'gen': {'frozen': true, 'nodes'");
  g_autofree char *both = g_strdup (text);
  g_autoptr (GError) error = refusal_of (text);
  g_autoptr (RensaDocument) document = document_of (both);
  g_autofree char *learns = NULL;

  g_assert_cmpstr (error->message, ==, "test.rensa: losses.1.models: loss_gen trains nothing: gen is frozen.");
  /* Without that loss gen is only called. */
  g_assert_true (rensa_document_remove_component (document, "losses", 1, NULL));
  g_assert_true (rensa_document_add_report (document, "loss_gen", NULL));
  g_assert_true (rensa_document_set (document, "stop.period=2", NULL));
  learns = rensa_document_to_text (document);
  check_training (learns, "/model:gen/");
}

static void
assert_refused (const char *find, const char *replacement, const char *sentence, const char *repair)
{
  g_autofree char *text = document_text_with (find, replacement);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  g_autofree char *expected = g_strconcat ("test.rensa: ", sentence, NULL);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  const RensaProblem *problem = rensa_analysis_get_problem (analysis, 0);

  g_assert_true (builder == NULL || rensa_builder_make_trainer (builder, ".", &error) == NULL);
  g_assert_cmpstr (error->message, ==, expected);
  g_assert_cmpstr (problem->repair, ==, repair);
  g_assert_true (rensa_problem_repair (problem, document, NULL));
  g_clear_pointer (&analysis, rensa_analysis_unref);
  analysis = rensa_analysis_new (document, cache);
  g_assert_true (rensa_analysis_is_trainable (analysis));
}

static void
test_refused (void)
{
  assert_refused ("\"type\": \"relu\"", "\"type\": \"relu\", \"frozen\": true",
                  "model.nodes.relu1: relu1 cannot be frozen; only links, Chains and models can.", "Unfreeze relu1");
  assert_refused ("{\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}},"
                  " {\"name\": \"relu1\", \"type\": \"relu\"}, {\"name\": \"l2\",",
                  "{\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}, \"frozen\": true},"
                  " {\"name\": \"relu1\", \"type\": \"relu\"}, {\"name\": \"l2\", \"frozen\": true,",
                  "model: all layers are frozen; unfreeze a layer or add one.", "Unfreeze l2");
}

static gboolean
freezes (RensaDocument *document, const char *path)
{
  return rensa_network_find_node (rensa_document_get_network (document), path)->freezes;
}

static void
test_edit (void)
{
  g_autoptr (RensaDocument) document = document_of_model (MODEL);
  g_autoptr (RensaDocument) step = document_of (test_step);
  g_autoptr (GError) error = NULL;

  g_assert_true (
      rensa_document_set_frozen (document, "", (const char *const[]){ "x", "l0", "l1", NULL }, TRUE, &error));
  g_assert_true (freezes (document, "l0") && freezes (document, "l1") && !freezes (document, "x"));
  g_assert_true (rensa_document_set_frozen (document, "", (const char *const[]){ "l0", NULL }, FALSE, &error));
  g_assert_false (freezes (document, "l0"));
  g_assert_null (rensa_document_get (document, "model.l0.frozen"));
  g_assert_true (rensa_document_set (document, "model.l1.frozen=false", &error));
  g_assert_false (freezes (document, "l1"));

  /* What comes out of a frozen Chain is frozen. */
  g_assert_true (rensa_network_find_node (rensa_document_get_network (document), "block.l")->is_frozen);
  g_assert_true (rensa_document_ungroup_node (document, "", "block", &error));
  g_assert_true (freezes (document, "l") && freezes (document, "bn") && !freezes (document, "drop"));

  /* The call of a model stands for the model. */
  g_assert_true (rensa_document_set_frozen (step, "", (const char *const[]){ "y_real", NULL }, TRUE, &error));
  g_assert_true (freezes (step, "dis"));
  g_assert_true (rensa_document_set (step, "models.dis.frozen=false", &error));
  g_assert_false (freezes (step, "dis"));
  g_assert_no_error (error);
}

static void
test_count (void)
{
  g_autofree char *text = text_of_model (MODEL);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);

  /* 3 × 4, 5 × 4 + 8, 5 × 2 */
  g_assert_cmpint (rensa_analysis_get_n_params (analysis), ==, 12 + 28 + 10);
  g_assert_cmpint (rensa_analysis_get_n_frozen (analysis), ==, 28);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/frozen/chain", test_chain);
  g_test_add_func ("/project/build/frozen/extensions", test_extensions);
  g_test_add_func ("/project/build/frozen/model-of-step", test_model_of_step);
  g_test_add_func ("/project/build/frozen/refused", test_refused);
  g_test_add_func ("/project/build/frozen/edit", test_edit);
  g_test_add_func ("/project/build/frozen/count", test_count);
  return g_test_run ();
}
