/* test-evaluator.c: measuring a model on data that it does not learn from.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-iterators.h"
#include "rensa-modes.h"
#include "training-fixture.h"

/* The mean loss and accuracy of a plain model on examples @start … of @dataset, from its weights. */
static void
work_out (GArray *weights, gint64 start, gint64 n, double *loss, double *accuracy)
{
  const float *w = &g_array_index (weights, float, 0);

  *loss = 0;
  *accuracy = 0;
  for (gint64 i = start; i < start + n; i++)
    {
      double y[3];
      double sum = 0;
      int best = 0;

      for (int k = 0; k < 3; k++)
        {
          y[k] = w[12 + k];
          for (int j = 0; j < 4; j++)
            y[k] += w[4 * k + j] * ((j == i % 3) + sinf (12.9898f * (4 * i + j + 1)));
          sum += exp (y[k]);
          best = y[k] > y[best] ? k : best;
        }
      *loss += (log (sum) - y[i % 3]) / n;
      *accuracy += (double) (best == i % 3) / n;
    }
}

/* The loss and the accuracy of @dataset in batches of @batch_size, as the log of one iteration has them. */
static void
evaluate_in_batches (RensaDataset *dataset, gint64 batch_size, const char *average, double values[2])
{
  static const char *const keys[] = { "validation/main/loss", "validation/main/accuracy" };
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 1, .unit = "iteration", .out = out);
  g_autofree char *text = g_strdup_printf ("Evaluator(average=%s)", average);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  RensaExtension *evaluator = rensa_extension_new (attrs, NULL, every (1, "iteration"), NULL);
  RensaLog *log;

  rensa_extension_take_iterator (evaluator, "validation",
                                 rensa_serial_iterator_new (dataset, batch_size, FALSE, FALSE, 0, NULL));
  rensa_trainer_take_extension (trainer, evaluator, NULL);
  extend (trainer, "LogReport(trigger=IntervalTrigger(period=1, unit=iteration))", NULL);
  run_trainer (trainer);

  log = rensa_trainer_get_log (trainer, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_true (rensa_log_lookup (log, 0, keys[i], &values[i], NULL));
  test_folder_free (out);
}

/* What TRAINER () has after one iteration. */
static GArray *
dup_weights (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 1, .unit = "iteration", .out = out);

  run_trainer (trainer);
  test_folder_free (out);
  return get_weights (trainer);
}

/* Of every batch size: with and without a short last batch, a batch of one example, one batch for all. */
static void
averages_examples (void)
{
  enum
  {
    N = 29
  };
  g_autoptr (RensaDataset) dataset = examples_new (N);
  g_autoptr (GArray) weights = dup_weights ();
  double loss;
  double accuracy;

  work_out (weights, 0, N, &loss, &accuracy);
  for (gint64 batch_size = 1; batch_size <= N; batch_size++)
    {
      double values[2];

      evaluate_in_batches (dataset, batch_size, "examples", values);
      g_assert_cmpfloat_with_epsilon (values[0], loss, 1e-6);
      /* To the last bit. */
      g_assert_cmpfloat (values[1], ==, round (N * accuracy) / N);
    }
}

/* Of 7 examples in batches of 3 the last batch is short and counts as much as the others. */
static void
averages_batches (void)
{
  g_autoptr (RensaDataset) dataset = examples_new (7);
  g_autoptr (GArray) weights = dup_weights ();
  double expected[2] = { 0 };
  double values[2];

  for (int i = 0; i < 3; i++)
    {
      double loss;
      double accuracy;

      work_out (weights, 3 * i, MIN (3, 7 - 3 * i), &loss, &accuracy);
      expected[0] += loss / 3;
      expected[1] += accuracy / 3;
    }
  evaluate_in_batches (dataset, 3, "batches", values);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (values[i], expected[i], 1e-6);
}

/* Two iterations, the first with four of five examples, the second with one. */
static void
averages_training (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer =
      TRAINER (.n_examples = 5, .once = TRUE, .length = 2, .unit = "iteration", .out = out);
  double losses[2];
  double mean;

  extend (trainer, "LogReport(trigger=IntervalTrigger(period=1, unit=iteration))", NULL);
  extend (trainer, "LogReport(trigger=IntervalTrigger(period=2, unit=iteration), filename=both)", NULL);
  run_trainer (trainer);

  for (guint i = 0; i < 2; i++)
    g_assert_true (rensa_log_lookup (rensa_trainer_get_log (trainer, NULL), i, "main/loss", &losses[i], NULL));
  g_assert_true (rensa_log_lookup (rensa_trainer_get_log (trainer, "LogReport_1"), 0, "main/loss", &mean, NULL));
  g_assert_cmpfloat_with_epsilon (mean, (4 * losses[0] + losses[1]) / 5, 1e-9);
  test_folder_free (out);
}

