/* rensa-accumulator.c: means over the iterations between two firings of a trigger.
 * SPDX-License-Identifier: MIT */

#include "rensa-accumulator-private.h"

GStrv
rensa_split_names (const char *text)
{
  g_autoptr (GStrvBuilder) names = NULL;
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return NULL;

  names = g_strv_builder_new ();
  parts = g_strsplit (text, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*g_strstrip (parts[i]) != '\0')
        g_strv_builder_add (names, parts[i]);
    }
  return g_strv_builder_end (names);
}

gboolean
rensa_accumulator_init (RensaAccumulator *self, RensaAttrs *trigger, GStrv keys, GError **error)
{
  self->trigger_key = "_trigger";
  self->summary_key = "_summary";
  self->trigger = rensa_trigger_new (trigger, error);
  self->keys = keys;
  self->summary = rensa_dict_summary_new ();
  self->means = rensa_observation_new ();
  return self->trigger != NULL;
}

gboolean
rensa_accumulator_init_single (RensaAccumulator *self, RensaAttrs *trigger, const char *key, GError **error)
{
  const char *const keys[] = { key, NULL };
  const gboolean ok = rensa_accumulator_init (self, trigger, g_strdupv ((GStrv) keys), error);

  self->trigger_key = "interval_trigger";
  self->summary_key = "summary";
  return ok;
}

void
rensa_accumulator_clear (RensaAccumulator *self)
{
  g_clear_pointer (&self->trigger, rensa_trigger_free);
  g_clear_pointer (&self->keys, g_strfreev);
  g_clear_pointer (&self->summary, rensa_dict_summary_free);
  g_clear_pointer (&self->means, rensa_observation_free);
}

static void
begin_afresh (RensaAccumulator *self)
{
  rensa_dict_summary_free (self->summary);
  self->summary = rensa_dict_summary_new ();
}

void
rensa_accumulator_add_values (RensaAccumulator *self, RensaObservation *values)
{
  rensa_dict_summary_add (self->summary, values, (const char *const *) self->keys);
}

void
rensa_accumulator_add (RensaAccumulator *self, RensaTrainer *trainer)
{
  rensa_accumulator_add_values (self, rensa_trainer_get_observation (trainer));
}

gboolean
rensa_accumulator_fire (RensaAccumulator *self, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  return rensa_trigger_fire (self->trigger, trainer, fires, error);
}

gboolean
rensa_accumulator_take (RensaAccumulator *self)
{
  rensa_observation_clear (self->means);
  rensa_dict_summary_compute_mean (self->summary, self->means);
  begin_afresh (self);
  return rensa_observation_get_n (self->means) > 0;
}

gboolean
rensa_accumulator_step (RensaAccumulator *self, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  rensa_accumulator_add (self, trainer);
  if (!rensa_accumulator_fire (self, trainer, fires, error))
    return FALSE;
  if (*fires)
    rensa_accumulator_take (self);
  return TRUE;
}

gboolean
rensa_accumulator_serialize (RensaAccumulator *self, RensaSerializer *serializer, GError **error)
{
  if (!rensa_trigger_serialize (self->trigger, rensa_serializer_child (serializer, self->trigger_key), error))
    return FALSE;
  if (rensa_serializer_has (serializer, self->summary_key))
    return rensa_dict_summary_serialize (self->summary, rensa_serializer_child (serializer, self->summary_key), error);

  begin_afresh (self);
  return TRUE;
}
