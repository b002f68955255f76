/* rensa-init.h: making the engine ready.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Enters all components into the registry; to be called once before anything else, from one thread. Further calls
 * do nothing. */
void rensa_init (void);

G_END_DECLS
