/* rensa-best-value-private.h: code shared by triggers that fire when a value is the best so far.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-accumulator-private.h"

G_BEGIN_DECLS

/* Returns TRUE if @value is better than @best. */
typedef gboolean (*RensaBetterFunc) (gconstpointer values, double best, double value);

/* First attributes of each of these triggers. */
typedef struct
{
  char *key;
  RensaAttrs *trigger;
} RensaBestValue;

#define RENSA_BEST_VALUE_KEY                                                                                          \
  RENSA_ATTR_STRING (RensaBestValue, key, .names = RENSA_NAMES_REPORT, .required = TRUE, .initial_text = "main/loss", \
                     .title = N_ ("Value"), .hint = N_ ("Reported value, such as validation/main/loss"))
#define RENSA_BEST_VALUE_TRIGGER                                         \
  RENSA_ATTR_TRIGGER (RensaBestValue, trigger, .title = N_ ("Interval"), \
                      .hint =                                            \
                          N_ ("Interval over which to average the value before comparing it with the best so far"))

typedef struct
{
  RensaAccumulator accumulator;
  gboolean has_best;
  double best;
} RensaBestValueState;

/* Members of their classes, except for fire, which differs. */
#define RENSA_BEST_VALUE_MEMBERS                                               \
  .state_size = sizeof (RensaBestValueState), .setup = rensa_best_value_setup, \
  .serialize = rensa_best_value_serialize, .clear = rensa_best_value_clear

/* PyTorch code; @is_better: a function of the best value so far and a new one. */
extern const char rensa_best_value_torch_class[];
#define RENSA_BEST_VALUE_TORCH(is_better)                                              \
  { "torch", "BestValueTrigger(progress, {key}, " is_better ", {trigger:callable})" }, \
  {                                                                                    \
    "torch_class", rensa_best_value_torch_class                                        \
  }

gboolean rensa_best_value_setup (RensaTrigger *trigger, GError **error);
void rensa_best_value_clear (RensaTrigger *trigger);
gboolean rensa_best_value_fire (RensaTrigger *trigger, RensaTrainer *trainer, RensaBetterFunc is_better,
                                gboolean *fires, GError **error);
gboolean rensa_best_value_serialize (RensaTrigger *trigger, RensaSerializer *serializer, GError **error);

/* Returns TRUE if a missing value may still be reported; else an error that lists the reported values. */
gboolean rensa_trigger_awaits (RensaTrigger *trigger, RensaTrainer *trainer, const char *key, GError **error);

G_END_DECLS
