/* cpu-conv-private.h: declarations shared by both convolution algorithms.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"

G_BEGIN_DECLS

/**
 * RensaCpuConv:
 * @n: number of spatial axes; the elements of arrays after the first n are 0
 * @channels: number of channels of x
 * @maps: number of channels of y
 * @n_in, @n_out: pixels of an image of x and y
 * @n_taps: number of pixels of a window
 *
 * Geometry of a convolution. All members have the same type, so that equal geometries have equal
 * bytes.
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

/* Arrays of a convolution. @x and @y (or their gradients) are dense with channels last; @W (or its
 * gradient) is C-contiguous; @b is C-contiguous or NULL. */
typedef struct
{
  RensaArray *x;
  RensaArray *W;
  RensaArray *b;
  RensaArray *y;
} RensaCpuConvArrays;

/* Computes y, x or W from the other two with oneDNN. If oneDNN is not suitable, *@done stays FALSE
 * without an error. */
gboolean rensa_cpu_conv_with_dnnl (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays,
                                   gboolean *done, GError **error);

/* The same by unfolding windows into the rows of a matrix; supports any floating-point dtype and geometry. */
gboolean rensa_cpu_conv_unfolded (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays,
                                  GError **error);

G_END_DECLS
