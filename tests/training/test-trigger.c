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
  assert_message (&error, RENSA_ERROR_INVALID, "period");
  g_assert_null (rensa_interval_trigger_new (1, "day", &error));
  assert_message (&error, RENSA_ERROR_INVALID, "unit");
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
  return g_test_run ();
}
