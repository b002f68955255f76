/* check-training.c: whole runs, iteration by iteration.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "folder.h"
#include "graphs.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "runs.h"

typedef struct
{
  Report *report;
  CaseFile *file;
  char *out;
  RensaLink *model;
  RensaTrainer *trainer;
} Run;

static const char *
get_base (Run *run)
{
  return g_str_has_prefix (get_string (run->file->json, "model"), "Classifier") ? "/predictor" : "";
}

static gboolean
make_trainer (Run *run, GError **error)
{
  struct json_object *json = run->file->json;
  g_autoptr (RensaDataset) dataset = NULL;
  RensaOptimizer *optimizer;

  if (!case_file_set_arrays (run->file, get_string (json, "dataset")))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s is missing", get_string (json, "dataset"));
      return FALSE;
    }
  dataset = run_load_dataset (run->file, 0, -1, error);
  case_file_set_arrays (run->file, get_string (json, "weights"));
  if (dataset == NULL || !model_load_arrays (run->model, get_base (run), run->file, "init", error))
    return FALSE;

  optimizer = run_new_optimizer (run->model, get_string (json, "optimizer"), get (json, "hyperparameters"),
                                 get (json, "hooks"), error);
  run->trainer = run_new_trainer (optimizer, dataset, get_int (json, "batch"), get_double (json, "iterations", 0),
                                  "iteration", run->out, error);
  return run->trainer != NULL;
}

/* The log of the reference, one of every iteration, and the graph of the first. */
static gboolean
extend (Run *run, GError **error)
{
  struct json_object *trigger = get (run->file->json, "log_trigger");
  g_autofree char *log =
      g_strdup_printf ("LogReport(trigger=IntervalTrigger(period=%d, unit='%s'))",
                       json_object_get_int (get_item (trigger, 0)), json_object_get_string (get_item (trigger, 1)));

  return run_extend (run->trainer, log, NULL, 0, NULL, error)
         && run_extend (run->trainer, "LogReport(trigger=IntervalTrigger(unit='iteration'), filename='each')", "each",
                        0, NULL, error)
         && run_extend (run->trainer, "DumpGraph", NULL, 0, NULL, error);
}

static gboolean
train (Run *run, GError **error)
{
  run->model = model_from_description (get_string (run->file->json, "model"), error);
  return run->model != NULL && make_trainer (run, error) && extend (run, error)
         && rensa_trainer_run (run->trainer, error);
}

/* The values of @key in every iteration. */
static gboolean
check_trace (Run *run, const char *key, Tolerance tolerance, GError **error)
{
  struct json_object *wanted = get (run->file->json, key);
  RensaLog *log = rensa_trainer_get_log (run->trainer, "each");

  if (!check_int ("the number of iterations", rensa_log_get_n_entries (log), get_length (wanted), error))
    return FALSE;
  for (int i = 0; i < get_length (wanted); i++)
    {
      g_autofree char *what = g_strdup_printf ("%s of iteration %d", key, i + 1);
      double value;

      if (!rensa_log_lookup (log, (guint) i, key, &value, NULL))
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s was not reported", what);
          return FALSE;
        }
      if (!check_number (run->report, what, value, json_object_get_double (get_item (wanted, i)), tolerance, error))
        return FALSE;
    }
  return TRUE;
}

static Tolerance
get_loss_tolerance (Run *run)
{
  return (Tolerance){ get_double (run->file->json, "loss_rtol", 0), 0 };
}

static Tolerance
get_accuracy_tolerance (Run *run)
{
  return (Tolerance){ 0, get_double (run->file->json, "accuracy_atol", 0) };
}

static gboolean
check_log_value (Run *run, int entry, const char *key, struct json_object *got, struct json_object *want,
                 GError **error)
{
  const gboolean loss = g_str_has_suffix (key, "loss");
  const gboolean accuracy = g_str_has_suffix (key, "accuracy");
  const Tolerance tolerance = loss       ? get_loss_tolerance (run)
                              : accuracy ? get_accuracy_tolerance (run)
                                         : (Tolerance){ 0, 0 };
  g_autofree char *what = g_strdup_printf ("%s of entry %d of the log", key, entry);

  if (json_object_get_type (got) != json_object_get_type (want))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s is %s, expected %s", what, json_object_get_string (got),
                   json_object_get_string (want));
      return FALSE;
    }
  return g_str_equal (key, "elapsed_time")
         || check_number (run->report, what, json_object_get_double (got), json_object_get_double (want), tolerance,
                          error);
}

