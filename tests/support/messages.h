/* messages.h: what an error says.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-error.h"

/* An error of code @code of RENSA_ERROR with exactly this message, or with @part in its message; it is cleared then. */
void assert_message (GError **error, int code, const char *message);
void assert_message_has (GError **error, int code, const char *part);
/* An error of any domain and code with exactly this message; it is cleared then. */
void assert_sentence (GError **error, const char *message);
