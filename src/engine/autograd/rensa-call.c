/* rensa-call.c: application of functions.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-budget.h"
#include "rensa-fault.h"
#include "rensa-modes.h"
#include "rensa-node-private.h"
#include "rensa-primitives.h"
#include "rensa-language.h"

#define MANY_INPUTS 16

struct _RensaCall
{
  const RensaFunctionClass *class;
  gconstpointer attrs;
  const RensaDevice *device;
  int n_inputs;
  RensaVariable *const *inputs;
  int n_outputs;
  const RensaType *output_types;
  RensaArray **outputs;
  gboolean recorded;
  gboolean failed;
  /* Node under construction, which holds what forward retains; NULL if nothing is recorded. */
  RensaFunctionNode *node;
  guint64 retained_outputs;
};

gconstpointer
rensa_call_get_attrs (RensaCall *call)
{
  return call->attrs;
}

gconstpointer
rensa_call_get_rule (RensaCall *call)
{
  return call->class->rule;
}

const char *
rensa_call_get_name (RensaCall *call)
{
  return call->class->name;
}

int
rensa_call_get_n_inputs (RensaCall *call)
{
  return call->n_inputs;
}

int
rensa_call_get_n_outputs (RensaCall *call)
{
  return call->n_outputs;
}

RensaArray *
rensa_call_get_input (RensaCall *call, int i)
{
  return i < call->n_inputs && call->inputs[i] != NULL ? call->inputs[i]->array : NULL;
}

const RensaType *
rensa_call_get_output_type (RensaCall *call, int i)
{
  return &call->output_types[i];
}

gboolean
rensa_call_needs_grad (RensaCall *call, int i)
{
  return call->recorded && i < call->n_inputs && call->inputs[i] != NULL && call->inputs[i]->requires_grad;
}

void
rensa_call_retain_input (RensaCall *call, int i)
{
  RensaNode *node;

  if (!call->recorded || call->inputs[i] == NULL)
    return;

  node = rensa_variable_get_node (call->inputs[i]);
  if (node->array == call->inputs[i]->array)
    return;

  g_clear_pointer (&node->array, rensa_array_unref);
  node->array = rensa_array_ref (call->inputs[i]->array);
}

void
rensa_call_retain_output (RensaCall *call, int i)
{
  g_return_if_fail (i < 64);

  call->retained_outputs |= G_GUINT64_CONSTANT (1) << i;
}

void
rensa_call_keep (RensaCall *call, int slot, RensaArray *array)
{
  g_return_if_fail (slot < RENSA_MAX_KEPT);

  if (array == NULL)
    return;
  if (!call->recorded)
    {
      rensa_array_unref (array);
      return;
    }
  g_clear_pointer (&call->node->kept[slot], rensa_array_unref);
  call->node->kept[slot] = array;
}

void
rensa_call_take_output (RensaCall *call, int i, RensaArray *array)
{
  g_clear_pointer (&call->outputs[i], rensa_array_unref);
  call->outputs[i] = array;
  if (array == NULL)
    call->failed = TRUE;
}

gboolean
rensa_call_succeeded (RensaCall *call)
{
  for (int i = 0; i < call->n_outputs; i++)
    {
      if (call->outputs[i] == NULL)
        return FALSE;
    }
  return !call->failed;
}

gboolean
rensa_check_nan (const RensaFunctionClass *class, RensaArray *array, const char *words, GError **error)
{
  g_autoptr (RensaArray) largest = NULL;

  if (!rensa_dtype_is_floating (rensa_array_get_dtype (array)) || rensa_array_get_count (array) == 0)
    return TRUE;

  largest = rensa_reduce (RENSA_REDUCE_MAX, array, (1u << rensa_array_get_ndim (array)) - 1, FALSE, error);
  if (largest == NULL)
    return FALSE;
  if (rensa_array_get_scalar (largest) == rensa_array_get_scalar (largest))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_NOT_FINITE, "%s: %s", class->name, _ (words));
  return FALSE;
}

/* Links the outputs' nodes to the function node, and the function node to its inputs' nodes. */
static void
link_graph (RensaCall *call, RensaVariable **variables)
{
  RensaFunctionNode *function = call->node;

  for (int i = 0; i < call->n_inputs; i++)
    {
      if (call->inputs[i] == NULL)
        continue;
      function->inputs[i] = rensa_node_ref (rensa_variable_get_node (call->inputs[i]));
      function->rank = MAX (function->rank, function->inputs[i]->rank);
    }

  for (int i = 0; i < call->n_outputs; i++)
    {
      RensaNode *node = rensa_variable_get_node (variables[i]);

      node->creator = rensa_function_node_ref (function);
      node->output_index = i;
      node->rank = function->rank + 1;
      function->outputs[i] = node;
      function->output_types[i] = node->type;
      if (i < 64 && call->retained_outputs >> i & 1)
        {
          function->output_arrays[i] = rensa_array_ref (variables[i]->array);
          node->array = rensa_array_ref (variables[i]->array);
        }
    }
}

