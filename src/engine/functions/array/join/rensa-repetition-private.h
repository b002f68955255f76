/* rensa-repetition-private.h: repetition of blocks of elements.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

/* Treats the elements of @x, in C order, as @n_blocks blocks of @length; the result has shape
 * (n_blocks, times, length) and holds each block @times times. */
RensaArray *rensa_repeat_blocks (RensaArray *x, gint64 n_blocks, gint64 length, gint64 times, GError **error);

/* Transpose of the repetition: sums the @times copies of each block; shape (n_blocks, length). */
RensaVariable *rensa_sum_blocks (RensaVariable *gy, gint64 n_blocks, gint64 length, gint64 times, GError **error);

/* Returns the product of the extents of axes @first … @last - 1. */
gint64 rensa_shape_count_axes (const RensaShape *shape, int first, int last);

G_END_DECLS
