/* rensa-broadcasting-private.h: inputs that are repeated to a shape that all have in common.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* What all inputs, of which there is at least one, broadcast to.  FALSE with "Expect: shapes that broadcast together",
 * and where an array of that shape cannot be. */
gboolean rensa_expect_common_shape (RensaInference *inference, RensaShape *shape, GError **error);

G_END_DECLS
