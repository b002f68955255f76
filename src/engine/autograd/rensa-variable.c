/* rensa-variable.c: variables and their nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-variable.h"

#include "rensa-error.h"
#include "rensa-node-private.h"
#include "rensa-primitives.h"
#include "rensa-slab.h"

static int n_alive; /* atomic */

static RensaVariable *
variable_new (RensaArray *array, gboolean requires_grad)
{
  RensaVariable *variable = rensa_slab_new0 (RensaVariable);

  variable->ref_count = 1;
  variable->requires_grad = requires_grad;
  variable->array = array != NULL ? rensa_array_ref (array) : NULL;
  g_atomic_int_inc (&n_alive);
  return variable;
}

RensaVariable *
rensa_variable_new (RensaArray *array)
{
  return variable_new (array, array == NULL || rensa_dtype_is_floating (rensa_array_get_dtype (array)));
}

RensaVariable *
rensa_variable_new_constant (RensaArray *array)
{
  return array != NULL ? variable_new (array, FALSE) : NULL;
}

RensaVariable *
rensa_variable_as_leaf (RensaVariable *variable)
{
  if (variable == NULL || variable->requires_grad || !rensa_dtype_is_floating (rensa_array_get_dtype (variable->array)))
    return variable != NULL ? rensa_variable_ref (variable) : NULL;
  return rensa_variable_new (variable->array);
}

RensaVariable *
rensa_variable_ref (RensaVariable *variable)
{
  variable->ref_count++;
  return variable;
}

void
rensa_variable_unref (RensaVariable *variable)
{
  if (--variable->ref_count > 0)
    return;

  g_clear_pointer (&variable->array, rensa_array_unref);
  g_clear_pointer (&variable->grad, rensa_variable_unref);
  if (variable->node != NULL)
    {
      /* Two variables may share the node of a leaf that was given another array. */
      if (variable->node->variable == variable)
        variable->node->variable = NULL;
      rensa_node_unref (variable->node);
    }
  rensa_slab_free (variable, sizeof *variable);
  g_atomic_int_add (&n_alive, -1);
}

void
rensa_variables_clear (RensaVariable **variables, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&variables[i], rensa_variable_unref);
}

guint
rensa_variable_count_alive (void)
{
  return (guint) g_atomic_int_get (&n_alive);
}

RensaArray *
rensa_variable_get_array (RensaVariable *variable)
{
  return variable->array;
}

void
rensa_variable_set_array (RensaVariable *variable, RensaArray *array)
{
  if (array != NULL)
    rensa_array_ref (array);
  g_clear_pointer (&variable->array, rensa_array_unref);
  variable->array = array;
  if (variable->node != NULL && variable->node->creator == NULL && array != NULL)
    variable->node->type = rensa_array_get_type (array);
}

RensaType
rensa_variable_get_type (RensaVariable *variable)
{
  return rensa_array_get_type (variable->array);
}

gboolean
rensa_variable_get_requires_grad (RensaVariable *variable)
{
  return variable->requires_grad;
}

/* A node keeps the state of the calls that used it, so the variable gets a new one. */
void
rensa_variable_set_requires_grad (RensaVariable *variable, gboolean requires_grad)
{
  const char *name = rensa_variable_get_name (variable);

  g_return_if_fail (variable->node == NULL || variable->node->creator == NULL);

  if (variable->requires_grad == requires_grad)
    return;
  variable->requires_grad = requires_grad;
  g_clear_pointer (&variable->grad, rensa_variable_unref);
  if (variable->node == NULL)
    return;
  if (variable->node->variable == variable)
    variable->node->variable = NULL;
  g_clear_pointer (&variable->node, rensa_node_unref);
  if (name != NULL)
    rensa_variable_set_name (variable, name);
}

const char *
rensa_variable_get_name (RensaVariable *variable)
{
  return variable->node != NULL ? variable->node->name : NULL;
}

void
rensa_variable_set_name (RensaVariable *variable, const char *name)
{
  rensa_variable_get_node (variable)->name = g_intern_string (name);
}

int
rensa_variable_get_rank (RensaVariable *variable)
{
  return variable->node != NULL ? variable->node->rank : 0;
}

RensaVariable *
rensa_variable_get_grad_variable (RensaVariable *variable)
{
  return variable->grad;
}

RensaArray *
rensa_variable_get_grad (RensaVariable *variable)
{
  return variable->grad != NULL ? variable->grad->array : NULL;
}

void
rensa_variable_set_grad_variable (RensaVariable *variable, RensaVariable *grad)
{
  if (grad != NULL)
    rensa_variable_ref (grad);
  g_clear_pointer (&variable->grad, rensa_variable_unref);
  variable->grad = grad;
}

void
rensa_variable_set_grad (RensaVariable *variable, RensaArray *grad)
{
  g_autoptr (RensaVariable) holder = rensa_variable_new_constant (grad);

  rensa_variable_set_grad_variable (variable, holder);
}

void
rensa_variable_clear_grad (RensaVariable *variable)
{
  g_clear_pointer (&variable->grad, rensa_variable_unref);
}

gboolean
rensa_variable_add_grad (RensaVariable *variable, RensaArray *grad, GError **error)
{
  g_autoptr (RensaVariable) addend = rensa_variable_new_constant (grad);

  if (variable->grad == NULL)
    variable->grad = g_steal_pointer (&addend);
  else
    variable->grad = rensa_accumulate_take (variable->grad, addend, error);
  return variable->grad != NULL;
}

void
rensa_variable_unchain (RensaVariable *variable)
{
  if (variable->node == NULL || variable->node->creator == NULL)
    return;

  variable->node->creator->outputs[variable->node->output_index] = NULL;
  g_clear_pointer (&variable->node->creator, rensa_function_node_unref);
  variable->node->rank = 0;
}

/* Detaches @node from its creator and adds the creator to @functions, once. */
static void
cut (RensaNode *node, GPtrArray *functions)
{
  RensaFunctionNode *creator = g_steal_pointer (&node->creator);

  node->rank = 0;
  if (creator == NULL)
    return;

  creator->outputs[node->output_index] = NULL;
  if (!creator->is_cut)
    g_ptr_array_add (functions, creator);
  else
    rensa_function_node_unref (creator);
  creator->is_cut = TRUE;
}

void
rensa_variable_unchain_backward (RensaVariable *variable)
{
  g_autoptr (GPtrArray) functions = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_function_node_unref);

  if (variable->node == NULL)
    return;

  cut (variable->node, functions);
  for (guint i = 0; i < functions->len; i++)
    {
      RensaFunctionNode *function = g_ptr_array_index (functions, i);

      for (int j = 0; j < function->n_inputs; j++)
        {
          if (function->inputs[j] != NULL)
            cut (function->inputs[j], functions);
        }
    }
  for (guint i = 0; i < functions->len; i++)
    ((RensaFunctionNode *) g_ptr_array_index (functions, i))->is_cut = FALSE;
}
