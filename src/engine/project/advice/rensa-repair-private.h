/* rensa-repair-private.h: search for repairs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"
#include "rensa-language.h"

G_BEGIN_DECLS

/**
 * RensaRepairing:
 * @scope: path of the model with the mistake; "" also if it is not in a model
 * @model: that model; NULL if it does not exist
 * @fault: details of the mistake
 * @node: (nullable): the node with the mistake; @number: its number in @model; @name: its name
 * @repairs: RensaRepair, best first
 */
typedef struct
{
  const RensaFindings *findings;
  RensaDocument *document;
  const RensaMistake *mistake;
  const RensaFault *fault;
  const char *scope;
  RensaModel *model;
  const RensaModelNode *node;
  int number;
  const char *name;
  GPtrArray *repairs;
} RensaRepairing;

/* Takes ownership of @label. Returns the repair, so that the caller can add details. */
RensaRepair *rensa_repairing_add (RensaRepairing *self, char *label, const RensaAction *action);

/* "Remove l3", if there is a node. */
void rensa_repairs_offer_removal (RensaRepairing *self);

/* "Unfreeze l2", for each frozen part that could learn. */
void rensa_repairs_for_frozen (RensaRepairing *self);

/* Offers connections for an optional input of the node. */
void rensa_repairs_offer_sources (RensaRepairing *self);

void rensa_repairs_for_wires (RensaRepairing *self);
void rensa_repairs_for_shapes (RensaRepairing *self);
void rensa_repairs_for_comparison (RensaRepairing *self);

/* For a training step: a loss or report whose node is missing; the target of a loss; a Field
 * without a value in the data; a model that is never called; a node that nothing depends on. */
void rensa_repairs_for_lost_output (RensaRepairing *self);
void rensa_repairs_for_loss (RensaRepairing *self);
void rensa_repairs_for_field (RensaRepairing *self);
void rensa_repairs_for_uncalled (RensaRepairing *self);
void rensa_repairs_for_end (RensaRepairing *self);
/* Offers the value that a new document has in this place. */
void rensa_repairs_offer_usual (RensaRepairing *self);

G_END_DECLS
