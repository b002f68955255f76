/* check-serialized.c: files that Chainer wrote, and the same written here.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "folder.h"
#include "rensa-archive.h"
#include "rensa-iterators.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-modes.h"
#include "rensa-snapshot.h"
#include "runs.h"

#define SMALL_MLP "Classifier(MLP): l1 Linear(20, 8) relu l2 Linear(8, 8) relu l3 Linear(8, 3)"

static const Tolerance exact = { 0, 0 };

static char *
get_path (CaseFile *file)
{
  return g_build_filename (file->dir, get_string (file->json, "file"), NULL);
}

/* Saves @object and compares the file with the one of the reference. */
static gboolean
check_writing (Report *report, CaseFile *file, RensaSerializeFunc serialize, gpointer object, GError **error)
{
  g_autofree char *wanted_path = get_path (file);
  char *folder = test_folder_new ();
  /* In the format that the file has. */
  g_autofree char *path = g_strconcat (folder, "/written", strrchr (wanted_path, '.'), NULL);
  const gboolean ok = rensa_save_file (path, serialize, object, TRUE, error)
                      && run_check_archive (report, path, wanted_path, NULL, exact, error);

  test_folder_free (folder);
  return ok;
}

static gboolean
load (CaseFile *file, RensaSerializeFunc serialize, gpointer object, GError **error)
{
  g_autofree char *path = get_path (file);

  return rensa_load_file (path, NULL, serialize, object, error);
}

/* A model gives @want for @x in test mode. */
static gboolean
check_output (Report *report, CaseFile *file, RensaLink *model, RensaArray *x, RensaArray *want, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaVariable) input = rensa_variable_new_constant (x);
  g_autoptr (RensaVariable) output = NULL;

  rensa_modes_get ()->train = FALSE;
  output = rensa_link_call (model, input, error);
  return output != NULL
         && check_array (report, "y", rensa_variable_get_array (output), want, get_tolerance (file->json), error);
}

/* Step by step, each going on from the one before. */
static gboolean
check_steps (Report *report, CaseFile *file, RensaLink *model, RensaArray *xs, RensaArray *want, GError **error)
{
  for (gint64 t = 0; t < rensa_array_get_dim (xs, 0); t++)
    {
      const RensaSlice step = { RENSA_SLICE_INDEX, t, 0, 1 };
      g_autoptr (RensaArray) x = rensa_array_view_slice (xs, &step, 1, error);
      g_autoptr (RensaArray) y = rensa_array_view_slice (want, &step, 1, error);

      if (x == NULL || y == NULL || !check_output (report, file, model, x, y, error))
        return FALSE;
    }
  return TRUE;
}

/* x and y of the file beside it. */
static gboolean
check_outputs (Report *report, CaseFile *file, RensaLink *model, GError **error)
{
  RensaLink *predictor = rensa_link_find (model, "predictor");
  const gboolean is_sequence = strstr (get_string (file->json, "model"), "x[t]") != NULL;
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) want = NULL;

  case_file_set_arrays (file, get_string (file->json, "io"));
  x = case_array_named (file, "x", error);
  want = x != NULL ? case_array_named (file, "y", error) : NULL;
  return want != NULL
         && (is_sequence ? check_steps : check_output) (report, file, predictor != NULL ? predictor : model, x, want,
                                                        error);
}

static void
check_model (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) model = model_from_description (get_string (file->json, "model"), &error);
  const gboolean loaded = model != NULL && load (file, rensa_link_serialize, model, &error);

  report_case (report, "load", loaded, &error);
  if (!loaded)
    return;
  report_case (report, "outputs", check_outputs (report, file, model, &error), &error);
  report_case (report, "write", check_writing (report, file, rensa_link_serialize, model, &error), &error);
}

/* A parameter without a shape is None in the file, and gets its shape in the first call. */
static gboolean
check_first_call (Report *report, RensaLink *link, GError **error)
{
  g_autoptr (RensaArray) zeros = rensa_array_new_scalar (RENSA_FLOAT32, 0, error);
  g_autoptr (RensaArray) x = rensa_array_view_broadcast (zeros, &RENSA_SHAPE (2, 4));
  g_autoptr (RensaVariable) input = rensa_variable_new_constant (x);
  g_autoptr (RensaVariable) output = NULL;

  if (rensa_variable_get_array (model_find_param (link, "/W")) != NULL)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "W has an array");
      return FALSE;
    }
  output = rensa_link_call (link, input, error);
  return output != NULL && check_int ("y.shape[1]", rensa_variable_get_type (output).shape.dims[1], 3, error)
         && check_int ("W.shape[1]", rensa_array_get_dim (rensa_variable_get_array (model_find_param (link, "/W")), 1),
                       4, error);
}

