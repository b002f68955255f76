/* forms.h: what was recorded of forms, and what is given to those who run them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-array.h"

/* Around the checks: tests/reference/forms.json. */
void forms_open (void);
void forms_close (void);
/* Asserts that the form of @name in @library was run as it stands, @hash, which is taken over, and that each sample was right or has a limit. */
void check_form (const char *name, guint n_samples, const char *library, char *hash);
/* Fails if a form of @name in @library is recorded. */
void check_no_form (const char *name, const char *library);

/* {"dtype", "shape", "values"}; NULL for NULL. */
struct json_object *array_to_json (RensaArray *array);
struct json_object *arrays_to_json (RensaArray *const *arrays, int n);
