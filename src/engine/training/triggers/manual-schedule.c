/* manual-schedule.c: ManualScheduleTrigger, fires at given iterations or epochs.
 * SPDX-License-Identifier: MIT */

#include "rensa-stretch-private.h"

#include "rensa-registry-faults.h"

typedef struct
{
  RensaArray *points;
  int unit;
} ManualSchedule;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (ManualSchedule, points, .required = TRUE, .title = N_ ("Times"),
                    .hint = N_ ("One or more numbers, such as (2, 5, 9); epochs can be fractional")),
  RENSA_ATTR_CHOICE (ManualSchedule, unit, .initial = RENSA_UNIT_EPOCH, .choices = rensa_units, .title = N_ ("Unit")),
};

typedef struct
{
  RensaMark mark;
  double *points;
  gint64 n_points;
  gboolean is_finished;
} State;

static gboolean
setup (RensaTrigger *trigger, GError **error)
{
  const ManualSchedule *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);

  state->n_points = rensa_array_get_count (self->points);
  state->points = rensa_attr_array_dup_numbers (self->points);
  if (state->n_points > 0)
    return TRUE;
  return rensa_set_fault (
      error, RENSA_ERROR_INVALID,
      &(RensaFault){
          .code = &rensa_fault_attr_value, .attr = "points", .expected = N_ ("one or more numbers"), .found = "()" });
}

static void
clear (RensaTrigger *trigger)
{
  State *state = rensa_trigger_get_state (trigger);

  g_clear_pointer (&state->points, g_free);
}

static double
find_last (const State *state)
{
  double last = state->points[0];

  for (gint64 i = 1; i < state->n_points; i++)
    last = MAX (last, state->points[i]);
  return last;
}

static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  const ManualSchedule *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);
  const RensaStretch stretch = rensa_mark_step (&state->mark, trainer, self->unit);

  for (gint64 i = 0; i < state->n_points; i++)
    *fires = *fires || (stretch.from < state->points[i] && state->points[i] <= stretch.to);
  state->is_finished = stretch.to >= find_last (state);
  return TRUE;
}

static gboolean
is_finished (RensaTrigger *trigger)
{
  return ((const State *) rensa_trigger_get_state (trigger))->is_finished;
}

/* If a file does not contain the flag, the next call decides. */
static gboolean
serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);

  if (!rensa_mark_serialize (&state->mark, serializer, error))
    return FALSE;
  if (rensa_serializer_has (serializer, "finished"))
    return rensa_serializer_bool (serializer, "finished", &state->is_finished, error);
  state->is_finished = FALSE;
  return TRUE;
}

/* Training ends at the first of the given points. */
static gboolean
get_training_length (RensaTrigger *trigger, double *length, const char **unit)
{
  const ManualSchedule *self = rensa_trigger_get_values (trigger);
  const State *state = rensa_trigger_get_state (trigger);

  *length = state->points[0];
  for (gint64 i = 1; i < state->n_points; i++)
    *length = MIN (*length, state->points[i]);
  *unit = rensa_units[self->unit];
  return TRUE;
}

const RensaTriggerClass rensa_manual_schedule_trigger_class = {
  .name = "ManualScheduleTrigger",
  .title = N_ ("Manual Schedule"),
  .summary = N_ ("Fires at the listed iterations or epochs"),
  .words = N_ ("list;points;at;epochs;iterations"),
  RENSA_ATTRS (ManualSchedule, attrs),
  .state_size = sizeof (State),
  .setup = setup,
  .fire = fire,
  .is_finished = is_finished,
  .serialize = serialize,
  .get_training_length = get_training_length,
  .clear = clear,
  RENSA_FORMS ({ "chainer", "triggers.ManualScheduleTrigger({points:list}, {unit:always})" },
               { "torch", "progress.has_met({points:list}, {unit:always})" }),
};
