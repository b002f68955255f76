/* rensa-fault-record.h: an error as codes with arguments, from which its message is made in any language.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

/* Returns the fault of @error as JSON; NULL if its message cannot be made from it. */
char *rensa_error_make_record (const GError *error);
/* Returns the message in the user's language; NULL if there is no @record (nullable), or if it comes
 * from a newer program. */
char *rensa_error_word_record (const char *record);

G_END_DECLS
