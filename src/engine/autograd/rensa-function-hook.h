/* rensa-function-hook.h: hooks around function calls.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaHookedCall:
 * @klass: class of the called function
 * @attrs: (nullable): attribute struct of the function; only for forward
 * @inputs: an entry is NULL if an optional input is missing, or if backward does not use it and its
 *   memory was freed
 * @outputs: (nullable): results, set after forward; an entry is NULL if forward failed
 * @refused: set after forward: a hook that sets it makes the call fail with RENSA_ERROR_NOT_FINITE,
 *   like an error of the function itself
 * @grads: (nullable): gradients of the outputs, NULL for each that has none; only for backward
 * @grad_inputs: (nullable): gradients of the inputs, NULL for each that has none; only after
 *   backward
 *
 * Description of a call for hooks; after backward, @inputs and @grads are no longer available.
 */
typedef struct
{
  const RensaFunctionClass *klass;
  gboolean is_backward;
  gconstpointer attrs;
  RensaArray *const *inputs;
  int n_inputs;
  RensaArray *const *outputs;
  int n_outputs;
  gboolean *refused;
  RensaArray *const *grads;
  int n_grads;
  RensaArray *const *grad_inputs;
  int n_grad_inputs;
} RensaHookedCall;

/**
 * RensaFunctionHook:
 * @before: called before forward or backward
 * @after: called after it, even if it failed
 *
 * Callbacks for every call on this thread while the hook is pushed. Either may be NULL.
 */
typedef struct _RensaFunctionHook RensaFunctionHook;
struct _RensaFunctionHook
{
  void (*before) (RensaFunctionHook *hook, const RensaHookedCall *call);
  void (*after) (RensaFunctionHook *hook, const RensaHookedCall *call);
};

/* Hooks are called in the order in which they were pushed, and popped in reverse order. */
void rensa_function_hook_push (RensaFunctionHook *hook);
void rensa_function_hook_pop (RensaFunctionHook *hook);

G_END_DECLS
