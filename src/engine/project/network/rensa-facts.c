/* rensa-facts.c: properties of the nodes of a network, inferred without running it.
 * SPDX-License-Identifier: MIT */

#include "rensa-model.h"
#include "rensa-modes.h"

static void
forget_node (RensaFacts *facts, const RensaModelNode *node)
{
  g_free (facts->nodes[node->id].outputs);
  g_strfreev (facts->nodes[node->id].params);
  facts->nodes[node->id] = (RensaNodeFacts){ .n_outputs = node->n_outputs, .learnt = RENSA_INT_NONE };
  if (node->model != NULL)
    rensa_facts_forget (facts, node->model);
}

void
rensa_facts_forget (RensaFacts *facts, const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    forget_node (facts, rensa_model_get_node (model, (int) i));
}

RensaFacts *
rensa_facts_new (RensaNetwork *network)
{
  RensaFacts *facts = g_new0 (RensaFacts, 1);

  facts->ref_count = 1;
  facts->network = rensa_network_ref (network);
  facts->dtype = rensa_modes_get ()->dtype;
  facts->nodes = g_new0 (RensaNodeFacts, network->n_nodes);
  rensa_facts_forget (facts, network->model);
  for (guint i = 0; i < network->models->len; i++)
    forget_node (facts, network->models->pdata[i]);
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

/* Saturates, because sizes in a document can be arbitrarily large. */
static gint64
add (gint64 a, gint64 b)
{
  gint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXINT64 : sum;
}

void
rensa_facts_sum_up (const RensaFacts *facts, gint64 *n_params, gint64 *n_bytes)
{
  const RensaNetwork *network = facts->network;

  *n_params = *n_bytes = 0;
  for (guint i = 0; i < network->model->nodes->len; i++)
    {
      const RensaNodeFacts *known = rensa_facts_get (facts, rensa_model_get_node (network->model, (int) i));

      *n_params = add (*n_params, known->n_params);
      *n_bytes = add (*n_bytes, known->n_bytes);
    }
  /* The values that models compute for a batch are counted with their calls. */
  for (guint i = 0; i < network->models->len; i++)
    *n_params = add (*n_params, rensa_facts_get (facts, network->models->pdata[i])->n_params);
}

static gint64
count_frozen_nodes (const RensaFacts *facts, const RensaModel *model)
{
  gint64 n = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    n = add (n, rensa_facts_count_frozen (facts, rensa_model_get_node (model, (int) i)));
  return n;
}

gint64
rensa_facts_count_frozen (const RensaFacts *facts, const RensaModelNode *node)
{
  const RensaNetwork *network = facts->network;
  gint64 n;

  if (node != NULL && node->is_frozen)
    return rensa_facts_get (facts, node)->n_params;
  if (node != NULL)
    return node->model != NULL ? count_frozen_nodes (facts, node->model) : 0;

  n = count_frozen_nodes (facts, network->model);
  for (guint i = 0; i < network->models->len; i++)
    n = add (n, rensa_facts_count_frozen (facts, network->models->pdata[i]));
  return n;
}
