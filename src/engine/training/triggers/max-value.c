/* max-value.c: MaxValueTrigger, fires when a value is larger than all before.
 * SPDX-License-Identifier: MIT */

#include "rensa-best-value-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_BEST_VALUE_KEY,
  RENSA_BEST_VALUE_TRIGGER,
};

static gboolean
is_larger (gconstpointer values, double best, double value)
{
  return value > best;
}

static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  return rensa_best_value_fire (trigger, trainer, is_larger, fires, error);
}

const RensaTriggerClass rensa_max_value_trigger_class = {
  .name = "MaxValueTrigger",
  .title = N_ ("Largest Value"),
  .summary = N_ ("Fires when a value is the largest so far"),
  .words = N_ ("best;maximum;highest accuracy;record"),
  RENSA_ATTRS (RensaBestValue, attrs),
  .fire = fire,
  RENSA_BEST_VALUE_MEMBERS,
  RENSA_FORMS ({ "chainer", "triggers.MaxValueTrigger({key}, trigger={trigger})" },
               RENSA_BEST_VALUE_TORCH ("lambda best, new: new > best")),
};
