/* test-window.c: documents whose networks guess a word from those around it.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-extensions.h"
#include "rensa-snapshot.h"

#define N_WORDS 160

/* A continuous bag of words over a text that repeats five words. */
static const char document[] =
    "{'format': 1, 'name': 'words', 'seed': 3,"
    " 'data': {'dataset': {'type': 'text', 'attrs': {'path': 'words.txt', 'tokens': 'words', 'length': null, 'test_fraction': 0.25}},"
    "  'iterator': {'type': 'WindowIterator', 'attrs': {'batch_size': 10, 'window': 4}}},"
    " 'model': {'nodes': ["
    "   {'name': 'x', 'type': 'Input'},"
    "   {'name': 'embed', 'type': 'EmbedID', 'attrs': {'in_size': 5, 'out_size': 8}},"
    "   {'name': 'mean', 'type': 'average', 'attrs': {'axis': 1}},"
    "   {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 5}}],"
    "  'edges': [{'from': 'x', 'to': 'embed'}, {'from': 'embed', 'to': 'mean'}, {'from': 'mean', 'to': 'out'}],"
    "  'outputs': ['out']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},"
    " 'optimizer': {'type': 'Adam', 'attrs': {'alpha': 0.05}},"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': STOP, 'unit': 'iteration'}},"
    " 'extensions': [{'type': 'Evaluator', 'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 7, 'unit': 'iteration'}}},"
    "  {'type': 'LogReport', 'attrs': {'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}}}]}";

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const char *const words[] = { "one", "two", "three", "four", "five" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;

  fixture->folder = test_folder_new ();
  path = g_build_filename (fixture->folder, "words.txt", NULL);
  for (int i = 0; i < N_WORDS; i++)
    g_string_append_printf (text, "%s ", words[i % G_N_ELEMENTS (words)]);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_folder_free (g_steal_pointer (&fixture->folder));
}

/* With @find, if there is one, replaced. */
static RensaDocument *
document_new (Fixture *fixture, int length, const char *find, const char *replacement)
{
  g_autoptr (GString) text = g_string_new (document);
  g_autofree char *path = g_build_filename (fixture->folder, "words.rensa", NULL);
  g_autofree char *stop = g_strdup_printf ("%d", length);
  g_autoptr (GError) error = NULL;
  RensaDocument *loaded;

  if (find != NULL)
    g_assert_cmpuint (g_string_replace (text, find, replacement, 1), ==, 1);
  g_string_replace (text, "STOP", stop, 1);
  g_string_replace (text, "'", "\"", 0);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  loaded = rensa_document_load (path, &error);
  g_assert_no_error (error);
  return loaded;
}

static RensaTrainer *
trainer_new (Fixture *fixture, int length)
{
  g_autoptr (RensaDocument) loaded = document_new (fixture, length, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (loaded, NULL, &error);
  RensaTrainer *trainer = builder != NULL ? rensa_builder_make_trainer (builder, fixture->folder, &error) : NULL;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

static void
run (RensaTrainer *trainer)
{
  g_autoptr (GError) error = NULL;

  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
}

static double
get_value (RensaTrainer *trainer, guint entry, const char *key)
{
  double value = NAN;

  g_assert_true (rensa_log_lookup (rensa_trainer_get_log (trainer, NULL), entry, key, &value, NULL));
  return value;
}

static RensaAnalysis *
analyse (RensaDocument *loaded)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);

  return rensa_analysis_new (loaded, cache);
}

/* The network is shown the widest batch. */
static void
test_types (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) loaded = document_new (fixture, 1, NULL, NULL);
  g_autoptr (RensaAnalysis) analysis = analyse (loaded);
  const RensaType *x = &rensa_analysis_get_facts (analysis, "x")->outputs[0];

  g_assert_true (rensa_analysis_is_trainable (analysis));
  g_assert_cmpint (x->dtype, ==, RENSA_INT32);
  g_assert_true (rensa_shape_equal (&x->shape, &RENSA_SHAPE (10, 6)));
  g_assert_true (
      rensa_shape_equal (&rensa_analysis_get_facts (analysis, "mean")->outputs[0].shape, &RENSA_SHAPE (10, 8)));
}

/* Which word is between two others is soon known, whatever the width of the batch. */
static void
test_learns (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaTrainer) trainer = trainer_new (fixture, 140);

  run (trainer);
  g_assert_cmpfloat (get_value (trainer, 139, "validation/main/accuracy"), >, 0.95);
}

static void
test_resume (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "half", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (fixture, 28);

  run (whole);
  for (int when = 1; when < 28; when += 5)
    {
      g_autoptr (RensaTrainer) half = trainer_new (fixture, when);
      g_autoptr (RensaTrainer) rest = trainer_new (fixture, 28);
      g_autoptr (GError) error = NULL;

      run (half);
      g_assert_true (rensa_snapshot_save (half, path, NULL));
      rensa_snapshot_load (rest, path, &error);
      g_assert_no_error (error);
      run (rest);
      for (guint i = 0; i < 28; i++)
        g_assert_cmpfloat (get_value (rest, i, "main/loss"), ==, get_value (whole, i, "main/loss"));
      g_assert_cmpfloat (get_value (rest, 27, "validation/main/loss"), ==,
                         get_value (whole, 27, "validation/main/loss"));
    }
}

/* Said once, at the iterator. */
static void
assert_mistake (Fixture *fixture, const char *find, const char *replacement, const char *message)
{
  g_autoptr (RensaDocument) loaded = document_new (fixture, 1, find, replacement);
  g_autoptr (RensaAnalysis) analysis = analyse (loaded);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (loaded, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (rensa_analysis_get_problem (analysis, 0)->place, ==, "data.iterator");
  g_assert_nonnull (strstr (rensa_analysis_get_problem (analysis, 0)->sentence, message));
  g_assert_null (rensa_builder_make_trainer (builder, fixture->folder, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, message);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  assert_mistake (fixture, "'window': 4", "'window': 60",
                  "WindowIterator: the sequence has 119 of the 121 words required for a window of 60");
  assert_mistake (fixture, "'length': null", "'length': 3",
                  "WindowIterator: expected a sequence of words with one integer per example, but an example has "
                  "int32 of shape (3,)");
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  add ("/project/build/window/types", test_types);
  add ("/project/build/window/learns", test_learns);
  add ("/project/build/window/resume", test_resume);
  add ("/project/build/window/refused", test_refused);
  return g_test_run ();
}
