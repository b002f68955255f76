/* rensa-window-maps-private.h: linear maps between an array and the windows over its spatial axes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Computes @scale times the sum of each window; the adjoint adds @scale times each gy to all
 * elements of its window. Each function is the gradient of the other. */
RensaVariable *rensa_sum_windows (RensaVariable *x, const RensaWindow *window, double scale, GError **error);
RensaVariable *rensa_spread_windows (RensaVariable *gy, const RensaWindow *window, double scale, const RensaShape *x,
                                     GError **error);

/* Selects the element of x at @index of each window; the adjoint adds each gy to that element.
 * Each function is the gradient of the other, and the indices are treated as constants. */
RensaVariable *rensa_gather_places (RensaVariable *x, RensaVariable *index, const RensaWindow *window, GError **error);
RensaVariable *rensa_scatter_places (RensaVariable *gy, RensaVariable *index, const RensaWindow *window,
                                     const RensaShape *x, GError **error);

G_END_DECLS
