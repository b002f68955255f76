/* once.c: OnceTrigger, fires only after the first iteration.
 * SPDX-License-Identifier: MIT */

#include "once.py.inc"
#include "rensa-trainer.h"

typedef struct
{
  gboolean call_on_resume;
} Once;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (Once, call_on_resume, .initial = FALSE, .title = N_ ("Also on Resume"),
                   .hint = N_ ("Fires once more whenever a run is resumed from a snapshot")),
};

/* @has_begun: TRUE once training has begun, in this run or in the run it resumes
 * @is_done: TRUE if it has fired in this run */
typedef struct
{
  gboolean has_begun;
  gboolean is_done;
} State;

static gboolean
is_finished (RensaTrigger *trigger)
{
  const Once *self = rensa_trigger_get_values (trigger);
  const State *state = rensa_trigger_get_state (trigger);

  return state->has_begun && (state->is_done || !self->call_on_resume);
}

static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);

  *fires = !is_finished (trigger);
  *state = (State){ TRUE, TRUE };
  return TRUE;
}

static gboolean
serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);
  gboolean is_first = !state->has_begun;

  if (!rensa_serializer_bool (serializer, "_flag_first", &is_first, error))
    return FALSE;
  state->has_begun = !is_first;
  return TRUE;
}

const RensaTriggerClass rensa_once_trigger_class = {
  .name = "OnceTrigger",
  .title = N_ ("Once"),
  .summary = N_ ("Fires only after the first iteration"),
  .words = N_ ("first;single;one time"),
  RENSA_ATTRS (Once, attrs),
  .state_size = sizeof (State),
  .fire = fire,
  .is_finished = is_finished,
  .serialize = serialize,
  RENSA_FORMS ({ "chainer", "triggers.OnceTrigger(call_on_resume={call_on_resume})" },
               { "torch", "OnceTrigger({call_on_resume})" }, { "torch_class", torch_class }),
};
