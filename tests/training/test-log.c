/* test-log.c: what is written down, and how it is printed.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "rensa-file-array.h"
#include "rensa-snapshot.h"
#include "training-fixture.h"

static RensaLog *
example_log_new (void)
{
  RensaLog *log = rensa_log_new ();

  rensa_log_begin_entry (log);
  rensa_log_add (log, "main/loss", 0.1 + 0.2);
  rensa_log_add_integer (log, "iteration", 1200000);
  rensa_log_begin_entry (log);
  rensa_log_add (log, "main/loss", NAN);
  rensa_log_add (log, "a \"b\"", 1e-5);
  rensa_log_add (log, "c", -INFINITY);
  return log;
}

/* What Python's json.dumps () gives, with indent=4 and without. */
#define EXAMPLE_JSON                                                                                \
  "[\n    {\n        \"main/loss\": 0.30000000000000004,\n        \"iteration\": 1200000\n    },\n" \
  "    {\n        \"main/loss\": NaN,\n        \"a \\\"b\\\"\": 1e-05,\n        \"c\": -Infinity\n    }\n]"
#define EXAMPLE_LINE                                                \
  "[{\"main/loss\": 0.30000000000000004, \"iteration\": 1200000}, " \
  "{\"main/loss\": NaN, \"a \\\"b\\\"\": 1e-05, \"c\": -Infinity}]"

static void
json_is_that_of_python (void)
{
  g_autoptr (RensaLog) log = example_log_new ();
  g_autoptr (RensaLog) empty = rensa_log_new ();
  g_autofree char *json = rensa_log_to_json (log, NULL);
  g_autofree char *line = rensa_log_to_json_line (log, NULL);
  g_autofree char *empty_json = rensa_log_to_json (empty, NULL);
  g_autofree char *empty_line = rensa_log_to_json_line (empty, NULL);

  g_assert_cmpstr (json, ==, EXAMPLE_JSON);
  g_assert_cmpstr (line, ==, EXAMPLE_LINE);
  g_assert_cmpstr (empty_json, ==, "[]");
  g_assert_cmpstr (empty_line, ==, "[]");
}

static void
json_is_read_back (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLog) log = rensa_log_new_from_json (EXAMPLE_LINE, "log", &error);
  g_autofree char *json = NULL;
  gboolean is_integer;
  double value;

  g_assert_no_error (error);
  json = rensa_log_to_json (log, NULL);
  g_assert_cmpstr (json, ==, EXAMPLE_JSON);
  g_assert_cmpuint (rensa_log_get_n_entries (log), ==, 2);
  g_assert_cmpuint (rensa_log_get_n_values (log, 1), ==, 3);
  g_assert_true (rensa_log_lookup (log, 0, "iteration", &value, &is_integer));
  g_assert_true (is_integer);
  g_assert_cmpfloat (value, ==, 1200000);
  g_assert_true (rensa_log_lookup (log, 1, "main/loss", &value, &is_integer));
  g_assert_true (isnan (value) && !is_integer);
  g_assert_false (rensa_log_lookup (log, 1, "iteration", &value, NULL));
}

static void
bad_json (void)
{
  static const char *const texts[] = { "", "[{", "{}", "3", "nonsense" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_log_new_from_json (texts[i], "log", &error));
      assert_message_has (&error, RENSA_ERROR_FORMAT, "log: expected a JSON list");
    }
}

static void
add_entries (RensaLog *log, guint from, guint to)
{
  for (guint i = from; i < to; i++)
    {
      rensa_log_begin_entry (log);
      rensa_log_add (log, "main/loss", 1. / (i + 1));
      if (i % 3 == 0)
        rensa_log_add (log, "validation/main/loss", 2. / (i + 1));
      rensa_log_add_integer (log, "iteration", i);
    }
}

/* What a log of this many entries holds in memory when @folder has the others. */
static gsize
measure_held (const char *folder, guint n)
{
  g_autoptr (RensaLog) log = rensa_log_new ();
  g_autoptr (RensaLog) whole = rensa_log_new ();
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  double value;

  rensa_log_set_folder (log, folder);
  add_entries (log, 0, n);
  add_entries (whole, 0, n);
  text = rensa_log_to_json (log, NULL);
  expected = rensa_log_to_json (whole, NULL);
  g_assert_true (g_str_equal (text, expected));
  for (guint i = 0; i < n; i += n / 100)
    {
      g_assert_cmpuint (rensa_log_get_n_values (log, i), ==, i % 3 == 0 ? 3 : 2);
      g_assert_cmpstr (rensa_log_get_key (log, i, 0), ==, "main/loss");
      g_assert_true (rensa_log_lookup (log, i, "iteration", &value, NULL));
      g_assert_cmpfloat (value, ==, i);
      g_assert_true (rensa_log_lookup (log, i, "validation/main/loss", &value, NULL) == (i % 3 == 0));
    }
  g_assert_cmpuint (rensa_log_get_n_held (whole), >, 100 * n);
  return rensa_log_get_n_held (log);
}

