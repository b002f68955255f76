/* early-stopping.c: EarlyStoppingTrigger, fires when a value has not improved for a while.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "early-stopping.py.inc"
#include "rensa-best-value-private.h"

enum
{
  MODE_AUTO,
  MODE_MAX,
  MODE_MIN,
};

static const char *const modes[] = { "auto", "max", "min", NULL };

typedef struct
{
  RensaAttrs *check_trigger;
  char *monitor;
  gint64 patience;
  int mode;
  RensaAttrs *max_trigger;
} EarlyStopping;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (EarlyStopping, monitor, .names = RENSA_NAMES_REPORT, .initial_text = "main/loss",
                     .title = N_ ("Monitored Value"), .hint = N_ ("Reported value, such as validation/main/loss")),
  RENSA_ATTR_INT (EarlyStopping, patience, .initial = 3, .min = 1, .max = G_MAXINT32, .title = N_ ("Patience"),
                  .hint = N_ ("Number of checks without improvement after which training stops")),
  RENSA_ATTR_CHOICE (EarlyStopping, mode, .initial = MODE_AUTO, .choices = modes, .title = N_ ("Better When"),
                     .hint = N_ ("max: higher is better; min: lower is better; auto: higher is better for accuracy")),
  RENSA_ATTR_TRIGGER (EarlyStopping, check_trigger, .title = N_ ("Check Interval"),
                      .hint = N_ ("How often to check; the value is averaged in between")),
  RENSA_ATTR_COMPONENT (EarlyStopping, max_trigger, .component_kind = RENSA_COMPONENT_TRIGGER,
                        .initial_text = "IntervalTrigger(period=100)", .title = N_ ("Upper Limit"),
                        .hint = N_ ("When to stop even if the value is still improving")),
};

/* @checked_at: iteration whose values it has processed; a resumed run evaluates the trigger again
 *   after the same one */
typedef struct
{
  RensaAccumulator accumulator;
  RensaTrigger *max_trigger;
  gboolean is_larger_better;
  double best;
  gint64 count;
  gint64 checked_at;
} State;

static gboolean
setup (RensaTrigger *trigger, GError **error)
{
  const EarlyStopping *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);

  state->is_larger_better =
      self->mode == MODE_MAX || (self->mode == MODE_AUTO && strstr (self->monitor, "accuracy") != NULL);
  state->best = state->is_larger_better ? -INFINITY : INFINITY;
  if (!rensa_accumulator_init_single (&state->accumulator, self->check_trigger, self->monitor, error))
    return FALSE;
  state->max_trigger = rensa_trigger_new (self->max_trigger, error);
  return state->max_trigger != NULL;
}

static void
clear (RensaTrigger *trigger)
{
  State *state = rensa_trigger_get_state (trigger);

  rensa_accumulator_clear (&state->accumulator);
  g_clear_pointer (&state->max_trigger, rensa_trigger_free);
}

/* NaN improves nothing. */
static gboolean
has_improved (const State *state, double value)
{
  return state->is_larger_better ? value > state->best : value < state->best;
}

static gboolean
check (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  const EarlyStopping *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);
  double value;

  if (!rensa_observation_lookup (rensa_trainer_get_observation (trainer), self->monitor, &value))
    return rensa_trigger_awaits (trigger, trainer, self->monitor, error);

  rensa_accumulator_take (&state->accumulator);
  rensa_observation_lookup (state->accumulator.means, self->monitor, &value);
  if (has_improved (state, value))
    {
      state->best = value;
      state->count = 0;
    }
  else
    state->count++;
  *fires = state->count >= self->patience;
  return TRUE;
}

static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);
  const gint64 iteration = rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
  gboolean is_due;

  if (iteration > state->checked_at)
    rensa_accumulator_add (&state->accumulator, trainer);
  state->checked_at = iteration;
  if (!rensa_trigger_fire (state->max_trigger, trainer, fires, error))
    return FALSE;
  if (*fires)
    return TRUE;
  if (!rensa_accumulator_fire (&state->accumulator, trainer, &is_due, error))
    return FALSE;
  return !is_due || check (trigger, trainer, fires, error);
}

/* Chainer saves no state of this trigger and loses the best value; without it a resumed run would
 * end at another iteration than one that was never interrupted. State missing from a Chainer
 * snapshot starts at its initial value. */
static gboolean
serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);

  if (!rensa_serializer_has (serializer, "best"))
    return TRUE;
  return rensa_accumulator_serialize (&state->accumulator, serializer, error)
         && rensa_trigger_serialize (state->max_trigger, rensa_serializer_child (serializer, "max_trigger"), error)
         && rensa_serializer_double (serializer, "best", &state->best, error)
         && rensa_serializer_int (serializer, "count", &state->count, error)
         && rensa_serializer_int (serializer, "checked_at", &state->checked_at, error);
}

static gboolean
get_training_length (RensaTrigger *trigger, double *length, const char **unit)
{
  const State *state = rensa_trigger_get_state (trigger);

  return rensa_trigger_get_training_length (state->max_trigger, length, unit);
}

const RensaTriggerClass rensa_early_stopping_trigger_class = {
  .name = "EarlyStoppingTrigger",
  .title = N_ ("Early Stopping"),
  .summary = N_ ("Fires when a value has stopped improving"),
  .words = N_ ("patience;overfitting;plateau;converged;stop"),
  .reference = "Prechelt, Early Stopping — But When?, in Neural Networks: Tricks of the Trade, Springer 1998",
  RENSA_ATTRS (EarlyStopping, attrs),
  .state_size = sizeof (State),
  .setup = setup,
  .fire = fire,
  .serialize = serialize,
  .get_training_length = get_training_length,
  .clear = clear,
  RENSA_FORMS (
      { "chainer", "triggers.EarlyStoppingTrigger(check_trigger={check_trigger}, monitor={monitor}, "
                   "patience={patience}, mode={mode}, max_trigger={max_trigger})" },
      { "torch",
        "EarlyStoppingTrigger(progress, {monitor}, {patience}, {mode}, {check_trigger:callable}, {max_trigger:callable})" },
      { "torch_class", torch_class }),
};
