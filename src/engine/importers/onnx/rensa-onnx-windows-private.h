/* rensa-onnx-windows-private.h: how windows lie over the spatial axes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-private.h"

G_BEGIN_DECLS

#define RENSA_ONNX_MAX_SPATIAL (RENSA_MAX_NDIM - 2)

/* Of @n spatial axes; @is_even: whether there is as much padding behind as before. */
typedef struct
{
  int n;
  gint64 size[RENSA_ONNX_MAX_SPATIAL];
  gint64 stride[RENSA_ONNX_MAX_SPATIAL];
  gint64 dilation[RENSA_ONNX_MAX_SPATIAL];
  gint64 before[RENSA_ONNX_MAX_SPATIAL];
  gint64 behind[RENSA_ONNX_MAX_SPATIAL];
  gboolean is_even;
} RensaOnnxWindows;

/* What the attributes say of windows over @x; @size: where it is no attribute. FALSE after an error. */
gboolean rensa_onnx_get_windows (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *size,
                                 RensaOnnxWindows *windows);
/* One number where all are the same, else a tuple. */
const char *rensa_onnx_spatial (RensaOnnxNode *node, const gint64 *values, int n);
/* @x with @value around it as the windows say, which then have no padding. */
RensaSketchValue *rensa_onnx_pad_windows (RensaOnnxNode *node, RensaSketchValue *x, RensaOnnxWindows *windows,
                                          double value);

G_END_DECLS
