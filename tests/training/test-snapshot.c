/* test-snapshot.c: runs in files.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "rensa-npz.h"
#include "rensa-random.h"
#include "rensa-snapshot.h"
#include "training-fixture.h"

#define EVALUATOR "Evaluator"
#define EXTENSIONS EVALUATOR, "LogReport", "PlotReport(y_keys='main/loss, validation/main/loss')", "DumpGraph", NULL

/* Everything that has a state: shuffling, dropout, moments, running statistics, sums over broken epochs, points. */
static RensaTrainer *
full_trainer_new (const char *out, const char *const *extensions)
{
  g_autoptr (RensaDataset) validation = examples_new (5);
  RensaTrainer *trainer = TRAINER (.n_examples = 10, .shuffle = TRUE, .noisy = TRUE,
                                   .optimizer = "Adam(alpha=0.05, amsgrad=True)", .length = 7, .out = out);

  for (int i = 0; extensions[i] != NULL; i++)
    if (g_str_equal (extensions[i], EVALUATOR))
      extend_evaluator (trainer, validation, 3);
    else
      extend (trainer, extensions[i], NULL);
  return trainer;
}

static void
assert_same_log (RensaTrainer *a, RensaTrainer *b)
{
  RensaLog *x = rensa_trainer_get_log (a, NULL);
  RensaLog *y = rensa_trainer_get_log (b, NULL);

  g_assert_cmpuint (rensa_log_get_n_entries (x), ==, rensa_log_get_n_entries (y));
  for (guint e = 0; e < rensa_log_get_n_entries (x); e++)
    {
      g_assert_cmpuint (rensa_log_get_n_values (x, e), ==, rensa_log_get_n_values (y, e));
      for (guint i = 0; i < rensa_log_get_n_values (x, e); i++)
        {
          const char *key = rensa_log_get_key (x, e, i);
          double ours = 0;
          double theirs = 1;

          g_assert_cmpstr (key, ==, rensa_log_get_key (y, e, i));
          rensa_log_lookup (x, e, key, &ours, NULL);
          rensa_log_lookup (y, e, key, &theirs, NULL);
          if (!g_str_equal (key, "elapsed_time"))
            g_assert_cmpfloat (ours, ==, theirs);
        }
    }
}

static gboolean
read_points (gpointer text, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_string (serializer, "extensions/PlotReport/_plot_plot.png", text, error);
}

static char *
get_points (const char *path)
{
  GError *error = NULL;
  char *text = NULL;

  rensa_load_npz (path, NULL, RENSA_NPZ_ALLOW_EXTRA, read_points, &text, &error);
  g_assert_no_error (error);
  return text;
}

/* The trainer of a run that goes on from @snapshot in @out, on a thread whose generator has been used for something
 * else. */
static RensaTrainer *
resume (const char *out, const char *snapshot)
{
  RensaTrainer *trainer = full_trainer_new (out, (const char *const[]){ EXTENSIONS });
  g_autofree char *path = g_build_filename (out, snapshot, NULL);
  GError *error = NULL;

  *rensa_random_get_default () = rensa_random_init (99, 1);
  rensa_snapshot_load (trainer, path, &error);
  g_assert_no_error (error);
  return trainer;
}

static void
resumes_bit_identically (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) whole = full_trainer_new (out, (const char *const[]){ EXTENSIONS });
  g_autofree char *whole_end = g_build_filename (out, "whole", NULL);
  g_autofree char *parts_end = g_build_filename (out, "parts", NULL);
  g_autoptr (RensaTrainer) parts = NULL;
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GArray) weights = NULL;
  g_autofree char *expected_points = NULL;
  g_autofree char *points = NULL;

  /* The fourth iteration lies within an epoch. */
  extend (whole, "snapshot", every (4, "iteration"));
  run_trainer (whole);
  g_assert_true (rensa_snapshot_save (whole, whole_end, NULL));
  expected = get_weights (whole);

  parts = resume (out, "snapshot_iter_4");
  extend (parts, "snapshot", every (4, "iteration"));
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (parts)), ==, 4);
  run_trainer (parts);
  g_assert_true (rensa_snapshot_save (parts, parts_end, NULL));
  weights = get_weights (parts);

  assert_same_weights (weights, expected);
  assert_same_log (parts, whole);
  assert_same_arrays (parts_end, whole_end);
  expected_points = get_points (whole_end);
  points = get_points (parts_end);
  g_assert_true (g_str_has_prefix (points, "{\"main/loss\": [[3, "));
  g_assert_cmpstr (points, ==, expected_points);
  g_assert_cmpfloat (rensa_trainer_get_elapsed_time (parts), >, 0);
  test_folder_free (out);
}

