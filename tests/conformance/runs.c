/* runs.c: trainers and their files.
 * SPDX-License-Identifier: MIT */

#include "runs.h"

#include <math.h>

#include "rensa-archive.h"
#include "rensa-error.h"
#include "rensa-iterators.h"
#include "rensa-snapshot.h"

RensaDataset *
run_load_dataset (CaseFile *file, gint64 start, gint64 finish, GError **error)
{
  g_autoptr (RensaArray) x = case_array_named (file, "x", error);
  g_autoptr (RensaArray) t = x != NULL ? case_array_named (file, "t", error) : NULL;
  RensaArray *const arrays[] = { x, t };
  g_autoptr (RensaDataset) all = t != NULL ? rensa_tuple_dataset_new (arrays, 2, error) : NULL;

  return all != NULL
             ? rensa_sub_dataset_new (all, start, finish < 0 ? rensa_dataset_get_length (all) : finish, NULL, error)
             : NULL;
}

RensaDataset *
run_make_numbers (gint64 n, GError **error)
{
  g_autofree float *values = g_new (float, n);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    values[i] = (float) i;
  array = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, 1), values, error);
  return array != NULL ? rensa_tuple_dataset_new (&array, 1, error) : NULL;
}

static gboolean
add_hooks (RensaOptimizer *optimizer, struct json_object *hooks, GError **error)
{
  for (int i = 0; i < get_length (hooks); i++)
    {
      struct json_object *hook = get_item (hooks, i);
      g_autoptr (RensaAttrs) attrs =
          make_attrs (RENSA_COMPONENT_OPTIMIZER_HOOK, get_string (hook, "name"), get (hook, "args"), error);

      if (attrs == NULL || !rensa_optimizer_add_hook (optimizer, attrs, error))
        return FALSE;
    }
  return TRUE;
}

RensaOptimizer *
run_new_optimizer (RensaLink *model, const char *optimizer, struct json_object *hyperparameters,
                   struct json_object *hooks, GError **error)
{
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_OPTIMIZER, optimizer, hyperparameters, error);
  g_autoptr (RensaOptimizer) made = attrs != NULL ? rensa_optimizer_new (attrs, error) : NULL;

  if (made == NULL || !add_hooks (made, hooks, error))
    return NULL;
  rensa_optimizer_setup (made, model);
  return g_steal_pointer (&made);
}

/* Takes @optimizer and @stop over. */
static RensaTrainer *
make_trainer (RensaAttrs *attrs, RensaOptimizer *optimizer, RensaDataset *dataset, gint64 batch_size,
              RensaTrigger *stop, const char *out, GError **error)
{
  g_autoptr (RensaOptimizer) owned = optimizer;
  g_autoptr (RensaTrigger) owned_stop = stop;
  g_autoptr (RensaIterator) iterator = NULL;
  RensaUpdater *updater;
  RensaTrainer *trainer;

  if (owned == NULL || attrs == NULL)
    return NULL;
  iterator = rensa_serial_iterator_new (dataset, batch_size, TRUE, FALSE, 0, error);
  updater = iterator != NULL ? rensa_updater_new (attrs, error) : NULL;
  if (updater == NULL)
    return NULL;

  rensa_updater_take_iterator (updater, RENSA_MAIN, g_steal_pointer (&iterator));
  rensa_updater_take_optimizer (updater, RENSA_MAIN, g_steal_pointer (&owned));
  trainer = rensa_trainer_new (updater, g_steal_pointer (&owned_stop), out);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

RensaTrainer *
run_new_trainer_of (const char *updater, RensaOptimizer *optimizer, RensaDataset *dataset, gint64 batch_size,
                    double length, const char *unit, const char *out, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, updater, error);

  return make_trainer (attrs, optimizer, dataset, batch_size, rensa_interval_trigger_new (length, unit, NULL), out,
                       error);
}

RensaTrainer *
run_new_trainer (RensaOptimizer *optimizer, RensaDataset *dataset, gint64 batch_size, double length, const char *unit,
                 const char *out, GError **error)
{
  return run_new_trainer_of ("StandardUpdater", optimizer, dataset, batch_size, length, unit, out, error);
}