/* Replaces forward on meta arrays: creates outputs of the inferred types. */
static gboolean
make_meta_outputs (RensaCall *call, GError **error)
{
  for (int i = 0; i < call->n_outputs; i++)
    rensa_call_take_output (call, i,
                            rensa_array_new (call->output_types[i].dtype, &call->output_types[i].shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
is_recorded (const RensaInference *inference, RensaVariable *const *inputs)
{
  if (inference->class->backward == NULL || !rensa_modes_get ()->enable_backprop
      || inference->device->klass->is_virtual)
    return FALSE;
  for (int i = 0; i < inference->n_inputs; i++)
    {
      if (inputs[i] != NULL && inputs[i]->requires_grad)
        return TRUE;
    }
  return FALSE;
}

static G_GNUC_NO_INLINE gboolean
forward_hooked (RensaCall *call, GError **error)
{
  g_autofree RensaArray **inputs = g_new (RensaArray *, call->n_inputs);
  RensaHookedCall hooked = { .klass = call->class, .attrs = call->attrs, .inputs = inputs, .n_inputs = call->n_inputs };
  gboolean refused = FALSE;
  gboolean ok;

  for (int i = 0; i < call->n_inputs; i++)
    inputs[i] = rensa_call_get_input (call, i);
  rensa_function_hooks_before (&hooked);
  ok = call->class->forward (call, error);
  hooked.outputs = call->outputs;
  hooked.n_outputs = call->n_outputs;
  hooked.refused = &refused;
  rensa_function_hooks_after (&hooked);
  if (ok && refused)
    rensa_set_words (error, RENSA_ERROR_NOT_FINITE, N_ ("%s: the result is NaN or infinite"), call->class->name);
  return ok && !refused;
}

/* Runs forward with everything prepared and wraps the results. */
static gboolean
run (RensaCall *call, RensaVariable **variables, GError **error)
{
  const gboolean is_virtual = call->device->klass->is_virtual;
  const gboolean debug = rensa_modes_get ()->debug;
  gboolean ok;

  if (G_UNLIKELY (is_virtual))
    ok = make_meta_outputs (call, error);
  else if (G_UNLIKELY (rensa_function_hooks_are_pushed ()))
    ok = forward_hooked (call, error);
  else
    ok = call->class->forward (call, error);
  for (int i = 0; ok && debug && !is_virtual && i < call->n_outputs; i++)
    ok = rensa_check_nan (call->class, call->outputs[i], N_ ("forward produced NaN"), error);

  if (ok)
    {
      for (int i = 0; i < call->n_outputs; i++)
        {
          variables[i] = rensa_variable_new_constant (call->outputs[i]);
          variables[i]->requires_grad = call->recorded && rensa_dtype_is_floating (call->output_types[i].dtype);
        }
      if (call->recorded)
        link_graph (call, variables);
    }
  for (int i = 0; i < call->n_outputs; i++)
    g_clear_pointer (&call->outputs[i], rensa_array_unref);
  return ok;
}

/* Returns the device of the first input that has an array, else the current one. */
static const RensaDevice *
find_device (RensaVariable *const *inputs, int n_inputs)
{
  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL && inputs[i]->array != NULL)
      return rensa_array_get_device (inputs[i]->array);
  return rensa_device_get_current ();
}

/* Reports that input @i is on another device than the first one. */
static G_GNUC_NO_INLINE void
refuse_devices (const RensaInference *inference, int i, const RensaDevice *found, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s expects all inputs on the same device: input 0 is on %s, "
                       "input %d on %s"),
                   inference->class->name, inference->device->name, i, found->name);
}

static gboolean
infer_types (RensaInference *inference, RensaVariable *const *inputs, RensaType *types, const RensaType **pointers,
             GError **error)
{
  for (int i = 0; i < inference->n_inputs; i++)
    {
      pointers[i] = NULL;
      if (inputs[i] == NULL)
        continue;
      if (inputs[i]->array == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("%s: input %d has no array yet (an uninitialized parameter)"), inference->class->name,
                           i);
          return FALSE;
        }

      const RensaDevice *device = rensa_array_get_device (inputs[i]->array);

      if (G_UNLIKELY (inference->device != device))
        {
          refuse_devices (inference, i, device, error);
          return FALSE;
        }
      types[i] = rensa_array_get_type (inputs[i]->array);
      pointers[i] = &types[i];
    }
  inference->inputs = pointers;
  return rensa_inference_run (inference, error);
}

