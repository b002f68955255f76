/* rensa-facts.h: properties of the nodes of a network, inferred without running it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-network.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/**
 * RensaNodeFacts:
 * @is_known: the types of its outputs are known; if not, the other members may be incomplete
 * @n_outputs: 0 if unknown
 * @outputs: their types, n_outputs of them, with the batch axis; only if known
 * @params: (nullable): "W (100, 784)" for every parameter of one copy
 * @learnt: size that the link infers from its first call; %RENSA_INT_NONE if none
 * @n_params: number of elements of all parameters of all copies
 * @n_bytes: size of all values computed inside, for one batch
 */
typedef struct
{
  gboolean is_known;
  int n_outputs;
  RensaType *outputs;
  GStrv params;
  gint64 learnt;
  gint64 n_params;
  gint64 n_bytes;
} RensaNodeFacts;

/* Immutable, with an atomic reference count. Holds a reference to the network. */
typedef struct _RensaFacts RensaFacts;

RensaFacts *rensa_facts_ref (RensaFacts *facts);
void rensa_facts_unref (RensaFacts *facts);
RensaNetwork *rensa_facts_get_network (const RensaFacts *facts);
/* @node must belong to that network. */
const RensaNodeFacts *rensa_facts_get (const RensaFacts *facts, const RensaModelNode *node);
/* Computes the number of elements of all parameters, and the size in bytes of all values computed
 * for one batch; %G_MAXINT64 on overflow. */
void rensa_facts_sum_up (const RensaFacts *facts, gint64 *n_params, gint64 *n_bytes);
/* Returns the number of elements of those parameters of @node, and of its nested nodes, that are
 * frozen; NULL for the whole document. */
gint64 rensa_facts_count_frozen (const RensaFacts *facts, const RensaModelNode *node);
/* Returns the type of the output; NULL if unknown. */
const RensaType *rensa_facts_get_type (const RensaFacts *facts, const RensaModel *model,
                                       const RensaModelSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaFacts, rensa_facts_unref)

G_END_DECLS
