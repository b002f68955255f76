/* rensa-patch-sums-private.h: weighted sums over parts of images, as a function of these.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* The adjoint of rensa_sum_patches (), which carries @gy back to an array of shape @x_shape; it can be differentiated
 * as often as one likes. */
RensaVariable *rensa_sum_patches_backward (RensaVariable *gy, const RensaPatches *patches, const RensaShape *x_shape,
                                           GError **error);

G_END_DECLS
