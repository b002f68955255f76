/* rensa-patch-sums-private.h: weighted sums over parts of images, as a function of the images.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* The adjoint of rensa_sum_patches (): maps @gy back to an array of shape @x_shape;
 * differentiable to any order. */
RensaVariable *rensa_sum_patches_backward (RensaVariable *gy, const RensaPatches *patches, const RensaShape *x_shape,
                                           GError **error);

G_END_DECLS