static void
keys_are_those_of_chainer (void)
{
  static const char *const keys[] = {
    "_snapshot_elapsed_time",
    "extension_triggers/LogReport/previous_epoch_detail",
    "extension_triggers/_Snapshot/previous_iteration",
    "extensions/LogReport/_log",
    "extensions/LogReport/_summary/_names",
    "extensions/LogReport/_trigger/previous_iteration",
    "stop_trigger/previous_iteration",
    "updater/iteration",
    "updater/iterator:main/current_position",
    "updater/model:main/predictor/0/W",
    "updater/optimizer:main/predictor/0/W/m",
    "updater/optimizer:main/t",
  };
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.optimizer = "Adam", .out = out);
  g_autofree char *path = g_build_filename (out, "snapshot_iter_3", NULL);
  g_autoptr (RensaNpz) npz = NULL;

  extend (trainer, "LogReport", NULL);
  extend (trainer, "snapshot", NULL);
  run_trainer (trainer);
  npz = rensa_npz_open (path, NULL);
  g_assert_nonnull (npz);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_true (rensa_npz_has (npz, keys[i]));
  test_folder_free (out);
}

/* Extensions may come and go; a new trigger counts from the snapshot on. */
static void
extensions_may_differ (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) first = TRAINER (.length = 5, .unit = "iteration", .out = out);
  g_autoptr (RensaTrainer) second = TRAINER (.length = 7, .unit = "iteration", .out = out);
  g_autofree char *path = g_build_filename (out, "file", NULL);
  Probe *probe = add_probe (second, &probe_class, "probe", every (4, "iteration"));
  GError *error = NULL;

  extend (first, "LogReport", NULL);
  extend (first, "snapshot", NULL);
  run_trainer (first);
  g_assert_true (rensa_snapshot_save (first, path, NULL));

  extend (second, "PlotReport(y_keys='main/loss')", NULL);
  rensa_snapshot_load (second, path, &error);
  g_assert_no_error (error);
  run_trainer (second);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (second)), ==, 7);
  g_assert_cmpuint (probe->n_calls, ==, 0);
  test_folder_free (out);
}

