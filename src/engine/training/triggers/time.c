/* time.c: TimeTrigger, fires every given number of seconds of training.
 * SPDX-License-Identifier: MIT */

#include "rensa-trainer.h"
#include "time.py.inc"

typedef struct
{
  double period;
} Time;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Time, period, .required = TRUE, .min = 1e-3, .max = 1e9, .unit = "s", .title = N_ ("Seconds")),
};

/* @next: elapsed time after which it fires next */
typedef struct
{
  double next;
} State;

static gboolean
setup (RensaTrigger *trigger, GError **error)
{
  const Time *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);

  state->next = self->period;
  return TRUE;
}

/* If an iteration takes several periods, the missed ones are made up for, one per iteration, as in
 * Chainer. */
static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  const Time *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);

  *fires = state->next < rensa_trainer_get_elapsed_time (trainer);
  if (*fires)
    state->next += self->period;
  return TRUE;
}

static gboolean
serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);

  return rensa_serializer_double (serializer, "next_time", &state->next, error);
}

const RensaTriggerClass rensa_time_trigger_class = {
  .name = "TimeTrigger",
  .title = N_ ("Time"),
  .summary = N_ ("Fires every N seconds of training"),
  .words = N_ ("seconds;minutes;clock;duration"),
  RENSA_ATTRS (Time, attrs),
  .state_size = sizeof (State),
  .setup = setup,
  .fire = fire,
  .serialize = serialize,
  RENSA_FORMS ({ "chainer", "triggers.TimeTrigger({period})" }, { "torch", "TimeTrigger(progress, {period})" },
               { "torch_class", torch_class }),
};
