/* test-trainer.c: the training loop.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-random.h"
#include "training-fixture.h"

static void
learns (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 20, .out = out);
  RensaObservation *observation = rensa_trainer_get_observation (trainer);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  double loss = 0;
  double fraction;
  double left;

  run_trainer (trainer);
  g_assert_cmpint (rensa_updater_get_iteration (updater), ==, 60);
  g_assert_cmpint (rensa_updater_get_epoch (updater), ==, 20);
  g_assert_cmpint (rensa_updater_get_place (updater)->n_seen, ==, 240);
  g_assert_true (rensa_updater_get_place (updater)->is_new_epoch);
  g_assert_cmpint (rensa_optimizer_get_t (rensa_updater_get_optimizer (updater, RENSA_MAIN)), ==, 60);
  g_assert_cmpint (rensa_optimizer_get_epoch (rensa_updater_get_optimizer (updater, RENSA_MAIN)), ==, 20);

  g_assert_cmpstr (rensa_observation_get_key (observation, 0), ==, "main/loss");
  g_assert_cmpstr (rensa_observation_get_key (observation, 1), ==, "main/accuracy");
  g_assert_true (rensa_observation_lookup (observation, "main/loss", &loss));
  g_assert_cmpfloat (loss, <, 0.8 * log (3));
  g_assert_true (rensa_trainer_get_progress (trainer, &fraction, &left));
  g_assert_cmpfloat (fraction, ==, 1);
  g_assert_cmpfloat (left, ==, 0);
  g_assert_cmpfloat (rensa_trainer_get_elapsed_time (trainer), >, 0);
  test_folder_free (out);
}

/* A letter, and where it is written. */
typedef struct
{
  char letter[2];
  GString *order;
} Letter;

static gboolean
append_letter (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Letter *letter = data;

  g_string_append (letter->order, letter->letter);
  return TRUE;
}

static void
calls_by_priority (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .unit = "iteration", .out = out);
  g_autoptr (GString) order = g_string_new (NULL);
  const int priorities[] = { RENSA_PRIORITY_SNAPSHOT, RENSA_PRIORITY_READER, RENSA_PRIORITY_WRITER,
                             RENSA_PRIORITY_READER, RENSA_PRIORITY_EDITOR };
  RensaExtensionClass classes[G_N_ELEMENTS (priorities)];
  Letter letters[G_N_ELEMENTS (priorities)];

  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      Probe *probe;

      classes[i] = probe_class;
      classes[i].priority = priorities[i];
      letters[i] = (Letter){ { 'a' + i, '\0' }, order };
      probe = add_probe (trainer, &classes[i], letters[i].letter, NULL);
      probe->func = append_letter;
      probe->data = &letters[i];
    }
  run_trainer (trainer);
  g_assert_cmpstr (order->str, ==, "cebdacebda");
  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (out);
}

static void
names_are_unique (void)
{
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = "nowhere");
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_snapshot_class));

  g_assert_true (rensa_trainer_extend (trainer, attrs, NULL, NULL, NULL));
  g_assert_true (rensa_trainer_extend (trainer, attrs, NULL, NULL, NULL));
  g_assert_true (rensa_trainer_extend (trainer, attrs, "mine", NULL, NULL));
  g_assert_true (rensa_trainer_extend (trainer, attrs, NULL, NULL, NULL));
  g_assert_nonnull (rensa_trainer_get_extension (trainer, "_Snapshot"));
  g_assert_nonnull (rensa_trainer_get_extension (trainer, "_Snapshot_1"));
  g_assert_nonnull (rensa_trainer_get_extension (trainer, "_Snapshot_2"));
  g_assert_nonnull (rensa_trainer_get_extension (trainer, "mine"));
  g_assert_null (rensa_trainer_get_extension (trainer, "_Snapshot_3"));
}

static gpointer
stop_from_outside (gpointer trainer)
{
  g_usleep (20000);
  rensa_trainer_stop (trainer);
  return NULL;
}

static void
stops_from_another_thread (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 1e9, .out = out);
  Probe *probe = add_probe (trainer, &probe_class, "probe", NULL);
  GThread *thread = g_thread_new ("stopper", stop_from_outside, trainer);

  g_assert_false (rensa_trainer_was_stopped (trainer));
  run_trainer (trainer);
  g_thread_join (thread);
  g_assert_true (rensa_trainer_was_stopped (trainer));
  g_assert_cmpuint (probe->n_calls, ==, rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)));
  g_assert_cmpuint (probe->n_finalized, ==, 1);
  g_assert_cmpuint (probe->n_errors, ==, 0);
  test_folder_free (out);
}

