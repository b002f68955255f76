/* rensa-inferring-private.h: state of one inference of a network.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-model.h"

G_BEGIN_DECLS

/* @before: (nullable); @called: models that the step has called so far; NULL without a step;
 *   @apart: (nullable): facts of a later call of one of them */
typedef struct
{
  RensaFacts *facts;
  const RensaFacts *before;
  RensaMistakes *mistakes;
  GHashTable *called;
  RensaFacts *apart;
} RensaInferring;

RensaNodeFacts *rensa_inferring_get_facts (RensaInferring *run, const RensaModelNode *node);
void rensa_node_facts_set_outputs (RensaNodeFacts *facts, RensaVariable *const *outputs, int n);
/* Creates the outputs of the model, whose types must be known; returns their number. */
int rensa_facts_make_outputs (const RensaFacts *facts, const RensaModel *model, RensaVariable **outputs,
                              GError **error);
/* Sums up the inner nodes of a nested node. */
void rensa_inferring_sum_up (RensaInferring *run, RensaModelNode *node);
/* Infers one level; returns TRUE if all outputs are known. @earlier: (nullable): the level in the
 * previous network. */
gboolean rensa_inferring_go (RensaInferring *run, RensaModel *model, RensaModel *earlier, const RensaType *inputs,
                             int n_inputs);
/* The same for a step; @types: (nullable): types of the @n values of an example */
void rensa_inferring_go_step (RensaInferring *run, RensaModel *step, const RensaType *types, int n);
/* Infers the call of a model in a step; returns the number of outputs, -1 if unknown. */
int rensa_inferring_call_model (RensaInferring *run, RensaModelNode *node, RensaVariable *const *inputs, int n_inputs,
                                RensaVariable **outputs, GError **error);

G_END_DECLS