static void
check_lazy (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) link = model_layer_from_text ("Linear(null, 3)", &error);
  const gboolean loaded = link != NULL && load (file, rensa_link_serialize, link, &error);

  report_case (report, "load", loaded, &error);
  if (!loaded)
    return;
  report_case (report, "write", check_writing (report, file, rensa_link_serialize, link, &error), &error);
  report_case (report, "first call", check_first_call (report, link, &error), &error);
}

/* The arrays "p0", "p1" … are taken for the parameters, or compared with them. */
typedef gboolean (*ParamFunc) (Report *report, RensaLink *model, const char *path, RensaArray *array,
                               Tolerance tolerance, GError **error);

static gboolean
put_param (Report *report, RensaLink *model, const char *path, RensaArray *array, Tolerance tolerance, GError **error)
{
  return model_set_param (model, path, array, error);
}

static gboolean
put_grad (Report *report, RensaLink *model, const char *path, RensaArray *array, Tolerance tolerance, GError **error)
{
  rensa_variable_set_grad (model_find_param (model, path), array);
  return TRUE;
}

static gboolean
compare_param (Report *report, RensaLink *model, const char *path, RensaArray *array, Tolerance tolerance,
               GError **error)
{
  return check_array (report, path, rensa_variable_get_array (model_find_param (model, path)), array, tolerance, error);
}

