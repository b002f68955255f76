/* rensa-kernel-axes-private.h: kernels with the axis order of Keras.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-shape.h"

G_BEGIN_DECLS

/* Converts (in, out) to (out, in), and (height, width, in, out) to (out, in, height, width). */
RensaShape rensa_kernel_turn_shape (const RensaShape *shape);
/* @data: elements of @size bytes in @shape; @turned receives them in the new order. */
void rensa_kernel_turn (const RensaShape *shape, gsize size, const guint8 *data, guint8 *turned);

G_END_DECLS
