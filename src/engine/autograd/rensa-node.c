/* rensa-node.c: creation and destruction of variable nodes and function nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-node-private.h"
#include "rensa-slab.h"

static int n_function_nodes_alive; /* atomic */

RensaNode *
rensa_variable_get_node (RensaVariable *variable)
{
  if (variable->node == NULL)
    {
      RensaNode *node = rensa_slab_new0 (RensaNode);

      node->ref_count = 1;
      node->requires_grad = variable->requires_grad;
      node->variable = variable;
      if (variable->array != NULL)
        node->type = rensa_array_get_type (variable->array);
      variable->node = node;
    }
  return variable->node;
}

RensaNode *
rensa_node_ref (RensaNode *node)
{
  node->ref_count++;
  return node;
}

void
rensa_node_unref (RensaNode *node)
{
  if (--node->ref_count > 0)
    return;

  g_clear_pointer (&node->array, rensa_array_unref);
  g_clear_pointer (&node->pending, rensa_variable_unref);
  if (node->creator != NULL)
    {
      node->creator->outputs[node->output_index] = NULL;
      rensa_function_node_unref (node->creator);
    }
  rensa_slab_free (node, sizeof *node);
}

RensaVariable *
rensa_node_dup_variable (RensaNode *node)
{
  RensaVariable *variable = node->variable;

  /* The variable may have been given another array in the meantime. */
  if (variable != NULL && (node->array == NULL || variable->array == node->array))
    return rensa_variable_ref (variable);

  variable = rensa_variable_new (node->array);
  variable->requires_grad = node->requires_grad;
  variable->node = rensa_node_ref (node);
  if (node->variable == NULL)
    node->variable = variable;
  return variable;
}

static gsize
function_node_get_size (const RensaFunctionClass *class, int n_inputs, int n_outputs)
{
  return sizeof (RensaFunctionNode) + n_inputs * sizeof (RensaNode *)
         + n_outputs * (sizeof (RensaNode *) + sizeof (RensaArray *) + sizeof (RensaType)) + class->attrs_size;
}

RensaFunctionNode *
rensa_function_node_new (const RensaFunctionClass *class, gconstpointer attrs, int n_inputs, int n_outputs)
{
  RensaFunctionNode *node = rensa_slab_new (function_node_get_size (class, n_inputs, n_outputs));

  node->ref_count = 1;
  node->class = class;
  node->n_inputs = n_inputs;
  node->n_outputs = n_outputs;
  node->inputs = (RensaNode **) (node + 1);
  node->outputs = node->inputs + n_inputs;
  node->output_arrays = (RensaArray **) (node->outputs + n_outputs);
  node->output_types = (RensaType *) (node->output_arrays + n_outputs);
  node->attrs = node->output_types + n_outputs;
  if (class->attrs_size > 0)
    rensa_attr_values_copy (RENSA_COMPONENT (class), node->attrs, attrs);
  g_atomic_int_inc (&n_function_nodes_alive);
  return node;
}

RensaFunctionNode *
rensa_function_node_ref (RensaFunctionNode *node)
{
  node->ref_count++;
  return node;
}

static void
function_node_free (RensaFunctionNode *node)
{
  for (int i = 0; i < node->n_inputs; i++)
    g_clear_pointer (&node->inputs[i], rensa_node_unref);
  for (int i = 0; i < node->n_outputs; i++)
    g_clear_pointer (&node->output_arrays[i], rensa_array_unref);
  for (int i = 0; i < RENSA_MAX_KEPT; i++)
    g_clear_pointer (&node->kept[i], rensa_array_unref);
  if (node->class->attrs_size > 0)
    rensa_attr_values_clear (RENSA_COMPONENT (node->class), node->attrs);
  rensa_slab_free (node, function_node_get_size (node->class, node->n_inputs, node->n_outputs));
  g_atomic_int_add (&n_function_nodes_alive, -1);
}

/* A graph may be a million functions deep, so nodes to be freed are queued in a list instead of
 * using recursion. */
void
rensa_function_node_unref (RensaFunctionNode *node)
{
  static _Thread_local RensaFunctionNode *dead;
  static _Thread_local gboolean draining;

  if (--node->ref_count > 0)
    return;

  node->next_dead = dead;
  dead = node;
  if (draining)
    return;

  draining = TRUE;
  while (dead != NULL)
    {
      node = dead;
      dead = node->next_dead;
      function_node_free (node);
    }
  draining = FALSE;
}

guint
rensa_function_node_count_alive (void)
{
  return (guint) g_atomic_int_get (&n_function_nodes_alive);
}