/* [2, "iteration"] for an attribute that is a trigger. */
static struct json_object *
make_value (const RensaAttrSpec *spec, struct json_object *value)
{
  struct json_object *plain = unpack (value);
  struct json_object *trigger;

  if (spec == NULL || spec->type != RENSA_ATTR_TYPE_COMPONENT || !json_object_is_type (plain, json_type_array))
    return plain;
  trigger = json_object_new_object ();
  json_object_object_add (trigger, "type", json_object_new_string ("IntervalTrigger"));
  json_object_object_add (trigger, "period", json_object_get (get_item (plain, 0)));
  json_object_object_add (trigger, "unit", json_object_get (get_item (plain, 1)));
  json_object_put (plain);
  return trigger;
}

static gboolean
set_value (RensaAttrs *attrs, const char *name, struct json_object *value, GError **error)
{
  struct json_object *made = make_value (rensa_component_find_attr (rensa_attrs_get_component (attrs), name), value);
  const gboolean ok = rensa_attrs_set_json (attrs, name, made, error);

  json_object_put (made);
  return ok;
}

gboolean
run_set_values (RensaAttrs *attrs, struct json_object *values, GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  if (json_object_is_type (values, json_type_array))
    {
      for (int i = 0; i < get_length (values); i++)
        if (!set_value (attrs, component->attrs[i].name, get_item (values, i), error))
          return FALSE;
      return TRUE;
    }
  if (values == NULL)
    return TRUE;
  json_object_object_foreach (values, name, value)
  {
    if (!set_value (attrs, name, value, error))
      return FALSE;
  }
  return TRUE;
}

/* Takes a batch, so that epochs go by, and learns nothing. */
static gboolean
pass_batch (RensaUpdater *updater, GError **error)
{
  RensaVariable *batch[RENSA_MAX_FIELDS];
  const int n = rensa_updater_next_batch (updater, RENSA_MAIN, batch, error);

  rensa_variables_clear (batch, n);
  return n > 0;
}

static const RensaUpdaterClass idle_class = {
  .name = "IdleUpdater",
  .title = "Idle",
  .summary = "Learns nothing",
  .inputs = RENSA_INPUTS ("iterator:main", "optimizer:main"),
  .update_core = pass_batch,
};

RensaTrainer *
run_new_idle_trainer (RensaLink *model, double iterations_per_epoch, RensaTrigger *stop, const char *out,
                      GError **error)
{
  const gint64 batch_size = iterations_per_epoch == floor (iterations_per_epoch) ? 1 : 2;
  g_autoptr (RensaTrigger) owned_stop = stop;
  g_autoptr (RensaLink) link =
      model != NULL ? model : rensa_link_new_from_text ("Linear(in_size=1, out_size=1)", error);
  g_autoptr (RensaDataset) dataset = run_make_numbers ((gint64) (batch_size * iterations_per_epoch), error);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&idle_class));

  if (link == NULL || dataset == NULL || stop == NULL)
    return NULL;
  return make_trainer (attrs, run_new_optimizer (link, "SGD", NULL, NULL, error), dataset, batch_size,
                       g_steal_pointer (&owned_stop), out, error);
}

typedef struct
{
  RunFunc func;
  gpointer data;
} Call;

static gboolean
call_func (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Call *call = rensa_extension_get_state (extension);

  return call->func (trainer, call->data, error);
}

#define CALL_MEMBERS                                                                                \
  .title = "Call", .summary = "Calls a function", .trigger_period = 1, .trigger_unit = "iteration", \
  .state_size = sizeof (Call), .call = call_func

static const RensaExtensionClass first_class = { .name = "first", .priority = RENSA_PRIORITY_WRITER, CALL_MEMBERS };
static const RensaExtensionClass last_class = { .name = "last", .priority = RENSA_PRIORITY_SNAPSHOT + 1, CALL_MEMBERS };

gboolean
run_call (RensaTrainer *trainer, gboolean is_last, RunFunc func, gpointer data, GError **error)
{
  const RensaExtensionClass *class = is_last ? &last_class : &first_class;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));

  if (!rensa_trainer_extend (trainer, attrs, NULL, NULL, error))
    return FALSE;
  *(Call *) rensa_extension_get_state (rensa_trainer_get_extension (trainer, class->name)) = (Call){ func, data };
  return TRUE;
}