/* The same names in the same order with close values. */
static gboolean
check_log_entry (Run *run, int entry, struct json_object *got, struct json_object *want, GError **error)
{
  struct json_object_iterator at = json_object_iter_begin (got);
  struct json_object_iterator end = json_object_iter_end (got);

  if (!check_int ("the length of an entry of the log", json_object_object_length (got),
                  json_object_object_length (want), error))
    return FALSE;
  json_object_object_foreach (want, key, value)
  {
    if (json_object_iter_equal (&at, &end) || !g_str_equal (json_object_iter_peek_name (&at), key))
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "entry %d of the log lacks %s in its place", entry, key);
        return FALSE;
      }
    if (!check_log_value (run, entry, key, json_object_iter_peek_value (&at), value, error))
      return FALSE;
    json_object_iter_next (&at);
  }
  return TRUE;
}

static gboolean
compare_logs (Run *run, struct json_object *got, struct json_object *want, GError **error)
{
  if (!json_object_is_type (got, json_type_array))
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "the log is not a list");
      return FALSE;
    }
  if (!check_int ("the length of the log", get_length (got), get_length (want), error))
    return FALSE;
  for (int i = 0; i < get_length (want); i++)
    {
      if (!check_log_entry (run, i, get_item (got, i), get_item (want, i), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_log (Run *run, GError **error)
{
  g_autofree char *path = g_build_filename (run->out, "log", NULL);
  g_autofree char *wanted_path = g_build_filename (run->file->dir, get_string (run->file->json, "log"), NULL);
  struct json_object *got = json_object_from_file (path);
  struct json_object *want = json_object_from_file (wanted_path);
  const gboolean ok = compare_logs (run, got, want, error);

  json_object_put (got);
  json_object_put (want);
  return ok;
}

static gboolean
check_graph (Run *run, GError **error)
{
  const char *name = get_string (run->file->json, "graph");
  g_autofree char *path = g_build_filename (run->out, "cg.dot", NULL);
  g_autofree char *wanted_path = g_build_filename (run->file->dir, name, NULL);
  g_autofree char *got = NULL;
  g_autofree char *want = NULL;

  return g_file_get_contents (path, &got, NULL, error) && g_file_get_contents (wanted_path, &want, NULL, error)
         && check_graphs (got, want, error);
}

static gboolean
check_weights (Run *run, GError **error)
{
  struct json_object *json = run->file->json;
  const Tolerance tolerance = { get_double (json, "param_rtol", 0), get_double (json, "param_atol", 0) };

  return model_check_arrays (run->report, run->model, get_base (run), run->file, "final", tolerance, error);
}

static void
run_and_report (Run *run)
{
  g_autoptr (GError) error = NULL;
  const gboolean ok = train (run, &error);

  report_case (run->report, "run", ok, &error);
  if (!ok)
    return;
  report_case (run->report, "loss", check_trace (run, "main/loss", get_loss_tolerance (run), &error), &error);
  report_case (run->report, "accuracy", check_trace (run, "main/accuracy", get_accuracy_tolerance (run), &error),
               &error);
  report_case (run->report, "weights", check_weights (run, &error), &error);
  report_case (run->report, "log", check_log (run, &error), &error);
  if (get (run->file->json, "graph") != NULL)
    report_case (run->report, "graph", check_graph (run, &error), &error);
}

static void
check_run (Report *report, const char *name, CaseFile *file)
{
  Run run = { .report = report, .file = file };

  /* The logs lie beside the runs that they belong to. */
  if (g_str_has_suffix (name, ".log"))
    return;
  if (g_str_has_suffix (name, "_bptt"))
    {
      check_bptt (report, name, file);
      return;
    }

  run.out = test_folder_new ();
  report_begin (report, "training", name);
  run_and_report (&run);
  report_end (report);
  g_clear_pointer (&run.trainer, rensa_trainer_free);
  g_clear_pointer (&run.model, rensa_link_unref);
  test_folder_free (run.out);
}

void
check_training (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "training", check_run);
}
