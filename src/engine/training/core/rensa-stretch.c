/* rensa-stretch.c: the interval of training between two evaluations of a trigger.
 * SPDX-License-Identifier: MIT */

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
