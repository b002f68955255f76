/* test-training-step.c: what a document with a training step trains.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <omp.h>
#include <string.h>

#include "arrays.h"
#include "project-fixture.h"
#include "rensa-edit.h"
#include "rensa-extensions.h"
#include "rensa-log.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

static RensaTrainer *
make_trainer (RensaDocument *document, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  RensaTrainer *trainer = builder != NULL ? rensa_builder_make_trainer (builder, out, &error) : NULL;

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

static char *
save (RensaTrainer *trainer, const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  rensa_snapshot_save (trainer, path, &error);
  g_assert_no_error (error);
  return path;
}

/* What depends on the clock, and texts, of which the log is one. */
static gboolean
is_compared (RensaNpz *npz, const char *key)
{
  g_autoptr (RensaArray) array = rensa_npz_read (npz, key, NULL);

  return array != NULL && strstr (key, "elapsed_time") == NULL;
}

static void
assert_same_archives (const char *first, const char *second)
{
  g_autoptr (RensaNpz) a = rensa_npz_open (first, NULL);
  g_autoptr (RensaNpz) b = rensa_npz_open (second, NULL);
  guint n = 0;

  g_assert_cmpuint (rensa_npz_get_n_keys (a), ==, rensa_npz_get_n_keys (b));
  for (guint i = 0; i < rensa_npz_get_n_keys (a); i++)
    {
      const char *key = rensa_npz_get_key (a, i);
      g_autoptr (RensaArray) array = is_compared (a, key) ? rensa_npz_read (a, key, NULL) : NULL;
      g_autoptr (RensaArray) other = NULL;
      g_autofree double *values = NULL;
      g_autofree double *others = NULL;

      g_assert_true (rensa_npz_has (b, key));
      if (array == NULL)
        continue;
      other = rensa_npz_read (b, key, NULL);
      values = get_values (array);
      others = get_values (other);
      g_assert_cmpint (rensa_array_get_count (array), ==, rensa_array_get_count (other));
      g_assert_cmpmem (values, rensa_array_get_count (array) * sizeof *values, others,
                       rensa_array_get_count (other) * sizeof *others);
      n++;
    }
  g_assert_cmpuint (n, >, 8);
}

/* With dropout, Adam and WeightDecay, two epochs long. */
static void
test_opened (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = test_folder_new ();
  g_autofree char *text = document_text_with ("\"type\": \"relu\"", "\"type\": \"dropout\"");
  g_autoptr (RensaDocument) simple = document_of (text);
  g_autoptr (RensaDocument) opened = document_of (text);
  g_autoptr (RensaTrainer) first = NULL;
  g_autoptr (RensaTrainer) second = NULL;
  g_autofree char *first_path = NULL;
  g_autofree char *second_path = NULL;

  g_assert_true (rensa_document_open_step (opened, &error));
  g_assert_no_error (error);
  first = make_trainer (simple, folder);
  run (first);
  first_path = save (first, folder, "first");
  second = make_trainer (opened, folder);
  run (second);
  second_path = save (second, folder, "second");
  assert_same_archives (first_path, second_path);
  test_folder_free (folder);
}

/* Four iterations in one go, or two of them from a snapshot that was made with other threads. */
static void
test_resumed (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = test_folder_new ();
  g_autofree char *shorter = step_text_with ("'period': 4", "'period': 2");
  g_autoptr (RensaDocument) document = document_of (test_step);
  g_autoptr (RensaDocument) half = document_of (shorter);
  g_autoptr (RensaTrainer) whole = make_trainer (document, folder);
  const int n_threads = omp_get_max_threads ();
  g_autoptr (RensaTrainer) start = NULL;
  g_autoptr (RensaTrainer) rest = NULL;
  g_autofree char *whole_path = NULL;
  g_autofree char *start_path = NULL;
  g_autofree char *rest_path = NULL;

  run (whole);
  whole_path = save (whole, folder, "whole");
  omp_set_num_threads (n_threads == 1 ? 2 : 1);
  start = make_trainer (half, folder);
  run (start);
  start_path = save (start, folder, "start");
  omp_set_num_threads (n_threads);
  rest = make_trainer (document, folder);
  g_assert_true (rensa_snapshot_load (rest, start_path, &error));
  run (rest);
  rest_path = save (rest, folder, "rest");
  assert_same_archives (whole_path, rest_path);
  test_folder_free (folder);
}

/* In which of four iterations @key was reported, one bit each. */
static guint
list_reports (RensaTrainer *trainer, const char *key)
{
  RensaLog *log = rensa_trainer_get_log (trainer, "LogReport");
  guint bits = 0;
  double value;

  g_assert_cmpuint (rensa_log_get_n_entries (log), ==, 4);
  for (guint i = 0; i < 4; i++)
    bits |= (guint) rensa_log_lookup (log, i, key, &value, NULL) << i;
  return bits;
}

static gint64
get_t (RensaTrainer *trainer, const char *name)
{
  return rensa_optimizer_get_t (rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), name));
}

static void
test_every (void)
{
  char *folder = test_folder_new ();
  g_autofree char *text = step_text_with ("'models': 'gen'", "'models': 'gen', 'every': 2");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaTrainer) trainer = make_trainer (document, folder);

  run (trainer);
  g_assert_cmpint (get_t (trainer, "dis"), ==, 4);
  g_assert_cmpint (get_t (trainer, "gen"), ==, 2);
  g_assert_cmphex (list_reports (trainer, "gen/loss"), ==, 0xf);
  g_assert_cmphex (list_reports (trainer, "y_fake"), ==, 0xf);
  test_folder_free (folder);
}

