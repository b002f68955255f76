/* rensa-convolution-private.h: the three maps that are gradients of one another, for a known window.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-windows-private.h"

G_BEGIN_DECLS

/* y of x and W. */
RensaVariable *rensa_convolve_variables (RensaVariable *x, RensaVariable *W, const RensaWindow *window, GError **error);
/* x, whose spatial extents are @height and @width, of y and W. */
RensaVariable *rensa_deconvolve_variables (RensaVariable *y, RensaVariable *W, const RensaWindow *window, gint64 height,
                                           gint64 width, GError **error);
/* W of x and y. */
RensaVariable *rensa_correlate_variables (RensaVariable *x, RensaVariable *y, const RensaWindow *window,
                                          GError **error);

/* The sum over all axes but the second. */
RensaVariable *rensa_sum_channels (RensaVariable *gy, GError **error);

G_END_DECLS
