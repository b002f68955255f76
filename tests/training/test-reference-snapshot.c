/* test-reference-snapshot.c: going on from a snapshot that Chainer has written.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-npz.h"
#include "rensa-snapshot.h"
#include "training-fixture.h"

#define RTOL 1e-3
#define ATOL 1e-4

static RensaDataset *
read_dataset (RensaNpz *io)
{
  g_autoptr (RensaArray) x = rensa_npz_read (io, "x", NULL);
  g_autoptr (RensaArray) t = rensa_npz_read (io, "t", NULL);
  RensaDataset *dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, NULL);

  g_assert_nonnull (dataset);
  return dataset;
}

static void
set_alpha (RensaTrainer *trainer, double alpha)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), RENSA_MAIN);

  g_assert_true (rensa_optimizer_set_attr_text (optimizer, "alpha", g_ascii_dtostr (text, sizeof text, alpha), NULL));
}

/* What the run of the reference had from Chainer: alpha becomes 0.01 * 0.9^t after epoch t. */
static gboolean
shift (RensaTrainer *trainer, gpointer data, GError **error)
{
  set_alpha (trainer, 0.01 * pow (0.9, rensa_updater_get_epoch (rensa_trainer_get_updater (trainer))));
  return TRUE;
}

static gboolean
compare_param (const char *path, RensaVariable *param, gpointer io, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (path + 1, "/", -1);
  g_autofree char *joined = g_strjoinv (".", parts);
  g_autofree char *key = g_strconcat ("final.", joined, NULL);
  g_autoptr (RensaArray) expected = rensa_npz_read (io, key, NULL);
  RensaArray *array = rensa_variable_get_array (param);
  const gint64 n = rensa_array_get_count (array);
  g_autofree float *ours = g_new (float, n);
  g_autofree float *theirs = g_new (float, n);

  g_assert_nonnull (expected);
  g_assert_cmpint (rensa_array_get_count (expected), ==, n);
  g_assert_true (rensa_array_to_host (array, ours, NULL));
  g_assert_true (rensa_array_to_host (expected, theirs, NULL));
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (fabsf (ours[i] - theirs[i]), <=, ATOL + RTOL * fabsf (theirs[i]));
  return TRUE;
}

static void
compare_log (RensaTrainer *trainer)
{
  g_autofree char *path = reference_file ("serialized/trainer_log.json");
  g_autofree char *text = test_file_read ("", path);
  g_autoptr (RensaLog) expected = rensa_log_new_from_json (text, "log", NULL);
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);

  g_assert_cmpuint (rensa_log_get_n_entries (log), ==, 4);
  for (guint e = 0; e < 4; e++)
    {
      for (guint i = 0; i < 6; i++)
        {
          const char *key = rensa_log_get_key (expected, e, i);
          double ours;
          double theirs;

          g_assert_cmpstr (rensa_log_get_key (log, e, i), ==, key);
          g_assert_true (rensa_log_lookup (expected, e, key, &theirs, NULL));
          g_assert_true (rensa_log_lookup (log, e, key, &ours, NULL));
          g_assert_cmpfloat (fabs (ours - theirs), <=, ATOL + RTOL * fabs (theirs));
        }
    }
}

static void
goes_on (void)
{
  char *out = test_folder_new ();
  g_autofree char *io_path = reference_file ("serialized/trainer_snapshot_iter_6_io.npz");
  g_autofree char *path = reference_file ("serialized/trainer_snapshot_iter_6.npz");
  g_autoptr (RensaNpz) io = rensa_npz_open (io_path, NULL);
  g_autoptr (RensaDataset) all = read_dataset (io);
  g_autoptr (RensaDataset) train = NULL;
  g_autoptr (RensaDataset) validation = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (RensaAttrs) decay =
      rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "WeightDecay(rate=0.001)", NULL);
  GError *error = NULL;
  Probe *probe;

  g_assert_true (rensa_split_dataset (all, 30, NULL, &train, &validation, NULL));
  trainer = TRAINER (.dataset = train, .predictor = mlp_new (20, 8, 3), .batch_size = 10,
                     .optimizer = "Adam(alpha=0.01)", .length = 4, .out = out);
  g_assert_true (rensa_optimizer_add_hook (
      rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), RENSA_MAIN), decay, NULL));
  extend_evaluator (trainer, validation, 5);
  extend (trainer, "LogReport", NULL);
  extend (trainer, "snapshot", NULL);
  probe = add_probe (trainer, &probe_class, "ExponentialShift", every (1, "epoch"));
  probe->func = shift;

  rensa_snapshot_load (trainer, path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 6);
  g_assert_cmpint (
      rensa_optimizer_get_t (rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), RENSA_MAIN)), ==, 6);
  g_assert_cmpuint (rensa_log_get_n_entries (rensa_trainer_get_log (trainer, NULL)), ==, 2);
  g_assert_cmpfloat (rensa_trainer_get_elapsed_time (trainer), ==, 0.01594687100032388);

  set_alpha (trainer, 0.0081);
  run_trainer (trainer);
  g_assert_cmpuint (probe->n_calls, ==, 2);
  rensa_link_foreach_param (get_model (trainer), compare_param, io, NULL);
  compare_log (trainer);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/snapshot/chainer", goes_on);
  return g_test_run ();
}
