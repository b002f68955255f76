/* test-sequence-wires.c: sequences on the wires of a training step.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-extensions.h"
#include "rensa-facts.h"
#include "rensa-npz.h"

/* A tagger. */
static const char step[] =
    "{'format': 2, 'data': {'dataset': {'type': 'tagged_appointments', 'attrs': {'n': 40, 'n_test': 8}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 8}}}, 'models': {},"
    " 'step': {'nodes': [{'name': 'words', 'type': 'Field'}, {'name': 'tags', 'type': 'Field'},"
    " {'name': 'embed', 'type': 'EmbedID', 'attrs': {'in_size': 100, 'out_size': 6}},"
    " {'name': 'gru', 'type': 'NStepGRU', 'attrs': {'n_layers': 1, 'in_size': 6, 'out_size': 5, 'dropout': 0}},"
    " {'name': 'scores', 'type': 'Linear', 'attrs': {'out_size': 9}},"
    " {'name': 'loss', 'type': 'softmax_cross_entropy'}],"
    " 'edges': [{'from': 'words', 'to': 'embed'}, {'from': 'embed', 'to': 'gru'}, {'from': 'gru:1', 'to': 'scores'},"
    " {'from': 'scores', 'to': 'loss'}, {'from': 'tags', 'to': 'loss'}]},"
    " 'losses': [{'node': 'loss', 'optimizer': {'type': 'Adam'}}],"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 2, 'unit': 'epoch'}},"
    " 'extensions': [{'type': 'Evaluator'}, {'type': 'LogReport'}]}";

/* With @replacement in the place of the first @find, both in single quotes. */
static char *
step_with (const char *find, const char *replacement)
{
  const char *at = find != NULL ? strstr (step, find) : step;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (at);
  g_string_append_len (text, step, at - step);
  g_string_append (text, find != NULL ? replacement : "");
  g_string_append (text, at + (find != NULL ? strlen (find) : 0));
  return g_strdelimit (g_string_free (g_steal_pointer (&text), FALSE), "'", '"');
}

static const RensaType *
find_type (const RensaFacts *facts, const char *name, int output)
{
  const RensaModelNode *node = rensa_network_find_node (rensa_facts_get_network (facts), name);

  g_assert_nonnull (node);
  g_assert_cmpint (rensa_facts_get (facts, node)->n_outputs, >, output);
  return &rensa_facts_get (facts, node)->outputs[output];
}

static void
test_types (void)
{
  g_autofree char *text = step_with (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  const RensaFacts *facts = rensa_builder_get_facts (builder, &error);

  g_assert_no_error (error);
  g_assert_cmpint (find_type (facts, "embed", 0)->n_sequences, ==, 8);
  g_assert_cmpint (find_type (facts, "embed", 0)->shape.dims[1], ==, 6);
  g_assert_cmpint (find_type (facts, "gru", 0)->n_sequences, ==, 0);
  g_assert_true (rensa_shape_equal (&find_type (facts, "gru", 0)->shape, &RENSA_SHAPE (1, 8, 5)));
  g_assert_cmpint (find_type (facts, "gru", 1)->n_sequences, ==, 8);
  g_assert_cmpint (find_type (facts, "scores", 0)->n_sequences, ==, 8);
  g_assert_cmpint (find_type (facts, "loss", 0)->n_sequences, ==, 0);
}

typedef struct
{
  const char *name;
  const char *find;
  const char *replacement;
  const char *message;
} Fault;

static const Fault faults[] = {
  { "into-state", "'to': 'gru'}", "'to': 'gru:hx'}, {'from': 'embed', 'to': 'gru:xs'}",
    "the input hx of gru expects an array, but is a sequence" },
  { "open", "{'from': 'embed', 'to': 'gru'}, ", "", "input xs of gru is not connected" },
  { "loss-of-steps", "'softmax_cross_entropy'", "'softmax_cross_entropy', 'attrs': {'reduce': 'no'}",
    "a loss must be a single number, but loss outputs shape 8 × (n,)" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *text = step_with (fault->find, fault->replacement);
  g_autoptr (GError) error = refusal_of (text);

  if (strstr (error->message, fault->message) == NULL)
    g_error ("“%s” was expected, not “%s”", fault->message, error->message);
}

/* Which problems there are, and that each has a repair after which it is gone. */
static void
assert_mended (const char *text, const char *sentence, const char *repair)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAnalysis) before = rensa_analysis_new (document, cache);
  g_autoptr (RensaAnalysis) after = NULL;
  g_autoptr (GError) error = NULL;
  const RensaProblem *problem = rensa_analysis_get_problem (before, 0);

  g_assert_nonnull (strstr (problem->sentence, sentence));
  g_assert_cmpstr (problem->repair, ==, repair);
  rensa_problem_repair (problem, document, &error);
  g_assert_no_error (error);
  after = rensa_analysis_new (document, cache);
  g_assert_cmpuint (rensa_analysis_get_n_problems (after), ==, 0);
  g_assert_true (rensa_analysis_is_trainable (after));
}

