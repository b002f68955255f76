/* test-before-training.c: extensions that are called before the first iteration, and in another order.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-archive.h"
#include "rensa-snapshot.h"
#include "training-fixture.h"

/* Extensions that need to be told something. */
static const char *const texts[] = {
  "ExponentialShift(attr=lr, rate=0.9)",
  "InverseShift(attr=lr, gamma=0.1, power=0.5)",
  "LinearShift(attr=lr, value_range=(0.1, 0.01), time_range=(1, 6))",
  "MultistepShift(attr=lr, gamma=0.5, step_value=(2, 4), init=0.2)",
  "PolynomialShift(attr=lr, rate=1, max_count=20)",
  "StepShift(attr=lr, gamma=0.5, step=2)",
  "WarmupShift(attr=lr, warmup_start=0.01, warmup_iter=5, init=0.1)",
  "MicroAverage(numerator_key='main/loss', denominator_key='main/loss', result_key=one)",
  "observe_value(observation_key=place, target_func='iteration / 2')",
  "PlotReport(y_keys='validation/main/loss')",
  "PrintReport(entries='epoch, validation/main/loss')",
};

/* NULL for one that is not there. */
static RensaAttrs *
find_attrs (const RensaComponent *component)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_has_prefix (texts[i], component->name) && texts[i][strlen (component->name)] == '(')
      return rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, texts[i], NULL);
  return rensa_attrs_new (component);
}

/* Of the newest extension, which is to be called before training. */
static RensaExtension *
extend_before (RensaTrainer *trainer, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, &error);
  RensaExtension *extension = attrs != NULL ? rensa_extension_new (attrs, NULL, NULL, &error) : NULL;

  g_assert_no_error (error);
  rensa_extension_set_call_before_training (extension, TRUE);
  rensa_trainer_take_extension (trainer, extension, &error);
  g_assert_no_error (error);
  return extension;
}

/* The evaluator that the fixture makes, which is called before training, too. */
static void
evaluate_before (RensaTrainer *trainer)
{
  g_autoptr (RensaDataset) dataset = examples_new (8);

  extend_evaluator (trainer, dataset, 4);
  rensa_extension_set_call_before_training (rensa_trainer_get_extension (trainer, "validation"), TRUE);
}

static double
get (RensaLog *log, guint entry, const char *key)
{
  double value = 0;

  g_assert_true (rensa_log_lookup (log, entry, key, &value, NULL));
  return value;
}

/* An entry for the model that has learned nothing, and a point in the plot. */
static void
test_report (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  RensaLog *log;
  double value;

  evaluate_before (trainer);
  extend_before (trainer, "LogReport");
  extend_before (trainer, "PlotReport(y_keys='validation/main/loss', filename=loss.png)");
  g_assert_true (rensa_trainer_is_before_training (trainer));
  run_trainer (trainer);
  g_assert_false (rensa_trainer_is_before_training (trainer));

  log = rensa_trainer_get_log (trainer, NULL);
  g_assert_cmpuint (rensa_log_get_n_entries (log), ==, 3);
  g_assert_cmpfloat (get (log, 0, "epoch"), ==, 0);
  g_assert_cmpfloat (get (log, 0, "iteration"), ==, 0);
  g_assert_cmpfloat (get (log, 1, "epoch"), ==, 1);
  g_assert_false (rensa_log_lookup (log, 0, "main/loss", &value, NULL));
  g_assert_true (rensa_log_lookup (log, 1, "main/loss", &value, NULL));
  g_assert_cmpfloat (get (log, 0, "validation/main/loss"), >, get (log, 2, "validation/main/loss"));
  g_assert_true (has_file (out, "loss.png"));
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (out);
}

static gboolean
count_iteration (RensaTrainer *trainer, gpointer data, GError **error)
{
  g_string_append_printf (data, "%" G_GINT64_FORMAT " ",
                          rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)));
  return TRUE;
}

