/* rensa-labels-private.h: class labels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-confine.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Checks late that every label is in 0 … @n_classes - 1, or @ignore (RENSA_INT_NONE: none): "NAME:
 * label 7 is outside 0 … 4". */
gboolean rensa_check_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes, GError **error);
/* Same for callers whose own kernels read memory at a label's position: returns labels that are all
 * in range (rensa_confine()). rensa_take_rows() and similar functions ensure this themselves. */
RensaArray *rensa_confine_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes,
                                  GError **error);

G_END_DECLS