/* However long a log is, memory holds its end alone, and nothing stays in the folder. */
static void
long_log_is_held_elsewhere (void)
{
  static const gsize most = 3 * RENSA_FILE_ARRAY_MAX_HELD;
  char *folder = test_folder_new ();

  g_assert_cmpuint (measure_held (folder, 10000), <, most);
  g_assert_cmpuint (measure_held (folder, 100000), <, most);
  g_assert_cmpuint (test_folder_count (folder), ==, 0);
  test_folder_free (folder);
}

/* Nothing is lost where there is no room for the file; it is written as soon as there is. */
static void
log_stays_in_memory (void)
{
  char *folder = test_folder_new ();
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);
  g_autoptr (RensaLog) log = rensa_log_new ();

  rensa_log_set_folder (log, missing);
  add_entries (log, 0, 10000);
  g_assert_cmpuint (rensa_log_get_n_held (log), >, 1000000);
  g_assert_cmpuint (rensa_log_get_n_values (log, 9999), ==, 3);
  g_assert_cmpint (g_mkdir (missing, 0700), ==, 0);
  add_entries (log, 10000, 20000);
  g_assert_cmpuint (rensa_log_get_n_held (log), <, 3 * RENSA_FILE_ARRAY_MAX_HELD);
  g_assert_cmpuint (rensa_log_get_n_values (log, 9999), ==, 3);
  g_assert_cmpuint (rensa_log_get_n_values (log, 19999), ==, 2);
  test_folder_free (folder);
}

/* An entry each iteration, more than memory holds; a run that goes on from a snapshot has them all. */
static void
long_training_holds_no_more (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 1500, .unit = "iteration", .out = out);
  g_autoptr (RensaTrainer) resumed = TRAINER (.length = 1501, .unit = "iteration", .out = out);
  g_autofree char *snapshot = g_build_filename (out, "snapshot", NULL);
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *longer = NULL;
  g_autoptr (GError) error = NULL;

  extend (trainer, "LogReport(trigger=IntervalTrigger(period=1, unit=iteration))", NULL);
  extend (resumed, "LogReport(trigger=IntervalTrigger(period=1, unit=iteration))", NULL);
  run_trainer (trainer);
  text = test_file_read (out, "log");
  expected = rensa_log_to_json (rensa_trainer_get_log (trainer, NULL), &error);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (strlen (text), >, 3 * RENSA_FILE_ARRAY_MAX_HELD);
  g_assert_cmpuint (rensa_log_get_n_held (rensa_trainer_get_log (trainer, NULL)), <, 3 * RENSA_FILE_ARRAY_MAX_HELD);

  rensa_snapshot_save (trainer, snapshot, &error);
  g_assert_no_error (error);
  rensa_snapshot_load (resumed, snapshot, &error);
  g_assert_no_error (error);
  run_trainer (resumed);
  g_assert_cmpuint (rensa_log_get_n_entries (rensa_trainer_get_log (resumed, NULL)), ==, 1501);
  g_assert_cmpuint (rensa_log_get_n_held (rensa_trainer_get_log (resumed, NULL)), <, 3 * RENSA_FILE_ARRAY_MAX_HELD);
  longer = test_file_read (out, "log");
  text[strlen (text) - strlen ("\n]")] = '\0';
  g_assert_true (g_str_has_prefix (longer, text));
  test_folder_free (out);
}

static gboolean
add_loss (RensaTrainer *trainer, gpointer data, GError **error)
{
  double value;

  g_assert_true (rensa_observation_lookup (rensa_trainer_get_observation (trainer), "main/loss", &value));
  g_array_append_val ((GArray *) data, value);
  return TRUE;
}

static void
writes_means (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  g_autoptr (RensaDataset) dataset = examples_new (6);
  g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (double));
  Probe *probe = add_probe (trainer, &probe_class, "losses", NULL);
  static const char *const keys[] = { "main/loss", "main/accuracy", "validation/main/loss", "validation/main/accuracy",
                                      "epoch",     "iteration",     "elapsed_time" };
  g_autofree char *text = NULL;
  g_autoptr (RensaLog) log = NULL;

  probe->func = add_loss;
  probe->data = losses;
  extend (trainer, "LogReport", NULL);
  extend_evaluator (trainer, dataset, 6);
  run_trainer (trainer);

  text = test_file_read (out, "log");
  log = rensa_log_new_from_json (text, "log", NULL);
  g_assert_nonnull (log);
  g_assert_cmpuint (rensa_log_get_n_entries (log), ==, 2);
  for (guint e = 0; e < 2; e++)
    {
      double values[G_N_ELEMENTS (keys)];
      double mean = 0;

      g_assert_cmpuint (rensa_log_get_n_values (log, e), ==, G_N_ELEMENTS (keys));
      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        {
          g_assert_cmpstr (rensa_log_get_key (log, e, i), ==, keys[i]);
          g_assert_true (rensa_log_lookup (log, e, keys[i], &values[i], NULL));
        }
      for (guint i = 0; i < 3; i++)
        mean += g_array_index (losses, double, 3 * e + i);
      g_assert_cmpfloat (values[0], ==, mean / 3);
      g_assert_cmpfloat (values[4], ==, e + 1);
      g_assert_cmpfloat (values[5], ==, 3 * (e + 1));
      g_assert_cmpfloat (values[6], >, 0);
    }
  g_assert_true (g_str_has_prefix (text, "[\n    {\n        \"main/loss\": "));
  test_folder_free (out);
}

