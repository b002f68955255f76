/* rensa-function-hook.c: hooks around function calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-function-hook.h"

#include "rensa-node-private.h"

/* NULL if there are no hooks, which each call tests first. */
static _Thread_local GPtrArray *hooks;

void
rensa_function_hook_push (RensaFunctionHook *hook)
{
  if (hooks == NULL)
    hooks = g_ptr_array_new ();
  g_ptr_array_add (hooks, hook);
}

void
rensa_function_hook_pop (RensaFunctionHook *hook)
{
  g_return_if_fail (hooks != NULL && g_ptr_array_index (hooks, hooks->len - 1) == hook);

  g_ptr_array_set_size (hooks, hooks->len - 1);
  if (hooks->len == 0)
    g_clear_pointer (&hooks, g_ptr_array_unref);
}

gboolean
rensa_function_hooks_are_pushed (void)
{
  return hooks != NULL;
}

void
rensa_function_hooks_before (const RensaHookedCall *call)
{
  for (guint i = 0; hooks != NULL && i < hooks->len; i++)
    {
      RensaFunctionHook *hook = g_ptr_array_index (hooks, i);

      if (hook->before != NULL)
        hook->before (hook, call);
    }
}

void
rensa_function_hooks_after (const RensaHookedCall *call)
{
  for (guint i = 0; hooks != NULL && i < hooks->len; i++)
    {
      RensaFunctionHook *hook = g_ptr_array_index (hooks, i);

      if (hook->after != NULL)
        hook->after (hook, call);
    }
}
