/* rensa-fault-private.h: texts of faults.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

/* Return the text as written after a colon, and as a separate sentence. */
char *rensa_fault_word_message (const RensaFault *fault);
char *rensa_fault_word_sentence (const RensaFault *fault);
/* Returns @text with a period, unless it has one. */
char *rensa_fault_end (const char *text);

G_END_DECLS
