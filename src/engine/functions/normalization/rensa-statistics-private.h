/* rensa-statistics-private.h: axes of the statistics of a normalization.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* gamma, beta and the statistics have the extents of the axes that remain when x is averaged
 * over the axes in @axis; if it is None, over the first axis and all axes after those of gamma. */
guint rensa_statistics_get_mask (const RensaInts *axis, const RensaShape *x, const RensaShape *gamma);

/* Checks input 0 (x) and input 1 (gamma) for that, and that inputs 2 … have the shape of gamma. */
gboolean rensa_expect_statistics (RensaInference *inference, const RensaInts *axis, GError **error);

/* Converts the axes of @mask to an attribute. */
RensaInts rensa_ints_from_mask (guint mask);

/* Returns the gradient of input @i from @grad, which may have additional axes of extent 1 and
 * another dtype. */
void rensa_backward_take_statistic (RensaBackward *backward, int i, RensaVariable *grad, GError **error);

G_END_DECLS
