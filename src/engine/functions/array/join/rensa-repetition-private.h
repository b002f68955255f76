/* rensa-repetition-private.h: blocks of elements, each of them several times.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

/* The elements of @x, in C order, are @n_blocks blocks of @length; the result has shape (n_blocks, times, length)
 * and holds each of them @times times. */
RensaArray *rensa_repeat_blocks (RensaArray *x, gint64 n_blocks, gint64 length, gint64 times, GError **error);

/* The transpose: the sum of the @times blocks that came from one, of shape (n_blocks, length). */
RensaVariable *rensa_sum_blocks (RensaVariable *gy, gint64 n_blocks, gint64 length, gint64 times, GError **error);

/* The product of the extents of axes @first … @last - 1. */
gint64 rensa_shape_count_axes (const RensaShape *shape, int first, int last);

G_END_DECLS