static gboolean
foreach_param (Report *report, CaseFile *file, RensaLink *model, char letter, ParamFunc func, GError **error)
{
  struct json_object *paths = get (file->json, "paths");

  for (int i = 0; i < get_length (paths); i++)
    {
      g_autofree char *key = g_strdup_printf ("%c%d", letter, i);
      g_autoptr (RensaArray) array = case_array_named (file, key, error);

      if (array == NULL
          || !func (report, model, json_object_get_string (get_item (paths, i)), array, get_tolerance (file->json),
                    error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_next_update (Report *report, CaseFile *file, RensaLink *model, RensaOptimizer *optimizer, GError **error)
{
  return foreach_param (report, file, model, 'g', put_grad, error) && rensa_optimizer_update (optimizer, error)
         && foreach_param (report, file, model, 'a', compare_param, error);
}

static void
check_optimizer (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) model = model_from_description (SMALL_MLP, &error);
  g_autoptr (RensaOptimizer) optimizer = run_new_optimizer (model, get_string (file->json, "optimizer"),
                                                            get (file->json, "hyperparameters"), NULL, &error);
  gboolean loaded;

  case_file_set_arrays (file, get_string (file->json, "io"));
  loaded = optimizer != NULL && foreach_param (report, file, model, 'p', put_param, &error)
           && load (file, rensa_optimizer_serialize, optimizer, &error);
  report_case (report, "load", loaded, &error);
  if (!loaded)
    return;
  report_case (report, "write", check_writing (report, file, rensa_optimizer_serialize, optimizer, &error), &error);
  report_case (report, "next update", check_next_update (report, file, model, optimizer, &error), &error);
}

static gint64
get_position (RensaIterator *iterator)
{
  return rensa_iterator_get_place (iterator)->n_seen % rensa_dataset_get_length (rensa_iterator_get_dataset (iterator));
}

static gboolean
check_iterator_state (Report *report, RensaIterator *iterator, struct json_object *state, GError **error)
{
  return check_int ("epoch", rensa_iterator_get_place (iterator)->epoch, get_int (state, "epoch"), error)
         && check_int ("is_new_epoch", rensa_iterator_get_place (iterator)->is_new_epoch,
                       get_boolean (state, "is_new_epoch"), error)
         && check_int ("current_position", get_position (iterator), get_int (state, "current_position"), error)
         && check_number (report, "epoch_detail", rensa_iterator_get_place (iterator)->epoch_detail,
                          get_double (state, "epoch_detail", 0), exact, error);
}

/* The rest of the order that the file holds comes next, then an order of our own. */
static gboolean
check_next_batch (CaseFile *file, RensaIterator *iterator, GError **error)
{
  const gint64 position = get_position (iterator);
  g_autoptr (RensaArray) order = case_array_named (file, "order", error);
  g_autofree double *wanted = order != NULL ? get_values (order) : NULL;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const gint64 *indices;

  if (order == NULL || rensa_iterator_next (iterator, NULL, fields, error) < 1)
    return FALSE;
  rensa_array_unref (fields[0]);

  indices = rensa_iterator_get_batch (iterator)->indices;
  for (gint64 i = position; i < rensa_array_get_count (order); i++)
    {
      if (!check_int ("the next example", indices[i - position], (gint64) wanted[i], error))
        return FALSE;
    }
  return check_int ("the next epoch", rensa_iterator_get_place (iterator)->epoch,
                    get_int (get (file->json, "state"), "epoch") + 1, error);
}

static void
check_iterator (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) items = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (7), NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new (&items, 1, &error);
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 0, &error);
  const gboolean loaded = iterator != NULL && load (file, rensa_iterator_serialize, iterator, &error);

  report_case (report, "load", loaded, &error);
  if (!loaded)
    return;
  report_case (report, "state", check_iterator_state (report, iterator, get (file->json, "state"), &error), &error);
  report_case (report, "write", check_writing (report, file, rensa_iterator_serialize, iterator, &error), &error);
  report_case (report, "next batch", check_next_batch (file, iterator, &error), &error);
}

/* The trainer of the snapshot; the file tells in words what it is made of. */
typedef struct
{
  char *out;
  RensaLink *model;
  RensaTrainer *trainer;
} SnapshotRun;

/* ExponentialShift belongs to it too; its place is taken by whoever drives the run. */
static gboolean
extend (RensaTrainer *trainer, RensaDataset *validation, GError **error)
{
  return run_extend_evaluator (trainer, validation, 5, error) && run_extend (trainer, "LogReport", NULL, 0, NULL, error)
         && run_extend (trainer, "snapshot", NULL, 2, "epoch", error);
}

static gboolean
snapshot_run_init (SnapshotRun *run, CaseFile *file, GError **error)
{
  struct json_object *hyperparameters = json_tokener_parse ("{\"alpha\": 0.01}");
  struct json_object *hooks = json_tokener_parse ("[{\"name\": \"WeightDecay\", \"args\": {\"rate\": 0.001}}]");
  g_autoptr (RensaDataset) train = run_load_dataset (file, 0, 30, error);
  g_autoptr (RensaDataset) validation = train != NULL ? run_load_dataset (file, 30, 40, error) : NULL;

  *run = (SnapshotRun){ .out = test_folder_new (), .model = model_from_description (SMALL_MLP, error) };
  if (validation != NULL && run->model != NULL)
    run->trainer = run_new_trainer (run_new_optimizer (run->model, "Adam", hyperparameters, hooks, error), train, 10, 2,
                                    "epoch", run->out, error);
  json_object_put (hyperparameters);
  json_object_put (hooks);
  if (run->trainer == NULL)
    return FALSE;
  return extend (run->trainer, validation, error) && model_load_arrays (run->model, "", file, "init", error);
}

static void
snapshot_run_clear (SnapshotRun *run)
{
  g_clear_pointer (&run->trainer, rensa_trainer_free);
  g_clear_pointer (&run->model, rensa_link_unref);
  test_folder_free (run->out);
}

/* As ExponentialShift (alpha, 0.9) would, at the end of each epoch. */
static gboolean
continue_run (SnapshotRun *run, GError **error)
{
  RensaUpdater *updater = rensa_trainer_get_updater (run->trainer);
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, RENSA_MAIN);
  const char *const rates[] = { "0.0081", "0.00729" };

  for (guint epoch = 0; epoch < G_N_ELEMENTS (rates); epoch++)
    {
      if (!rensa_optimizer_set_attr_text (optimizer, "alpha", rates[epoch], error))
        return FALSE;
      for (int i = 0; i < 3; i++)
        {
          if (!rensa_updater_update (updater, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_loaded_log (Report *report, CaseFile *file, RensaTrainer *trainer, GError **error)
{
  struct json_object *wanted = json_tokener_parse (get_string (file->json, "log_entry"));
  g_autofree char *text = rensa_log_to_json (rensa_trainer_get_log (trainer, NULL), NULL);
  struct json_object *got = json_tokener_parse (text);
  const gboolean ok = json_object_equal (got, wanted);

  if (!ok)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the log is %s", text);
  json_object_put (got);
  json_object_put (wanted);
  return ok;
}

/* What our own snapshot adds, and the extension that the trainer here does not have. */
static const char *const foreign_keys[] = { "rensa/", "extensions/ExponentialShift/",
                                            "extension_triggers/ExponentialShift/", NULL };

static gboolean
check_written_snapshot (Report *report, CaseFile *file, RensaTrainer *trainer, GError **error)
{
  g_autofree char *wanted_path = get_path (file);
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), "written", NULL);

  return rensa_snapshot_save (trainer, path, error)
         && run_check_archive (report, path, wanted_path, foreign_keys, exact, error);
}

static void
check_resumed (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_path (file);
  SnapshotRun run;
  const gboolean loaded = snapshot_run_init (&run, file, &error) && rensa_snapshot_load (run.trainer, path, &error);

  report_case (report, "load", loaded, &error);
  if (loaded)
    {
      report_case (report, "log", check_loaded_log (report, file, run.trainer, &error), &error);
      report_case (report, "write", check_written_snapshot (report, file, run.trainer, &error), &error);
      report_case (report, "continue",
                   continue_run (&run, &error)
                       && model_check_arrays (report, run.model, "", file, "final", get_tolerance (file->json), &error),
                   &error);
    }
  snapshot_run_clear (&run);
}

/* Values that hold the wall time, and those that the learning rate of the second epoch has a say in. */
static const char *const varying_keys[] = { "rensa/",
                                            "extensions/ExponentialShift/",
                                            "extension_triggers/ExponentialShift/",
                                            "_snapshot_elapsed_time",
                                            "updater/optimizer:main/predictor/",
                                            "updater/model:main/",
                                            NULL };

static gboolean
check_first_entry (Report *report, CaseFile *file, RensaTrainer *trainer, GError **error)
{
  struct json_object *wanted = json_tokener_parse (get_string (file->json, "log_entry"));
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);
  gboolean ok = check_int ("the length of the log", rensa_log_get_n_entries (log), 2, error);

  json_object_object_foreach (get_item (wanted, 0), key, want)
  {
    double value = 0;

    ok = ok && check_int (key, rensa_log_lookup (log, 0, key, &value, NULL), TRUE, error)
         && (g_str_equal (key, "elapsed_time")
             || check_number (report, key, value, json_object_get_double (want), get_tolerance (file->json), error));
  }
  json_object_put (wanted);
  return ok;
}

/* The same training from its beginning, up to the snapshot. */
static void
check_begun (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *wanted_path = get_path (file);
  SnapshotRun run;
  g_autofree char *path = NULL;
  const gboolean ok = snapshot_run_init (&run, file, &error) && rensa_trainer_run (run.trainer, &error);

  path = g_build_filename (run.out, "snapshot_iter_6", NULL);
  report_case (report, "run", ok, &error);
  if (ok)
    {
      report_case (report, "first epoch", check_first_entry (report, file, run.trainer, &error), &error);
      report_case (report, "snapshot", run_check_archive (report, path, wanted_path, varying_keys, exact, &error),
                   &error);
    }
  snapshot_run_clear (&run);
}

static void
check_snapshot (Report *report, CaseFile *file)
{
  case_file_set_arrays (file, get_string (file->json, "io"));
  check_resumed (report, file);
  check_begun (report, file);
}

typedef void (*FileCheck) (Report *report, CaseFile *file);

static FileCheck
choose_check (const char *name, CaseFile *file)
{
  if (g_str_equal (name, "lazy_linear"))
    return check_lazy;
  if (g_str_equal (name, "serial_iterator"))
    return check_iterator;
  if (g_str_has_prefix (name, "caffe"))
    return check_caffe;
  if (get (file->json, "trainer") != NULL)
    return check_snapshot;
  return get (file->json, "optimizer") != NULL ? check_optimizer : check_model;
}

/* NULL where nothing is missing. */
static const char *
find_obstacle (CaseFile *file)
{
  const char *optimizer = get_string (file->json, "optimizer");

  return optimizer != NULL && rensa_registry_find (RENSA_COMPONENT_OPTIMIZER, optimizer, NULL) == NULL
             ? "its optimizer is not implemented"
             : NULL;
}

static void
check_file (Report *report, const char *name, CaseFile *file)
{
  const char *obstacle;

  /* The log of a run that a snapshot belongs to. */
  if (json_object_is_type (file->json, json_type_array))
    return;

  obstacle = find_obstacle (file);
  if (obstacle != NULL)
    {
      report_skip (report, "file", name, obstacle);
      return;
    }
  report_begin (report, "file", name);
  choose_check (name, file) (report, file);
  report_end (report);
}

void
check_serialized (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "serialized", check_file);
}
