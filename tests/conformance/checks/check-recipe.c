/* check-recipe.c: a way to train that is a document, update by update.
 * SPDX-License-Identifier: MIT */

#include "check-recipe.h"

#include "folder.h"
#include "models.h"
#include "recipe-data.h"
#include "rensa-builder.h"
#include "rensa-error.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "runs.h"

/* The member "recipe" of the document, which nobody else reads: "parameters", the path below which those of the reference are;
 * "fields", of its data set (recipe-data.h); "series", what is reported under another name than in the reference; "sample", the model
 * that is called at the end, and with which of the fields.
 * @values: for each series what was reported in each update that reported it. */
typedef struct
{
  Report *report;
  CaseFile *file;
  char *out;
  struct json_object *recipe;
  const char *base;
  RensaDocument *document;
  RensaBuilder *builder;
  RensaTrainer *trainer;
  RensaLink *target;
  GArray **values;
} Run;

static Tolerance
get_loss_tolerance (Run *run)
{
  return (Tolerance){ get_double (run->file->json, "loss_rtol", 0), get_double (run->file->json, "loss_atol", 0) };
}

static Tolerance
get_param_tolerance (Run *run)
{
  return (Tolerance){ get_double (run->file->json, "param_rtol", 0), get_double (run->file->json, "param_atol", 0) };
}

char *
recipe_find_document (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".rensa", NULL);
  char *path = g_build_filename (RECIPES, file, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_clear_pointer (&path, g_free);
  return path;
}

/* The document computes where this program does, and trains on what the recipe has. */
static gboolean
prepare (Run *run, const char *path, GError **error)
{
  g_autofree char *device = g_strconcat ("device=", rensa_device_get_current ()->name, NULL);
  g_autofree char *data = g_build_filename (run->out, "recipe.npz", NULL);

  run->document = rensa_document_load (path, error);
  if (run->document == NULL || !rensa_document_set (run->document, device, error))
    return FALSE;
  run->recipe = get (rensa_document_get_json (run->document), "recipe");
  run->base = get (run->recipe, "parameters") != NULL ? get_string (run->recipe, "parameters") : "";
  if (!recipe_data_write (run->file, get (run->recipe, "fields"), data, error))
    return FALSE;
  run->builder = rensa_builder_new (run->document, run->out, error);
  run->trainer = run->builder != NULL ? rensa_builder_make_trainer (run->builder, run->out, error) : NULL;
  if (run->trainer == NULL)
    return FALSE;
  rensa_trainer_set_output (run->trainer, NULL);
  run->target = rensa_updater_get_target (rensa_trainer_get_updater (run->trainer), RENSA_MAIN);
  return model_load_arrays (run->target, run->base, run->file, "init", error);
}

static gboolean
look_up (Run *run, const char *series, double *value)
{
  const char *other = get_string (get (run->recipe, "series"), series);
  const char *name = other != NULL ? other : series;
  g_autofree char *key = g_strconcat (RENSA_MAIN "/", name, NULL);
  RensaObservation *observation = rensa_trainer_get_observation (run->trainer);

  return rensa_observation_lookup (observation, name, value) || rensa_observation_lookup (observation, key, value);
}

static gboolean
differs (const char *path, RensaVariable *param, gpointer sought, GError **error)
{
  return param != sought;
}

/* Whether what learns the parameter has done so once. */
static gboolean
has_learned_once (Run *run, RensaVariable *param)
{
  RensaUpdater *updater = rensa_trainer_get_updater (run->trainer);
  const char *name;

  for (guint i = 0; (name = rensa_updater_get_optimizer_name (updater, i)) != NULL; i++)
    {
      RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, name);

      if (!rensa_link_foreach_param (rensa_optimizer_get_target (optimizer), differs, param, NULL))
        return rensa_optimizer_get_t (optimizer) == 1;
    }
  return FALSE;
}

/* Each parameter against what it was after its own first update. */
static gboolean
check_first (Run *run, GError **error)
{
  for (guint i = 0; i < rensa_npz_get_n_keys (run->file->arrays); i++)
    {
      const char *key = rensa_npz_get_key (run->file->arrays, i);
      RensaVariable *param =
          g_str_has_prefix (key, "step1.") ? model_find_param_of_key (run->target, run->base, key) : NULL;

      if (param != NULL && has_learned_once (run, param)
          && !model_check_array (run->report, run->target, run->base, run->file, key, get_param_tolerance (run), error))
        return FALSE;
    }
  return TRUE;
}

