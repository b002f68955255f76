/* rensa-network.c: queries on the model of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-model.h"

#include "rensa-network-faults.h"

static void
read_models (RensaNetwork *network, struct json_object *document, const RensaNetwork *before)
{
  struct json_object *models = rensa_json_get_member (document, "models");

  if (!json_object_is_type (models, json_type_object))
    {
      if (models != NULL)
        rensa_mistakes_add (network->mistakes, RENSA_MISTAKE_FIELD, "models",
                            &(RensaFault){ .code = &rensa_fault_no_object, .found = json_object_get_string (models) });
      return;
    }
  json_object_object_foreach (models, name, json)
  {
    const RensaModelNode *earlier = before != NULL ? rensa_network_find_called (before, name) : NULL;
    GError *error = NULL;

    if (rensa_node_name_check (name, &error))
      {
        RensaModelNode *node = rensa_model_new_called (name, json, network, earlier);

        g_ptr_array_add (network->models, node);
        g_hash_table_insert (network->called, node->name, node);
      }
    else
      rensa_mistakes_take (network->mistakes, RENSA_MISTAKE_FIELD, "models", error);
  }
}

RensaNetwork *
rensa_network_new (struct json_object *document, const RensaNetwork *before)
{
  RensaNetwork *network = g_new0 (RensaNetwork, 1);
  RensaModel *earlier = before != NULL ? before->model : NULL;

  network->ref_count = 1;
  network->mistakes = rensa_mistakes_new ();
  network->models = g_ptr_array_new_with_free_func (rensa_model_node_free);
  network->called = g_hash_table_new (g_str_hash, g_str_equal);
  network->losses = g_array_new (FALSE, FALSE, sizeof (RensaModelSource));
  network->reports = g_array_new (FALSE, FALSE, sizeof (RensaModelSource));
  if (rensa_json_get_format (document) < 2)
    network->model = rensa_model_new (rensa_json_get_member (document, "model"), network,
                                      earlier != NULL && !earlier->is_step ? earlier : NULL);
  else
    {
      read_models (network, document, before);
      network->model = rensa_step_new_level (document, network, earlier != NULL && earlier->is_step ? earlier : NULL);
    }
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
  g_hash_table_unref (network->called);
  g_ptr_array_unref (network->models);
  g_array_unref (network->losses);
  g_array_unref (network->reports);
  g_ptr_array_unref (network->mistakes);
  g_free (network);
}

static gpointer
ref_reading (gpointer network)
{
  return rensa_network_ref (network);
}

static void
unref_reading (gpointer network)
{
  rensa_network_unref (network);
}

RensaNetwork *
rensa_document_get_network (RensaDocument *document)
{
  static const RensaReadingClass reading_class = { ref_reading, unref_reading };
  gboolean is_current;
  RensaNetwork *before = rensa_document_get_reading (document, &is_current);
  RensaNetwork *network = before;

  if (!is_current)
    {
      network = rensa_network_new (rensa_document_get_json (document), before);
      rensa_document_take_reading (document, network, &reading_class);
    }
  return network;
}

RensaModel *
rensa_network_get_model (const RensaNetwork *network)
{
  return network->model;
}

GPtrArray *
rensa_network_get_models (const RensaNetwork *network)
{
  return network->models;
}

GStrv
rensa_network_list_learners (const RensaNetwork *network)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < network->models->len; i++)
    g_strv_builder_add (names, ((RensaModelNode *) network->models->pdata[i])->name);
  for (guint i = 0; i < network->model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (network->model, (int) i);

      if (node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED)
        g_strv_builder_add (names, node->name);
    }
  return g_strv_builder_end (names);
}

GArray *
rensa_network_get_losses (const RensaNetwork *network)
{
  return network->losses;
}

GArray *
rensa_network_get_reports (const RensaNetwork *network)
{
  return network->reports;
}

RensaModelNode *
rensa_network_find_called (const RensaNetwork *network, const char *name)
{
  return g_hash_table_lookup (network->called, name);
}

static RensaModelNode *
find_in (const RensaModel *model, const char *name)
{
  const int number = model != NULL && name[0] != '\0' ? rensa_model_find_node (model, name) : -1;

  return number >= 0 ? rensa_model_get_node (model, number) : NULL;
}

RensaModelNode *
rensa_network_find_node (const RensaNetwork *network, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  const RensaModel *model = network->model;
  RensaModelNode *node = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      node = find_in (model, names[i]);
      if (node == NULL && i == 0)
        node = rensa_network_find_called (network, names[i]);
      if (node == NULL)
        return NULL;
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
  RensaModel *found = wire >= 0 ? find_wire (network->model, (guint) wire) : NULL;

  for (guint i = 0; wire >= 0 && found == NULL && i < network->models->len; i++)
    found = find_wire (((RensaModelNode *) network->models->pdata[i])->model, (guint) wire);
  return found;
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

  for (guint i = 0; i < network->models->len; i++)
    {
      RensaModelNode *node = network->models->pdata[i];

      g_ptr_array_add (nodes, node);
      list_nodes (node->model, nodes);
    }
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

int
rensa_model_node_get_main_slot (const RensaModelNode *node)
{
  for (guint i = 0; i < node->ports->len; i++)
    if (!rensa_model_node_get_port (node, i)->optional)
      return (int) i;
  return 0;
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
    case RENSA_MODEL_NODE_CALL:
      return "chain";
    case RENSA_MODEL_NODE_FUNCTION:
      return rensa_attrs_get_component (node->attrs)->group->name;
    default:
      return "";
    }
}

const RensaModelNode *
rensa_model_node_get_freezable (const RensaModelNode *node)
{
  if (node->called != NULL)
    return node->called;
  return node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED ? node : NULL;
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

/* Follows @wire; returns TRUE if it reaches another node. */
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

/* Sweeps over the connections until a sweep finds nothing new: documents list connections from
 * the top, so one or two sweeps suffice. */
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
