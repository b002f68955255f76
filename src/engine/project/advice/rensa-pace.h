/* rensa-pace.h: how often a node is called for one batch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-facts.h"

G_BEGIN_DECLS

/**
 * RensaPace:
 * @RENSA_PACE_ONCE: a call takes the batch
 * @RENSA_PACE_EACH_STEP: a call for each step of the sequences that come in, which knows of no other
 * @RENSA_PACE_THROUGH: it reads the sequences from step to step
 * @RENSA_PACE_CARRIES: it remembers what it was called with before, as long as a batch lasts
 * @RENSA_PACE_GOES_ON: it remembers that from batch to batch
 *
 * What holds others has the last pace of these that one of them has.
 */
typedef enum
{
  RENSA_PACE_ONCE,
  RENSA_PACE_EACH_STEP,
  RENSA_PACE_THROUGH,
  RENSA_PACE_CARRIES,
  RENSA_PACE_GOES_ON,
} RensaPace;

/* @node: of @model, of which @facts are; states are never said to go on. */
RensaPace rensa_pace_of (const RensaFacts *facts, const RensaModel *model, const RensaModelNode *node);

G_END_DECLS
