/* test-own-updater.c: a kind of updater that one file adds, with two optimizers and two iterators.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-iterators.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"
#include "training-fixture.h"

/* PairUpdater: two models that learn from each other in turn. One makes numbers from noise, the other one tells them from
 * those of the examples; both are measured by the square of what they miss. */

#define BATCH 4

static RensaVariable *
measure (RensaVariable *y, float target, GError **error)
{
  const float targets[BATCH] = { target, target, target, target };
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (BATCH, 1), targets, error);
  g_autoptr (RensaVariable) wanted = rensa_variable_new_constant (array);

  return rensa_mean_squared_error (y, wanted, error);
}

static gboolean
learn (RensaOptimizer *optimizer, RensaVariable *loss, GError **error)
{
  RensaLink *target = rensa_optimizer_get_target (optimizer);

  rensa_link_cleargrads (target);
  if (loss == NULL || !rensa_variable_backward (loss, NULL, error))
    return FALSE;
  rensa_report ("loss", loss, target);
  return rensa_optimizer_update (optimizer, error);
}

static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  RensaLink *maker = rensa_updater_get_target (updater, "maker");
  RensaLink *judge = rensa_updater_get_target (updater, "judge");
  RensaVariable *real[RENSA_MAX_FIELDS];
  RensaVariable *noise[RENSA_MAX_FIELDS];
  const int n_real = rensa_updater_next_batch (updater, "main", real, error);
  const int n_noise = n_real > 0 ? rensa_updater_next_batch (updater, "noise", noise, error) : -1;
  gboolean ok = n_noise > 0;

  if (ok)
    {
      g_autoptr (RensaVariable) made = rensa_link_call (maker, noise[0], error);
      g_autoptr (RensaVariable) of_made = rensa_link_call (judge, made, error);
      g_autoptr (RensaVariable) of_real = rensa_link_call (judge, real[0], error);
      g_autoptr (RensaVariable) a = measure (of_real, 1, error);
      g_autoptr (RensaVariable) b = measure (of_made, 0, error);
      g_autoptr (RensaVariable) loss = rensa_add (a, b, error);

      ok = learn (rensa_updater_get_optimizer (updater, "judge"), loss, error);
    }
  if (ok)
    {
      g_autoptr (RensaVariable) made = rensa_link_call (maker, noise[0], error);
      g_autoptr (RensaVariable) of_made = rensa_link_call (judge, made, error);
      g_autoptr (RensaVariable) loss = measure (of_made, 1, error);

      ok = learn (rensa_updater_get_optimizer (updater, "maker"), loss, error);
    }
  rensa_variables_clear (real, n_real);
  rensa_variables_clear (noise, n_noise);
  return ok;
}

static const RensaUpdaterClass pair_class = {
  .name = "PairUpdater",
  .title = "Pair",
  .summary = "Two models in turn",
  .inputs = RENSA_INPUTS ("iterator:main", "iterator:noise", "optimizer:judge", "optimizer:maker"),
  .update_core = update_core,
};

static const float numbers[] = { 0.5f, 0.75f, 1, 1.25f, 1.5f, 1.75f, 2, 2.25f };
static const float noises[] = { -1, 1, -0.5f, 0.5f };

static RensaIterator *
iterator_new (const float *values, gint64 n)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, 1), values, NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new (&array, 1, NULL);

  return rensa_serial_iterator_new (dataset, BATCH, TRUE, FALSE, 0, NULL);
}

static RensaOptimizer *
optimizer_new (const char *rate)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, rate, NULL);
  g_autoptr (RensaLink) link = rensa_link_new_from_text (
      "Linear(in_size=1, out_size=1, initialW=Constant(fill_value=0.5), initial_bias=Constant(fill_value=0.25))", NULL);
  RensaOptimizer *optimizer = rensa_optimizer_new (attrs, NULL);

  g_assert_true (rensa_link_draw_params (link, 0, NULL));
  rensa_optimizer_setup (optimizer, link);
  return optimizer;
}

static RensaUpdater *
updater_new (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&pair_class));
  RensaUpdater *updater = rensa_updater_new (attrs, NULL);

  rensa_updater_take_iterator (updater, "main", iterator_new (numbers, G_N_ELEMENTS (numbers)));
  rensa_updater_take_iterator (updater, "noise", iterator_new (noises, G_N_ELEMENTS (noises)));
  rensa_updater_take_optimizer (updater, "judge", optimizer_new ("SGD(lr=0.1)"));
  return updater;
}

