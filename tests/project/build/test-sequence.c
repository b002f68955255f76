/* test-sequence.c: documents whose networks remember what they read.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "project-fixture.h"
#include "rensa-extensions.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

#define N_WORDS 5
#define LENGTH 200

/* It guesses the next word; the text is in words.npz, in the folder of the document. */
static const char document[] =
    "{'format': 1, 'name': 'language', 'seed': 3,"
    " 'data': {'dataset': {'type': 'npz', 'attrs': {'path': 'PATH'}},"
    "  'split': {'fraction': 0.8, 'shuffle': false},"
    "  'iterator': {'type': 'ParallelSequentialIterator', 'attrs': {'batch_size': 4}}},"
    " 'model': {'nodes': ["
    "   {'name': 'x', 'type': 'Input'},"
    "   {'name': 'embed', 'type': 'EmbedID', 'attrs': {'in_size': 5, 'out_size': 8}},"
    "   {'name': 'l1', 'type': 'LSTM', 'attrs': {'out_size': 12}},"
    "   {'name': 'l2', 'type': 'StatefulGRU', 'attrs': {'in_size': 12, 'out_size': 8}},"
    "   {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 5}}],"
    "  'edges': [{'from': 'x', 'to': 'embed'}, {'from': 'embed', 'to': 'l1'}, {'from': 'l1', 'to': 'l2'},"
    "   {'from': 'l2', 'to': 'out'}],"
    "  'outputs': ['out']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},"
    " 'optimizer': {'type': 'Adam', 'attrs': {'alpha': 0.02}},"
    " 'updater': {'type': 'BPTTUpdater', 'attrs': {'bprop_len': 5}},"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': STOP, 'unit': 'iteration'}},"
    " 'extensions': [{'type': 'Evaluator', 'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 7, 'unit': 'iteration'}}},"
    "  {'type': 'LogReport', 'attrs': {'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}}}]}";

typedef struct
{
  char *folder;
} Fixture;

/* 0 0 1 0 2 0 3 0 4 0 0 1 …: what follows a 0 is known from what stood before it, and from nothing else. */
static gint32
get_word (gint64 i)
{
  return i % 2 == 1 ? (gint32) (i / 2 % N_WORDS) : 0;
}

static gboolean
write_words (gpointer data, RensaSerializer *serializer, GError **error)
{
  gint32 words[LENGTH], next[LENGTH];

  for (gint64 i = 0; i < LENGTH; i++)
    {
      words[i] = get_word (i);
      next[i] = get_word ((i + 1) % LENGTH);
    }
  {
    g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (LENGTH), words, NULL);
    g_autoptr (RensaArray) t = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (LENGTH), next, NULL);

    return rensa_serializer_array (serializer, "x", &x, error) && rensa_serializer_array (serializer, "t", &t, error);
  }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = test_folder_new ();
  path = g_build_filename (fixture->folder, "words.npz", NULL);
  g_assert_true (rensa_save_npz (path, write_words, NULL, TRUE, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_folder_free (g_steal_pointer (&fixture->folder));
}

/* Of the document in which @find, if there is one, is replaced. */
static RensaTrainer *
trainer_new (Fixture *fixture, int length, const char *find, const char *replacement)
{
  g_autoptr (GString) text = g_string_new (document);
  g_autofree char *path = g_build_filename (fixture->folder, "words.npz", NULL);
  g_autofree char *stop = g_strdup_printf ("%d", length);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  RensaTrainer *trainer;

  if (find != NULL)
    g_assert_cmpuint (g_string_replace (text, find, replacement, 1), ==, 1);
  g_string_replace (text, "STOP", stop, 1);
  g_string_replace (text, "PATH", path, 1);
  g_string_replace (text, "'", "\"", 0);
  builder = builder_of (text->str, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, fixture->folder, &error);
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

/* Who remembers guesses every word; who begins anew with each one cannot tell what follows a 0. */
static void
test_remembers (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaTrainer) keeps = trainer_new (fixture, 140, NULL, NULL);
  g_autoptr (RensaTrainer) forgets =
      trainer_new (fixture, 700, "{'type': 'BPTTUpdater', 'attrs': {'bprop_len': 5}}", "{'type': 'StandardUpdater'}");

  run (keeps);
  g_assert_cmpfloat (get_value (keeps, 139, "main/loss"), <, 0.05);
  g_assert_cmpfloat (get_value (keeps, 139, "validation/main/accuracy"), >, 0.8);
  run (forgets);
  g_assert_cmpfloat (get_value (forgets, 699, "validation/main/accuracy"), <, 0.75);
}

/* Saved at any update, in the middle of the text, the run goes on as if nothing had happened. */
static void
test_resume (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "half", NULL);
  g_autoptr (RensaTrainer) whole = trainer_new (fixture, 21, NULL, NULL);

  run (whole);
  for (int when = 1; when < 21; when += 6)
    {
      g_autoptr (RensaTrainer) half = trainer_new (fixture, when, NULL, NULL);
      g_autoptr (RensaTrainer) rest = trainer_new (fixture, 21, NULL, NULL);
      g_autoptr (GError) error = NULL;

      run (half);
      g_assert_true (rensa_snapshot_save (half, path, NULL));
      rensa_snapshot_load (rest, path, &error);
      g_assert_no_error (error);
      run (rest);
      for (guint i = 0; i < 21; i++)
        g_assert_cmpfloat (get_value (rest, i, "main/loss"), ==, get_value (whole, i, "main/loss"));
      g_assert_cmpfloat (get_value (rest, 20, "validation/main/loss"), ==,
                         get_value (whole, 20, "validation/main/loss"));
    }
}

static void
test_state_is_saved (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "half", NULL);
  g_autoptr (RensaTrainer) trainer = trainer_new (fixture, 3, NULL, NULL);
  g_autoptr (RensaNpz) npz = NULL;

  run (trainer);
  g_assert_true (rensa_snapshot_save (trainer, path, NULL));
  npz = rensa_npz_open (path, NULL);
  g_assert_true (rensa_npz_has (npz, "updater/state:main/predictor/l1/c"));
  g_assert_true (rensa_npz_has (npz, "updater/state:main/predictor/l1/h"));
  g_assert_true (rensa_npz_has (npz, "updater/state:main/predictor/l2/h"));
}

/* Evaluation begins anew and leaves the state of the training alone. */
static void
test_evaluation_apart (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaTrainer) often = trainer_new (fixture, 21, "'period': 7", "'period': 1");
  g_autoptr (RensaTrainer) seldom = trainer_new (fixture, 21, NULL, NULL);

  run (often);
  run (seldom);
  for (guint i = 0; i < 21; i++)
    g_assert_cmpfloat (get_value (often, i, "main/loss"), ==, get_value (seldom, i, "main/loss"));
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
  add ("/project/build/sequence/remembers", test_remembers);
  add ("/project/build/sequence/resume", test_resume);
  add ("/project/build/sequence/state-is-saved", test_state_is_saved);
  add ("/project/build/sequence/evaluation-apart", test_evaluation_apart);
  return g_test_run ();
}