static void
misfit_changes_nothing (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) other = TRAINER (.out = out);
  g_autoptr (RensaTrainer) trainer = TRAINER (.noisy = TRUE, .optimizer = "Adam", .length = 2, .out = out);
  g_autofree char *path = g_build_filename (out, "file", NULL);
  g_autofree char *missing = g_build_filename (out, "missing", NULL);
  g_autofree char *before_path = g_build_filename (out, "before", NULL);
  g_autofree char *after_path = g_build_filename (out, "after", NULL);
  g_autoptr (GError) error = NULL;

  run_trainer (other);
  run_trainer (trainer);
  g_assert_true (rensa_snapshot_save (other, path, NULL));
  g_assert_true (rensa_snapshot_save (trainer, before_path, NULL));

  g_assert_false (rensa_snapshot_load (trainer, path, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, "file: updater/model:main/predictor/0/W");
  g_assert_false (rensa_snapshot_load (trainer, missing, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "missing");
  g_assert_true (rensa_snapshot_save (trainer, after_path, NULL));
  assert_same_arrays (before_path, after_path);

  /* And the other way round: what the file has too much below updater/ is no extension. */
  g_assert_false (rensa_snapshot_load (other, before_path, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  test_folder_free (out);
}

static void
full_disk_keeps_the_old_one (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  g_autofree char *path = g_build_filename (out, "latest", NULL);
  struct rlimit limit;
  struct rlimit tight;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_before;
  gsize n_after;
  gboolean ok;

  run_trainer (trainer);
  g_assert_true (rensa_snapshot_save (trainer, path, NULL));
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));

  /* Beyond this size writes fail as they do on a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  tight = (struct rlimit){ 512, limit.rlim_max };
  setrlimit (RLIMIT_FSIZE, &tight);
  ok = rensa_snapshot_save (trainer, path, &error);
  setrlimit (RLIMIT_FSIZE, &limit);

  g_assert_false (ok);
  assert_message_has (&error, RENSA_ERROR_IO, "latest");
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (after, n_after, before, n_before);
  test_folder_free (out);
}

static void
retains_the_newest (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 12, .unit = "iteration", .out = out);

  extend (trainer, "snapshot(n_retains=2, filename='s{.updater.iteration}_{.updater.epoch}')", every (1, "iteration"));
  run_trainer (trainer);
  g_assert_true (has_file (out, "s12_4"));
  g_assert_true (has_file (out, "s11_3"));
  for (int i = 1; i <= 10; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%d_%d", i, i / 3);

      g_assert_false (has_file (out, name));
    }
  test_folder_free (out);
}

/* In one folder: what another run has left, and a run that was cut off and goes on. */
static void
retains_what_others_wrote (void)
{
  char *out = test_folder_new ();
  const char *const snapshot = "snapshot(n_retains=2)";
  g_autoptr (RensaTrainer) first = TRAINER (.length = 4, .unit = "iteration", .out = out);
  g_autoptr (RensaTrainer) second = TRAINER (.length = 7, .unit = "iteration", .out = out);
  g_autofree char *cut_off = g_build_filename (out, "snapshot_iter_4", NULL);
  g_autofree char *others = g_build_filename (out, "snapshot_iter_2019", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (others, "precious", -1, &error);
  g_assert_no_error (error);
  extend (first, snapshot, every (1, "iteration"));
  run_trainer (first);
  g_assert_false (has_file (out, "snapshot_iter_2"));
  g_assert_true (has_file (out, "snapshot_iter_3"));

  extend (second, snapshot, every (1, "iteration"));
  rensa_snapshot_load (second, cut_off, &error);
  g_assert_no_error (error);
  run_trainer (second);
  for (int i = 1; i <= 7; i++)
    {
      g_autofree char *name = g_strdup_printf ("snapshot_iter_%d", i);

      g_assert_cmpint (has_file (out, name), ==, i >= 6);
    }
  g_assert_true (has_file (out, "snapshot_iter_2019"));
  test_folder_free (out);
}

static void
loads_by_itself (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) first = TRAINER (.length = 2, .out = out);
  g_autoptr (RensaTrainer) second = TRAINER (.length = 3, .out = out);
  Probe *probe = add_probe (second, &probe_class, "probe", NULL);

  extend (first, "snapshot(autoload=True)", NULL);
  run_trainer (first);
  g_assert_true (has_file (out, "snapshot_iter_6"));

  extend (second, "snapshot(autoload=True)", NULL);
  run_trainer (second);
  g_assert_cmpuint (probe->n_calls, ==, 3);
  g_assert_true (has_file (out, "snapshot_iter_9"));
  test_folder_free (out);
}

static gboolean
fail (RensaTrainer *trainer, gpointer data, GError **error)
{
  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_IO, "this went wrong");
  return FALSE;
}

static void
saves_on_errors (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  Probe *probe = add_probe (trainer, &probe_class, "probe", every (2, "iteration"));
  g_autoptr (GError) error = NULL;

  probe->func = fail;
  extend (trainer, "snapshot(snapshot_on_error=True)", NULL);
  extend (trainer, "snapshot(filename=never)", NULL);
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "this went wrong");
  g_assert_true (has_file (out, "snapshot_iter_2"));
  g_assert_false (has_file (out, "never"));
  test_folder_free (out);
}