static RensaTrainer *
pair_new (const char *out, int length)
{
  RensaUpdater *updater = updater_new ();
  RensaTrainer *trainer;

  rensa_updater_take_optimizer (updater, "maker", optimizer_new ("SGD(lr=0.05)"));
  trainer = rensa_trainer_new (updater, every (length, "iteration"), out);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

/* Weight and bias. */
static void
get_line (RensaTrainer *trainer, const char *name, float *line)
{
  RensaLink *link = rensa_updater_get_target (rensa_trainer_get_updater (trainer), name);

  for (int i = 0; i < 2; i++)
    line[i] = (float) rensa_array_get_scalar (rensa_variable_get_array (rensa_link_get_param (link, i)));
}

/* What an iteration does, by its derivatives. */
static void
work_out (double *judge, double *maker, const float *x)
{
  double slope[2] = { 0 };

  for (int i = 0; i < BATCH; i++)
    {
      const double made = maker[0] * noises[i] + maker[1];
      const double of_real = 2 * (judge[0] * x[i] + judge[1] - 1) / BATCH;
      const double of_made = 2 * (judge[0] * made + judge[1]) / BATCH;

      slope[0] += of_real * x[i] + of_made * made;
      slope[1] += of_real + of_made;
    }
  for (int j = 0; j < 2; j++)
    {
      judge[j] -= 0.1 * slope[j];
      slope[j] = 0;
    }
  for (int i = 0; i < BATCH; i++)
    {
      const double missed = 2 * (judge[0] * (maker[0] * noises[i] + maker[1]) + judge[1] - 1) / BATCH;

      slope[0] += missed * judge[0] * noises[i];
      slope[1] += missed * judge[0];
    }
  for (int j = 0; j < 2; j++)
    maker[j] -= 0.05 * slope[j];
}

static void
trains_both (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = pair_new (out, 6);
  double judge[2] = { 0.5, 0.25 };
  double maker[2] = { 0.5, 0.25 };
  float line[2];

  extend (trainer, "LogReport(trigger=IntervalTrigger(period=1, unit='iteration'))", NULL);
  run_trainer (trainer);
  for (int i = 0; i < 6; i++)
    work_out (judge, maker, numbers + BATCH * (i % 2));
  get_line (trainer, "judge", line);
  for (int j = 0; j < 2; j++)
    g_assert_cmpfloat_with_epsilon (line[j], judge[j], 1e-5);
  get_line (trainer, "maker", line);
  for (int j = 0; j < 2; j++)
    g_assert_cmpfloat_with_epsilon (line[j], maker[j], 1e-5);
  g_assert_cmpint (rensa_updater_get_epoch (rensa_trainer_get_updater (trainer)), ==, 3);
  g_assert_cmpstr (rensa_log_get_key (rensa_trainer_get_log (trainer, NULL), 0, 0), ==, "judge/loss");
  g_assert_cmpstr (rensa_log_get_key (rensa_trainer_get_log (trainer, NULL), 0, 1), ==, "maker/loss");
  test_folder_free (out);
}

/* The rate of one of them alone. */
static void
changes_one (void)
{
  static const struct
  {
    const char *path;
    const char *text;
    const char *sentence;
  } cases[] = {
    { "optimizers.maker.rate", "1", "no attribute rate" },
    { "optimizers.maker.lr", "fast", "lr" },
    { "optimizers.nobody.lr", "1", "cannot be changed" },
    { "optimizer.lr", "1", "cannot be changed" }, /* the main one's, which is not there */
    { "optimizers.maker.hooks.0.rate", "1", "no hook 0" },
    { "optimizers.maker.hooks.first.rate", "1", "cannot be changed" },
    { "optimizers.maker", "1", "cannot be changed" },
    { "out", "/etc", "cannot be changed" },
  };
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = pair_new (out, 4);
  const double still[] = { 0.5, 0.25 };
  float line[2];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (rensa_trainer_set_attr_text (trainer, cases[i].path, cases[i].text, &error));
      g_assert_nonnull (strstr (error->message, cases[i].sentence));
    }
  g_assert_true (rensa_trainer_set_attr_text (trainer, "optimizers.maker.lr", "0", NULL));
  run_trainer (trainer);
  get_line (trainer, "maker", line);
  for (int j = 0; j < 2; j++)
    g_assert_cmpfloat (line[j], ==, still[j]);
  get_line (trainer, "judge", line);
  for (int j = 0; j < 2; j++)
    g_assert_cmpfloat (line[j], !=, still[j]);
  test_folder_free (out);
}

static void
goes_on (void)
{
  static const char *const keys[] = { "updater/iterator:noise/current_position", "updater/optimizer:maker/t",
                                      "updater/optimizer:judge/W/t", "updater/model:maker/b", "updater/model:judge/W" };
  char *out = test_folder_new ();
  g_autofree char *path = g_build_filename (out, "half", NULL);
  g_autoptr (RensaTrainer) whole = pair_new (out, 7);
  g_autoptr (RensaTrainer) half = pair_new (out, 3);
  g_autoptr (RensaTrainer) rest = pair_new (out, 7);
  g_autoptr (RensaNpz) npz = NULL;
  float a[2];
  float b[2];

  run_trainer (whole);
  run_trainer (half);
  g_assert_true (rensa_snapshot_save (half, path, NULL));
  npz = rensa_npz_open (path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_true (rensa_npz_has (npz, keys[i]));
  g_assert_true (rensa_snapshot_load (rest, path, NULL));
  run_trainer (rest);
  for (int i = 0; i < 2; i++)
    {
      get_line (whole, i == 0 ? "judge" : "maker", a);
      get_line (rest, i == 0 ? "judge" : "maker", b);
      g_assert_cmpmem (a, sizeof a, b, sizeof b);
    }
  test_folder_free (out);
}

static void
needs_both (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = rensa_trainer_new (updater_new (), every (1, "iteration"), out);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "PairUpdater needs “optimizer:maker”");
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/own-updater/trains-both", trains_both);
  g_test_add_func ("/training/own-updater/changes-one", changes_one);
  g_test_add_func ("/training/own-updater/goes-on", goes_on);
  g_test_add_func ("/training/own-updater/needs-both", needs_both);
  return g_test_run ();
}
