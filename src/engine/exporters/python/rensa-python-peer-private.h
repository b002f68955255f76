/* rensa-python-peer-private.h: the libraries of Python that proofs ask.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

struct json_object;

/* Whether the Python that the environment's PYTHON names, or python3, has NumPy and @package, which people know as @title;
 * RENSA_ERROR_NOT_FOUND, with a sentence, where it has not. */
gboolean rensa_python_check_library (const char *package, const char *title, GError **error);

/* Lets that Python work through @arguments, of which the first names the program.
 *
 * Returns: the JSON that it printed, the caller's; NULL, with the last line of what it complained of in @refusal, where it failed,
 * or with an error where it could not be run */
struct json_object *rensa_python_ask (const char *const *arguments, char **refusal, GError **error);

G_END_DECLS
