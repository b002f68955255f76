/* rensa-whitening-private.h: groups of channels as vectors.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* x (N, C, …) is seen as vectors of K = C / groups channels, of which each group has m = N S, S being the product of
 * the axes behind: (groups, K, m). */

/* Input 0 is such an x; input @mean, where it is given, has the shape (groups, K) and input @projection (groups, K,
 * K). */
gboolean rensa_expect_whitening (RensaInference *inference, gint64 groups, int mean, int projection, GError **error);

/* A dense copy. */
RensaArray *rensa_whitening_arrange (RensaArray *x, gint64 groups, GError **error);
/* Back to the shape of x. */
RensaArray *rensa_whitening_restore (RensaArray *vectors, const RensaShape *shape, GError **error);

/* The same for variables. */
RensaVariable *rensa_whitening_arrange_variable (RensaVariable *x, gint64 groups, GError **error);
RensaVariable *rensa_whitening_restore_variable (RensaVariable *vectors, const RensaShape *shape, GError **error);

G_END_DECLS
