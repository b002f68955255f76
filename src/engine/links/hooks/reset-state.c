/* reset-state.c: resets the state of sequences before each call.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-hooks.h"

static gboolean
before (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  rensa_link_reset_state (link);
  return TRUE;
}

const RensaLinkHookClass rensa_reset_state_hook_class = {
  .name = "ResetStateHook",
  .title = N_ ("Reset State"),
  .summary = N_ ("Resets the state that links keep between calls"),
  .before = before,
};

/**
 * rensa_reset_state_hook_new:
 *
 * Calls rensa_link_reset_state() before each call of the link that it is added to: batches of
 * independent examples have no state to carry over.
 */
RENSA_API RensaLinkHook *
rensa_reset_state_hook_new (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_reset_state_hook_class));

  return rensa_link_hook_new (attrs, NULL);
}
