/* rensa-label-values-private.h: numbers that represent classes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Labels that each name one class: numbers, of shape (n) or (n, 1), or rows with a single 1
 * among zeros. @values: double, sorted. */

/* Adds the labels that @values does not contain yet. RENSA_ERROR_FORMAT, naming the array @key,
 * if @labels do not have one of these forms or are too many. */
gboolean rensa_label_values_add (GArray *values, RensaArray *labels, const char *key, GError **error);
/* Returns the index of each label in @values, which contains all of them: int32 of shape (n). */
RensaArray *rensa_label_values_number (const GArray *values, RensaArray *labels, GError **error);
/* NULL-terminated. */
char **rensa_label_values_dup_names (const GArray *values);

/* Returns a warning if @labels, named @key, are used as values but may be classes; NULL if there is none. */
char *rensa_label_values_doubt (RensaArray *labels, const char *key);

G_END_DECLS
