/* interval.c: IntervalTrigger, fires every given number of iterations or epochs.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-stretch-private.h"

typedef struct
{
  double period;
  int unit;
} Interval;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Interval, period, .initial = 1, .min = 1e-6, .max = 1e12, .title = N_ ("Period"),
                    .hint = N_ ("Epochs can be fractional")),
  RENSA_ATTR_CHOICE (Interval, unit, .initial = RENSA_UNIT_EPOCH, .choices = rensa_units, .title = N_ ("Unit")),
};

/* Computes Python's a // b for positive b. The quotient of doubles may have been rounded up to the
 * next integer, but their remainder is exact; counting as in Python makes the trigger fire in the
 * same iterations as Chainer's. */
static double
floor_divide (double a, double b)
{
  return round ((a - fmod (a, b)) / b);
}

/* An epoch need not be a whole number of iterations, so the trigger fires when a multiple is passed. */
static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  const Interval *self = rensa_trigger_get_values (trigger);
  const RensaStretch stretch = rensa_mark_step (rensa_trigger_get_state (trigger), trainer, self->unit);

  *fires = floor_divide (stretch.from, self->period) != floor_divide (stretch.to, self->period);
  return TRUE;
}

static gboolean
serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error)
{
  return rensa_mark_serialize (rensa_trigger_get_state (trigger), serializer, error);
}

static gboolean
get_training_length (RensaTrigger *trigger, double *length, const char **unit)
{
  const Interval *self = rensa_trigger_get_values (trigger);

  *length = self->period;
  *unit = rensa_units[self->unit];
  return TRUE;
}

const RensaTriggerClass rensa_interval_trigger_class = {
  .name = "IntervalTrigger",
  .title = N_ ("Interval"),
  .summary = N_ ("Fires every N iterations or epochs"),
  .words = N_ ("epochs;iterations;every"),
  RENSA_ATTRS (Interval, attrs),
  .state_size = sizeof (RensaMark),
  .fire = fire,
  .serialize = serialize,
  .get_training_length = get_training_length,
  RENSA_FORMS ({ "chainer", "triggers.IntervalTrigger({period:number}, {unit})" },
               { "torch", "progress.has_passed({period:number}, {unit:always})" },
               { "torch_count", "progress.count({period:number}, {unit:always})" }),
};
