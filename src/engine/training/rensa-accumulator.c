/* rensa-accumulator.c: means over the iterations between two firings of a trigger.
 * SPDX-License-Identifier: MIT */

#include "rensa-accumulator-private.h"

#include "rensa-text-private.h"

gboolean
rensa_accumulator_init (RensaAccumulator *self, RensaAttrs *trigger, const char *keys, GError **error)
{
  self->trigger = rensa_trigger_new (trigger, error);
  self->keys = rensa_split_names (keys);
  self->summary = rensa_dict_summary_new ();
  self->chosen = rensa_observation_new ();
  self->means = rensa_observation_new ();
  return self->trigger != NULL;
}

void
rensa_accumulator_clear (RensaAccumulator *self)
{
  g_clear_pointer (&self->trigger, rensa_trigger_free);
  g_clear_pointer (&self->keys, g_strfreev);
  g_clear_pointer (&self->summary, rensa_dict_summary_free);
  g_clear_pointer (&self->chosen, rensa_observation_free);
  g_clear_pointer (&self->means, rensa_observation_free);
}

static void
add_chosen (RensaAccumulator *self, RensaObservation *observation)
{
  rensa_observation_clear (self->chosen);
  for (guint i = 0; self->keys[i] != NULL; i++)
    {
      double value;

      if (rensa_observation_lookup (observation, self->keys[i], &value))
        rensa_observation_set (self->chosen, self->keys[i], value);
    }
  rensa_dict_summary_add (self->summary, self->chosen);
}

static void
begin_afresh (RensaAccumulator *self)
{
  rensa_dict_summary_free (self->summary);
  self->summary = rensa_dict_summary_new ();
}

gboolean
rensa_accumulator_add (RensaAccumulator *self, RensaTrainer *trainer)
{
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  if (self->keys != NULL)
    add_chosen (self, observation);
  else
    rensa_dict_summary_add (self->summary, observation);
  if (!rensa_trigger_fire (self->trigger, trainer))
    return FALSE;

  rensa_observation_clear (self->means);
  rensa_dict_summary_compute_mean (self->summary, self->means);
  begin_afresh (self);
  return TRUE;
}

gboolean
rensa_accumulator_serialize (RensaAccumulator *self, RensaSerializer *serializer, GError **error)
{
  if (!rensa_trigger_serialize (self->trigger, rensa_serializer_child (serializer, "_trigger"), error))
    return FALSE;
  if (rensa_serializer_has (serializer, "_summary"))
    return rensa_dict_summary_serialize (self->summary, rensa_serializer_child (serializer, "_summary"), error);

  begin_afresh (self);
  return TRUE;
}
