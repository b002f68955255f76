/* rensa-fault-private.h: the words of faults.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

/* As it stands behind a colon, and alone. */
char *rensa_fault_word_message (const RensaFault *fault);
char *rensa_fault_word_sentence (const RensaFault *fault);
/* @text with a point, unless there is one. */
char *rensa_fault_end (const char *text);

G_END_DECLS
