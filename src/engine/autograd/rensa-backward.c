/* rensa-backward.c: graph traversal from an output to its inputs.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-backward-private.h"
#include "rensa-fault.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-language.h"

/* State of one call of a class's backward. */
struct _RensaBackward
{
  RensaFunctionNode *node;
  const RensaWalk *walk;
  RensaVariable **inputs; /* created on demand */
  RensaVariable **outputs;
  RensaVariable **grad_outputs;
  RensaVariable **grad_inputs;
  gboolean failed;
};

gconstpointer
rensa_backward_get_attrs (RensaBackward *backward)
{
  return backward->node->attrs;
}

gconstpointer
rensa_backward_get_rule (RensaBackward *backward)
{
  return backward->node->class->rule;
}

int
rensa_backward_get_n_inputs (RensaBackward *backward)
{
  return backward->node->n_inputs;
}

int
rensa_backward_get_n_outputs (RensaBackward *backward)
{
  return backward->node->n_outputs;
}

RensaType
rensa_backward_get_input_type (RensaBackward *backward, int i)
{
  return backward->node->inputs[i]->type;
}

RensaType
rensa_backward_get_output_type (RensaBackward *backward, int i)
{
  return backward->node->output_types[i];
}

RensaVariable *
rensa_backward_get_input (RensaBackward *backward, int i)
{
  RensaNode *node = i < backward->node->n_inputs ? backward->node->inputs[i] : NULL;

  if (node == NULL)
    return NULL;
  if (backward->inputs[i] == NULL)
    backward->inputs[i] =
        backward->walk->recorded ? rensa_node_dup_variable (node) : rensa_variable_new_constant (node->array);
  return backward->inputs[i];
}

/* The output may have been freed while its array is retained: it is then replaced by a new node. */
static RensaVariable *
dup_output (RensaFunctionNode *function, int i)
{
  RensaVariable *variable;
  RensaNode *node;

  if (function->outputs[i] != NULL)
    return rensa_node_dup_variable (function->outputs[i]);

  variable = rensa_variable_new (function->output_arrays[i]);
  node = rensa_variable_get_node (variable);
  node->creator = rensa_function_node_ref (function);
  node->output_index = i;
  node->rank = function->rank + 1;
  node->array = rensa_array_ref (function->output_arrays[i]);
  function->outputs[i] = node;
  return variable;
}

RensaVariable *
rensa_backward_get_output (RensaBackward *backward, int i)
{
  RensaFunctionNode *function = backward->node;

  if (backward->outputs[i] == NULL)
    backward->outputs[i] =
        backward->walk->recorded ? dup_output (function, i) : rensa_variable_new_constant (function->output_arrays[i]);
  return backward->outputs[i];
}

RensaArray *
rensa_backward_get_kept (RensaBackward *backward, int slot)
{
  return backward->node->kept[slot];
}

RensaVariable *
rensa_backward_get_grad_output (RensaBackward *backward, int i)
{
  return backward->grad_outputs[i];
}

RensaVariable *
rensa_backward_get_grad_output_or_zeros (RensaBackward *backward, int i, GError **error)
{
  if (backward->grad_outputs[i] == NULL)
    {
      const RensaType *type = &backward->node->output_types[i];
      g_autoptr (RensaArray) zeros = rensa_array_zeros (type->dtype, &type->shape, error);

      backward->grad_outputs[i] = rensa_variable_new_constant (zeros);
    }
  return backward->grad_outputs[i];
}

gboolean
rensa_backward_needs_grad (RensaBackward *backward, int i)
{
  RensaNode *node = i < backward->node->n_inputs ? backward->node->inputs[i] : NULL;

  return node != NULL && backward->walk->is_wanted (backward->walk, node);
}

gboolean
rensa_backward_is_recorded (RensaBackward *backward)
{
  return backward->walk->recorded;
}

void
rensa_backward_take_grad_input (RensaBackward *backward, int i, RensaVariable *grad)
{
  if (grad == NULL)
    backward->failed = TRUE;
  else if (!rensa_backward_needs_grad (backward, i))
    rensa_variable_unref (grad);
  else
    {
      g_clear_pointer (&backward->grad_inputs[i], rensa_variable_unref);
      backward->grad_inputs[i] = grad;
    }
}

void
rensa_backward_take_grad_array (RensaBackward *backward, int i, RensaArray *grad)
{
  rensa_backward_take_grad_input (backward, i, rensa_variable_new_constant (grad));
  g_clear_pointer (&grad, rensa_array_unref);
}

gboolean
rensa_backward_nothing (RensaBackward *backward, GError **error)
{
  for (int i = 0; i < backward->node->n_inputs; i++)
    if (rensa_backward_needs_grad (backward, i))
      {
        const RensaType type = rensa_backward_get_input_type (backward, i);

        rensa_backward_take_grad_array (backward, i, rensa_array_zeros (type.dtype, &type.shape, error));
      }
  return rensa_backward_succeeded (backward);
}

