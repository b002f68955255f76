/* rensa-whitening-private.h: groups of channels as vectors.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Views x (N, C, …) as vectors of K = C / groups channels; each group has m = N S vectors, where
 * S is the product of the axes after the second: (groups, K, m). */

/* Checks that input 0 is such an x, and that input @mean, if given, has the shape (groups, K)
 * and input @projection (groups, K, K). */
gboolean rensa_expect_whitening (RensaInference *inference, gint64 groups, int mean, int projection, GError **error);

/* Returns a dense copy. */
RensaArray *rensa_whitening_arrange (RensaArray *x, gint64 groups, GError **error);
/* Converts back to the shape of x. */
RensaArray *rensa_whitening_restore (RensaArray *vectors, const RensaShape *shape, GError **error);

/* Same for variables. */
RensaVariable *rensa_whitening_arrange_variable (RensaVariable *x, gint64 groups, GError **error);
RensaVariable *rensa_whitening_restore_variable (RensaVariable *vectors, const RensaShape *shape, GError **error);

G_END_DECLS
