/* rensa-picks-private.h: selects elements of an array by index.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* y[i…] = x[places[i…]], where places (int64) are indices of elements of x in C order, and -1
 * gives zero. With @weights, places and weights have an additional first axis, and y[i…] = Σ
 * weights[t, i…] x[places[t, i…]] over t. */
RensaVariable *rensa_pick (RensaVariable *x, RensaVariable *places, RensaVariable *weights, GError **error);

/* The adjoint: adds gy to the places of an array of shape @x_shape, in C order. Each function is
 * the gradient of the other; places and weights are treated as constants. */
RensaVariable *rensa_pick_backward (RensaVariable *gy, RensaVariable *places, RensaVariable *weights,
                                    const RensaShape *x_shape, GError **error);

G_END_DECLS
