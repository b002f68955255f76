/* cpu-normalize-private.h: memory order of normalization.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"

G_BEGIN_DECLS

/**
 * RensaNormalizeLayout:
 * @n_outer, @n_channels: extents of the axes that remain
 * @n_rows, @n_inner: extents of the axes that statistics go over
 *
 * Memory as (outer, rows, channels, inner) in C order; statistic o * n_channels + c belongs to outer o and channel c.
 *
 *   (N, C), over N                  rows N, channels C
 *   (N, C, H, W), over N, H, W      rows N, channels C, inner H W
 *   the same with channels last     rows N H W, channels C
 *   (N, C), over C                  channels N, inner C
 */
typedef struct
{
  gint64 n_outer;
  gint64 n_rows;
  gint64 n_channels;
  gint64 n_inner;
} RensaNormalizeLayout;

/* Returns @x itself if its memory order is suitable, else a copy of the same shape with such an order. */
RensaArray *rensa_normalize_arrange (RensaArray *x, guint mask, RensaNormalizeLayout *layout, GError **error);

/* Returns @array itself if its layout is that of @x, which has the same shape and is dense; else a
 * copy with that layout. */
RensaArray *rensa_normalize_take_like (RensaArray *array, RensaArray *x, GError **error);

/* Computes the two sums of each channel (see cpu-normalize-loops.h), first all of the one, then all
 * of the other. They do not depend on the number of threads. */
gboolean rensa_normalize_sum (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, const double *centre,
                              double *sums, GError **error);

/* Writes y, which has the layout of @x; @factors: (4, statistics), with the dtype of x (see
 * cpu-normalize-loops.h). */
void rensa_normalize_apply (const RensaNormalizeLayout *layout, RensaArray *x, RensaArray *gy, RensaArray *factors,
                            RensaArray *y);

G_END_DECLS
