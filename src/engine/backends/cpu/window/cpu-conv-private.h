/* cpu-conv-private.h: what the two ways to convolve share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"

G_BEGIN_DECLS

/**
 * RensaCpuConv:
 * @n: the number of spatial axes; what is behind them below is 0
 * @channels: of x
 * @maps: channels of y
 * @n_in, @n_out: pixels of an image of x and y
 * @n_taps: pixels of a window
 *
 * The geometry of a convolution.  Members are all of one type, so that equal geometries have equal bytes.
 */
typedef struct
{
  gint64 n;
  gint64 batch;
  gint64 groups;
  gint64 channels;
  gint64 maps;
  gint64 n_in;
  gint64 n_out;
  gint64 n_taps;
  gint64 in[RENSA_WINDOW_MAX_AXES];
  gint64 out[RENSA_WINDOW_MAX_AXES];
  gint64 kernel[RENSA_WINDOW_MAX_AXES];
  gint64 stride[RENSA_WINDOW_MAX_AXES];
  gint64 dilate[RENSA_WINDOW_MAX_AXES];
  gint64 pad[RENSA_WINDOW_MAX_AXES];
} RensaCpuConv;

typedef enum
{
  RENSA_CPU_CONV_FORWARD,
  RENSA_CPU_CONV_BACKWARD_X,
  RENSA_CPU_CONV_BACKWARD_W,
} RensaCpuConvKind;

/* The arrays of a convolution.  @x and @y (or their gradients) are dense with channels last; @W (or its gradient) is
 * C-contiguous; @b is C-contiguous or NULL. */
typedef struct
{
  RensaArray *x;
  RensaArray *W;
  RensaArray *b;
  RensaArray *y;
} RensaCpuConvArrays;

/* Computes y, x or W from the other two with oneDNN.  *@done stays FALSE, without an error, where oneDNN does not
 * want to. */
gboolean rensa_cpu_conv_with_dnnl (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays,
                                   gboolean *done, GError **error);

/* The same by unfolding windows into the rows of a matrix; any floating dtype, always possible. */
gboolean rensa_cpu_conv_unfolded (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays,
                                  GError **error);

G_END_DECLS
