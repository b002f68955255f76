/* rensa-python-peer-private.h: Python libraries used for verification.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

struct json_object;

/* Checks that the Python interpreter specified by the environment variable PYTHON, or python3, has
 * NumPy and @package, displayed as @title; otherwise RENSA_ERROR_NOT_FOUND, with a sentence. */
gboolean rensa_python_check_library (const char *package, const char *title, GError **error);

/* Runs that Python interpreter with @arguments, the first of which is the program.
 *
 * Returns: the JSON that it printed, owned by the caller; NULL, with the last line of its error
 * messages in @refusal if it failed, or with an error if it could not be run */
struct json_object *rensa_python_ask (const char *const *arguments, char **refusal, GError **error);

G_END_DECLS