static void
ignore (RensaTrainer *trainer, gpointer data)
{
}

static void
ignore_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data)
{
}

static gboolean
forgive_nothing (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data)
{
  return FALSE;
}

static void
pause_there (RensaTrainer *trainer, gpointer data)
{
  const RunPause *pause = data;
  g_autoptr (GError) error = NULL;

  if (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)) != pause->at)
    return;
  rensa_snapshot_save (trainer, pause->path, &error);
  g_assert_no_error (error);
  rensa_trainer_stop (trainer);
}

void
run_set_pause (RensaTrainer *trainer, RunPause *pause)
{
  static const RensaTrainerWatch watch = { ignore, pause_there, ignore_file, forgive_nothing };

  rensa_trainer_set_watch (trainer, &watch, pause);
}

gboolean
run_extend (RensaTrainer *trainer, const char *text, const char *name, double period, const char *unit, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, error);
  RensaTrigger *trigger = period > 0 ? rensa_interval_trigger_new (period, unit, NULL) : NULL;

  if (attrs == NULL)
    {
      g_clear_pointer (&trigger, rensa_trigger_free);
      return FALSE;
    }
  return rensa_trainer_extend (trainer, attrs, name, trigger, error);
}

gboolean
run_extend_evaluator (RensaTrainer *trainer, RensaDataset *validation, gint64 batch_size, GError **error)
{
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "Evaluator(average=batches)", error);
  g_autoptr (RensaExtension) evaluator = attrs != NULL ? rensa_extension_new (attrs, NULL, NULL, error) : NULL;
  RensaIterator *iterator =
      evaluator != NULL ? rensa_serial_iterator_new (validation, batch_size, FALSE, FALSE, 0, error) : NULL;

  if (iterator == NULL)
    return FALSE;
  rensa_extension_take_iterator (evaluator, "validation", iterator);
  return rensa_trainer_take_extension (trainer, g_steal_pointer (&evaluator), error);
}

static gboolean
is_ignored (const char *key, const char *const *ignored)
{
  for (; ignored != NULL && *ignored != NULL; ignored++)
    {
      if (g_str_has_prefix (key, *ignored))
        return TRUE;
    }
  return FALSE;
}

/* Text and None cannot be read as arrays, in either file. */
static gboolean
check_member (Report *report, RensaArchive *got, RensaArchive *want, const char *key, Tolerance tolerance,
              GError **error)
{
  g_autoptr (RensaArray) got_array = rensa_archive_read (got, key, NULL);
  g_autoptr (RensaArray) want_array = rensa_archive_read (want, key, NULL);

  if (got_array != NULL && want_array != NULL)
    return check_array (report, key, got_array, want_array, tolerance, error);
  if (got_array != NULL || want_array != NULL)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is an array in one of the files alone", key);
  return got_array == NULL && want_array == NULL;
}

static gboolean
check_keys (RensaArchive *archive, RensaArchive *other, const char *const *ignored, const char *format, GError **error)
{
  for (guint i = 0; i < rensa_archive_get_n_keys (archive); i++)
    {
      const char *key = rensa_archive_get_key (archive, i);

      if (is_ignored (key, ignored) || rensa_archive_has (other, key))
        continue;
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s %s", key, format);
      return FALSE;
    }
  return TRUE;
}

gboolean
run_check_archive (Report *report, const char *path, const char *wanted_path, const char *const *ignored,
                   Tolerance tolerance, GError **error)
{
  g_autoptr (RensaArchive) got = rensa_archive_open (path, error);
  g_autoptr (RensaArchive) want = got != NULL ? rensa_archive_open (wanted_path, error) : NULL;

  if (want == NULL || !check_keys (want, got, ignored, "was not written", error)
      || !check_keys (got, want, ignored, "was written, but is not in the reference", error))
    return FALSE;
  for (guint i = 0; i < rensa_archive_get_n_keys (want); i++)
    {
      const char *key = rensa_archive_get_key (want, i);

      if (!is_ignored (key, ignored) && !check_member (report, got, want, key, tolerance, error))
        return FALSE;
    }
  return TRUE;
}
