/* rensa-accumulator-private.h: means over the iterations between two firings of a trigger.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* @trigger_key, @summary_key: what its parts are called in snapshots
 * @keys: (nullable): what is observed, everything for NULL
 * @means: what the last firing gave */
typedef struct
{
  const char *trigger_key;
  const char *summary_key;
  RensaTrigger *trigger;
  GStrv keys;
  RensaDictSummary *summary;
  RensaObservation *means;
} RensaAccumulator;

/* @trigger is an attribute of kind trigger; @keys is taken over. The parts are called _trigger and _summary, as
 * extensions of Chainer call them. */
gboolean rensa_accumulator_init (RensaAccumulator *accumulator, RensaAttrs *trigger, GStrv keys, GError **error);
/* Of one name alone, with its parts as triggers of Chainer call them: interval_trigger and summary. */
gboolean rensa_accumulator_init_single (RensaAccumulator *accumulator, RensaAttrs *trigger, const char *key,
                                        GError **error);
void rensa_accumulator_clear (RensaAccumulator *accumulator);
void rensa_accumulator_add_values (RensaAccumulator *accumulator, RensaObservation *values);
/* Adds what is observed in this iteration. */
void rensa_accumulator_add (RensaAccumulator *accumulator, RensaTrainer *trainer);
/* Asks the trigger once an iteration, after that. Where it fires the caller goes on with the next. */
gboolean rensa_accumulator_fire (RensaAccumulator *accumulator, RensaTrainer *trainer, gboolean *fires, GError **error);
/* The means are those of what was added since the last time; FALSE where there is nothing. */
gboolean rensa_accumulator_take (RensaAccumulator *accumulator);
/* All three. *@fires: whether the trigger has fired, and the means are new. */
gboolean rensa_accumulator_step (RensaAccumulator *accumulator, RensaTrainer *trainer, gboolean *fires, GError **error);
/* A part that a file lacks begins afresh. */
gboolean rensa_accumulator_serialize (RensaAccumulator *accumulator, RensaSerializer *serializer, GError **error);

G_END_DECLS
