/* interval.c: IntervalTrigger, fires every given number of iterations or epochs.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-stretch-private.h"

const char *const rensa_units[] = { "iteration", "epoch", NULL };

static double
get_previous_epoch_detail (const RensaMark *mark, RensaUpdater *updater)
{
  const double previous = mark->previous_epoch_detail >= 0 ? mark->previous_epoch_detail
                                                           : rensa_updater_get_place (updater)->previous_epoch_detail;

  return MAX (previous, 0);
}

static double
get_previous_iteration (const RensaMark *mark, RensaUpdater *updater)
{
  return (double) (mark->previous_iteration >= 0 ? mark->previous_iteration
                                                 : MAX (rensa_updater_get_iteration (updater) - 1, 0));
}

RensaStretch
rensa_mark_step (RensaMark *mark, RensaTrainer *trainer, RensaUnit unit)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  const gint64 iteration = rensa_updater_get_iteration (updater);
  const double epoch_detail = rensa_updater_get_epoch_detail (updater);
  const RensaStretch stretch = unit == RENSA_UNIT_EPOCH
                                   ? (RensaStretch){ get_previous_epoch_detail (mark, updater), epoch_detail }
                                   : (RensaStretch){ get_previous_iteration (mark, updater), (double) iteration };

  *mark = (RensaMark){ iteration, epoch_detail };
  return stretch;
}

gboolean
rensa_mark_serialize (RensaMark *mark, RensaSerializer *serializer, GError **error)
{
  if (!rensa_serializer_has (serializer, "previous_iteration"))
    {
      *mark = (RensaMark){ -1, -1 };
      return TRUE;
    }
  return rensa_serializer_int (serializer, "previous_iteration", &mark->previous_iteration, error)
         && rensa_serializer_double (serializer, "previous_epoch_detail", &mark->previous_epoch_detail, error);
}

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
