/* rensa-fault-private.h: texts of faults.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

/* Returns @text with a period, unless it has one. */
char *rensa_fault_end (const char *text);

G_END_DECLS
