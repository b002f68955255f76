/* rensa-convolution-private.h: convolution and its transpose along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-windows-private.h"

G_BEGIN_DECLS

typedef struct
{
  RensaInts stride;
  RensaInts pad;
  gboolean cover_all;
  RensaInts dilate;
  gint64 groups;
  gboolean cudnn_fast;
} RensaConvolution;

/* ONNX export; @groups: the attribute of the operator. Padding at the end extends to the last window. */
#define RENSA_CONVOLUTION_ONNX(groups)                                                                  \
  "n = ndim (x) - 2; s = spread (stride, n); p = spread (pad, n); d = spread (dilate, n); "             \
  "k = (slice (shape (W), 2, n + 2) - 1) * d + 1; "                                                     \
  "e = cover_all ? (slice (shape (out), 2, n + 2) - 1) * s + k - slice (shape (x), 2, n + 2) - p : p; " \
  "Conv (x, W, b, strides=s, pads=[p, e], dilations=d, " groups ")"

/* PyTorch export; PyTorch has convolutions along at most three axes. */
extern const char rensa_convolution_torch_class[];
#define RENSA_CONVOLUTION_TORCH(groups)                                                                                \
  "convolve({x}, {W}, {b}, stride={stride:axes}, pad={pad:axes}, cover_all={cover_all}, dilate={dilate:axes}, " groups \
  ")"

/* Checks x (N, C, d…), W (O, C / groups, k…) and b (O) with @n spatial axes; 0 for the number that
 * x has. */
gboolean rensa_convolution_infer (RensaInference *inference, const RensaConvolution *self, int n, GError **error);
gboolean rensa_convolution_run (RensaCall *call, const RensaConvolution *self, GError **error);
gboolean rensa_convolution_run_back (RensaBackward *backward, const RensaConvolution *self, GError **error);

/* Creates the attributes from the arguments of a call: NULL means the default. */
RensaConvolution rensa_convolution_new (const RensaInts *stride, const RensaInts *pad, gboolean cover_all,
                                        const RensaInts *dilate, gint64 groups);

/* Checks that x and W, inputs 0 and 1, have @n spatial axes; if @n is 0, the same number, at least one. */
gboolean rensa_expect_spatial_axes (RensaInference *inference, int n, GError **error);
/* Checks that b, input 2, is missing or has @channels elements; @shown is the expression for that
 * in error messages. */
gboolean rensa_expect_bias (RensaInference *inference, gint64 channels, const char *shown, GError **error);
/* Checks that the spatial axes of @W have extents of at least 1. */
gboolean rensa_expect_filters (RensaInference *inference, const RensaShape *W, GError **error);

/* Three maps that are gradients of one another, for a known window. */

/* y of x and W. */
RensaVariable *rensa_convolve_variables (RensaVariable *x, RensaVariable *W, const RensaWindow *window, GError **error);
/* Computes x, whose spatial extents are the last of @x_shape, from y and W. */
RensaVariable *rensa_deconvolve_variables (RensaVariable *y, RensaVariable *W, const RensaWindow *window,
                                           const RensaShape *x_shape, GError **error);
/* W of x and y. */
RensaVariable *rensa_correlate_variables (RensaVariable *x, RensaVariable *y, const RensaWindow *window,
                                          GError **error);

/* Sums over all axes but the second. */
RensaVariable *rensa_sum_channels (RensaVariable *gy, GError **error);
/* Computes @y += @b along axis 1, in place; @b may be NULL. */
gboolean rensa_add_bias (RensaArray *y, RensaArray *b, GError **error);

G_END_DECLS
