/* rensa-library.c: what happens when another program loads the library.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"

/* The registry is ready before main (), so no program can forget it. The project's own programs link the parts
 * statically, where nothing would pull this file in, and call rensa_init () themselves. */
__attribute__ ((constructor)) static void
start (void)
{
  rensa_init ();
}
