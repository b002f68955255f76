/* test-trigger.c: when triggers fire.
 * SPDX-License-Identifier: MIT */

#include "training-fixture.h"

#define MAX_FIRED 16

/* The first four are recorded from Chainer, the others worked out with Python's // operator. */
static const struct
{
  const char *name;
  double period;
  const char *unit;
  gint64 n_examples;
  gint64 batch_size;
  int n_iterations;
  int fired[MAX_FIRED];
} facts[] = {
  { "iterations", 2, "iteration", 3, 1, 7, { 2, 4, 6 } },
  { "epochs", 1, "epoch", 3, 1, 12, { 3, 6, 9, 12 } },
  { "half-epochs", 0.5, "epoch", 4, 1, 12, { 2, 4, 6, 8, 10, 12 } },
  { "broken-epochs", 2, "epoch", 5, 2, 13, { 5, 10 } },
  { "tenths", 0.1, "epoch", 10, 1, 20, { 1, 2, 4, 6, 7, 8, 10, 11, 13, 14, 15, 16, 18, 19, 20 } },
  { "fifths", 0.2, "epoch", 5, 1, 15, { 1, 2, 4, 6, 7, 8, 10, 11, 13, 14, 15 } },
  { "seven-tenths", 0.7, "epoch", 7, 3, 20, { 2, 4, 5, 7, 9, 10, 12, 14, 15, 17, 18, 20 } },
  { "iterations-and-a-half", 1.5, "iteration", 3, 1, 8, { 2, 3, 5, 6, 8 } },
};

typedef struct
{
  int iterations[64];
  int n;
} Record;

static gboolean
note_iteration (RensaTrainer *trainer, gpointer data, GError **error)
{
  Record *record = data;

  record->iterations[record->n++] = (int) rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
  return TRUE;
}

static void
check_fact (gconstpointer data)
{
  const int i = GPOINTER_TO_INT (data);
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.n_examples = facts[i].n_examples, .batch_size = facts[i].batch_size,
                                              .length = facts[i].n_iterations, .unit = "iteration", .out = out);
  Record record = { 0 };
  Probe *probe = add_probe (trainer, &probe_class, "note", every (facts[i].period, facts[i].unit));
  int n = 0;

  probe->func = note_iteration;
  probe->data = &record;
  run_trainer (trainer);

  while (n < MAX_FIRED && facts[i].fired[n] != 0)
    n++;
  g_assert_cmpmem (record.iterations, record.n * sizeof (int), facts[i].fired, n * sizeof (int));
  test_folder_free (out);
}

static void
check_training_length (void)
{
  g_autoptr (RensaTrigger) trigger = every (2.5, "epoch");
  const char *unit;
  double length;

  g_assert_true (rensa_trigger_get_training_length (trigger, &length, &unit));
  g_assert_cmpfloat (length, ==, 2.5);
  g_assert_cmpstr (unit, ==, "epoch");
}

static void
check_bad_attributes (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_interval_trigger_new (0, "epoch", &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "period");
  g_assert_null (rensa_interval_trigger_new (1, "day", &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "unit");
}

/* The error of a training of two epochs with @stop, which is about to end with one where @part is not NULL. */
static gint64
run_until (const char *stop, gboolean evaluates, const char *part)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.stop = stop, .out = out);
  g_autoptr (RensaDataset) validation = examples_new (4);
  g_autoptr (GError) error = NULL;

  if (evaluates)
    extend_evaluator (trainer, validation, 4);
  g_assert_cmpint (rensa_trainer_run (trainer, &error), ==, part == NULL);
  if (part != NULL)
    assert_message_has (&error, RENSA_ERROR_NOT_FOUND, part);
  test_folder_free (out);
  return rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
}

/* A name that nobody reports is told in the first check; one that an evaluation may still report is waited for. */
static void
check_missing_value (void)
{
  static const char *const checks = "EarlyStoppingTrigger(monitor='%s', check_trigger=IntervalTrigger(period=1, "
                                    "unit='iteration'), max_trigger=IntervalTrigger(period=7, unit='iteration'))";
  static const struct
  {
    const char *monitor;
    gboolean evaluates;
    gint64 n;
    const char *part;
  } cases[] = {
    { "main/lost", TRUE, 1, "“main/lost” is not reported; available values: main/loss" },
    { "validation/main/loss", FALSE, 1, "“validation/main/loss” is not reported" },
    { "validation/main/lost", TRUE, 3, "“validation/main/lost” is not reported" },
    { "validation/main/loss", TRUE, 7, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *stop = g_strdup_printf (checks, cases[i].monitor);

      g_assert_cmpint (run_until (stop, cases[i].evaluates, cases[i].part), ==, cases[i].n);
    }
  run_until ("MaxValueTrigger(key='main/lost', trigger=IntervalTrigger(period=1, unit='iteration'))", FALSE,
             "MaxValueTrigger: “main/lost”");
}

/* Another thread than the one that made the trigger may train with it. */
static gpointer
train_elsewhere (gpointer trainer)
{
  run_trainer (trainer);
  return NULL;
}

static void
check_formula_on_another_thread (void)
{
  char *out = test_folder_new ();
  RensaTrainer *trainer =
      TRAINER (.stop = "BestValueTrigger(key='main/loss', compare='new < best && best > 0 || new < 0', "
                       "trigger=IntervalTrigger(period=1, unit='iteration'))",
               .out = out);

  g_thread_join (g_thread_new ("train", train_elsewhere, trainer));
  /* The first value is the best so far. */
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 1);
  rensa_trainer_free (trainer);
  test_folder_free (out);
}

static void
check_bad_triggers (void)
{
  static const struct
  {
    const char *text;
    const char *part;
  } cases[] = {
    { "BestValueTrigger(key='main/loss', compare='new > > best')", "BestValueTrigger: compare: formula, column" },
    { "BestValueTrigger(key='main/loss', compare='new > old')", "old" },
    { "ManualScheduleTrigger(points=())", "points" },
    { "EarlyStoppingTrigger(check_trigger=ManualScheduleTrigger(points=()))", "points" },
    { "TimeTrigger", "period" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_TRIGGER, cases[i].text, &error);

      g_assert_no_error (error);
      g_assert_null (rensa_trigger_new (attrs, &error));
      assert_message_has (&error, RENSA_ERROR_INVALID, cases[i].part);
    }
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/training/trigger/interval/%s", facts[i].name);

      g_test_add_data_func (path, GINT_TO_POINTER (i), check_fact);
    }
  g_test_add_func ("/training/trigger/interval/training-length", check_training_length);
  g_test_add_func ("/training/trigger/interval/bad-attributes", check_bad_attributes);
  g_test_add_func ("/training/trigger/bad-triggers", check_bad_triggers);
  g_test_add_func ("/training/trigger/early-stopping/missing-value", check_missing_value);
  g_test_add_func ("/training/trigger/best-value/another-thread", check_formula_on_another_thread);
  return g_test_run ();
}
