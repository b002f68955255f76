/* interval.c: IntervalTrigger, every so many iterations or epochs.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-trainer.h"

enum
{
  ITERATION,
  EPOCH,
};

static const char *const units[] = { "iteration", "epoch", NULL };

typedef struct
{
  double period;
  int unit;
} Interval;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Interval, period, .initial = 1, .min = 1e-6, .max = 1e12, .title = N_ ("Period"),
                    .hint = N_ ("Epochs may be fractions")),
  RENSA_ATTR_CHOICE (Interval, unit, .initial = EPOCH, .choices = units, .title = N_ ("Unit")),
};

/* Where training stood when the trigger was last asked; negative where a snapshot does not tell. */
typedef struct
{
  gint64 previous_iteration;
  double previous_epoch_detail;
} State;

/* Python's a // b for positive b. The quotient of doubles may have been rounded up to the next integer, their
 * remainder is exact; counting as Python does makes the trigger fire in the same iterations as Chainer's. */
static double
floor_divide (double a, double b)
{
  return round ((a - fmod (a, b)) / b);
}

static double
get_previous_epoch_detail (const State *state, RensaUpdater *updater)
{
  const double previous = state->previous_epoch_detail >= 0 ? state->previous_epoch_detail
                                                            : rensa_updater_get_previous_epoch_detail (updater);

  return previous >= 0 ? previous : 0;
}

static double
get_previous_iteration (const State *state, RensaUpdater *updater)
{
  return (double) (state->previous_iteration >= 0 ? state->previous_iteration
                                                  : MAX (rensa_updater_get_iteration (updater) - 1, 0));
}

/* An epoch need not be a whole number of iterations, so it is the passing of a multiple that counts. */
static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer)
{
  const Interval *self = rensa_trigger_get_values (trigger);
  State *state = rensa_trigger_get_state (trigger);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  const gint64 iteration = rensa_updater_get_iteration (updater);
  const double epoch_detail = rensa_updater_get_epoch_detail (updater);
  const double before =
      self->unit == EPOCH ? get_previous_epoch_detail (state, updater) : get_previous_iteration (state, updater);
  const double now = self->unit == EPOCH ? epoch_detail : (double) iteration;

  state->previous_iteration = iteration;
  state->previous_epoch_detail = epoch_detail;
  return floor_divide (before, self->period) != floor_divide (now, self->period);
}

static gboolean
serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_trigger_get_state (trigger);

  if (!rensa_serializer_has (serializer, "previous_iteration"))
    {
      *state = (State){ -1, -1 };
      return TRUE;
    }
  return rensa_serializer_int (serializer, "previous_iteration", &state->previous_iteration, error)
         && rensa_serializer_double (serializer, "previous_epoch_detail", &state->previous_epoch_detail, error);
}

static gboolean
get_training_length (RensaTrigger *trigger, double *length, const char **unit)
{
  const Interval *self = rensa_trigger_get_values (trigger);

  *length = self->period;
  *unit = units[self->unit];
  return TRUE;
}

const RensaTriggerClass rensa_interval_trigger_class = {
  .name = "IntervalTrigger",
  .group = "trigger",
  .title = N_ ("Interval"),
  .summary = N_ ("Every so many iterations or epochs"),
  RENSA_ATTRS (Interval, attrs),
  .state_size = sizeof (State),
  .fire = fire,
  .serialize = serialize,
  .get_training_length = get_training_length,
  .chainer = "triggers.IntervalTrigger({period:number}, {unit})",
};
