/* rensa-model.c: a model with its nodes and mistakes.
 * SPDX-License-Identifier: MIT */

#include "rensa-model.h"
#include "rensa-network-faults.h"
#include "rensa-node-types.h"

/* Nested repetitions grow fast. */
#define MAX_NODES 100000

void
rensa_model_free (RensaModel *model)
{
  g_hash_table_unref (model->numbers);
  g_ptr_array_unref (model->nodes);
  g_array_unref (model->wires);
  g_array_unref (model->inputs);
  g_array_unref (model->outputs);
  g_array_unref (model->order);
  g_free (model->place);
  g_free (model->scope);
  g_free (model);
}

RensaMistake *
rensa_model_take_mistake_to (RensaMistakes *mistakes, RensaModel *model, const RensaModelNode *node,
                             RensaMistakeKind kind, const char *place, GError *error)
{
  RensaMistake *mistake = rensa_mistakes_take (mistakes, kind, place, error);

  mistake->scope = g_strdup (model->scope);
  mistake->node = node != NULL ? g_strdup (node->path) : NULL;
  return mistake;
}

RensaMistake *
rensa_model_add_mistake_to (RensaMistakes *mistakes, RensaModel *model, const RensaModelNode *node,
                            RensaMistakeKind kind, const RensaFault *fault)
{
  return rensa_model_take_mistake_to (mistakes, model, node, kind, node != NULL ? node->place : model->place,
                                      rensa_error_new_fault (RENSA_ERROR_INVALID, fault));
}

RensaMistake *
rensa_model_take_mistake (RensaModel *model, const RensaModelNode *node, RensaMistakeKind kind, const char *place,
                          GError *error)
{
  return rensa_model_take_mistake_to (model->network->mistakes, model, node, kind, place, error);
}

RensaMistake *
rensa_model_add_mistake (RensaModel *model, const RensaModelNode *node, RensaMistakeKind kind, const RensaFault *fault)
{
  return rensa_model_add_mistake_to (model->network->mistakes, model, node, kind, fault);
}

/* Limits repetitions if the model grows too large. */
static void
count_nodes (RensaModel *model, RensaModelNode *node)
{
  const gint64 n = node->model != NULL ? node->model->n_nodes : 1;

  if (model->n_nodes + node->repeat * n > MAX_NODES && model->n_nodes <= MAX_NODES)
    {
      const RensaFault fault = { .code = &rensa_fault_many_nodes, .n_expected = { .n = MAX_NODES } };

      rensa_model_take_mistake (model, node, RENSA_MISTAKE_REPEAT, model->place,
                                rensa_error_new_fault (RENSA_ERROR_INVALID, &fault));
      node->repeat = 1;
      node->is_broken = TRUE;
    }
  model->n_nodes += node->repeat * n;
}

static void
add_node (RensaModel *model, RensaModelNode *node)
{
  const int i = (int) model->nodes->len;

  count_nodes (model, node);
  if (model->is_sequence && node->kind == RENSA_MODEL_NODE_INPUT && i > 0)
    rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD, &(RensaFault){ .code = &rensa_fault_sequence_input });
  else if (node->kind == RENSA_MODEL_NODE_INPUT)
    g_array_append_val (model->inputs, i);
  g_ptr_array_add (model->nodes, node);
  if (rensa_model_find_node (model, node->name) < 0)
    g_hash_table_insert (model->numbers, node->name, GINT_TO_POINTER (i + 1));
}

/* Adds the input of a sequence, which has no name and is not in the document. */
static void
add_hidden_input (RensaModel *model)
{
  RensaModelNode *node = rensa_model_node_new (model, "", rensa_input_component.name);

  node->kind = RENSA_MODEL_NODE_INPUT;
  node->n_outputs = 1;
  add_node (model, node);
  model->n_hidden = 1;
}

static void
read_nodes (RensaModel *model, struct json_object *json, RensaModel *before)
{
  struct json_object *nodes = rensa_json_get_member (json, "nodes");
  const gsize n = json_object_is_type (nodes, json_type_array) ? json_object_array_length (nodes) : 0;

  if (n == 0)
    rensa_model_add_mistake (model, NULL, RENSA_MISTAKE_MODEL,
                             &(RensaFault){ .code = nodes != NULL ? &rensa_fault_no_nodes : &rensa_fault_no_model });
  if (model->is_sequence)
    add_hidden_input (model);
  for (gsize i = 0; i < n; i++)
    add_node (model, rensa_model_read_node (model, json_object_array_get_idx (nodes, i), i, before));
}

static RensaModel *
model_new (const char *place, const char *scope, RensaNetwork *network)
{
  RensaModel *model = g_new0 (RensaModel, 1);

  model->place = g_strdup (place);
  model->scope = g_strdup (scope);
  model->network = network;
  model->nodes = g_ptr_array_new_with_free_func (rensa_model_node_free);
  model->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  model->wires = g_array_new (FALSE, FALSE, sizeof (RensaModelWire));
  model->inputs = g_array_new (FALSE, FALSE, sizeof (int));
  model->outputs = g_array_new (FALSE, FALSE, sizeof (RensaModelSource));
  model->order = g_array_new (FALSE, FALSE, sizeof (int));
  return model;
}

/* Finishes the model after nodes, connections and outputs have been read. */
static RensaModel *
model_finish (RensaModel *model)
{
  for (guint i = 0; i < model->outputs->len; i++)
    rensa_model_get_node (model, rensa_model_get_output (model, i)->node)->is_output = TRUE;
  rensa_model_sort (model);
  return model;
}

RensaModel *
rensa_model_read (struct json_object *json, const char *place, const char *scope, gboolean is_sequence,
                  gboolean is_frozen, RensaNetwork *network, RensaModel *before)
{
  RensaModel *model = model_new (place, scope, network);

  model->is_sequence = is_sequence;
  model->is_frozen = is_frozen;
  read_nodes (model, json, before);
  if (is_sequence)
    rensa_model_chain_up (model);
  else
    {
      rensa_model_connect (model, rensa_json_get_member (json, "edges"));
      rensa_model_read_outputs (model, rensa_json_get_member (json, "outputs"));
    }
  return model_finish (model);
}

RensaModel *
rensa_step_new_level (struct json_object *document, RensaNetwork *network, RensaModel *before)
{
  struct json_object *json = rensa_json_get_member (document, "step");
  RensaModel *step = model_new ("step", "", network);

  step->is_step = TRUE;
  read_nodes (step, json, before);
  rensa_model_connect (step, rensa_json_get_member (json, "edges"));
  rensa_step_read_outputs (step, document);
  return model_finish (step);
}

RensaModel *
rensa_model_new (struct json_object *json, RensaNetwork *network, RensaModel *before)
{
  return rensa_model_read (json, "model", "", FALSE, FALSE, network, before);
}
