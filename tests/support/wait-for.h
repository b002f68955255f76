/* wait-for.h: runs the main loop until a condition holds.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* How long a test waits; long enough for a machine with much else to do. */
#define WAIT_S 120

/* Runs the main loop until @condition holds; otherwise the test fails, and names it. */
#define WAIT_FOR(condition)                                                    \
  G_STMT_START                                                                 \
  {                                                                            \
    const gint64 wait_end = g_get_monotonic_time () + WAIT_S * G_USEC_PER_SEC; \
                                                                               \
    while (!(condition))                                                       \
      wait_step (wait_end, G_STRLOC, #condition);                              \
  }                                                                            \
  G_STMT_END

/* One iteration of WAIT_FOR (). */
void wait_step (gint64 end, const char *place, const char *condition);
