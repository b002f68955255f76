/* rensa-broadcasting-private.h: broadcasting of inputs to a common shape.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Stores the shape to which all inputs (at least one) broadcast. FALSE with "Expect: shapes that
 * broadcast together" if there is none, and also if an array of that shape is impossible. */
gboolean rensa_expect_common_shape (RensaInference *inference, RensaShape *shape, GError **error);

G_END_DECLS
