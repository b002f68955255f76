/* rensa-trainer-serialize.c: the state of a trainer in a snapshot.
 * SPDX-License-Identifier: MIT */

#include "rensa-trainer-private.h"

#include "rensa-random.h"

/* Serializes the state of this thread's generator; unsigned 64-bit numbers are stored as the int64
 * with the same bits. */
static gboolean
serialize_random (RensaSerializer *serializer, GError **error)
{
  RensaRandom *random = rensa_random_get_default ();
  gint64 seed = (gint64) random->seed;
  gint64 stream = (gint64) random->stream;
  gint64 counter = (gint64) random->counter;

  if (!rensa_serializer_has (serializer, "seed"))
    return TRUE;
  if (!rensa_serializer_int (serializer, "seed", &seed, error)
      || !rensa_serializer_int (serializer, "stream", &stream, error)
      || !rensa_serializer_int (serializer, "counter", &counter, error))
    return FALSE;

  *random = (RensaRandom){ (guint64) seed, (guint64) stream, (guint64) counter };
  return TRUE;
}

static gboolean
serialize_extension (RensaExtension *extension, RensaSerializer *extensions, RensaSerializer *triggers, GError **error)
{
  /* An extension that is not in the file keeps its initial state. */
  if (extension->class->serialize != NULL && rensa_serializer_has (extensions, extension->name)
      && !extension->class->serialize (extension, rensa_serializer_child (extensions, extension->name), error))
    return FALSE;

  return extension->trigger == NULL
         || rensa_trigger_serialize (extension->trigger, rensa_serializer_child (triggers, extension->name), error);
}

/* A difference is reported but not refused: the user may have corrected a value. */
static gboolean
serialize_data (RensaTrainer *self, RensaSerializer *serializer, GError **error)
{
  RensaDataset *data = rensa_iterator_get_dataset (rensa_updater_get_iterator (self->updater, RENSA_MAIN));
  gint64 mark;

  if (!rensa_serializer_has (serializer, "data"))
    return TRUE;
  if (self->data_mark == 0 && !rensa_dataset_get_mark (data, &self->data_mark, error))
    return FALSE;
  mark = self->data_mark;
  if (!rensa_serializer_int (serializer, "data", &mark, error))
    return FALSE;
  self->has_other_data = mark != self->data_mark;
  return TRUE;
}

/* The values of a single iteration are means of one value each. */
static gboolean
serialize_observation (RensaTrainer *self, RensaSerializer *serializer, GError **error)
{
  g_autoptr (RensaDictSummary) summary = rensa_dict_summary_new ();

  if (!rensa_serializer_has (serializer, "observation"))
    return TRUE;
  rensa_dict_summary_add (summary, self->observation, NULL);
  if (!rensa_dict_summary_serialize (summary, rensa_serializer_child (serializer, "observation"), error))
    return FALSE;
  if (rensa_serializer_is_reading (serializer))
    {
      rensa_observation_clear (self->observation);
      rensa_dict_summary_compute_mean (summary, self->observation);
    }
  return TRUE;
}

gboolean
rensa_trainer_has_other_data (RensaTrainer *trainer)
{
  return trainer->has_other_data;
}

gboolean
rensa_trainer_serialize (gpointer trainer, RensaSerializer *serializer, GError **error)
{
  RensaTrainer *self = trainer;
  RensaSerializer *extensions = rensa_serializer_child (serializer, "extensions");
  RensaSerializer *triggers = rensa_serializer_child (serializer, "extension_triggers");
  RensaSerializer *ours = rensa_serializer_child (serializer, "rensa");
  double elapsed = rensa_trainer_get_elapsed_time (self);

  if (!rensa_updater_serialize (self->updater, rensa_serializer_child (serializer, "updater"), error)
      || !rensa_trigger_serialize (self->stop_trigger, rensa_serializer_child (serializer, "stop_trigger"), error))
    return FALSE;

  for (guint i = 0; i < self->extensions->len; i++)
    {
      if (!serialize_extension (g_ptr_array_index (self->extensions, i), extensions, triggers, error))
        return FALSE;
    }

  if (!rensa_serializer_double (serializer, "_snapshot_elapsed_time", &elapsed, error)
      || !serialize_random (rensa_serializer_child (ours, "random"), error) || !serialize_data (self, ours, error)
      || !serialize_observation (self, ours, error))
    return FALSE;
  if (rensa_serializer_is_reading (serializer))
    self->earlier = elapsed;

  /* The file's run may have had extensions that this one lacks. */
  rensa_serializer_pass_over (extensions);
  rensa_serializer_pass_over (triggers);
  rensa_serializer_pass_over (ours);
  return TRUE;
}
