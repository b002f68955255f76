/* test-shift.c: schedules of an optimizer's settings. Their values are compared with Chainer's in tests/conformance, their
 * keys in tests/exporters/chainer.
 * SPDX-License-Identifier: MIT */

#include "rensa-snapshot.h"
#include "training-fixture.h"

/* Each schedule, of a learning rate that begins with 0.1. */
static const char *const schedules[] = {
  "ExponentialShift(attr=lr, rate=0.9)",
  "ExponentialShift(attr=lr, rate=1.5, init=0.2, target=0.9)",
  "InverseShift(attr=lr, gamma=0.2, power=0.75)",
  "LinearShift(attr=lr, value_range=(0.1, 0.01), time_range=(3, 9))",
  "MultistepShift(attr=lr, gamma=0.1, step_value=(2, 5, 9), init=0.1)",
  "PolynomialShift(attr=lr, rate=0.5, max_count=9)",
  "StepShift(attr=lr, gamma=0.5, step=3)",
  "WarmupShift(attr=lr, warmup_start=0.01, warmup_iter=8, init=0.1)",
};

static RensaTrainer *
new_run (const char *schedule, double length, const char *out)
{
  RensaTrainer *trainer = TRAINER (.length = length, .unit = "iteration", .out = out);

  extend (trainer, schedule, NULL);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

/* Weights hold each learning rate that was used: a run that goes on from the middle ends with the same. */
static void
test_resume (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedules); i++)
    {
      char *out = test_folder_new ();
      g_autofree char *path = g_build_filename (out, "snapshot_iter_4", NULL);
      g_autoptr (RensaTrainer) whole = new_run (schedules[i], 12, out);
      g_autoptr (RensaTrainer) rest = new_run (schedules[i], 12, out);
      g_autoptr (GArray) want = NULL;
      g_autoptr (GArray) got = NULL;
      GError *error = NULL;

      g_test_message ("%s", schedules[i]);
      extend (whole, "snapshot", every (4, "iteration"));
      run_trainer (whole);
      rensa_snapshot_load (rest, path, &error);
      g_assert_no_error (error);
      run_trainer (rest);
      want = get_weights (whole);
      got = get_weights (rest);
      assert_same_weights (want, got);
      test_folder_free (out);
    }
}

/* Before the first update, with what is near. */
static void
test_bad_settings (void)
{
  static const struct
  {
    const char *optimizer;
    const char *schedule;
    const char *message;
  } bad[] = {
    { "SGD", "StepShift(attr=lrr, gamma=0.5, step=3)", "did you mean lr?" },
    { "Adam", "StepShift(attr=lr, gamma=0.5, step=3)", "Adam has no attribute lr" },
    { "Adam", "StepShift(attr=amsgrad, gamma=0.5, step=3)", "the name of a numeric setting" },
    { "SGD", "LinearShift(attr=lr, value_range=(1, 0), time_range=(1, 2, 3))", "two numbers" },
    { "SGD", "LinearShift(attr=lr, value_range=1, time_range=(1, 2))", "two numbers" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (RensaTrainer) trainer = TRAINER (.optimizer = bad[i].optimizer);
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, bad[i].schedule, NULL);
      GError *error = NULL;

      g_assert_nonnull (attrs);
      rensa_trainer_set_output (trainer, NULL);
      g_assert_false (rensa_trainer_extend (trainer, attrs, NULL, NULL, &error) && rensa_trainer_run (trainer, &error));
      assert_message_has (&error, RENSA_ERROR_INVALID, bad[i].message);
      g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/shift/resume", test_resume);
  g_test_add_func ("/training/shift/bad-settings", test_bad_settings);
  return g_test_run ();
}
