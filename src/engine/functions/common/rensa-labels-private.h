/* rensa-labels-private.h: numbers of classes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives.h"

G_BEGIN_DECLS

/* TRUE where every label is from 0 to @n_classes - 1, or @ignore (RENSA_INT_NONE: none); else FALSE with
 * RENSA_ERROR_INVALID: "NAME: label 7 is outside 0 … 4". */
gboolean rensa_check_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes, GError **error);

G_END_DECLS
