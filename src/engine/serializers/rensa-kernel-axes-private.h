/* rensa-kernel-axes-private.h: kernels whose axes stand in the order of Keras.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-shape.h"

G_BEGIN_DECLS

/* (in, out) as (out, in), and (height, width, in, out) as (out, in, height, width). */
RensaShape rensa_kernel_turn_shape (const RensaShape *shape);
/* @data: elements of @size bytes in @shape; @turned gets them in that order. */
void rensa_kernel_turn (const RensaShape *shape, gsize size, const guint8 *data, guint8 *turned);

G_END_DECLS
