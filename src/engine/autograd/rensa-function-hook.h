/* rensa-function-hook.h: watching the calls of functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaHookedCall:
 * @klass: whose forward or backward it is
 * @attrs: (nullable): its attribute struct; only for forward
 * @inputs: NULL where an optional one is missing, or backward has no use for it and its memory is gone
 * @outputs: (nullable): of forward, after it; an entry is NULL where it failed
 * @refused: of forward, after it: a hook that sets it makes the call fail with RENSA_ERROR_NOT_FINITE, as an error of the function itself
 * @grads: (nullable): the gradients of the outputs, NULL where there is none; only for backward
 * @grad_inputs: (nullable): the gradients of the inputs, NULL where there is none; only after backward
 *
 * What a hook is told of a call; after backward, @inputs and @grads are gone.
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
 * @before: before forward or backward
 * @after: after it, also where it failed
 *
 * What is called for every call on this thread while the hook is pushed.  Either may be NULL.
 */
typedef struct _RensaFunctionHook RensaFunctionHook;
struct _RensaFunctionHook
{
  void (*before) (RensaFunctionHook *hook, const RensaHookedCall *call);
  void (*after) (RensaFunctionHook *hook, const RensaHookedCall *call);
};

/* Hooks are called in the order in which they were pushed; the innermost is popped first. */
void rensa_function_hook_push (RensaFunctionHook *hook);
void rensa_function_hook_pop (RensaFunctionHook *hook);

G_END_DECLS
