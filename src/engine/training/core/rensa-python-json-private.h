/* rensa-python-json-private.h: JSON in Python's format.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-json.h"

G_BEGIN_DECLS

/* Appends the shortest text that reads back as @value, or NaN, Infinity, -Infinity. */
void rensa_json_append_double (GString *text, double value);
void rensa_json_append_string (GString *text, const char *string);
/* @what is the name of the text in the error: RENSA_ERROR_FORMAT if it is not JSON or its outermost
 *   value is not of type
 * @type. */
RensaJson *rensa_json_parse (const char *text, enum json_type type, const char *what, GError **error);

G_END_DECLS
