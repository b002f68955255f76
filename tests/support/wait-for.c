/* wait-for.c: runs the main loop until a condition holds.
 * SPDX-License-Identifier: MIT */

#include "wait-for.h"

void
wait_step (gint64 end, const char *place, const char *condition)
{
  if (g_get_monotonic_time () >= end)
    g_error ("%s: not within %d s: %s", place, WAIT_S, condition);
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (500);
}
