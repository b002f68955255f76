/* rensa-sandbox.h: a process that computes, and does nothing else.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* No more than so many seconds of processor time and bytes of memory, no core, nothing written into files; and, where the system
 * and the build allow it, no more than reading and writing what is open. */
void rensa_sandbox_enter (guint seconds, guint64 n_bytes);

G_END_DECLS