static void
saves_objects (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autofree char *model = g_build_filename (out, "model_3", NULL);
  g_autofree char *layer = g_build_filename (out, "layer", NULL);
  g_autoptr (RensaNpz) whole = NULL;
  g_autoptr (RensaNpz) part = NULL;

  extend (trainer, "snapshot_object(filename='model_{.updater.iteration}')", NULL);
  extend (trainer, "snapshot_object(target='main/predictor/0', filename=layer)", NULL);
  run_trainer (trainer);
  whole = rensa_npz_open (model, NULL);
  part = rensa_npz_open (layer, NULL);
  g_assert_cmpuint (rensa_npz_get_n_keys (whole), ==, 2);
  g_assert_true (rensa_npz_has (whole, "predictor/0/W"));
  g_assert_cmpuint (rensa_npz_get_n_keys (part), ==, 2);
  g_assert_true (rensa_npz_has (part, "W"));
  test_folder_free (out);
}

static void
refuses_bad_attributes (void)
{
  static const struct
  {
    const char *extension;
    int code;
    const char *part;
  } bad[] = {
    { "snapshot_object(target='main/nobody')", RENSA_ERROR_NOT_FOUND, "no link “main/nobody”" },
    { "snapshot_object(target=other)", RENSA_ERROR_NOT_FOUND, "no link “other”" },
  };
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = "nowhere");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, bad[i].extension, &error);

      g_assert_no_error (error);
      g_assert_false (rensa_trainer_extend (trainer, attrs, NULL, NULL, &error));
      assert_message_has (&error, bad[i].code, bad[i].part);
    }
}

#define N_ENTRIES 20000

static RensaTrainer *
logging_trainer_new (const char *out)
{
  RensaTrainer *trainer = TRAINER (.out = out);

  extend (trainer, "LogReport", NULL);
  return trainer;
}

static void
long_log_takes_little_room (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = logging_trainer_new (out);
  g_autoptr (RensaTrainer) resumed = logging_trainer_new (out);
  g_autofree char *path = g_build_filename (out, "snapshot", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;
  GStatBuf file;

  for (int i = 1; i <= N_ENTRIES; i++)
    {
      RensaLog *log = rensa_trainer_get_log (trainer, NULL);

      rensa_log_begin_entry (log);
      rensa_log_add (log, "main/loss", 1. / i);
      rensa_log_add (log, "main/accuracy", i / (i + 3.));
      rensa_log_add_integer (log, "epoch", i);
      rensa_log_add_integer (log, "iteration", 3 * i);
      rensa_log_add (log, "elapsed_time", i / 7.);
    }
  rensa_snapshot_save (trainer, path, &error);
  g_assert_no_error (error);
  rensa_snapshot_load (resumed, path, &error);
  g_assert_no_error (error);

  expected = rensa_log_to_json (rensa_trainer_get_log (trainer, NULL), NULL);
  text = rensa_log_to_json (rensa_trainer_get_log (resumed, NULL), NULL);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (g_stat (path, &file), ==, 0);
  g_assert_cmpint (file.st_size, <, strlen (expected) / 2);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/snapshot/resume", resumes_bit_identically);
  g_test_add_func ("/training/snapshot/keys", keys_are_those_of_chainer);
  g_test_add_func ("/training/snapshot/other-extensions", extensions_may_differ);
  g_test_add_func ("/training/snapshot/misfit", misfit_changes_nothing);
  g_test_add_func ("/training/snapshot/full-disk", full_disk_keeps_the_old_one);
  g_test_add_func ("/training/snapshot/n-retains", retains_the_newest);
  g_test_add_func ("/training/snapshot/n-retains/others", retains_what_others_wrote);
  g_test_add_func ("/training/snapshot/autoload", loads_by_itself);
  g_test_add_func ("/training/snapshot/on-error", saves_on_errors);
  g_test_add_func ("/training/snapshot/object", saves_objects);
  g_test_add_func ("/training/snapshot/bad-attributes", refuses_bad_attributes);
  g_test_add_func ("/training/snapshot/long-log", long_log_takes_little_room);
  return g_test_run ();
}