/* The mean of what a critic gives, negated, is the loss of the generator: after a step of the critic it is another one. */
static void
test_fresh (void)
{
  char *folder = test_folder_new ();
  g_autofree char *text = step_text_with ("'models': 'gen'", "'models': 'gen', 'every': 2, 'fresh': true");
  g_autofree char *plain_text = step_text_with ("'models': 'gen'", "'models': 'gen', 'every': 2");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDocument) plain_document = document_of (plain_text);
  g_autoptr (RensaTrainer) trainer = make_trainer (document, folder);
  g_autoptr (RensaTrainer) plain = NULL;
  double loss;
  double plain_loss;

  run (trainer);
  g_assert_cmpint (get_t (trainer, "gen"), ==, 2);
  g_assert_cmphex (list_reports (trainer, "dis/loss"), ==, 0xf);
  g_assert_cmphex (list_reports (trainer, "gen/loss"), ==, 0xa);
  g_assert_cmphex (list_reports (trainer, "y_fake"), ==, 0xf);
  /* An evaluation is one call of everything. */
  g_assert_true (rensa_observation_lookup (rensa_trainer_get_observation (trainer), "validation/gen/loss", &loss)
                 || list_reports (trainer, "validation/gen/loss") == 0);

  plain = make_trainer (plain_document, folder);
  run (plain);
  g_assert_true (rensa_log_lookup (rensa_trainer_get_log (trainer, "LogReport"), 1, "gen/loss", &loss, NULL));
  g_assert_true (rensa_log_lookup (rensa_trainer_get_log (plain, "LogReport"), 1, "gen/loss", &plain_loss, NULL));
  g_assert_cmpfloat (loss, !=, plain_loss);
  test_folder_free (folder);
}

/* A model that nobody changes goes into snapshots, and comes out of them, as the others do. */
static void
test_frozen (void)
{
  char *folder = test_folder_new ();
  g_autofree char *text =
      step_text_with (", {'node': 'loss_gen', 'models': 'gen', 'optimizer': {'type': 'MomentumSGD'}}],"
                      " 'reports': [{'node': 'y_fake'}]",
                      "], 'reports': [{'node': 'loss_gen'}]");
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaTrainer) trainer = make_trainer (document, folder);
  g_autofree char *path = NULL;
  g_autoptr (RensaNpz) npz = NULL;

  run (trainer);
  path = save (trainer, folder, "frozen");
  npz = rensa_npz_open (path, NULL);
  g_assert_true (rensa_npz_has (npz, "updater/model:gen/l0/W"));
  g_assert_true (rensa_npz_has (npz, "updater/model:dis/l0/W"));
  g_assert_true (rensa_npz_has (npz, "updater/optimizer:dis/t"));
  g_assert_false (rensa_npz_has (npz, "updater/optimizer:gen/t"));
  test_folder_free (folder);
}

/* Of a critic that is one row of weights the gradient is that row, in an evaluation, too. */
static void
test_gradient (void)
{
  static const char text[] =
      "{'format': 2, 'dtype': 'float64',"
      " 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 20, 'n_test': 10}},"
      " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
      " 'models': {'dis': {'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': {"
      "'out_size': 1, 'nobias': true}}], 'edges': [{'from': 'x', 'to': 'l'}]}},"
      " 'step': {'nodes': [{'name': 'x', 'type': 'Field'}, {'name': 'y', 'type': 'Model', 'attrs': {'model': 'dis'}},"
      " {'name': 'slope', 'type': 'gradient'}, {'name': 'squares', 'type': 'square'},"
      " {'name': 'sums', 'type': 'sum', 'attrs': {'axis': 1}}, {'name': 'loss', 'type': 'average'}],"
      " 'edges': [{'from': 'x', 'to': 'y'}, {'from': 'y', 'to': 'slope'}, {'from': 'x', 'to': 'slope'},"
      " {'from': 'slope', 'to': 'squares'}, {'from': 'squares', 'to': 'sums'}, {'from': 'sums', 'to': 'loss'}]},"
      " 'losses': [{'node': 'loss', 'optimizer': {'type': 'SGD', 'attrs': {'lr': 0.25}}}],"
      " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}, 'extensions': []}";
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  char *folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (json);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, folder, &error);
  RensaLink *step = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  RensaVariable *W = rensa_link_get_param (rensa_link_find (step, "dis/l"), 0);
  g_autofree double *before = get_values (rensa_variable_get_array (W));
  g_autofree double *after = NULL;
  g_autoptr (RensaObservation) result = rensa_observation_new ();
  double loss;

  g_assert_true (rensa_builder_evaluate (builder, step, result, &error));
  g_assert_true (rensa_observation_lookup (result, "main/loss", &loss));
  g_assert_cmpfloat_with_epsilon (loss, before[0] * before[0] + before[1] * before[1], 1e-12);

  run (trainer);
  after = get_values (rensa_variable_get_array (W));
  /* W - lr · 2 W */
  g_assert_cmpfloat_with_epsilon (after[0], before[0] / 2, 1e-12);
  g_assert_cmpfloat_with_epsilon (after[1], before[1] / 2, 1e-12);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/training-step/opened", test_opened);
  g_test_add_func ("/project/build/training-step/resumed", test_resumed);
  g_test_add_func ("/project/build/training-step/every", test_every);
  g_test_add_func ("/project/build/training-step/fresh", test_fresh);
  g_test_add_func ("/project/build/training-step/frozen", test_frozen);
  g_test_add_func ("/project/build/training-step/gradient", test_gradient);
  return g_test_run ();
}
