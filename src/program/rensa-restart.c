/* rensa-restart.c: restart of the program by itself.
 * SPDX-License-Identifier: MIT */

#include "rensa-restart.h"

#include <unistd.h>

void
rensa_restart_with_short_spinning (char **argv)
{
  if (g_getenv ("GOMP_SPINCOUNT") != NULL || g_getenv ("OMP_WAIT_POLICY") != NULL)
    return;

  g_setenv ("GOMP_SPINCOUNT", "1000", TRUE);
  execv ("/proc/self/exe", argv);
}