static void
leaves_the_model_alone (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.noisy = TRUE, .out = out);
  g_autoptr (RensaDataset) dataset = examples_new (9);
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (dataset, 4, FALSE, FALSE, 0, NULL);
  g_autoptr (RensaObservation) first = rensa_observation_new ();
  g_autoptr (RensaObservation) second = rensa_observation_new ();
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;

  run_trainer (trainer);
  before = get_weights (trainer);
  g_assert_true (rensa_evaluate (get_model (trainer), iterator, NULL, NULL, first, NULL));
  g_assert_true (rensa_evaluate (get_model (trainer), iterator, NULL, NULL, second, NULL));
  after = get_weights (trainer);

  /* Neither dropout nor running statistics. */
  g_assert_cmpstr (rensa_observation_get_key (first, 0), ==, "main/loss");
  g_assert_cmpfloat (rensa_observation_get_value (first, 0), ==, rensa_observation_get_value (second, 0));
  assert_same_weights (before, after);
  g_assert_true (rensa_modes_get ()->train);
  g_assert_true (rensa_modes_get ()->enable_backprop);
  test_folder_free (out);
}

static gboolean
look_for_validation (RensaTrainer *trainer, gpointer data, GError **error)
{
  gboolean *seen = data;
  const gint64 iteration = rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
  double value;

  seen[iteration] = rensa_observation_lookup (rensa_trainer_get_observation (trainer), "validation/main/loss", &value);
  g_assert_cmpint (
      seen[iteration], ==,
      rensa_observation_lookup (rensa_trainer_get_observation (trainer), "validation_1/main/accuracy", &value));
  return TRUE;
}

static void
reports_once_an_epoch (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  g_autoptr (RensaDataset) dataset = examples_new (5);
  Probe *probe = add_probe (trainer, &probe_class, "look", NULL);
  gboolean seen[7] = { FALSE };
  const gboolean expected[7] = { FALSE, FALSE, FALSE, TRUE, FALSE, FALSE, TRUE };

  probe->func = look_for_validation;
  probe->data = seen;
  extend_evaluator (trainer, dataset, 2);
  extend_evaluator (trainer, dataset, 2);
  run_trainer (trainer);
  g_assert_cmpmem (seen, sizeof seen, expected, sizeof expected);
  test_folder_free (out);
}

/* What comes from an evaluation is recognized by what the extension is, not by its name; what a value says, by the class of the
 * link that reports it. */
static void
is_told_from_training (void)
{
  static const struct
  {
    const char *key;
    const char *prefix;
    const char *observer;
    RensaMeasure measure;
  } cases[] = {
    { "held_out/main/loss", "held_out", "main", RENSA_MEASURE_LOSS },
    { "held_out/main/accuracy", "held_out", "main", RENSA_MEASURE_SCORE },
    { "main/loss", "", "main", RENSA_MEASURE_LOSS },
    { "main/predictor/0/loss", "", "main/predictor/0", RENSA_MEASURE_NONE },
    { "main/perplexity", "", "main", RENSA_MEASURE_NONE },
    { "validation/main/loss", "", "validation/main", RENSA_MEASURE_NONE },
    { "LogReport/main/loss", "", "LogReport/main", RENSA_MEASURE_NONE },
    { "lr", "", "", RENSA_MEASURE_NONE },
  };
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = "nowhere");
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_evaluator_class));

  g_assert_true (rensa_trainer_extend (trainer, attrs, "held_out", NULL, NULL));
  extend (trainer, "LogReport", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaReportKey) report = rensa_trainer_describe_report (trainer, cases[i].key);
      g_autofree char *prefix = rensa_report_key_dup_prefix (report);
      g_autofree char *observer = rensa_report_key_dup_observer (report);

      g_assert_cmpstr (prefix, ==, cases[i].prefix);
      g_assert_cmpstr (observer, ==, cases[i].observer);
      g_assert_cmpint (report->measure, ==, cases[i].measure);
      g_assert_true (g_str_has_suffix (cases[i].key, rensa_report_key_get_name (report)));
    }
}

static void
needs_data (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autoptr (GError) error = NULL;

  extend (trainer, "Evaluator", NULL);
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "needs examples");
  test_folder_free (out);
}

static void
tells_what_does_not_fit (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2, 5), (float[10]){ 0 }, NULL);
  g_autoptr (RensaArray) t = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (2), (gint32[2]){ 0 }, NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, NULL);
  g_autoptr (GError) error = NULL;

  extend_evaluator (trainer, dataset, 2);
  g_assert_false (rensa_trainer_run (trainer, &error));
  g_assert_true (g_str_has_prefix (error->message, "validation: "));
  g_assert_nonnull (strstr (error->message, "predictor/0"));
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/evaluator/averages-examples", averages_examples);
  g_test_add_func ("/training/evaluator/averages-batches", averages_batches);
  g_test_add_func ("/training/evaluator/averages-training", averages_training);
  g_test_add_func ("/training/evaluator/leaves-the-model-alone", leaves_the_model_alone);
  g_test_add_func ("/training/evaluator/reports-once-an-epoch", reports_once_an_epoch);
  g_test_add_func ("/training/evaluator/is-told-from-training", is_told_from_training);
  g_test_add_func ("/training/evaluator/needs-data", needs_data);
  g_test_add_func ("/training/evaluator/does-not-fit", tells_what_does_not_fit);
  return g_test_run ();
}