/* After each update. */
static gboolean
note_values (RensaTrainer *trainer, gpointer data, GError **error)
{
  Run *run = data;
  struct json_object *series = get (run->file->json, "series");
  double value;

  for (int i = 0; i < get_length (series); i++)
    if (look_up (run, json_object_get_string (get_item (series, i)), &value))
      g_array_append_val (run->values[i], value);
  return check_first (run, error);
}

/* Where the reference has one value for several updates, that is the last of them. */
static gboolean
check_series (Run *run, int i, GError **error)
{
  const char *name = json_object_get_string (get_item (get (run->file->json, "series"), i));
  struct json_object *wanted = get (run->file->json, name);
  const int n = get_length (wanted);
  const int per_value = n > 0 ? (int) run->values[i]->len / n : 0;

  if (per_value == 0 || (int) run->values[i]->len != per_value * n)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s was reported %u times, expected %d", name,
                   run->values[i]->len, n);
      return FALSE;
    }
  for (int j = 0; j < n; j++)
    {
      g_autofree char *what = g_strdup_printf ("%s of iteration %d", name, j + 1);

      if (!check_number (run->report, what, g_array_index (run->values[i], double, (j + 1) * per_value - 1),
                         json_object_get_double (get_item (wanted, j)), get_loss_tolerance (run), error))
        return FALSE;
    }
  return TRUE;
}

/* The first batch of the field that the document names. */
static RensaArray *
get_first_batch (Run *run, const char *field, GError **error)
{
  g_autofree char *path = g_build_filename (run->out, "recipe.npz", NULL);
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);
  g_autoptr (RensaArray) all = npz != NULL ? rensa_npz_read (npz, field, error) : NULL;
  g_autoptr (RensaArray) rows =
      all != NULL ? rensa_array_view_range (all, 0, 0, rensa_builder_get_batch_size (run->builder)) : NULL;

  return rows != NULL ? rensa_array_cast (rows, rensa_link_get_dtype (run->target), error) : NULL;
}

static gboolean
check_sample (Run *run, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  struct json_object *sample = get (run->recipe, "sample");
  g_autoptr (RensaArray) input = get_first_batch (run, get_string (sample, "field"), error);
  g_autoptr (RensaArray) want = input != NULL ? case_array_named (run->file, "sample", error) : NULL;
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (input);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaArray) got = NULL;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  y = want != NULL ? rensa_link_call (rensa_link_find (run->target, get_string (sample, "model")), x, error) : NULL;
  got = y != NULL ? rensa_array_cast (rensa_variable_get_array (y), rensa_array_get_dtype (want), error) : NULL;
  return got != NULL && check_array (run->report, "sample", got, want, get_param_tolerance (run), error);
}

static void
run_and_report (Run *run, const char *path)
{
  struct json_object *series = get (run->file->json, "series");
  g_autoptr (GError) error = NULL;
  const gboolean ok = prepare (run, path, &error) && run_call (run->trainer, FALSE, note_values, run, &error)
                      && rensa_trainer_run (run->trainer, &error);

  report_case (run->report, "run", ok, &error);
  for (int i = 0; ok && i < get_length (series); i++)
    report_case (run->report, json_object_get_string (get_item (series, i)), check_series (run, i, &error), &error);
  if (ok)
    report_case (
        run->report, "weights",
        model_check_arrays (run->report, run->target, run->base, run->file, "final", get_param_tolerance (run), &error),
        &error);
  if (ok && get (run->recipe, "sample") != NULL)
    report_case (run->report, "sample", check_sample (run, &error), &error);
}

void
check_recipe_document (Report *report, const char *name, CaseFile *file, const char *path)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const int n = get_length (get (file->json, "series"));
  g_autofree GArray **values = g_new (GArray *, MAX (n, 1));
  Run run = {
    .report = report,
    .file = file,
    .out = test_folder_new (),
    .values = values,
  };

  for (int i = 0; i < n; i++)
    values[i] = g_array_new (FALSE, FALSE, sizeof (double));
  report_begin (report, "recipe", name);
  run_and_report (&run, path);
  report_end (report);
  for (int i = 0; i < n; i++)
    g_array_unref (values[i]);
  g_clear_pointer (&run.trainer, rensa_trainer_free);
  g_clear_pointer (&run.builder, rensa_builder_free);
  g_clear_pointer (&run.document, rensa_document_unref);
  test_folder_free (run.out);
}
