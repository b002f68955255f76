/* rensa-accumulator-private.h: means over the iterations between two firings of a trigger.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* @trigger_key, @summary_key: names of its parts in snapshots
 * @keys: (nullable): observed values, all of them if NULL
 * @means: result of the last firing */
typedef struct
{
  const char *trigger_key;
  const char *summary_key;
  RensaTrigger *trigger;
  GStrv keys;
  RensaDictSummary *summary;
  RensaObservation *means;
} RensaAccumulator;

/* @trigger is an attribute of kind trigger; takes ownership of @keys. The parts are called _trigger
 *   and _summary, as in Chainer's extensions. */
gboolean rensa_accumulator_init (RensaAccumulator *accumulator, RensaAttrs *trigger, GStrv keys, GError **error);
/* For a single value, with the names of the parts in Chainer's triggers: interval_trigger and summary. */
gboolean rensa_accumulator_init_single (RensaAccumulator *accumulator, RensaAttrs *trigger, const char *key,
                                        GError **error);
void rensa_accumulator_clear (RensaAccumulator *accumulator);
void rensa_accumulator_add_values (RensaAccumulator *accumulator, RensaObservation *values);
/* Adds the values observed in this iteration. */
void rensa_accumulator_add (RensaAccumulator *accumulator, RensaTrainer *trainer);
/* Evaluates the trigger, once per iteration, after that. If it fires, the caller must call the next
 * function. */
gboolean rensa_accumulator_fire (RensaAccumulator *accumulator, RensaTrainer *trainer, gboolean *fires, GError **error);
/* Computes the means of the values added since the last time; FALSE if there are none. */
gboolean rensa_accumulator_take (RensaAccumulator *accumulator);
/* Calls all three. *@fires: TRUE if the trigger has fired and the means are new. */
gboolean rensa_accumulator_step (RensaAccumulator *accumulator, RensaTrainer *trainer, gboolean *fires, GError **error);
/* Parts missing from a file start empty. */
gboolean rensa_accumulator_serialize (RensaAccumulator *accumulator, RensaSerializer *serializer, GError **error);

G_END_DECLS
