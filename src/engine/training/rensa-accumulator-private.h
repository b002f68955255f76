/* rensa-accumulator-private.h: means over the iterations between two firings of a trigger.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* @keys: (nullable): what is observed, everything for NULL.
 * @means: what the last firing gave. */
typedef struct
{
  RensaTrigger *trigger;
  GStrv keys;
  RensaDictSummary *summary;
  RensaObservation *chosen;
  RensaObservation *means;
} RensaAccumulator;

/* @trigger is an attribute of kind trigger, @keys the text of names. */
gboolean rensa_accumulator_init (RensaAccumulator *accumulator, RensaAttrs *trigger, const char *keys, GError **error);
void rensa_accumulator_clear (RensaAccumulator *accumulator);
/* Adds the values of this iteration; TRUE where the trigger fires, and then the means are those since it fired
 * before. */
gboolean rensa_accumulator_add (RensaAccumulator *accumulator, RensaTrainer *trainer);
/* Chainer's keys _trigger/… and _summary/…; a part that a file lacks begins afresh. */
gboolean rensa_accumulator_serialize (RensaAccumulator *accumulator, RensaSerializer *serializer, GError **error);

G_END_DECLS
