/* rensa-pace.h: how often a node is called for one batch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-facts.h"

G_BEGIN_DECLS

/**
 * RensaPace:
 * @RENSA_PACE_ONCE: one call processes the batch
 * @RENSA_PACE_EACH_STEP: one call for each step of the input sequences, independent of all others
 * @RENSA_PACE_THROUGH: processes the sequences from step to step
 * @RENSA_PACE_CARRIES: keeps its state between calls, within a batch
 * @RENSA_PACE_GOES_ON: keeps its state across batches
 *
 * A node that contains others has the last of these values that any of them has.
 */
typedef enum
{
  RENSA_PACE_ONCE,
  RENSA_PACE_EACH_STEP,
  RENSA_PACE_THROUGH,
  RENSA_PACE_CARRIES,
  RENSA_PACE_GOES_ON,
} RensaPace;

/* @node: a node of @model, to which @facts refer; never returns %RENSA_PACE_GOES_ON. */
RensaPace rensa_pace_of (const RensaFacts *facts, const RensaModel *model, const RensaModelNode *node);

G_END_DECLS