/* Tokens get vectors, one for each of the vocabulary; and many losses become one. */
static void
test_repairs (void)
{
  g_autofree char *bare = step_with (
      "{'from': 'words', 'to': 'embed'}, {'from': 'embed', 'to': 'gru'}, {'from': 'gru:1'", "{'from': 'words'");
  g_autofree char *many = step_with ("'softmax_cross_entropy'", "'softmax_cross_entropy', 'attrs': {'reduce': 'no'}");
  g_autoptr (GString) alone = g_string_new (bare);

  /* Without what is not connected any more. */
  g_string_replace (
      alone, "{\"name\": \"embed\", \"type\": \"EmbedID\", \"attrs\": {\"in_size\": 100, \"out_size\": 6}},", "", 1);
  g_string_replace (alone,
                    "{\"name\": \"gru\", \"type\": \"NStepGRU\", \"attrs\": {\"n_layers\": 1, \"in_size\": 6, "
                    "\"out_size\": 5, \"dropout\": 0}},",
                    "", 1);
  assert_mended (alone->str,
                 "scores expects floating-point numbers, but its input has integers; words outputs int32 8 × (n,)",
                 "Insert EmbedID");
  assert_mended (many, "A loss must be a single number, but loss outputs shape 8 × (n,)", "Set reduce to mean");
}

typedef struct
{
  RensaArray *words;
  RensaArray *lengths;
  RensaArray *classes;
} Sentences;

static gboolean
write_sentences (gpointer data, RensaSerializer *serializer, GError **error)
{
  Sentences *sentences = data;

  return rensa_serializer_array (serializer, "words", &sentences->words, error)
         && rensa_serializer_array (serializer, "lengths", &sentences->lengths, error)
         && rensa_serializer_array (serializer, "classes", &sentences->classes, error);
}

static RensaArray *
ints_of (gint64 n, const gint32 *values)
{
  return rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), values, NULL);
}

/* A class for each sentence, but scores for each of its words: the last ones are those of the sentence. */
static void
test_pooling (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "sentences.npz", NULL);
  g_autoptr (RensaArray) words = ints_of (9, (gint32[]){ 1, 2, 3, 4, 0, 1, 2, 3, 4 });
  g_autoptr (RensaArray) lengths = ints_of (4, (gint32[]){ 3, 1, 2, 3 });
  g_autoptr (RensaArray) classes = ints_of (4, (gint32[]){ 0, 1, 1, 0 });
  g_autofree char *text = g_strdup_printf (
      "{'format': 1, 'data': {'dataset': {'type': 'npz', 'attrs': {'path': '%s', 'x': 'words: lengths', 't': 'classes'}},"
      " 'split': {'fraction': 0.5}, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 2}}},"
      " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
      " {'name': 'embed', 'type': 'EmbedID', 'attrs': {'in_size': 5, 'out_size': 4}},"
      " {'name': 'gru', 'type': 'NStepGRU', 'attrs': {'n_layers': 1, 'in_size': 4, 'out_size': 3, 'dropout': 0}},"
      " {'name': 'scores', 'type': 'Linear', 'attrs': {'in_size': 3, 'out_size': 2}}],"
      " 'edges': [{'from': 'x', 'to': 'embed'}, {'from': 'embed', 'to': 'gru'}, {'from': 'gru', 'to': 'scores'}],"
      " 'outputs': ['scores']}, 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},"
      " 'optimizer': {'type': 'Adam'}}",
      path);

  g_assert_true (rensa_save_npz (path, write_sentences, &(Sentences){ words, lengths, classes }, FALSE, NULL));
  g_strdelimit (text, "'", '"');
  assert_mended (text, "scores outputs a sequence, but the label is not a sequence", "Insert sequence_last");
  test_folder_remove (folder);
}

