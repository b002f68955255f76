/* rensa-network.c: looking at the model of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-model-private.h"

RensaNetwork *
rensa_network_new (struct json_object *json, const RensaNetwork *before)
{
  RensaNetwork *network = g_new0 (RensaNetwork, 1);

  network->ref_count = 1;
  network->mistakes = rensa_mistakes_new ();
  network->model = rensa_model_new (json, network, before != NULL ? before->model : NULL);
  return network;
}

RensaNetwork *
rensa_network_ref (RensaNetwork *network)
{
  g_atomic_int_inc (&network->ref_count);
  return network;
}

void
rensa_network_unref (RensaNetwork *network)
{
  if (!g_atomic_int_dec_and_test (&network->ref_count))
    return;

  rensa_model_free (network->model);
  g_ptr_array_unref (network->mistakes);
  g_free (network);
}

RensaModel *
rensa_network_get_model (const RensaNetwork *network)
{
  return network->model;
}

RensaModelNode *
rensa_network_find_node (const RensaNetwork *network, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  const RensaModel *model = network->model;
  RensaModelNode *node = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      const int number = model != NULL && names[i][0] != '\0' ? rensa_model_find_node (model, names[i]) : -1;

      if (number < 0)
        return NULL;
      node = rensa_model_get_node (model, number);
      model = node->model;
    }
  return node;
}

RensaModel *
rensa_network_find_model (const RensaNetwork *network, const char *scope)
{
  const RensaModelNode *node = scope[0] != '\0' ? rensa_network_find_node (network, scope) : NULL;

  if (scope[0] == '\0')
    return network->model;
  return node != NULL ? node->model : NULL;
}

static RensaModel *
find_wire (RensaModel *model, guint wire)
{
  if (wire >= model->first_wire && wire - model->first_wire < model->wires->len)
    return model;
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);
      RensaModel *found = node->model != NULL ? find_wire (node->model, wire) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

RensaModel *
rensa_network_find_wire (const RensaNetwork *network, int wire)
{
  return wire >= 0 ? find_wire (network->model, (guint) wire) : NULL;
}

static void
list_nodes (const RensaModel *model, GPtrArray *nodes)
{
  for (guint i = 0; i < model->order->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, g_array_index (model->order, int, i));

      if (node->name[0] != '\0')
        g_ptr_array_add (nodes, node);
      if (node->model != NULL)
        list_nodes (node->model, nodes);
    }
}

GPtrArray *
rensa_network_list_nodes (const RensaNetwork *network)
{
  GPtrArray *nodes = g_ptr_array_new ();

  list_nodes (network->model, nodes);
  return nodes;
}

RensaModelNode *
rensa_model_get_node (const RensaModel *model, int i)
{
  return model->nodes->pdata[i];
}

int
rensa_model_find_node (const RensaModel *model, const char *name)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (model->numbers, name)) - 1;
}

RensaModelWire *
rensa_model_get_wire (const RensaModel *model, guint i)
{
  return &g_array_index (model->wires, RensaModelWire, i);
}

RensaModelSource *
rensa_model_get_output (const RensaModel *model, guint i)
{
  return &g_array_index (model->outputs, RensaModelSource, i);
}

int
rensa_model_get_input (const RensaModel *model, guint i)
{
  return g_array_index (model->inputs, int, i);
}

RensaModelPort *
rensa_model_node_get_port (const RensaModelNode *node, guint i)
{
  return &g_array_index (node->ports, RensaModelPort, i);
}

RensaModelSource *
rensa_model_node_get_source (const RensaModelNode *node, guint i)
{
  return &g_array_index (node->sources, RensaModelSource, i);
}

const char *
rensa_model_node_get_group (const RensaModelNode *node)
{
  switch (node->kind)
    {
    case RENSA_MODEL_NODE_INPUT:
      return "input";
    case RENSA_MODEL_NODE_LINK:
      return "link";
    case RENSA_MODEL_NODE_NESTED:
      return "chain";
    case RENSA_MODEL_NODE_FUNCTION:
      return rensa_attrs_get_component (node->attrs)->group->name;
    default:
      return "";
    }
}

gboolean
rensa_model_is_used (const RensaModel *model, int i)
{
  for (guint j = 0; j < model->nodes->len; j++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) j);

      for (guint k = 0; k < node->sources->len; k++)
        if (rensa_model_node_get_source (node, k)->node == i)
          return TRUE;
    }
  return FALSE;
}

/* Goes over @wire; whether that leads to another node. */
static gboolean
follow (gboolean *is_reached, int source, int target, gboolean upwards)
{
  const int from = upwards ? target : source;
  const int to = upwards ? source : target;

  if (from < 0 || to < 0 || !is_reached[from] || is_reached[to])
    return FALSE;
  is_reached[to] = TRUE;
  return TRUE;
}

/* Sweeps over the wires until no sweep finds more: documents list wires from the top, so that one or two suffice. */
gboolean *
rensa_model_list_reached (const RensaModel *model, int from, gboolean upwards)
{
  gboolean *is_reached = g_new0 (gboolean, MAX (model->nodes->len, 1));
  const guint n = model->is_sequence ? model->nodes->len - 1 : model->wires->len;
  gboolean grows = TRUE;

  is_reached[from] = TRUE;
  while (grows)
    {
      grows = FALSE;
      for (guint step = 0; step < n; step++)
        {
          const guint i = upwards ? n - 1 - step : step;
          const RensaModelWire *wire = model->is_sequence ? NULL : rensa_model_get_wire (model, i);

          grows |= wire != NULL ? follow (is_reached, wire->source.node, wire->target, upwards)
                                : follow (is_reached, (int) i, (int) i + 1, upwards);
        }
    }
  return is_reached;
}
