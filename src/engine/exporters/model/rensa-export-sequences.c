/* rensa-export-sequences.c: sequences of different lengths, represented as lists in a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-export-model-private.h"
#include "rensa-dataset.h"
#include "rensa-links.h"

#include <string.h>

/* Returns the names of inputs and outputs in the class. */
static const char *const *
get_inputs (const RensaModelNode *node, const char *const **outputs)
{
  const RensaComponent *component = rensa_attrs_get_component (node->attrs);

  if (node->kind == RENSA_MODEL_NODE_LINK)
    {
      *outputs = ((const RensaLinkClass *) component)->outputs;
      return ((const RensaLinkClass *) component)->inputs;
    }
  *outputs = ((const RensaFunctionClass *) component)->outputs;
  return ((const RensaFunctionClass *) component)->inputs;
}

gboolean
rensa_export_takes_lists (const RensaModelNode *node)
{
  const char *const *outputs;

  return (node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_FUNCTION)
         && rensa_inputs_take_sequences (get_inputs (node, &outputs));
}

gboolean
rensa_export_model_takes_lists (const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (node->model != NULL ? rensa_export_model_takes_lists (node->model)
                              : node->attrs != NULL && rensa_export_takes_lists (node))
        return TRUE;
    }
  return FALSE;
}

/* A CRF with labels has only the loss as output. */
gboolean
rensa_export_gives_several (const RensaModelNode *node)
{
  const char *const *outputs;
  const char *const *inputs;
  const RensaModelPort *last = node->ports->len > 0 ? rensa_model_node_get_port (node, node->ports->len - 1) : NULL;

  if (!rensa_export_takes_lists (node))
    return FALSE;
  inputs = get_inputs (node, &outputs);
  return inputs != NULL && outputs != NULL && outputs[1] != NULL
         && !(last->optional && node->sources->len == node->ports->len);
}

/* Returns TRUE if a loss or a metric is one number for the whole batch. */
static gboolean
sums_up (const RensaModelNode *node)
{
  const RensaComponent *component = node->attrs != NULL ? rensa_attrs_get_component (node->attrs) : NULL;
  const RensaAttrSpec *reduce = component != NULL ? rensa_component_find_attr (component, "reduce") : NULL;
  g_autofree char *value = reduce != NULL ? rensa_attrs_get_text (node->attrs, reduce) : NULL;

  return node->kind == RENSA_MODEL_NODE_FUNCTION
         && (component->group == &rensa_loss_group || component->group == &rensa_evaluation_group)
         && (value == NULL || !g_str_equal (value, "no"));
}

/* Returns TRUE if the value of @source may be a list; @are_lists: for the nodes before it. */
static gboolean
may_be_list (const RensaModel *model, const RensaModelSource *source, const gboolean *are_lists)
{
  const RensaModelNode *node = source->node >= 0 ? rensa_model_get_node (model, source->node) : NULL;
  const char *const *outputs = NULL;
  int i = 0;

  if (node == NULL || !rensa_export_takes_lists (node))
    return node != NULL && are_lists[source->node];
  get_inputs (node, &outputs);
  while (outputs != NULL && outputs[i] != NULL && i < source->output)
    i++;
  return outputs != NULL && outputs[i] != NULL && strchr (outputs[i], '*') != NULL;
}

gboolean *
rensa_export_list_stepwise (const RensaModel *model)
{
  g_autofree gboolean *are_lists = g_new0 (gboolean, MAX (model->nodes->len, 1));
  gboolean *are_stepwise = g_new0 (gboolean, MAX (model->nodes->len, 1));

  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (model, number);
      const gboolean is_inner =
          node->kind == RENSA_MODEL_NODE_CALL || (node->kind == RENSA_MODEL_NODE_NESTED && !node->model->is_sequence);
      gboolean takes_any = FALSE;

      for (guint j = 0; j < node->sources->len; j++)
        takes_any |= may_be_list (model, rensa_model_node_get_source (node, j), are_lists);
      are_lists[number] = node->kind == RENSA_MODEL_NODE_INPUT || is_inner || (takes_any && !sums_up (node));
      are_stepwise[number] = takes_any && !is_inner && !rensa_export_takes_lists (node);
    }
  return are_stepwise;
}

gboolean
rensa_export_has_sequences (const RensaProject *project)
{
  const RensaDatasetClass *dataset = (const RensaDatasetClass *) rensa_attrs_get_component (project->dataset);
  GPtrArray *models = rensa_network_get_models (project->network);

  if (dataset->gives_sequences != NULL && dataset->gives_sequences (rensa_attrs_get_values (project->dataset)))
    return TRUE;
  for (guint i = 0; i < models->len; i++)
    if (rensa_export_model_takes_lists (((const RensaModelNode *) models->pdata[i])->model))
      return TRUE;
  return rensa_export_model_takes_lists (project->model);
}