gboolean
rensa_backward_succeeded (RensaBackward *backward)
{
  return !backward->failed;
}

/* Order of a binary heap: highest rank first; equal ranks in the order of discovery. */

static gboolean
comes_before (const RensaWalkEntry *a, const RensaWalkEntry *b)
{
  if (a->function->rank != b->function->rank)
    return a->function->rank > b->function->rank;
  return a->order < b->order;
}

static void
queue_push (RensaWalk *walk, RensaFunctionNode *function)
{
  const RensaWalkEntry entry = { rensa_function_node_ref (function), walk->n_found++ };
  guint i = walk->n_entries;

  if (walk->n_entries == walk->capacity)
    {
      RensaWalkEntry *old = walk->entries != walk->few ? walk->entries : NULL;

      walk->capacity *= 2;
      walk->entries = g_renew (RensaWalkEntry, old, walk->capacity);
      if (old == NULL)
        memcpy (walk->entries, walk->few, sizeof walk->few);
    }
  walk->n_entries++;

  for (; i > 0 && comes_before (&entry, &walk->entries[(i - 1) / 2]); i = (i - 1) / 2)
    walk->entries[i] = walk->entries[(i - 1) / 2];
  walk->entries[i] = entry;
}

static RensaFunctionNode *
queue_pop (RensaWalk *walk)
{
  RensaFunctionNode *first = walk->entries[0].function;
  const RensaWalkEntry last = walk->entries[--walk->n_entries];
  guint i = 0;

  for (;;)
    {
      guint child = 2 * i + 1;

      if (child >= walk->n_entries)
        break;
      if (child + 1 < walk->n_entries && comes_before (&walk->entries[child + 1], &walk->entries[child]))
        child++;
      if (!comes_before (&walk->entries[child], &last))
        break;
      walk->entries[i] = walk->entries[child];
      i = child;
    }
  walk->entries[i] = last;
  return first;
}

void
rensa_walk_begin (RensaWalk *walk)
{
  walk->entries = walk->few;
  walk->capacity = G_N_ELEMENTS (walk->few);
}

void
rensa_walk_enqueue (RensaWalk *walk, RensaNode *node)
{
  RensaFunctionNode *creator = node->creator;

  if (creator == NULL || creator->mark == RENSA_MARK_QUEUED)
    return;
  if (walk->only_needed && creator->mark != RENSA_MARK_NEEDED)
    return;

  creator->mark = RENSA_MARK_QUEUED;
  queue_push (walk, creator);
}

gboolean
rensa_walk_add (RensaVariable **slot, RensaVariable *grad, GError **error)
{
  if (*slot == NULL)
    *slot = rensa_variable_ref (grad);
  else
    *slot = rensa_accumulate_take (*slot, grad, error);
  return *slot != NULL;
}

/* Passes the gradients of the inputs on: to the variable if the input is a leaf, else accumulated
 * for its creator. */
static gboolean
distribute (RensaWalk *walk, RensaBackward *backward, GError **error)
{
  RensaFunctionNode *function = backward->node;
  const gboolean debug = rensa_modes_get ()->debug;

  for (int i = 0; i < function->n_inputs; i++)
    {
      RensaNode *node = function->inputs[i];
      RensaVariable *grad = backward->grad_inputs[i];

      if (grad == NULL)
        continue;
      if (debug && !rensa_check_nan (function->class, grad->array, N_ ("backward produced NaN"), error))
        return FALSE;
      if (!walk->take (walk, node, grad, error))
        return FALSE;
      rensa_walk_enqueue (walk, node);
    }
  return TRUE;
}

static G_GNUC_NO_INLINE gboolean
backward_hooked (RensaBackward *backward, GError **error)
{
  const RensaFunctionNode *function = backward->node;
  g_autofree RensaArray **arrays = g_new0 (RensaArray *, function->n_inputs + function->n_outputs);
  RensaHookedCall hooked = {
    .klass = function->class,
    .is_backward = TRUE,
    .inputs = arrays,
    .n_inputs = function->n_inputs,
    .grads = arrays + function->n_inputs,
    .n_grads = function->n_outputs,
  };
  gboolean ok;

  for (int i = 0; i < function->n_inputs; i++)
    arrays[i] = function->inputs[i] != NULL ? function->inputs[i]->array : NULL;
  for (int i = 0; i < function->n_outputs; i++)
    arrays[function->n_inputs + i] = backward->grad_outputs[i] != NULL ? backward->grad_outputs[i]->array : NULL;
  rensa_function_hooks_before (&hooked);
  ok = function->class->backward (backward, error);
  /* Arrays consumed by backward may have been freed. */
  hooked.n_inputs = hooked.n_grads = 0;
  for (int i = 0; i < function->n_inputs; i++)
    arrays[i] = backward->grad_inputs[i] != NULL ? backward->grad_inputs[i]->array : NULL;
  hooked.grad_inputs = arrays;
  hooked.n_grad_inputs = function->n_inputs;
  rensa_function_hooks_after (&hooked);
  return ok;
}

