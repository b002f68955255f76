/* test-ahead.c: while a model is trained, a device always has the next iteration to do before somebody waits for it.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-device-find.h"
#include "rensa-fault.h"
#include "rensa-iterators.h"
#include "rensa-mock.h"
#include "training-fixture.h"

#define N_EXAMPLES 12

static const RensaDevice *
get_mock (void)
{
  return rensa_device_find ("mock:0", NULL);
}

static guint64
count_idle_waits (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts.n_idle_waits;
}

static RensaTrainer *
far_trainer_new (const Setup *setup)
{
  RensaTrainer *trainer = trainer_new (setup);

  g_assert_true (rensa_link_to_device (get_model (trainer), get_mock (), NULL));
  return trainer;
}
#define FAR_TRAINER(...) far_trainer_new (&(Setup){ __VA_ARGS__ })

/* How often the device was left without work in @n iterations, with a log that is written once and what else is added. */
static guint64
count_in (double n, void (*add) (RensaTrainer *trainer))
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = FAR_TRAINER (.length = n, .unit = "iteration", .optimizer = "Adam", .out = out);
  const guint64 before = count_idle_waits ();

  extend (trainer, "LogReport", every (n, "iteration"));
  add (trainer);
  run_trainer (trainer);
  test_folder_free (out);
  return count_idle_waits () - before;
}

static double
count_in_each (void (*add) (RensaTrainer *trainer))
{
  return (double) (count_in (50, add) - count_in (10, add)) / 40;
}

static void
add_shift (RensaTrainer *trainer)
{
  extend (trainer, "ExponentialShift(attr='alpha', rate=0.99)", NULL);
}

static void
add_look (RensaTrainer *trainer)
{
  add_probe (trainer, &probe_class, "probe", every (1, "iteration"));
}

static void
add_stop_at_nan (RensaTrainer *trainer)
{
  extend (trainer, "FailOnNonNumber", NULL);
}

static void
add_loss_scale (RensaTrainer *trainer)
{
  g_autoptr (RensaAttrs) hook = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "LossScaling", NULL);

  g_assert_true (rensa_optimizer_add_hook (
      rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), RENSA_MAIN), hook, NULL));
}

/* What looks at the model after each iteration waits for it, unless the stand-in was done by chance, and once more for what it looks at; what is
 * needed before the update is, of all gradients, one number. */
static void
test_busy (void)
{
  g_assert_cmpfloat (count_in_each (add_shift), ==, 0);
  g_assert_cmpfloat (fabs (count_in_each (add_look) - 0.75), <=, 0.25);
  g_assert_cmpfloat (fabs (count_in_each (add_stop_at_nan) - 1.5), <=, 0.5);
  g_assert_cmpfloat (count_in_each (add_loss_scale), ==, 1);
}

static guint64
count_in_evaluation (gint64 n_examples)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = FAR_TRAINER (.out = out);
  g_autoptr (RensaDataset) examples = examples_new (n_examples);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (examples, 4, FALSE, FALSE, 0, &error);
  g_autoptr (RensaObservation) result = rensa_observation_new ();
  const guint64 before = count_idle_waits ();

  rensa_evaluate (get_model (trainer), iterator, NULL, NULL, result, &error);
  g_assert_no_error (error);
  test_folder_free (out);
  return count_idle_waits () - before;
}

static void
test_evaluation (void)
{
  g_assert_cmpuint (count_in_evaluation (400), ==, count_in_evaluation (40));
}

/* The mean loss of each entry that @extension, a log, makes while a model is trained on @device. */
static GArray *
get_log (const RensaDevice *device, const char *extension)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.n_examples = 40, .length = 5, .out = out);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));
  RensaLog *log;

  g_assert_true (rensa_link_to_device (get_model (trainer), device, NULL));
  extend (trainer, extension, NULL);
  run_trainer (trainer);
  log = rensa_trainer_get_log (trainer, NULL);
  for (guint i = 0; i < rensa_log_get_n_entries (log); i++)
    {
      double value;

      g_assert_true (rensa_log_lookup (log, i, "main/loss", &value, NULL));
      g_array_append_val (values, value);
    }
  test_folder_free (out);
  return values;
}

