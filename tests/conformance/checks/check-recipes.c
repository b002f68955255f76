/* check-recipes.c: ways to train, iteration by iteration.
 * SPDX-License-Identifier: MIT */

#include "check-recipe.h"
#include "conformance.h"
#include "folder.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "runs.h"

#define BASE "/predictor"

typedef struct
{
  Report *report;
  CaseFile *file;
  RensaLink *model;
  RensaTrainer *trainer;
} Run;

static gboolean
plan_layer (RensaLink *chain, const char *name, const char *text, int *value, GError **error)
{
  RensaLink *layer = rensa_link_new_from_text (text, error);

  if (layer == NULL || !rensa_link_take_child (chain, name, layer, error))
    return FALSE;
  *value = rensa_chain_plan_link (chain, name, value, 1, 1, error);
  return *value >= 0;
}

/* l1, bn, relu, l2, as the recipe says. */
static RensaLink *
make_model (struct json_object *config, GError **error)
{
  const int n_in = get_int (config, "n_in");
  const int hid = get_int (config, "hid");
  g_autofree char *l1 = g_strdup_printf ("Linear(in_size=%d, out_size=%d, nobias=True)", n_in, hid);
  g_autofree char *bn = g_strdup_printf ("BatchNormalization(size=%d)", hid);
  g_autofree char *l2 = g_strdup_printf ("Linear(in_size=%d, out_size=%d)", hid, (int) get_int (config, "n_out"));
  g_autoptr (RensaAttrs) relu = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "relu", error);
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  int value = 0;

  if (!plan_layer (chain, "l1", l1, &value, error) || !plan_layer (chain, "bn", bn, &value, error))
    return NULL;
  value = rensa_chain_plan_function (chain, "relu", relu, &value, 1, 1, error);
  if (value < 0 || !plan_layer (chain, "l2", l2, &value, error))
    return NULL;
  return model_classifier (g_steal_pointer (&chain), error);
}

/* Where there are several devices of the kind that everything is checked on, each model has one. */
static gboolean
use_devices (RensaTrainer *trainer, guint n, GError **error)
{
  const RensaDeviceClass *class = rensa_device_get_current ()->klass;
  g_autoptr (GPtrArray) devices = g_ptr_array_new ();

  while (class->count != NULL && devices->len < MIN (n, (guint) class->count (class)))
    {
      const RensaDevice *device = class->open (class, (int) devices->len, error);

      if (device == NULL)
        return FALSE;
      g_ptr_array_add (devices, (gpointer) device);
    }
  if (devices->len > 1)
    rensa_updater_set_devices (rensa_trainer_get_updater (trainer), devices);
  return TRUE;
}

static gboolean
train (Run *run, const char *out, GError **error)
{
  struct json_object *json = run->file->json;
  struct json_object *config = get (json, "config");
  g_autofree char *updater = g_strdup_printf ("ParallelUpdater(n_models=%d)", (int) get_int (config, "replicas"));
  g_autoptr (RensaDataset) dataset = run_load_dataset (run->file, 0, -1, error);
  RensaOptimizer *optimizer;

  run->model = dataset != NULL ? make_model (config, error) : NULL;
  if (run->model == NULL || !model_load_arrays (run->model, BASE, run->file, "init", error))
    return FALSE;
  optimizer = run_new_optimizer (run->model, get_string (json, "optimizer"), get (json, "hyperparameters"),
                                 get (json, "hooks"), error);
  run->trainer = run_new_trainer_of (updater, optimizer, dataset, get_int (config, "batch"),
                                     get_double (config, "iterations", 0), "iteration", out, error);
  return run->trainer != NULL && use_devices (run->trainer, (guint) get_int (config, "replicas"), error)
         && run_extend (run->trainer, "LogReport(trigger=IntervalTrigger(unit='iteration'))", "each", 0, NULL, error)
         && rensa_trainer_run (run->trainer, error);
}

/* What the log has as @key against the list @series of the recipe. */
static gboolean
check_series (Run *run, const char *key, const char *series, Tolerance tolerance, GError **error)
{
  struct json_object *wanted = get (run->file->json, series);
  RensaLog *log = rensa_trainer_get_log (run->trainer, "each");

  for (int i = 0; i < get_length (wanted); i++)
    {
      g_autofree char *what = g_strdup_printf ("%s of iteration %d", key, i + 1);
      double value = 0;

      if (!rensa_log_lookup (log, (guint) i, key, &value, NULL))
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s was not reported", what);
          return FALSE;
        }
      if (!check_number (run->report, what, value, json_object_get_double (get_item (wanted, i)), tolerance, error))
        return FALSE;
    }
  return check_int ("the number of iterations", rensa_log_get_n_entries (log), get_length (wanted), error);
}

static gboolean
check_run (Run *run, const char *out, GError **error)
{
  struct json_object *json = run->file->json;
  const Tolerance loss = { get_double (json, "loss_rtol", 0), get_double (json, "loss_atol", 0) };
  const Tolerance accuracy = { 0, get_double (json, "accuracy_atol", 0) };
  const Tolerance param = { get_double (json, "param_rtol", 0), get_double (json, "param_atol", 0) };

  return train (run, out, error) && check_series (run, "main/loss", "loss.0", loss, error)
         && check_series (run, "copy1/loss", "loss.1", loss, error)
         && check_series (run, "main/accuracy", "accuracy.0", accuracy, error)
         && check_series (run, "copy1/accuracy", "accuracy.1", accuracy, error)
         && model_check_arrays (run->report, run->model, BASE, run->file, "final", param, error);
}

static void
check_data_parallel (Report *report, const char *name, CaseFile *file)
{
  Run run = { .report = report, .file = file };
  char *out = test_folder_new ();
  g_autoptr (GError) error = NULL;

  report_single (report, "recipe", name, check_run (&run, out, &error), &error);
  g_clear_pointer (&run.trainer, rensa_trainer_free);
  g_clear_pointer (&run.model, rensa_link_unref);
  test_folder_free (out);
}

static void
check_recipe (Report *report, const char *name, CaseFile *file)
{
  g_autofree char *document = recipe_find_document (name);

  if (document != NULL)
    check_recipe_document (report, name, file, document);
  else if (g_str_has_suffix (name, "_bptt"))
    check_bptt (report, name, file);
  else if (strcmp (name, "data_parallel") == 0)
    check_data_parallel (report, name, file);
  else
    report_skip (report, "recipe", name, "sequences of unequal lengths do not go over the wires of a document");
}

void
check_recipes (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "training/recipes", check_recipe);
}
