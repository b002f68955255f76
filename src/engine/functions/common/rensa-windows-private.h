/* rensa-windows-private.h: the attributes of convolution and pooling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* What a stride, pad or dilate attribute may hold; the sizes of windows stay far from overflow. */
#define RENSA_WINDOW_MAX G_MAXINT16

/* Fills in the geometry of @n spatial axes, with one group and without cover_all.  @stride: None means @kernel;
 * @dilate: NULL means 1.  FALSE with RENSA_ERROR_INVALID where a tuple has another length than @n or an entry is out of
 * range. */
gboolean rensa_window_init (RensaWindow *window, int n, const gint64 *kernel, const RensaInts *stride,
                            const RensaInts *pad, const RensaInts *dilate, GError **error);

/* The extents of the spatial axes of the output, entered into @y, which are at least 1. */
gboolean rensa_expect_window_fits (RensaInference *inference, const RensaWindow *window, const RensaShape *x,
                                   RensaShape *y, GError **error);

/* One field of a window as an attribute. */
RensaInts rensa_window_get_ints (const RensaWindow *window, const gint64 *values);

/* What a stride, pad or dilate attribute holds where a call leaves it out. */
RensaInts rensa_ints_or (const RensaInts *ints, gint64 fallback);

G_END_DECLS
