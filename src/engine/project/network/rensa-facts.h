/* rensa-facts.h: what is known of the nodes of a network without running it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-network.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/**
 * RensaNodeFacts:
 * @is_known: whether the types of its outputs are; where they are not, what else stands here may lack something
 * @n_outputs: 0 where they are not known
 * @outputs: those types, n_outputs of them, with the batch axis; only where they are known
 * @params: (nullable): "W (100, 784)" for every parameter of one copy
 * @learnt: what the link learns from its first call; %RENSA_INT_NONE where nothing
 * @n_params: the elements of all parameters of all copies
 * @n_bytes: of all that is made inside, of one batch
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

/* Immutable; the count of references is atomic. Holds the network. */
typedef struct _RensaFacts RensaFacts;

RensaFacts *rensa_facts_ref (RensaFacts *facts);
void rensa_facts_unref (RensaFacts *facts);
RensaNetwork *rensa_facts_get_network (const RensaFacts *facts);
/* @node is one of that network. */
const RensaNodeFacts *rensa_facts_get (const RensaFacts *facts, const RensaModelNode *node);
/* The elements of all parameters, and the bytes of all that is made of one batch; what is beyond measure is %G_MAXINT64. */
void rensa_facts_sum_up (const RensaFacts *facts, gint64 *n_params, gint64 *n_bytes);
/* The elements of those parameters of @node, and of all that is inside it, that are frozen; NULL: of the whole document. */
gint64 rensa_facts_count_frozen (const RensaFacts *facts, const RensaModelNode *node);
/* What leaves there; NULL where it is not known. */
const RensaType *rensa_facts_get_type (const RensaFacts *facts, const RensaModel *model,
                                       const RensaModelSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaFacts, rensa_facts_unref)

G_END_DECLS
