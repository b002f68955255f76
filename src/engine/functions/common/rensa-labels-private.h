/* rensa-labels-private.h: numbers of classes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-confine.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* A late check that every label is from 0 to @n_classes - 1, or @ignore (RENSA_INT_NONE: none): "NAME: label 7 is outside 0 … 4". */
gboolean rensa_check_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes, GError **error);
/* The same for whoever reads memory at the place of a label by a kernel of his own: labels that all lie inside (rensa_confine()).
 * rensa_take_rows() and its like see to that themselves. */
RensaArray *rensa_confine_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes,
                                  GError **error);

G_END_DECLS