static void
writes_chosen_keys (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 3, .unit = "iteration", .out = out);
  RensaLog *log;
  double value;

  extend (
      trainer,
      "LogReport(keys='main/accuracy, nothing', filename=history, trigger=IntervalTrigger(period=2, unit=iteration))",
      NULL);
  run_trainer (trainer);
  log = rensa_trainer_get_log (trainer, NULL);
  g_assert_true (has_file (out, "history"));
  g_assert_false (has_file (out, "log"));
  g_assert_cmpuint (rensa_log_get_n_entries (log), ==, 1);
  g_assert_cmpuint (rensa_log_get_n_values (log, 0), ==, 4);
  g_assert_true (rensa_log_lookup (log, 0, "main/accuracy", &value, NULL));
  test_folder_free (out);
}

static void
cannot_write (void)
{
  char *out = test_folder_new ();
  g_autofree char *in_the_way = g_build_filename (out, "history", NULL);
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (in_the_way, 0700), ==, 0);
  extend (trainer, "LogReport(filename=history)", NULL);
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "/history");
  g_rmdir (in_the_way);
  test_folder_free (out);
}

/* What was written to @file. */
static char *
read_file (FILE *file)
{
  const long n = ftell (file);
  char *text = g_malloc0 (n + 1);

  rewind (file);
  g_assert_cmpuint (fread (text, 1, n, file), ==, n);
  return text;
}

/* In Chainer's form, "{:<10}" and two spaces, but for the blanks at the end of a line. */
static void
prints_a_table (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  FILE *file = tmpfile ();
  g_autofree char *text = NULL;
  g_autoptr (GString) expected = g_string_new ("epoch       iteration   validation/main/loss  main/loss\n");
  RensaLog *log;

  rensa_trainer_set_output (trainer, file);
  extend (trainer, "LogReport", NULL);
  extend (trainer, "PrintReport(entries='epoch, iteration, validation/main/loss, main/loss')", NULL);
  run_trainer (trainer);

  log = rensa_trainer_get_log (trainer, NULL);
  for (guint e = 0; e < 2; e++)
    {
      double loss = 0;

      rensa_log_lookup (log, e, "main/loss", &loss, NULL);
      g_string_append_printf (expected, "%-10u  %-10u  %-20s  %g\n", e + 1, 3 * (e + 1), "", loss);
    }
  text = read_file (file);
  g_assert_cmpstr (text, ==, expected->str);
  fclose (file);
  test_folder_free (out);
}

static void
prints_what_there_is (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  FILE *file = tmpfile ();
  g_autofree char *text = NULL;

  rensa_trainer_set_output (trainer, file);
  extend (trainer, "LogReport", NULL);
  extend (trainer, "PrintReport", NULL);
  run_trainer (trainer);
  text = read_file (file);
  g_assert_true (g_str_has_prefix (
      text, "epoch       iteration   main/loss   main/accuracy  elapsed_time\n1           3           "));
  fclose (file);
  test_folder_free (out);
}

static void
needs_a_log (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autoptr (GError) error = NULL;

  extend (trainer, "PrintReport(log_report=Other)", NULL);
  extend (trainer, "LogReport", NULL);
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_NOT_FOUND, "no LogReport “Other”");
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/log/json", json_is_that_of_python);
  g_test_add_func ("/training/log/json-read-back", json_is_read_back);
  g_test_add_func ("/training/log/bad-json", bad_json);
  g_test_add_func ("/training/log/long", long_log_is_held_elsewhere);
  g_test_add_func ("/training/log/no-room", log_stays_in_memory);
  g_test_add_func ("/training/log/long-training", long_training_holds_no_more);
  g_test_add_func ("/training/log/means", writes_means);
  g_test_add_func ("/training/log/chosen-keys", writes_chosen_keys);
  g_test_add_func ("/training/log/cannot-write", cannot_write);
  g_test_add_func ("/training/log/table", prints_a_table);
  g_test_add_func ("/training/log/default-table", prints_what_there_is);
  g_test_add_func ("/training/log/table-needs-a-log", needs_a_log);
  return g_test_run ();
}
