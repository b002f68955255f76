/* rensa-windows-private.h: attributes of convolution and pooling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Upper limit of a stride, pad or dilate attribute; keeps the sizes of windows far from overflow. */
#define RENSA_WINDOW_MAX G_MAXINT16

/* Initializes the geometry of @n spatial axes, with one group and without cover_all. @stride: None
 * means @kernel;
 * @dilate: NULL means 1. FALSE with RENSA_ERROR_INVALID if the length of a tuple is not @n or an
 *   entry is out of range. */
gboolean rensa_window_init (RensaWindow *window, int n, const gint64 *kernel, const RensaInts *stride,
                            const RensaInts *pad, const RensaInts *dilate, GError **error);

/* Stores the extents of the spatial axes of the output, which are at least 1, in @y. */
gboolean rensa_expect_window_fits (RensaInference *inference, const RensaWindow *window, const RensaShape *x,
                                   RensaShape *y, GError **error);

/* Returns one field of a window as an attribute. */
RensaInts rensa_window_get_ints (const RensaWindow *window, const gint64 *values);

/* Value of a stride, pad or dilate attribute that a call omits. */
RensaInts rensa_ints_or (const RensaInts *ints, gint64 fallback);

G_END_DECLS
