/* timer.c: measures the time of link calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-hooks.h"

typedef struct
{
  RensaCallProfile *profile;
} State;

static RensaCallProfile *
get_profile (RensaLinkHook *hook)
{
  State *state = rensa_link_hook_get_state (hook);

  if (state->profile == NULL)
    state->profile = rensa_call_profile_new_timer ("LinkName");
  return state->profile;
}

static gboolean
before (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  if (!rensa_device_synchronize (rensa_link_get_device (link), error))
    return FALSE;

  rensa_call_profile_begin (get_profile (hook));
  return TRUE;
}

static void
after (RensaLinkHook *hook, RensaLink *link)
{
  rensa_device_synchronize (rensa_link_get_device (link), NULL);
  rensa_call_profile_end (get_profile (hook), rensa_link_get_class (link)->name);
}

static void
clear_state (RensaLinkHook *hook)
{
  State *state = rensa_link_hook_get_state (hook);

  g_clear_pointer (&state->profile, rensa_call_profile_free);
}

const RensaLinkHookClass rensa_link_timer_hook_class = {
  .name = "TimerHook",
  .title = N_ ("Timer"),
  .summary = N_ ("Measures the computation time of links"),
  .state_size = sizeof (State),
  .before = before,
  .after = after,
  .clear_state = clear_state,
};

/**
 * rensa_link_timer_hook_new:
 *
 * Measures the calls of links, including nested ones, by class name. Push it for all links of the
 * thread, or add it to some.
 */
RENSA_API RensaLinkHook *
rensa_link_timer_hook_new (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_link_timer_hook_class));

  return rensa_link_hook_new (attrs, NULL);
}

/**
 * rensa_link_timer_hook_get_profile:
 *
 * Borrowed: the individual calls, their sums, and a report. The cost is time, in nanoseconds.
 */
RENSA_API RensaCallProfile *
rensa_link_timer_hook_get_profile (RensaLinkHook *timer)
{
  return get_profile (timer);
}
