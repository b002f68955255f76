/* rensa-best-value.c: code shared by triggers that fire when a value is the best so far.
 * SPDX-License-Identifier: MIT */

#include "rensa-best-value-private.h"

#include "rensa-best-value.py.inc"
#include "rensa-fault.h"
#include "rensa-language.h"

gboolean
rensa_best_value_setup (RensaTrigger *trigger, GError **error)
{
  const RensaBestValue *self = rensa_trigger_get_values (trigger);
  RensaBestValueState *state = rensa_trigger_get_state (trigger);

  return rensa_accumulator_init_single (&state->accumulator, self->trigger, self->key, error);
}

void
rensa_best_value_clear (RensaTrigger *trigger)
{
  RensaBestValueState *state = rensa_trigger_get_state (trigger);

  rensa_accumulator_clear (&state->accumulator);
}

/* Returns "main/loss, main/accuracy". */
static char *
list_keys (RensaObservation *observation)
{
  GString *keys = g_string_new (NULL);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    g_string_append_printf (keys, "%s%s", i > 0 ? ", " : "", rensa_observation_get_key (observation, i));
  return g_string_free (keys, FALSE);
}

gboolean
rensa_trigger_awaits (RensaTrigger *trigger, RensaTrainer *trainer, const char *key, GError **error)
{
  RensaObservation *observation = rensa_trainer_get_observation (trainer);
  g_autofree char *keys = NULL;

  /* In a resumed run, this is called before anything is observed. */
  if (rensa_observation_get_n (observation) == 0 || rensa_trainer_awaits_report (trainer, key))
    return TRUE;

  keys = list_keys (observation);
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: “%s” is not reported; available values: %s"),
                   rensa_trigger_get_name (trigger), key, keys);
  return FALSE;
}

gboolean
rensa_best_value_fire (RensaTrigger *trigger, RensaTrainer *trainer, RensaBetterFunc is_better, gboolean *fires,
                       GError **error)
{
  const RensaBestValue *self = rensa_trigger_get_values (trigger);
  RensaBestValueState *state = rensa_trigger_get_state (trigger);
  gboolean is_due;
  double value;

  if (!rensa_accumulator_step (&state->accumulator, trainer, &is_due, error))
    return FALSE;
  if (!is_due)
    return TRUE;
  if (!rensa_observation_lookup (state->accumulator.means, self->key, &value))
    return rensa_trigger_awaits (trigger, trainer, self->key, error);

  *fires = !state->has_best || is_better (self, state->best, value);
  if (*fires)
    {
      state->has_best = TRUE;
      state->best = value;
    }
  return TRUE;
}

static gboolean
write_none (RensaSerializer *serializer, const char *key, GError **error)
{
  RensaArray *none = NULL;

  return rensa_serializer_array (serializer, key, &none, error);
}

static gboolean
read_best (RensaBestValueState *state, RensaSerializer *serializer, GError **error)
{
  RensaArray *best = NULL;

  if (!rensa_serializer_array (serializer, "best_value", &best, error))
    return FALSE;
  state->has_best = best != NULL;
  g_clear_pointer (&best, rensa_array_unref);
  return !state->has_best || rensa_serializer_double (serializer, "best_value", &state->best, error);
}

/* Uses Chainer's keys; best_value is None before there is one. */
gboolean
rensa_best_value_serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  RensaBestValueState *state = rensa_trigger_get_state (trigger);

  if (!rensa_accumulator_serialize (&state->accumulator, serializer, error))
    return FALSE;
  if (rensa_serializer_is_reading (serializer))
    return read_best (state, serializer, error);
  return state->has_best ? rensa_serializer_double (serializer, "best_value", &state->best, error)
                         : write_none (serializer, "best_value", error);
}
