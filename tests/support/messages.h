/* messages.h: assertions about error messages.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-error.h"

/* Asserts an error of RENSA_ERROR with code @code and exactly this message, or with @part in its
 * message; clears it. */
void assert_message (GError **error, int code, const char *message);
void assert_message_has (GError **error, int code, const char *part);
/* Asserts an error of any domain and code with exactly this message; clears it. */
void assert_sentence (GError **error, const char *message);