/* A run that goes on from a snapshot has begun already. */
static void
test_resume (void)
{
  char *out = test_folder_new ();
  g_autofree char *path = g_build_filename (out, "snapshot", NULL);
  g_autoptr (GString) calls = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (int part = 0; part < 2; part++)
    {
      g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2 * (part + 1), .unit = "iteration", .out = out);
      Probe *probe = add_probe (trainer, &probe_class, "probe", every (2, "iteration"));

      probe->func = count_iteration;
      probe->data = calls;
      rensa_extension_set_call_before_training (rensa_trainer_get_extension (trainer, "probe"), TRUE);
      if (part == 1)
        rensa_snapshot_load (trainer, path, &error);
      g_assert_no_error (error);
      run_trainer (trainer);
      rensa_save_file (path, rensa_trainer_serialize, trainer, TRUE, &error);
      g_assert_no_error (error);
    }
  g_assert_cmpstr (calls->str, ==, "0 2 4 ");
  test_folder_free (out);
}

static gboolean
append_usual (RensaTrainer *trainer, gpointer data, GError **error)
{
  g_string_append_c (data, 'b');
  return TRUE;
}

static gboolean
append_first (RensaTrainer *trainer, gpointer data, GError **error)
{
  g_string_append_c (data, 'a');
  return TRUE;
}

/* One that is added last, with a priority of its own, is called first. */
static void
test_priority (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .unit = "iteration", .out = out);
  g_autoptr (GString) order = g_string_new (NULL);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&probe_class));
  Probe *probe = add_probe (trainer, &probe_class, "usual", NULL);
  RensaExtension *first = rensa_extension_new (attrs, "first", NULL, NULL);

  probe->func = append_usual;
  probe->data = order;
  probe = rensa_extension_get_state (first);
  probe->func = append_first;
  probe->data = order;
  rensa_extension_set_priority (first, RENSA_PRIORITY_WRITER + 1);
  g_assert_true (rensa_trainer_take_extension (trainer, first, NULL));
  run_trainer (trainer);
  g_assert_cmpstr (order->str, ==, "abab");
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (out);
}

static gboolean
fail (RensaTrainer *trainer, gpointer data, GError **error)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "that went wrong");
  return FALSE;
}

/* As an error in an iteration is. */
static void
test_error (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  Probe *probe = add_probe (trainer, &probe_class, "probe", every (1, "epoch"));
  g_autoptr (GError) error = NULL;

  probe->func = fail;
  rensa_extension_set_call_before_training (rensa_trainer_get_extension (trainer, "probe"), TRUE);
  g_assert_false (rensa_trainer_run (trainer, &error));
  g_assert_cmpstr (error->message, ==, "that went wrong");
  g_assert_cmpuint (probe->n_errors, ==, 1);
  g_assert_cmpuint (probe->n_finalized, ==, 1);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 0);
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (out);
}

/* Each takes it that nothing was learned or reported yet. */
static void
test_each (gconstpointer data)
{
  const RensaComponent *component = data;
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  g_autoptr (RensaAttrs) attrs = find_attrs (component);
  g_autoptr (GError) error = NULL;

  rensa_trainer_set_output (trainer, NULL);
  evaluate_before (trainer);
  extend_before (trainer, "LogReport");
  if (!g_str_equal (component->name, "Evaluator"))
    {
      RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, &error);

      g_assert_no_error (error);
      rensa_extension_set_call_before_training (extension, TRUE);
      rensa_trainer_take_extension (trainer, extension, &error);
      g_assert_no_error (error);
    }
  run_trainer (trainer);
  g_assert_cmpint (rensa_updater_get_epoch (rensa_trainer_get_updater (trainer)), ==, 2);
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  const RensaComponent *const *components;
  guint n;

  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/before-training/report", test_report);
  g_test_add_func ("/training/before-training/resume", test_resume);
  g_test_add_func ("/training/before-training/priority", test_priority);
  g_test_add_func ("/training/before-training/error", test_error);
  components = rensa_registry_list (RENSA_COMPONENT_EXTENSION, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/training/before-training/each/", components[i]->name, NULL);

      /* Previews look at models that suit them: test-preview-maker.c. */
      if (((const RensaExtensionClass *) components[i])->preview == NULL)
        g_test_add_data_func (path, components[i], test_each);
    }
  return g_test_run ();
}
