/* rensa-best-model.c: the model with the lowest validation loss of a run.
 * SPDX-License-Identifier: MIT */

#include "rensa-best-model.h"

#include <glib/gstdio.h>
#include <math.h>

#include "rensa-file.h"
#include "rensa-json.h"
#include "rensa-npz.h"

#define FACTS_NAME "best.json"
/* Larger models are not kept. If packing takes over LITTLE_COST microseconds, it takes at most a COST_FACTORth of the time. */
#define MOST_PARAMS (16 << 20)
#define COST_FACTOR 20
/* Limits on files that are read again: float64 parameters with their headers, and the facts. */
#define MOST_BYTES (MOST_PARAMS * 8 + (64 << 20))
#define MOST_FACT_BYTES 4096
#define LITTLE_COST 50000

/* @keys: TRUE for each reported value, by its interned name, that is a validation loss */
struct _RensaBestModel
{
  GHashTable *keys;
  gint64 n_params;
  GBytes *bytes;
  double loss;
  gint64 iteration;
  gint64 epoch;
  gint64 packed_at; /* monotonic */
  gint64 cost;
  gboolean is_saved;
};

RensaBestModel *
rensa_best_model_new (void)
{
  RensaBestModel *self = g_new0 (RensaBestModel, 1);

  self->keys = g_hash_table_new (NULL, NULL);
  self->n_params = -1;
  return self;
}

void
rensa_best_model_free (RensaBestModel *self)
{
  g_hash_table_unref (self->keys);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

static gboolean
count_params (const char *path, RensaVariable *param, gpointer n, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);

  *(gint64 *) n += array != NULL ? rensa_array_get_count (array) : 0;
  return TRUE;
}

static gboolean
is_validation_loss (RensaBestModel *self, RensaTrainer *trainer, const char *key)
{
  gpointer found;
  g_autoptr (RensaReportKey) report = NULL;

  if (g_hash_table_lookup_extended (self->keys, key, NULL, &found))
    return GPOINTER_TO_INT (found);
  report = rensa_trainer_describe_report (trainer, key);
  g_hash_table_insert (self->keys, (gpointer) key,
                       GINT_TO_POINTER (report->measure == RENSA_MEASURE_LOSS && report->prefix > 0));
  return report->measure == RENSA_MEASURE_LOSS && report->prefix > 0;
}

static double
find_loss (RensaBestModel *self, RensaTrainer *trainer)
{
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    if (is_validation_loss (self, trainer, rensa_observation_get_key (observation, i)))
      return rensa_observation_get_value (observation, i);
  return NAN;
}

void
rensa_best_model_note (RensaBestModel *self, RensaTrainer *trainer)
{
  const double loss = find_loss (self, trainer);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaLink *target = rensa_updater_get_target (updater, RENSA_MAIN);
  const gint64 now = g_get_monotonic_time ();

  if (!isfinite (loss) || (self->bytes != NULL && loss >= self->loss)
      || (self->cost > LITTLE_COST && now - self->packed_at < COST_FACTOR * self->cost))
    return;
  if (self->n_params < 0)
    {
      self->n_params = 0;
      rensa_link_foreach_param (target, count_params, &self->n_params, NULL);
    }
  if (self->n_params > MOST_PARAMS || !rensa_trainer_settle (trainer))
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->loss = loss;
  self->iteration = rensa_updater_get_iteration (updater);
  self->epoch = rensa_updater_get_epoch (updater);
  self->bytes = rensa_pack_npz (RENSA_BEST_MODEL_NAME, rensa_link_serialize, target, FALSE, NULL);
  self->packed_at = g_get_monotonic_time ();
  self->cost = self->packed_at - now;
  self->is_saved = FALSE;
}

static gboolean
save_facts (const RensaBestModel *self, const char *folder)
{
  g_autoptr (RensaJson) facts = json_object_new_object ();
  g_autofree char *path = g_build_filename (folder, FACTS_NAME, NULL);

  json_object_object_add (facts, "loss", rensa_json_new_double (self->loss));
  json_object_object_add (facts, "iteration", json_object_new_int64 (self->iteration));
  json_object_object_add (facts, "epoch", json_object_new_int64 (self->epoch));
  return g_file_set_contents (path, json_object_to_json_string_ext (facts, JSON_C_TO_STRING_PRETTY), -1, NULL);
}

static void
remove_files (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, RENSA_BEST_MODEL_NAME, NULL);
  g_autofree char *facts = g_build_filename (folder, FACTS_NAME, NULL);

  g_unlink (facts);
  g_unlink (path);
}

/* Writes the facts last, so that they never describe a model that does not exist. */
gboolean
rensa_best_model_save (RensaBestModel *self, RensaTrainer *trainer, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, RENSA_BEST_MODEL_NAME, NULL);
  gsize n = 0;
  const char *bytes = self->bytes != NULL ? g_bytes_get_data (self->bytes, &n) : NULL;

  if (bytes == NULL || self->iteration == rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)))
    {
      remove_files (folder);
      return FALSE;
    }
  if (!self->is_saved)
    self->is_saved = g_file_set_contents (path, bytes, (gssize) n, NULL) && save_facts (self, folder);
  return self->is_saved;
}

static gboolean
load_facts (RensaBestModel *self, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, FACTS_NAME, NULL);
  gsize n;
  g_autofree char *text = rensa_file_read (path, MOST_FACT_BYTES, &n, NULL);
  g_autoptr (RensaJson) facts = text != NULL ? json_tokener_parse (text) : NULL;
  RensaJson *loss = json_object_is_type (facts, json_type_object) ? json_object_object_get (facts, "loss") : NULL;

  if (loss == NULL)
    return FALSE;
  self->loss = json_object_get_double (loss);
  return isfinite (self->loss) && rensa_json_get_integer (json_object_object_get (facts, "iteration"), &self->iteration)
         && rensa_json_get_integer (json_object_object_get (facts, "epoch"), &self->epoch);
}

void
rensa_best_model_load (RensaBestModel *self, RensaTrainer *trainer, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, RENSA_BEST_MODEL_NAME, NULL);
  gsize n = 0;
  char *bytes =
      load_facts (self, folder) && self->iteration <= rensa_updater_get_iteration (rensa_trainer_get_updater (trainer))
          ? rensa_file_read (path, MOST_BYTES, &n, NULL)
          : NULL;

  if (bytes == NULL)
    {
      rensa_best_model_note (self, trainer);
      return;
    }
  self->bytes = g_bytes_new_take (bytes, n);
  self->is_saved = TRUE;
}

gboolean
rensa_best_model_is_meant (const RensaBestModel *self, const RensaVerdict *verdict)
{
  return self->bytes != NULL && verdict->advice == RENSA_ADVICE_USE_BEST
         && (verdict->place == (double) self->epoch || verdict->place == (double) self->iteration);
}
