/* rensa-repair-private.h: looking for a repair.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"
#include "rensa-language.h"

G_BEGIN_DECLS

/**
 * RensaRepairing:
 * @scope: the path of the model that the mistake is in; "" also where it is in none
 * @model: that one; NULL where it is not there
 * @fault: what is wrong
 * @node: (nullable): which the mistake is about; @number: its number in @model; @name: its name
 * @repairs: RensaRepair, the best first
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

/* @label is taken over. Returns the repair, for more to be said of it. */
RensaRepair *rensa_repairing_add (RensaRepairing *self, char *label, const RensaAction *action);

/* "Remove l3", where there is a node. */
void rensa_repairs_offer_removal (RensaRepairing *self);

/* "Unfreeze l2", for each frozen part that could learn. */
void rensa_repairs_for_frozen (RensaRepairing *self);

/* What might come in at an input that the node can do without. */
void rensa_repairs_offer_sources (RensaRepairing *self);

void rensa_repairs_for_wires (RensaRepairing *self);
void rensa_repairs_for_shapes (RensaRepairing *self);
void rensa_repairs_for_comparison (RensaRepairing *self);

/* Of a training step: a loss or report whose node is gone; what learns from a loss; a Field of which the data have no value; a model that nothing
 * calls; a node that nothing depends on. */
void rensa_repairs_for_lost_output (RensaRepairing *self);
void rensa_repairs_for_loss (RensaRepairing *self);
void rensa_repairs_for_field (RensaRepairing *self);
void rensa_repairs_for_uncalled (RensaRepairing *self);
void rensa_repairs_for_end (RensaRepairing *self);
/* What a new document has at the place of the mistake. */
void rensa_repairs_offer_usual (RensaRepairing *self);

G_END_DECLS
