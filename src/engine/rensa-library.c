/* rensa-library.c: initialization when another program loads the library.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"

/* Fills the registry before main (), so that no program needs to do so. The project's own
 * programs link the parts statically, so that nothing pulls in this file, and call rensa_init ()
 * themselves. */
__attribute__ ((constructor)) static void
start (void)
{
  rensa_init ();
}
