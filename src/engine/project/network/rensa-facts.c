/* rensa-facts.c: what is known of the nodes of a network without running it.
 * SPDX-License-Identifier: MIT */

#include "rensa-model-private.h"
#include "rensa-modes.h"

static void
forget_all (RensaFacts *facts, RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, i);

      facts->nodes[node->id] = (RensaNodeFacts){ .n_outputs = node->n_outputs, .learnt = RENSA_INT_NONE };
      if (node->model != NULL)
        forget_all (facts, node->model);
    }
}

RensaFacts *
rensa_facts_new (RensaNetwork *network)
{
  RensaFacts *facts = g_new0 (RensaFacts, 1);

  facts->ref_count = 1;
  facts->network = rensa_network_ref (network);
  facts->dtype = rensa_modes_get ()->dtype;
  facts->nodes = g_new (RensaNodeFacts, network->n_nodes);
  forget_all (facts, network->model);
  return facts;
}

RensaFacts *
rensa_facts_ref (RensaFacts *facts)
{
  g_atomic_int_inc (&facts->ref_count);
  return facts;
}

void
rensa_facts_unref (RensaFacts *facts)
{
  if (!g_atomic_int_dec_and_test (&facts->ref_count))
    return;

  for (guint i = 0; i < facts->network->n_nodes; i++)
    {
      g_free (facts->nodes[i].outputs);
      g_strfreev (facts->nodes[i].params);
    }
  g_free (facts->nodes);
  rensa_network_unref (facts->network);
  g_free (facts);
}

RensaNetwork *
rensa_facts_get_network (const RensaFacts *facts)
{
  return facts->network;
}

guint
rensa_facts_count_known (const RensaFacts *facts)
{
  guint n = 0;

  for (guint i = 0; i < facts->network->n_nodes; i++)
    n += facts->nodes[i].is_known ? 1 : 0;
  return n;
}

const RensaNodeFacts *
rensa_facts_get (const RensaFacts *facts, const RensaModelNode *node)
{
  return &facts->nodes[node->id];
}

const RensaType *
rensa_facts_get_type (const RensaFacts *facts, const RensaModel *model, const RensaModelSource *source)
{
  const RensaNodeFacts *from =
      source->node >= 0 ? rensa_facts_get (facts, rensa_model_get_node (model, source->node)) : NULL;

  return from != NULL && from->is_known && source->output < from->n_outputs ? &from->outputs[source->output] : NULL;
}