/* Figures of all examples are of arrays. */
static void
test_preprocessing (void)
{
  g_autofree char *text = step_with ("'iterator'", "'preprocessing': [{'type': 'Normalize'}], 'iterator'");
  GError *error = refusal_of (text);

  assert_message_has (&error, RENSA_ERROR_INVALID,
                      "data.preprocessing.0: preprocessing is not available for sequence data");
}

/* With any number of models the batch is dealt out by sequences, and what is learned is finite and gets better. */
static void
test_train (gconstpointer updater)
{
  g_autofree char *more = g_strconcat ("'updater': ", updater, ", 'stop'", NULL);
  g_autofree char *text = step_with ("'stop'", more);
  g_autofree char *out = test_folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, out, &error);
  RensaLog *log;
  double first = 0;
  double last = 0;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  g_assert_true (rensa_trainer_run (trainer, &error));
  log = rensa_trainer_get_log (trainer, "LogReport");
  g_assert_true (rensa_log_lookup (log, 0, "validation/main/loss", &first, NULL));
  g_assert_true (rensa_log_lookup (log, 1, "validation/main/loss", &last, NULL));
  g_assert_cmpfloat (last, <, first);
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_remove (out);
}

static void
pass_over (RensaTrainer *trainer, gpointer data)
{
}

static void
pass_over_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data)
{
}

static gboolean
keep_sentence (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer sentences)
{
  g_ptr_array_add (sentences, g_strdup (error->message));
  return FALSE;
}

/* What shows sequences says once what it takes of data that are something else, and the run goes on without it. */
static void
test_preview (void)
{
  static const RensaTrainerWatch watch = {
    .start = pass_over, .iteration = pass_over, .file = pass_over_file, .failure = keep_sentence
  };
  g_autofree char *text =
      step_with ("{'type': 'Evaluator'}", "{'type': 'Translations', 'attrs': {'encoder': 'embed', 'decoder': 'gru'}}");
  g_autofree char *out = test_folder_new ();
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, out, &error);

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_set_watch (trainer, &watch, sentences);
  g_assert_true (rensa_trainer_run (trainer, &error));
  g_assert_cmpuint (sentences->len, ==, 1);
  g_assert_nonnull (strstr (
      sentences->pdata[0],
      "Translations: expected examples with 3 token sequences: a source, a target after the start token and a target before the end token"));
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_remove (out);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/network/sequence-wires/types", test_types);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/project/network/sequence-wires/refused/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/project/network/sequence-wires/repairs", test_repairs);
  g_test_add_func ("/project/network/sequence-wires/pooling", test_pooling);
  g_test_add_func ("/project/network/sequence-wires/preprocessing", test_preprocessing);
  g_test_add_data_func ("/project/network/sequence-wires/train/one", "{'type': 'StandardUpdater'}", test_train);
  g_test_add_data_func ("/project/network/sequence-wires/train/three",
                        "{'type': 'ParallelUpdater', 'attrs': {'n_models': 3}}", test_train);
  g_test_add_func ("/project/network/sequence-wires/preview", test_preview);
  return g_test_run ();
}
