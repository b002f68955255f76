/* rensa-grad.c: gradients of some variables with respect to others.
 * SPDX-License-Identifier: MIT */

#include "rensa-backward-private.h"

typedef struct
{
  RensaVariable *const *inputs;
  int n_inputs;
  RensaVariable **grads;
} Targets;

static gboolean
target_is_wanted (const RensaWalk *walk, RensaNode *node)
{
  return node->wanted
         || (node->creator != NULL
             && (node->creator->mark == RENSA_MARK_NEEDED || node->creator->mark == RENSA_MARK_QUEUED));
}

static gboolean
target_take (RensaWalk *walk, RensaNode *node, RensaVariable *grad, GError **error)
{
  return rensa_walk_add (&node->pending, grad, error);
}

static void
target_leave (RensaWalk *walk, RensaNode *node, RensaVariable *grad)
{
  Targets *targets = walk->data;

  for (int i = 0; node->wanted && i < targets->n_inputs; i++)
    {
      if (targets->inputs[i]->node == node)
        targets->grads[i] = rensa_variable_ref (grad);
    }
}

static void
see (RensaNode *node, GPtrArray *functions)
{
  if (node->creator == NULL || node->creator->mark != RENSA_MARK_NONE)
    return;

  node->creator->mark = RENSA_MARK_SEEN;
  g_ptr_array_add (functions, rensa_function_node_ref (node->creator));
}

static gint
compare_ranks (gconstpointer a, gconstpointer b)
{
  return (*(RensaFunctionNode *const *) a)->rank - (*(RensaFunctionNode *const *) b)->rank;
}

/* Returns all functions that the outputs depend on, and marks those that lead to a wanted node as needed. */
static GPtrArray *
mark_needed (RensaVariable *const *outputs, int n_outputs)
{
  GPtrArray *functions = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_function_node_unref);

  for (int i = 0; i < n_outputs; i++)
    see (rensa_variable_get_node (outputs[i]), functions);
  for (guint i = 0; i < functions->len; i++)
    {
      RensaFunctionNode *function = g_ptr_array_index (functions, i);

      for (int j = 0; j < function->n_inputs; j++)
        {
          if (function->inputs[j] != NULL)
            see (function->inputs[j], functions);
        }
    }

  /* Visited from the leaves upward, since a function is needed if one of its inputs is. */
  g_ptr_array_sort (functions, compare_ranks);
  for (guint i = 0; i < functions->len; i++)
    {
      RensaFunctionNode *function = g_ptr_array_index (functions, i);

      for (int j = 0; j < function->n_inputs; j++)
        {
          RensaNode *node = function->inputs[j];

          if (node != NULL && (node->wanted || (node->creator != NULL && node->creator->mark == RENSA_MARK_NEEDED)))
            function->mark = RENSA_MARK_NEEDED;
        }
    }
  return functions;
}

/* Sets the first gradients at the outputs' nodes. */
static gboolean
start (RensaWalk *walk, RensaVariable *const *outputs, int n_outputs, RensaVariable *const *grad_outputs,
       GError **error)
{
  for (int i = 0; i < n_outputs; i++)
    {
      g_autoptr (RensaVariable) grad = NULL;

      if (grad_outputs != NULL && grad_outputs[i] != NULL)
        grad = rensa_variable_ref (grad_outputs[i]);
      else if (grad_outputs != NULL && rensa_array_get_count (outputs[i]->array) != 1)
        continue;
      else
        grad = rensa_first_grad (outputs[i], 1, error);
      if (grad == NULL || !rensa_walk_add (&outputs[i]->node->pending, grad, error))
        return FALSE;
      rensa_walk_enqueue (walk, outputs[i]->node);
    }
  return TRUE;
}

/* Returns the gradients accumulated for inputs that no visited function created; discards all other
 * pending gradients. */
static void
finish (Targets *targets, RensaVariable *const *outputs, int n_outputs, gboolean ok)
{
  for (int i = 0; i < targets->n_inputs; i++)
    {
      RensaNode *node = targets->inputs[i]->node;

      if (ok && node->pending != NULL && targets->grads[i] == NULL)
        targets->grads[i] = rensa_variable_ref (node->pending);
    }
  for (int i = 0; i < targets->n_inputs; i++)
    {
      g_clear_pointer (&targets->inputs[i]->node->pending, rensa_variable_unref);
      targets->inputs[i]->node->wanted = FALSE;
      if (!ok)
        g_clear_pointer (&targets->grads[i], rensa_variable_unref);
    }
  for (int i = 0; i < n_outputs; i++)
    g_clear_pointer (&outputs[i]->node->pending, rensa_variable_unref);
}

gboolean
rensa_grad (RensaVariable *const *outputs, int n_outputs, RensaVariable *const *inputs, int n_inputs,
            RensaVariable *const *grad_outputs, gboolean enable_double_backprop, RensaVariable **grads, GError **error)
{
  Targets targets = { inputs, n_inputs, grads };
  RensaWalk walk = {
    .recorded = enable_double_backprop,
    .only_needed = TRUE,
    .is_wanted = target_is_wanted,
    .take = target_take,
    .leave = target_leave,
    .data = &targets,
  };
  g_autoptr (GPtrArray) functions = NULL;
  gboolean ok;

  for (int i = 0; i < n_inputs; i++)
    {
      grads[i] = NULL;
      rensa_variable_get_node (inputs[i])->wanted = TRUE;
    }
  functions = mark_needed (outputs, n_outputs);

  rensa_walk_begin (&walk);
  ok = start (&walk, outputs, n_outputs, grad_outputs, error);
  ok = rensa_walk_run (&walk, error) && ok;
  for (guint i = 0; i < functions->len; i++)
    ((RensaFunctionNode *) g_ptr_array_index (functions, i))->mark = RENSA_MARK_NONE;
  finish (&targets, outputs, n_outputs, ok);
  return ok;
}
