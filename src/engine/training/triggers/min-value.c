/* min-value.c: MinValueTrigger, fires when a value is smaller than all before.
 * SPDX-License-Identifier: MIT */

#include "rensa-best-value-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_BEST_VALUE_KEY,
  RENSA_BEST_VALUE_TRIGGER,
};

static gboolean
is_smaller (gconstpointer values, double best, double value)
{
  return value < best;
}

static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  return rensa_best_value_fire (trigger, trainer, is_smaller, fires, error);
}

const RensaTriggerClass rensa_min_value_trigger_class = {
  .name = "MinValueTrigger",
  .title = N_ ("Minimum Value"),
  .summary = N_ ("Fires when a value is the smallest so far"),
  .words = N_ ("best;minimum;lowest loss;record"),
  RENSA_ATTRS (RensaBestValue, attrs),
  .fire = fire,
  RENSA_BEST_VALUE_MEMBERS,
  RENSA_FORMS ({ "chainer", "triggers.MinValueTrigger({key}, trigger={trigger})" },
               RENSA_BEST_VALUE_TORCH ("lambda best, new: new < best")),
};
