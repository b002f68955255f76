/* rensa-sandbox.h: restricts a process to computing.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits processor time to @seconds and memory to @n_bytes, forbids core dumps and writing to
 * files; and, if the system and the build allow it, permits only reading and writing open files. */
void rensa_sandbox_enter (guint seconds, guint64 n_bytes);

G_END_DECLS
