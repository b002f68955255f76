/* rensa-onnx-windows-private.h: windows over the spatial axes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-private.h"

G_BEGIN_DECLS

#define RENSA_ONNX_MAX_SPATIAL (RENSA_MAX_NDIM - 2)

/* Windows over @n spatial axes. @is_even: TRUE if leading and trailing padding are equal. */
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

/* Reads the attributes of windows over @x. @size: the kernel shape if it is not an attribute.
 * Returns FALSE on error. */
gboolean rensa_onnx_get_windows (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *size,
                                 RensaOnnxWindows *windows);
/* A single number if all are the same, otherwise a tuple. */
const char *rensa_onnx_spatial (RensaOnnxNode *node, const gint64 *values, int n);
/* Pads @x with @value as @windows require and clears their padding. */
RensaSketchValue *rensa_onnx_pad_windows (RensaOnnxNode *node, RensaSketchValue *x, RensaOnnxWindows *windows,
                                          double value);

G_END_DECLS