/* Nothing is lost of what is added up late, and nothing gets into the next entry. */
static void
test_log (void)
{
  static const char *const extensions[] = {
    "LogReport",
    "LogReport(trigger=IntervalTrigger(period=1, unit=iteration))",
    "LogReport(keys='main/accuracy, main/loss', trigger=IntervalTrigger(period=3, unit=iteration))",
  };

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    {
      g_autoptr (GArray) here = get_log (rensa_device_get_host (), extensions[i]);
      g_autoptr (GArray) there = get_log (get_mock (), extensions[i]);

      g_assert_cmpuint (here->len, ==, there->len);
      for (guint k = 0; k < here->len; k++)
        g_assert_cmpfloat_with_epsilon (g_array_index (here, double, k), g_array_index (there, double, k), 1e-6);
    }
}

/* Example number @wild has a label that is none. */
static RensaDataset *
wild_examples_new (int wild)
{
  float features[N_EXAMPLES * 4] = { 0 };
  gint32 labels[N_EXAMPLES] = { 0 };
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (N_EXAMPLES, 4), features, NULL);
  g_autoptr (RensaArray) t = NULL;

  labels[wild] = 7;
  t = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (N_EXAMPLES), labels, NULL);
  return rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, NULL);
}

static gboolean
run_wild (const char *out, int wild, gboolean has_snapshots)
{
  g_autoptr (RensaDataset) dataset = wild_examples_new (wild);
  g_autoptr (RensaTrainer) trainer = FAR_TRAINER (.dataset = dataset, .length = 1, .out = out);
  g_autoptr (GError) error = NULL;

  if (has_snapshots)
    extend (trainer, "snapshot(filename='{.updater.iteration}')", every (1, "iteration"));
  if (rensa_trainer_run (trainer, &error))
    return TRUE;
  g_assert_cmpstr (error->message, ==, "softmax_cross_entropy: label 7 of example 2 is outside 0 … 2");
  return FALSE;
}

/* In whatever iteration of the three, the last one included, nothing is kept of it. */
static void
test_wild_label (void)
{
  for (int i = 0; i < N_EXAMPLES / 4; i++)
    {
      char *out = test_folder_new ();

      g_assert_false (run_wild (out, 4 * i + 2, FALSE));
      g_assert_false (run_wild (out, 4 * i + 2, TRUE));
      for (int k = 1; k <= N_EXAMPLES / 4; k++)
        {
          g_autofree char *name = g_strdup_printf ("%d", k);

          g_assert_cmpint (has_file (out, name), ==, k <= i);
        }
      test_folder_free (out);
    }
}

typedef struct
{
  guint n_iterations;
  gboolean was_settled;
} Watched;

static void
pass_over (RensaTrainer *trainer, gpointer data)
{
}

static void
settle (RensaTrainer *trainer, gpointer data)
{
  Watched *watched = data;

  watched->n_iterations++;
  watched->was_settled = rensa_trainer_settle (trainer);
  /* It stays said. */
  g_assert_cmpint (rensa_trainer_settle (trainer), ==, watched->was_settled);
}

static void
pass_over_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data)
{
}

static gboolean
forgive (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data)
{
  return TRUE;
}

/* A watch that forgives all extensions does not forgive that, and need not go on. */
static void
test_watch (void)
{
  static const RensaTrainerWatch watch = { pass_over, settle, pass_over_file, forgive };
  char *out = test_folder_new ();
  g_autoptr (RensaDataset) dataset = wild_examples_new (5);
  g_autoptr (RensaTrainer) trainer = FAR_TRAINER (.dataset = dataset, .length = 1, .out = out);
  g_autoptr (GError) error = NULL;
  Watched watched = { 0 };

  rensa_trainer_set_watch (trainer, &watch, &watched);
  g_assert_false (rensa_trainer_run (trainer, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpuint (watched.n_iterations, ==, 2);
  g_assert_false (watched.was_settled);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/gpu/ahead/busy", test_busy);
  g_test_add_func ("/gpu/ahead/evaluation", test_evaluation);
  g_test_add_func ("/gpu/ahead/log", test_log);
  g_test_add_func ("/gpu/ahead/wild-label", test_wild_label);
  g_test_add_func ("/gpu/ahead/watch", test_watch);
  return g_test_run ();
}
