/* rensa-statistics-private.h: what the statistics of a normalization stand for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* gamma, beta and the statistics have the extents of the axes that remain when x is averaged over others: those that
 * @axis names; where it is None, the first and all behind those of gamma. */
guint rensa_statistics_get_mask (const RensaInts *axis, const RensaShape *x, const RensaShape *gamma);

/* Checks input 0 (x) and input 1 (gamma) in this regard, and that inputs 2 … have the shape of gamma. */
gboolean rensa_expect_statistics (RensaInference *inference, const RensaInts *axis, GError **error);

/* The axes of @mask as an attribute. */
RensaInts rensa_ints_from_mask (guint mask);

/* The gradient of input @i from @grad, which may have axes of extent 1 more and another dtype. */
void rensa_backward_take_statistic (RensaBackward *backward, int i, RensaVariable *grad, GError **error);

G_END_DECLS