static gboolean
fail_in_third (RensaTrainer *trainer, gpointer data, GError **error)
{
  if (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)) < 3)
    return TRUE;

  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_IO, "the third iteration went wrong");
  return FALSE;
}

static void
error_finalizes_all (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 9, .out = out);
  g_autoptr (GError) error = NULL;
  Probe *before = add_probe (trainer, &probe_class, "before", NULL);
  Probe *failing = add_probe (trainer, &probe_class, "failing", NULL);
  Probe *after = add_probe (trainer, &probe_class, "after", NULL);

  failing->func = fail_in_third;
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "the third iteration went wrong");
  g_assert_cmpuint (before->n_calls, ==, 3);
  g_assert_cmpuint (after->n_calls, ==, 2);
  g_assert_cmpuint (before->n_finalized + failing->n_finalized + after->n_finalized, ==, 3);
  g_assert_cmpuint (before->n_errors + failing->n_errors + after->n_errors, ==, 3);
  test_folder_free (out);
}

static void
folder_cannot_be_made (void)
{
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = "/dev/null/results");
  g_autoptr (GError) error = NULL;
  Probe *probe = add_probe (trainer, &probe_class, "probe", NULL);

  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "/dev/null/results");
  g_assert_cmpuint (probe->n_calls, ==, 0);
  g_assert_cmpuint (probe->n_errors, ==, 0);
}

static void
finished_run_stays_finished (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);

  run_trainer (trainer);
  run_trainer (trainer);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 6);
  test_folder_free (out);
}

static gboolean
stop_at (RensaTrainer *trainer, gpointer data, GError **error)
{
  if (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)) == *(gint64 *) data)
    rensa_trainer_stop (trainer);
  return TRUE;
}

/* One that is to stop in its last iteration has come to its end. */
static void
stopped_at_the_end (void)
{
  for (gint64 at = 1; at <= 7; at++)
    {
      char *out = test_folder_new ();
      g_autoptr (RensaTrainer) trainer = TRAINER (.length = 6, .unit = "iteration", .out = out);
      Probe *probe = add_probe (trainer, &probe_class, "probe", rensa_interval_trigger_new (1, "iteration", NULL));

      probe->func = stop_at;
      probe->data = &at;
      run_trainer (trainer);
      g_assert_cmpint (rensa_trainer_is_complete (trainer), ==, at >= 6);
      test_folder_free (out);
    }
}

/* Each of three models needs an example. */
static void
test_parallel_needs_examples (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer =
      TRAINER (.n_examples = 4, .batch_size = 2, .updater = "ParallelUpdater(n_models=3)", .out = out);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_trainer_run (trainer, &error));
  g_assert_nonnull (strstr (error->message,
                            "ParallelUpdater expects batches of at least 3 examples, one per model, but found a "
                            "batch of 2"));
  test_folder_free (out);
}

/* One model is what StandardUpdater has, to the bit. */
static void
test_parallel_of_one (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) one = TRAINER (.length = 2, .updater = "ParallelUpdater(n_models=1)", .out = out);
  g_autoptr (RensaTrainer) standard = TRAINER (.length = 2, .out = out);
  g_autoptr (GArray) weights = NULL;
  g_autoptr (GArray) wanted = NULL;

  *rensa_random_get_default () = rensa_random_init (3, 0);
  run_trainer (one);
  *rensa_random_get_default () = rensa_random_init (3, 0);
  run_trainer (standard);
  weights = get_weights (one);
  wanted = get_weights (standard);
  assert_same_weights (weights, wanted);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/trainer/learns", learns);
  g_test_add_func ("/training/trainer/priorities", calls_by_priority);
  g_test_add_func ("/training/trainer/names", names_are_unique);
  g_test_add_func ("/training/trainer/stop-from-another-thread", stops_from_another_thread);
  g_test_add_func ("/training/trainer/stopped-at-the-end", stopped_at_the_end);
  g_test_add_func ("/training/trainer/error-finalizes-all", error_finalizes_all);
  g_test_add_func ("/training/trainer/folder-cannot-be-made", folder_cannot_be_made);
  g_test_add_func ("/training/trainer/finished-stays-finished", finished_run_stays_finished);
  g_test_add_func ("/training/trainer/parallel-needs-examples", test_parallel_needs_examples);
  g_test_add_func ("/training/trainer/parallel-of-one", test_parallel_of_one);
  return g_test_run ();
}