/* Only a few types are kept on the stack; a list of a hundred thousand inputs would overflow it. */
static gboolean
infer (RensaInference *inference, RensaVariable *const *inputs, GError **error)
{
  const int n = inference->n_inputs;
  RensaType few_types[MANY_INPUTS];
  const RensaType *few_pointers[MANY_INPUTS];
  g_autofree RensaType *types = n > MANY_INPUTS ? g_new (RensaType, n) : NULL;
  g_autofree const RensaType **pointers = n > MANY_INPUTS ? g_new (const RensaType *, n) : NULL;
  const gboolean ok = infer_types (inference, inputs, types != NULL ? types : few_types,
                                   pointers != NULL ? pointers : few_pointers, error);

  inference->inputs = NULL;
  return ok;
}

/* Performs the call, once the types of the outputs are known. */
static int
apply_inferred (const RensaInference *inference, RensaVariable *const *inputs, RensaVariable **outputs, int max_outputs,
                GError **error)
{
  const int n_outputs = inference->n_outputs;
  RensaCall call = {
    .class = inference->class,
    .attrs = inference->attrs,
    .device = inference->device,
    .n_inputs = inference->n_inputs,
    .inputs = inputs,
    .n_outputs = n_outputs,
    .output_types = inference->outputs,
    .recorded = is_recorded (inference, inputs),
  };
  gboolean ok;

  if (n_outputs > max_outputs)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("%s returned %d output, but %d were expected",
                                 "%s returned %d outputs, but %d were expected", n_outputs),
                       inference->class->name, n_outputs, max_outputs);
      return -1;
    }

  if (inference->class->apply != NULL && !inference->device->klass->is_virtual)
    return inference->class->apply (inference->attrs, inputs, inference->n_inputs, outputs, error) ? n_outputs : -1;

  call.outputs = n_outputs <= 64 ? g_newa0 (RensaArray *, MAX (n_outputs, 1)) : g_new0 (RensaArray *, n_outputs);
  if (call.recorded)
    {
      call.node = rensa_function_node_new (call.class, call.attrs, call.n_inputs, n_outputs);
      call.node->device = call.device;
    }
  ok = run (&call, outputs, error);
  if (call.recorded)
    rensa_function_node_unref (call.node);
  if (n_outputs > 64)
    g_free (call.outputs);
  return ok ? n_outputs : -1;
}

int
rensa_function_apply (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *const *inputs, int n_inputs,
                      RensaVariable **outputs, int max_outputs, GError **error)
{
  RensaType few[4];
  RensaInference inference = {
    .class = class,
    .attrs = attrs,
    .n_inputs = n_inputs,
    .outputs = few,
    .capacity = G_N_ELEMENTS (few),
  };
  int n = -1;

  /* An earlier call of a chain has failed. */
  if ((error != NULL && *error != NULL) || !rensa_budget_spend (error))
    return -1;

  inference.device = find_device (inputs, n_inputs);
  g_auto (RensaDeviceScope) scope = rensa_device_enter (inference.device);
  if (infer (&inference, inputs, error))
    n = apply_inferred (&inference, inputs, outputs, max_outputs, error);
  rensa_inference_clear (&inference);
  return n;
}

static RensaVariable *
apply_one (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *const *inputs, int n_inputs,
           GError **error)
{
  RensaVariable *output = NULL;

  /* The first input is never optional: if it is NULL, an earlier call has failed. */
  if (inputs[0] == NULL || rensa_function_apply (class, attrs, inputs, n_inputs, &output, 1, error) != 1)
    return NULL;
  return output;
}

RensaVariable *
rensa_apply1 (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *x, GError **error)
{
  return apply_one (class, attrs, &x, 1, error);
}

RensaVariable *
rensa_apply_attrs (RensaAttrs *function, RensaVariable *x, GError **error)
{
  if (function == NULL || x == NULL)
    return x != NULL ? rensa_variable_ref (x) : NULL;
  return apply_one ((const RensaFunctionClass *) rensa_attrs_get_component (function),
                    rensa_attrs_get_values (function), &x, 1, error);
}

/* A required input that is NULL, like the first one, indicates an earlier failure. */
RensaVariable *
rensa_apply2 (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *a, RensaVariable *b, GError **error)
{
  RensaVariable *const inputs[] = { a, b };

  if (b == NULL && class->inputs[1] != NULL && strchr (class->inputs[1], '?') == NULL)
    return NULL;
  return apply_one (class, attrs, inputs, 2, error);
}

RensaVariable *
rensa_apply3 (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *a, RensaVariable *b,
              RensaVariable *c, GError **error)
{
  RensaVariable *const inputs[] = { a, b, c };

  if (b == NULL && strchr (class->inputs[1], '?') == NULL)
    return NULL;
  return apply_one (class, attrs, inputs, 3, error);
}

RensaVariable *
rensa_apply_list (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *const *xs, int n, GError **error)
{
  RensaVariable *output = NULL;

  for (int i = 0; i < n; i++)
    if (xs[i] == NULL)
      return NULL;

  if (rensa_function_apply (class, attrs, xs, n, &output, 1, error) != 1)
    return NULL;
  return output;
}