/* Calls the function's backward with the gradients accumulated for its outputs. */
static gboolean
visit (RensaWalk *walk, RensaFunctionNode *function, GError **error)
{
  const int n_in = function->n_inputs;
  const int n_out = function->n_outputs;
  const int n = 2 * n_in + 2 * n_out;
  RensaVariable **slots = n <= 256 ? g_newa0 (RensaVariable *, n) : g_new0 (RensaVariable *, n);
  RensaBackward backward = {
    .node = function,
    .walk = walk,
    .inputs = slots,
    .grad_inputs = slots + n_in,
    .outputs = slots + 2 * n_in,
    .grad_outputs = slots + 2 * n_in + n_out,
  };
  g_auto (RensaDeviceScope) scope = rensa_device_enter (function->device);
  gboolean has_grad = FALSE;
  gboolean ok = TRUE;

  for (int i = 0; i < n_out; i++)
    {
      RensaNode *node = function->outputs[i];

      if (node == NULL || node->pending == NULL)
        continue;
      backward.grad_outputs[i] = g_steal_pointer (&node->pending);
      has_grad = TRUE;
      walk->leave (walk, node, backward.grad_outputs[i]);
    }

  if (has_grad)
    {
      ok = G_UNLIKELY (rensa_function_hooks_are_pushed ()) ? backward_hooked (&backward, error)
                                                           : function->class->backward (&backward, error);
      /* Arrays shared between inputs must not be overwritten; from here on, no other references to the
       * gradients remain. */
      rensa_variables_clear (backward.inputs, n_in);
      rensa_variables_clear (backward.outputs, 2 * n_out);
      ok = ok && distribute (walk, &backward, error);
    }
  rensa_variables_clear (slots, n);
  if (n > 256)
    g_free (slots);
  return ok;
}

gboolean
rensa_walk_run (RensaWalk *walk, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  gboolean ok = TRUE;

  rensa_modes_get ()->enable_backprop = walk->recorded;
  while (walk->n_entries > 0)
    {
      RensaFunctionNode *function = queue_pop (walk);

      function->mark = RENSA_MARK_NONE;
      if (ok)
        ok = visit (walk, function, error);
      /* No pending gradients may remain in the graph after a failure. */
      for (int i = 0; !ok && i < function->n_outputs; i++)
        {
          if (function->outputs[i] != NULL)
            g_clear_pointer (&function->outputs[i]->pending, rensa_variable_unref);
        }
      rensa_function_node_unref (function);
    }
  if (walk->entries != walk->few)
    g_free (walk->entries);
  return ok;
}

/* backward (): leaves accumulate into the gradient of their variable. */

static gboolean
leaf_is_wanted (const RensaWalk *walk, RensaNode *node)
{
  return node->requires_grad && (node->creator != NULL || node->variable != NULL);
}

static gboolean
leaf_take (RensaWalk *walk, RensaNode *node, RensaVariable *grad, GError **error)
{
  if (node->creator != NULL)
    return rensa_walk_add (&node->pending, grad, error);
  return rensa_walk_add (&node->variable->grad, grad, error);
}

static void
leaf_leave (RensaWalk *walk, RensaNode *node, RensaVariable *grad)
{
  if (walk->retain_grad && node->variable != NULL && node->variable != walk->start)
    rensa_variable_set_grad_variable (node->variable, grad);
}

RensaVariable *
rensa_first_grad (RensaVariable *variable, double value, GError **error)
{
  g_autoptr (RensaArray) ones = NULL;

  if (rensa_array_get_count (variable->array) != 1)
    {
      g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (variable->array));

      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("backward requires an initial gradient for an array of shape %s; it defaults to 1 only for a single "
              "element"),
          shape);
      return NULL;
    }
  ones = rensa_array_full_like (variable->array, value, error);
  return rensa_variable_new_constant (ones);
}

gboolean
rensa_variable_backward (RensaVariable *variable, const RensaBackwardOptions *options, GError **error)
{
  const RensaBackwardOptions none = { 0 };
  const RensaBackwardOptions *o = options != NULL ? options : &none;
  RensaWalk walk = {
    .recorded = o->enable_double_backprop,
    .retain_grad = o->retain_grad,
    .start = variable,
    .is_wanted = leaf_is_wanted,
    .take = leaf_take,
    .leave = leaf_leave,
  };

  if (variable->node == NULL || variable->node->creator == NULL)
    return TRUE;
  if (variable->grad == NULL)
    variable->grad = rensa_first_grad (variable, o->loss_scale != 0 ? o->loss_scale : 1, error);
  if (variable->grad == NULL)
    return FALSE;

  variable->node->pending = rensa_variable_ref (variable->grad);
  rensa_walk_begin (&walk);
  rensa_walk_enqueue (&walk, variable->node);
  return rensa_walk_run (&walk, error);
}
