/* micro-average.c: MicroAverage, the ratio of two sums of reported values.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"

typedef struct
{
  char *numerator_key;
  char *denominator_key;
  char *result_key;
  RensaAttrs *trigger;
} MicroAverage;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (MicroAverage, numerator_key, .names = RENSA_NAMES_REPORT, .required = TRUE,
                     .initial_text = "main/loss", .title = N_ ("Numerator"),
                     .hint = N_ ("Reported value, such as the number of correct answers")),
  RENSA_ATTR_STRING (MicroAverage, denominator_key, .names = RENSA_NAMES_REPORT, .required = TRUE,
                     .initial_text = "main/loss", .title = N_ ("Denominator"),
                     .hint = N_ ("Reported value, such as the total number of answers")),
  RENSA_ATTR_STRING (MicroAverage, result_key, .names = RENSA_NAMES_NEW_REPORT, .required = TRUE,
                     .initial_text = "ratio", .title = N_ ("Name"), .hint = N_ ("Name of the reported value")),
  RENSA_ATTR_TRIGGER (MicroAverage, trigger, .title = N_ ("Interval"),
                      .hint = N_ ("Interval over which to sum values")),
};

typedef struct
{
  RensaTrigger *trigger;
  double numerator;
  double denominator;
} State;

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const MicroAverage *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->trigger = rensa_trigger_new (self->trigger, error);
  return state->trigger != NULL;
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  g_clear_pointer (&state->trigger, rensa_trigger_free);
}

/* In an iteration that lacks one of the two values, the trigger is not evaluated either, as in Chainer. */
static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const MicroAverage *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  RensaObservation *observation = rensa_trainer_get_observation (trainer);
  double numerator;
  double denominator;
  gboolean fires;

  if (!rensa_observation_lookup (observation, self->numerator_key, &numerator)
      || !rensa_observation_lookup (observation, self->denominator_key, &denominator))
    return TRUE;
  state->numerator += numerator;
  state->denominator += denominator;
  if (!rensa_trigger_fire (state->trigger, trainer, &fires, error))
    return FALSE;
  if (fires)
    {
      rensa_observation_set (observation, self->result_key, state->numerator / state->denominator);
      state->numerator = 0;
      state->denominator = 0;
    }
  return TRUE;
}

/* Chainer does not save the state of the trigger, which may then fire in the middle of an epoch. */
static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  return rensa_serializer_number (serializer, "_numerator", &state->numerator, error)
         && rensa_serializer_number (serializer, "_denominator", &state->denominator, error)
         && rensa_trigger_serialize (state->trigger, rensa_serializer_child (serializer, "_trigger"), error);
}

const RensaExtensionClass rensa_micro_average_class = {
  .name = "MicroAverage",
  .title = N_ ("Micro Average"),
  .summary = N_ ("Reports the ratio of two summed values, such as correct answers to all answers"),
  .words = N_ ("ratio;mean;weighted"),
  .formula = "r = Σ a / Σ b",
  RENSA_ATTRS (MicroAverage, attrs),
  .priority = RENSA_PRIORITY_EDITOR,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "MicroAverage",
  .state_size = sizeof (State),
  .setup = setup,
  .call = call,
  .serialize = serialize,
  .clear = clear,
  RENSA_FORMS (
      { "chainer", "extensions.MicroAverage({numerator_key}, {denominator_key}, {result_key}, trigger={trigger})" }),
};
