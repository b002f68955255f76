/* rensa-unfold-private.h: sliding windows unfolded into an array.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-windows-private.h"

G_BEGIN_DECLS

/* Each spatial axis becomes two. */
#define RENSA_UNFOLD_MAX_AXES (RENSA_WINDOW_MAX_AXES / 2)

/* Returns the shape (N, C, k…, d'…) of the windows of x (N, C, d…); they are known to fit. */
RensaShape rensa_unfold_get_shape (const RensaWindow *window, const RensaShape *x);

/* y[n, c, u…, i…] = x[n, c, (s i + d u - p)…], 0 in the padding. */
RensaArray *rensa_unfold (RensaArray *x, const RensaWindow *window, GError **error);
/* Transpose of rensa_unfold(): adds every element of @y to its source in an array of shape @x_shape. */
RensaArray *rensa_fold (RensaArray *y, const RensaWindow *window, const RensaShape *x_shape, GError **error);

/* Same as differentiable functions, each of which is the gradient of the other. */
RensaVariable *rensa_unfold_variables (RensaVariable *x, const RensaWindow *window, GError **error);
RensaVariable *rensa_fold_variables (RensaVariable *y, const RensaWindow *window, const RensaShape *x_shape,
                                     GError **error);

G_END_DECLS
